//! Dancing Links: Knuth's Algorithms X and C with the MRV heuristic.
//!
//! Each item heads a circular list of the options that contain it. Covering an item unlinks its options
//! from the lists of their other items. An unlinked node keeps its own links, so relinking it needs no
//! memory (Hitotsumatsu & Noshita 1979; Knuth, *Dancing Links*, 2000):
//!
//! ```text
//!   unlink x:   down[up[x]] ← down[x],  up[down[x]] ← up[x]
//!   relink x:   down[up[x]] ← x,        up[down[x]] ← x
//! ```
//!
//! The nodes of an option are contiguous in memory and followed by a *spacer*, so an option needs no
//! horizontal links. Knuth also keeps the remaining items in a list; here the item with the fewest
//! options is found by scanning the contiguous counts of all items (`OptionCounts`). A coloured item is
//! *purified* as in his Algorithm C: the options that disagree on the colour are hidden. The number of
//! chosen options that agree is counted instead of marking nodes, so the innermost loop does not handle
//! colours.

use super::heuristic::{FewestOptions, SharpFirst};
use super::links::Links;
use super::{algorithm_m, puzzles, search};
use crate::contract::{Backend, Method, Preparation, Takes};

/// The row `cover/dlx`.
pub const DLX: Backend = puzzles::row(
    "cover/dlx",
    "Dancing Links, fewest options first (Knuth)",
    "items and options, linked",
    Takes {
        puzzles: Some(Preparation::new(|it| puzzles::prepare(it, Links::new, |_| FewestOptions))),
        covers: Some(Preparation::new(|it| algorithm_m::prepare(it, Links::of_any))),
        ..Takes::NOTHING
    },
);

/// The row `cover/dlx.sharp`. It takes no puzzles, whose items have no such names.
pub const SHARP: Backend = Backend {
    id: "cover/dlx.sharp",
    about: "Dancing Links, items whose names begin with # first (Knuth's sharp preference)",
    method: Method { choice: "item marked # with fewest options", ..DLX.method },
    takes: Takes {
        covers: Some(Preparation::new(|it| search::prepare(it, Links::new, SharpFirst::new))),
        ..Takes::NOTHING
    },
    ..DLX
};

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::instance::ExactCover;
    use board::{Puzzle, SymbolSet, catalog, text::line};

    use super::*;
    use crate::cover::encode;
    use crate::cover::puzzles::PuzzleSearch;
    use crate::cover::search::AlgorithmX;
    use crate::{Limits, Solver, Stop, Unsupported};

    const ESCARGOT: &str =
        "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

    fn search(problem: &ExactCover) -> Result<AlgorithmX<Links, FewestOptions>, Unsupported> {
        Ok(AlgorithmX::new(Links::new(problem)?, FewestOptions))
    }

    #[test]
    fn the_links_are_restored_after_every_kind_of_end() {
        let geometry = Arc::new(catalog::classic(9).unwrap());
        let mut solver = PuzzleSearch::new(&geometry, search).unwrap();
        let pristine = Links::new(&encode(&geometry)).unwrap();
        let puzzle = line::parse(ESCARGOT, &geometry).unwrap();
        let clashing = line::parse(&format!("11{}", ".".repeat(79)), &geometry).unwrap();
        let mut marks = vec![SymbolSet::all(9); 81];
        marks[40] = [1, 5].into_iter().collect();
        marks[41] = SymbolSet::EMPTY;
        let marked = Puzzle::from_allowed(geometry.clone(), marks);
        let few_nodes = Limits { nodes: Some(10), ..Limits::solutions(2) };
        let ends = [
            (&puzzle, Limits::solutions(2), Stop::Exhausted),
            (&puzzle, few_nodes, Stop::NodeLimit),
            (&puzzle, Limits::solutions(1), Stop::SolutionLimit),
            (&clashing, Limits::solutions(2), Stop::Exhausted),
            (&marked, Limits::solutions(2), Stop::Exhausted),
        ];
        for (puzzle, limits, stop) in ends {
            assert_eq!(solver.solve(puzzle, &limits).stop, stop);
            assert!(solver.search.matrix == pristine);
        }
    }

    #[test]
    fn a_forced_item_is_a_node_but_no_bet() {
        let geometry = Arc::new(catalog::classic(4).unwrap());
        let puzzle = line::parse("....1.3.431.2...", &geometry).unwrap();
        let outcome =
            PuzzleSearch::new(&geometry, search).unwrap().solve(&puzzle, &Limits::solutions(2));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1));
        assert_eq!((outcome.counters.bets, outcome.counters.deductions), (0, 10));
        assert_eq!(outcome.counters.nodes, 11);
    }
}
