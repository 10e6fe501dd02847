//! Random isomorphs of instances: the same problem with other numbers, in another order.

use board::Graph;
use board::instance::{Entry, ExactCover, Formula, Item, Literal};
use board::seed::{ChaCha8Rng, seeded};
use rand::RngExt;
use rand::seq::SliceRandom;

/// The random stream of the isomorphs.
const STREAM: u64 = 0x4147_0002;

/// An isomorph, and how its answers are those of the problem.
pub(super) struct Isomorph<P, A> {
    pub(super) problem: P,
    /// The answer to the problem that belongs to an answer to the isomorph.
    pub(super) back: Box<dyn Fn(A) -> A>,
}

/// Returns the formula with other variables and signs, in other clauses.
pub(super) fn of_formula(formula: &Formula, seed: u64) -> Isomorph<Formula, Vec<bool>> {
    let chance = &mut seeded(seed, STREAM);
    let renamed = permutation(formula.variables(), chance);
    let is_turned: Vec<bool> = renamed.iter().map(|_| chance.random()).collect();
    let rename = |literal: &Literal| {
        let variable = literal.variable() as usize;
        Literal::new(renamed[variable] as u32, literal.is_positive() != is_turned[variable])
    };
    let mut clauses: Vec<Vec<Literal>> =
        formula.clauses().map(|clause| clause.iter().map(rename).collect()).collect();
    clauses.shuffle(chance);
    let mut problem = Formula::new(formula.variables());
    clauses.into_iter().for_each(|clause| problem.add_clause(clause));
    let back = move |model: Vec<bool>| {
        renamed.iter().zip(&is_turned).map(|(&at, &is_turned)| model[at] != is_turned).collect()
    };
    Isomorph { problem, back: Box::new(back) }
}

/// Returns the problem with other items, and the options in another order.
pub(super) fn of_cover(cover: &ExactCover, seed: u64) -> Isomorph<ExactCover, Vec<usize>> {
    let chance = &mut seeded(seed, STREAM);
    let primary = cover.primary();
    let mut items = permutation(primary, chance);
    let secondary = permutation(cover.items() - primary, chance);
    items.extend(secondary.into_iter().map(|item| primary + item));
    let mut options: Vec<usize> = (0..cover.option_count()).collect();
    options.shuffle(chance);
    let names = |n: usize| vec![String::new(); n];
    let mut problem =
        ExactCover::new(names(primary), names(cover.items() - primary), names(cover.colours()));
    for (&item, &multiplicity) in items.iter().zip(cover.multiplicities()) {
        problem.set_multiplicity(item as Item, multiplicity).expect("it was valid before");
    }
    for &option in &options {
        let rename = |entry: &Entry| Entry { item: items[entry.item as usize] as Item, ..*entry };
        problem.add_option(cover.option(option).iter().map(rename)).expect("it was valid before");
    }
    let back = move |chosen: Vec<usize>| chosen.into_iter().map(|at| options[at]).collect();
    Isomorph { problem, back: Box::new(back) }
}

/// Returns the graph with other vertices.
pub(super) fn of_graph(graph: &Graph, seed: u64) -> Graph {
    let renamed = permutation(graph.order(), &mut seeded(seed, STREAM));
    let edges = graph.edges().map(|(a, b)| (renamed[a], renamed[b]));
    Graph::new(graph.order(), edges).expect("it was valid before")
}

/// Returns the new number of each of `n` things.
fn permutation(n: usize, chance: &mut ChaCha8Rng) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..n).collect();
    numbers.shuffle(chance);
    numbers
}

#[cfg(test)]
mod tests {
    use board::instance::{check_cover, check_model, read_cover, read_formula};
    use solvers::{BACKENDS, Limits};

    use super::*;

    fn first<P: solvers::Problem<Frame = P>>(problem: &P, id: &str) -> P::Answer {
        let row = record::filter::backend_of_id(id, BACKENDS).expect("a row");
        let mut solver = row.prepare::<P>(problem).expect("a solver");
        solver.solve(problem, &Limits::solutions(1)).first.expect("a solution")
    }

    #[test]
    fn answers_of_isomorphs_are_answers_of_the_problem() {
        let formula =
            read_formula("p cnf 4 4\n1 -2 0\n2 -3 4 0\n-1 3 0\n2 0\n").expect("a formula");
        let cover = read_cover("a b c | x\na b x:A\nc x:A\nc x:B\na c\n").expect("a problem");
        for seed in 0..20 {
            let Isomorph { problem, back } = of_formula(&formula, seed);
            check_model(&formula, &back(first(&problem, "sat/extended.dpll"))).expect("a model");
            let Isomorph { problem, back } = of_cover(&cover, seed);
            check_cover(&cover, &back(first(&problem, "cover/dlx"))).expect("a cover");
        }
        let (problem, other) = (of_formula(&formula, 1).problem, of_formula(&formula, 2).problem);
        assert_ne!(problem, other);
    }

    #[test]
    fn an_isomorph_of_a_graph_has_the_same_degrees() {
        let graph = generate::instances::petersen();
        let other = of_graph(&graph, 1);
        assert_ne!(graph, other);
        assert!((0..other.order()).all(|vertex| other.degree(vertex) == 3));
    }
}
