//! Where an answer comes from: whose code searched, and what that code reads.
//!
//! Two answers that agree support each other only where a defect in one place cannot have made both. The
//! same search under two names is no second opinion. Nor are two engines that read the same translation:
//! an encoding that forbids a grid makes every engine say that there is none.
//!
//! ```text
//!   puzzle ──extended──> formula ──> varisat ─┐  one encoding: not independent
//!                                └─> batsat ──┘
//!   formula (a .cnf file) ──> varisat ─┐          nothing between: independent
//!                         └─> batsat ──┘
//! ```

/// The kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Problem {
    /// A board with symbols in some cells.
    Puzzle,
    /// Items and options.
    ExactCover,
    /// Clauses.
    Formula,
    /// Vertices and edges.
    Graph,
}

impl Problem {
    /// The word that stands in CSV.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle",
            Self::ExactCover => "exact-cover",
            Self::Formula => "formula",
            Self::Graph => "graph",
        }
    }
}

/// Whose code answers, and what that code reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin<'a> {
    /// The code that searches: a crate or program of others, or a part of this crate that shares no
    /// search with the rest. Forks and ports have the name of what they come from.
    pub code: &'a str,
    /// What that code reads. Any other problem is translated first, for all that read this kind by code
    /// that they share.
    pub reads: Problem,
}

impl Origin<'_> {
    /// Whether answers to a `problem` have neither search nor translation in common.
    pub fn is_independent_of(self, other: Origin<'_>, problem: Problem) -> bool {
        let is_translated_alike = self.reads == other.reads && self.reads != problem;
        self.code != other.code && !is_translated_alike
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::origin;

    #[track_caller]
    fn check(one: &str, other: &str, independent_on: &[Problem]) {
        use Problem::*;
        for problem in [Puzzle, ExactCover, Formula, Graph] {
            let expected = independent_on.contains(&problem);
            let found = origin(one).is_independent_of(origin(other), problem);
            assert_eq!(found, expected, "{one} and {other} on {problem:?}");
            assert_eq!(origin(other).is_independent_of(origin(one), problem), expected);
        }
    }

    #[test]
    fn engines_of_different_origin_are_independent_on_what_they_read_themselves() {
        use Problem::*;
        check("sat/extended.varisat", "sat/extended.batsat", &[Formula]);
        check("sat/extended.varisat", "sat/extended.cdcl", &[Formula]);
        check("sat/minimal.varisat", "sat/log.batsat", &[Formula]);
        check("cover/dlx", "cover/dlx-crate", &[ExactCover]);
        check("cover/dlx", "cover/dlx-rs", &[ExactCover]);
        check("candidates/mrv", "cover/dlx", &[Puzzle, ExactCover, Formula, Graph]);
        check("sat/extended.varisat", "cover/dlx-rs", &[Puzzle, ExactCover, Formula, Graph]);
    }

    #[test]
    fn what_shares_its_search_is_never_independent() {
        check("cover/dlx", "cover/dlx", &[]);
        check("cover/dlx", "cover/bitmatrix", &[]);
        check("sat/extended.cdcl", "sat/extended.dpll", &[]);
        check("sat/extended.batsat", "sat/extended.batsat.incremental", &[]);
        check("candidates/bets", "deduce/all", &[]);
    }

    #[test]
    fn what_is_not_in_this_build_is_independent_of_other_families_only() {
        use Problem::*;
        check("sat/extended.unheard-of", "sat/extended.cdcl", &[]);
        check("external/one", "external/two", &[]);
        check("external/one", "sat/extended.varisat", &[Formula]);
        check("external/one", "cover/dlx", &[Puzzle, ExactCover, Formula, Graph]);
    }
}
