//! Features of instances that are no puzzles: their sizes.

use board::Graph;
use board::instance::{ExactCover, Formula};

use super::{Feature, Features};

pub(super) fn of_cover(problem: &ExactCover) -> Features {
    let mut features = Features::default();
    let is_primary = |item| (item as usize) < problem.primary();
    let entries = problem.options().flatten();
    let primary = entries.filter(|entry| is_primary(entry.item)).count();
    features.set_count(Feature::Items, problem.items());
    features.set_count(Feature::Options, problem.option_count());
    features.set_ratio(Feature::OptionItems, problem.entry_count(), problem.option_count());
    features.set_ratio(Feature::ItemOptions, primary, problem.primary());
    features
}

pub(super) fn of_formula(formula: &Formula) -> Features {
    let mut features = Features::default();
    let literals = formula.clauses().map(<[_]>::len).sum();
    features.set_count(Feature::Variables, formula.variables());
    features.set_count(Feature::Clauses, formula.clause_count());
    features.set_ratio(Feature::ClauseRatio, formula.clause_count(), formula.variables());
    features.set_ratio(Feature::ClauseLiterals, literals, formula.clause_count());
    features
}

pub(super) fn of_graph(graph: &Graph) -> Features {
    let mut features = Features::default();
    let pairs = graph.order() * graph.order().saturating_sub(1) / 2;
    features.set_count(Feature::Vertices, graph.order());
    features.set_count(Feature::Edges, graph.size());
    features.set_ratio(Feature::Density, graph.size(), pairs);
    features
}

#[cfg(test)]
mod tests {
    use board::instance::{read_cover, read_formula};

    use super::*;

    #[test]
    fn sizes_by_hand() {
        let cover = read_cover("a b | c\na b\nb c\na\n").expect("a problem");
        let found = of_cover(&cover);
        let get = |feature| found.get(feature);
        assert_eq!((get(Feature::Items), get(Feature::Options)), (Some(3.0), Some(3.0)));
        assert_eq!(get(Feature::OptionItems), Some(5.0 / 3.0));
        assert_eq!(get(Feature::ItemOptions), Some(2.0));
        let formula = read_formula("p cnf 2 3\n1 2 0\n-1 0\n-1 -2 0\n").expect("a formula");
        let found = of_formula(&formula);
        let get = |feature| found.get(feature);
        assert_eq!((get(Feature::Variables), get(Feature::Clauses)), (Some(2.0), Some(3.0)));
        assert_eq!(get(Feature::ClauseRatio), Some(1.5));
        assert_eq!(get(Feature::ClauseLiterals), Some(5.0 / 3.0));
    }
}
