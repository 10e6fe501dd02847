//! Features of instances that are no puzzles: their sizes, a reference search, and what propagation finds.
//!
//! An exact cover problem has the backdoors and the backbone of its formula, in which a variable says
//! whether an option is chosen or, with multiplicities, whether at least some number of them are. The
//! colours of a graph are interchangeable, so that no vertex has a backbone; what a graph has is a
//! clique, which bounds the colours from below.

use board::Graph;
use board::instance::{ExactCover, Formula};
use record::filter;
use solvers::sat::instances::formula_of;
use solvers::{BACKENDS, Interrupt, Limits, Outcome, Problem, Solver, colour};

use super::csp::FormulaCsp;
use super::deadline::Deadline;
use super::isomorphs::{self, Isomorph};
use super::reference::{self, Answer};
use super::{Feature, Features, propagation};

/// Who makes the reference searches.
const COVER: &str = "cover/dlx";
const FORMULA: &str = "sat/extended.dpll";
const GRAPH: &str = "colour/dsatur-exact";

/// The largest formula that is propagated, in literals and in variables.
const LARGEST: (usize, usize) = (200_000, 4_000);

/// The maximum number of nodes of the search for a clique.
const CLIQUE_NODES: u64 = 20_000;

pub(super) fn of_cover(problem: &ExactCover, seed: u64, deadline: Deadline<'_>) -> Features {
    let mut features = Features::default();
    let is_primary = |item| (item as usize) < problem.primary();
    let entries = problem.options().flatten();
    let primary = entries.filter(|entry| is_primary(entry.item)).count();
    features.set_count(Feature::Items, problem.items());
    features.set_count(Feature::Options, problem.option_count());
    features.set_ratio(Feature::OptionItems, problem.entry_count(), problem.option_count());
    features.set_ratio(Feature::ItemOptions, primary, problem.primary());
    features.reference = Some(COVER);
    let answer = reference::search(problem, 2, deadline, &mut features, |number, limits| {
        let Isomorph { problem, back } = isomorphs::of_cover(problem, seed.wrapping_add(number));
        Some(solved(COVER, &problem, limits)?.map(back))
    });
    let chosen = |options: Vec<usize>| {
        let mut values = vec![0; problem.option_count()];
        options.into_iter().for_each(|option| values[option] = 1);
        values
    };
    let answer = Answer { solutions: answer.solutions, solution: answer.solution.map(chosen) };
    features.set(Feature::Solutions, answer.solutions.map(|n| n as f64));
    match formula_of(problem) {
        Ok(formula) => propagate(formula, &answer, seed, deadline, &mut features),
        Err(_) => propagation::exceed(&mut features),
    }
    features
}

pub(super) fn of_formula(formula: &Formula, seed: u64, deadline: Deadline<'_>) -> Features {
    let mut features = Features::default();
    let literals = literals(formula);
    features.set_count(Feature::Variables, formula.variables());
    features.set_count(Feature::Clauses, formula.clause_count());
    features.set_ratio(Feature::ClauseRatio, formula.clause_count(), formula.variables());
    features.set_ratio(Feature::ClauseLiterals, literals, formula.clause_count());
    features.reference = Some(FORMULA);
    let answer = reference::search(formula, 2, deadline, &mut features, |number, limits| {
        let Isomorph { problem, back } = isomorphs::of_formula(formula, seed.wrapping_add(number));
        Some(solved(FORMULA, &problem, limits)?.map(back))
    });
    let values = |model: Vec<bool>| model.into_iter().map(u8::from).collect();
    let answer = Answer { solutions: answer.solutions, solution: answer.solution.map(values) };
    features.set(Feature::Solutions, answer.solutions.map(|n| n as f64));
    propagate(formula.clone(), &answer, seed, deadline, &mut features);
    features
}

pub(super) fn of_graph(graph: &Graph, seed: u64, deadline: Deadline<'_>) -> Features {
    let mut features = Features::default();
    let pairs = graph.order() * graph.order().saturating_sub(1) / 2;
    let degrees = (0..graph.order()).map(|vertex| graph.degree(vertex));
    features.set_count(Feature::Vertices, graph.order());
    features.set_count(Feature::Edges, graph.size());
    features.set_ratio(Feature::Density, graph.size(), pairs);
    features.set_count(Feature::MaxDegree, degrees.max().unwrap_or(0));
    let interrupt = Interrupt::new(&deadline.limits(1));
    let (clique, is_largest) = colour::clique::largest(graph, CLIQUE_NODES, &interrupt);
    match is_largest {
        true => features.set_count(Feature::Clique, clique.len()),
        false if !deadline.is_over() => features.exceed(Feature::Clique),
        false => {}
    }
    features.reference = Some(GRAPH);
    reference::search(graph, 1, deadline, &mut features, |number, limits| {
        solved(GRAPH, &isomorphs::of_graph(graph, seed.wrapping_add(number)), limits).map(
            // The colours of the isomorph are those of other vertices.
            |outcome| Outcome { first: None, second: None, ..outcome },
        )
    });
    features
}

fn literals(formula: &Formula) -> usize {
    formula.clauses().map(<[_]>::len).sum()
}

/// Returns what the backend with this id finds.
fn solved<P: Problem<Frame = P>>(
    id: &str,
    problem: &P,
    limits: &Limits<'_>,
) -> Option<Outcome<P::Answer>> {
    let row = filter::backend_of_id(id, BACKENDS).ok()?;
    let mut solver: Box<dyn Solver<P>> = row.prepare::<P>(problem).ok()?;
    Some(solver.solve(problem, limits))
}

/// What propagation finds in a formula.
fn propagate(
    formula: Formula,
    answer: &Answer<Vec<u8>>,
    seed: u64,
    deadline: Deadline<'_>,
    features: &mut Features,
) {
    let (most_literals, most_variables) = LARGEST;
    if literals(&formula) > most_literals || formula.variables() > most_variables {
        return propagation::exceed(features);
    }
    let csp = &mut FormulaCsp::new(formula, FORMULA);
    let problem = csp.start();
    // The formula of a problem with multiplicities has variables beyond the options.
    let solution = answer.solution.as_deref().and_then(|values| csp.completed(values));
    let solution = solution.as_deref();
    let has_one = answer.solutions == Some(1);
    let found = propagation::Found { solution, has_one, seed, deadline };
    if let Some(start) = propagation::start(csp, &problem, deadline, Feature::Units, features) {
        propagation::all(csp, &problem, &start, &found, features);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use board::instance::{read_cover, read_formula};

    use super::*;

    #[test]
    fn sizes_by_hand() {
        let cancel = AtomicBool::new(false);
        let deadline = Deadline::after(None, &cancel);
        let cover = read_cover("a b | c\na b\nb c\na\n").expect("a problem");
        let found = of_cover(&cover, 1, deadline);
        let get = |feature| found.get(feature);
        assert_eq!((get(Feature::Items), get(Feature::Options)), (Some(3.0), Some(3.0)));
        assert_eq!(get(Feature::OptionItems), Some(5.0 / 3.0));
        assert_eq!(get(Feature::ItemOptions), Some(2.0));
        // Either a b, or b c and a: no option is in both, and one choice settles the others.
        assert_eq!((get(Feature::Solutions), get(Feature::Backbone)), (Some(2.0), Some(0.0)));
        assert_eq!((get(Feature::Weak), get(Feature::Strong)), (Some(1.0), Some(1.0)));
        // b is in the last option. Of the eight variables, those of the first two options, of the second or the third, and
        // of two of all three have several values in the three solutions.
        let cover = read_cover("0:2|a b\na\na\na b\n").expect("a problem");
        let found = of_cover(&cover, 1, deadline);
        assert_eq!(
            (found.get(Feature::Options), found.get(Feature::Backbone)),
            (Some(3.0), Some(0.5))
        );
        assert!(found.get(Feature::Weak) >= Some(1.0));
        let formula = read_formula("p cnf 2 3\n1 2 0\n-1 0\n-1 -2 0\n").expect("a formula");
        let found = of_formula(&formula, 1, deadline);
        let get = |feature| found.get(feature);
        assert_eq!((get(Feature::Variables), get(Feature::Clauses)), (Some(2.0), Some(3.0)));
        assert_eq!(get(Feature::ClauseRatio), Some(1.5));
        assert_eq!(get(Feature::ClauseLiterals), Some(5.0 / 3.0));
        assert_eq!((get(Feature::Units), get(Feature::Bets)), (Some(1.0), Some(0.0)));
    }
}
