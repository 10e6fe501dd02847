//! The features of one problem after the other: the plainest first, then the reference searches, which
//! find a solution, then those that require one, and the rating at the end, which may take longest.
//!
//! All features of a problem have one deadline. What is not known then stays unknown, so that on a slow
//! machine, or beside other work, fewer may be known; the values that are known are the same everywhere.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Grid, Puzzle};
use race::problem::AnyProblem;

use super::board::{Board, REFERENCE};
use super::csp::{Csp, PuzzleCsp};
use super::deadline::Deadline;
use super::propagation::{self, Found};
use super::{Feature, Features, instances, reference};

/// How features are computed.
#[derive(Clone, Copy)]
pub(in crate::cmd::explain) struct Asking<'a> {
    /// The time for all features of a problem.
    pub(in crate::cmd::explain) time: Option<Duration>,
    /// The seed of the samples.
    pub(in crate::cmd::explain) seed: u64,
    pub(in crate::cmd::explain) cancel: &'a AtomicBool,
}

/// What a worker keeps: the solvers of the geometry that it met last.
#[derive(Default)]
pub(in crate::cmd::explain) struct Desk {
    board: Option<Board>,
}

impl Desk {
    /// Returns the features of a problem.
    ///
    /// # Errors
    /// When a solver is wrong.
    pub(in crate::cmd::explain) fn features(
        &mut self,
        problem: &AnyProblem,
        asking: &Asking<'_>,
    ) -> anyhow::Result<Features> {
        let deadline = Deadline::after(asking.time, asking.cancel);
        let seed = asking.seed ^ problem.hash().0;
        let mut features = match problem {
            AnyProblem::Puzzle(puzzle) => self.of_puzzle(puzzle, seed, deadline)?,
            AnyProblem::Cover(cover) => instances::of_cover(cover, seed, deadline),
            AnyProblem::Formula(formula) => instances::of_formula(formula, seed, deadline),
            AnyProblem::Graph(graph) => instances::of_graph(graph, seed, deadline),
        };
        features.is_out_of_time = deadline.is_over();
        Ok(features)
    }

    fn of_puzzle(
        &mut self,
        puzzle: &Puzzle,
        seed: u64,
        deadline: Deadline<'_>,
    ) -> anyhow::Result<Features> {
        let known = self.board.take().filter(|it| Arc::ptr_eq(&it.geometry, puzzle.geometry()));
        let board = match known {
            Some(board) => board,
            None => Board::new(puzzle.geometry())?,
        };
        let board = self.board.insert(board);
        let features = &mut Features::default();
        board.orbits.count(puzzle, features);
        let csp = &mut PuzzleCsp(board);
        let start = propagation::start(csp, puzzle, deadline, Feature::Singles, features);
        if let Some(start) = &start {
            let candidates =
                |left| csp.open(left).iter().map(|&cell| csp.values(left, cell).len()).sum();
            features.set_count(Feature::Candidates, start.left.as_ref().map_or(0, candidates));
        }
        features.reference = Some(REFERENCE);
        let answer = reference::search(puzzle, 2, deadline, features, |number, limits| {
            let symmetry = csp.0.symmetries.random(seed.wrapping_add(number));
            let outcome = csp.0.reference.solve(&symmetry.apply(puzzle), limits);
            Some(outcome.map(|grid| symmetry.inverse().apply_grid(&grid)))
        });
        features.set(Feature::Solutions, answer.solutions.map(|n| n as f64));
        if let Some(solution) = &answer.solution {
            of_solution(puzzle, solution, features);
        }
        let has_one = answer.solutions == Some(1);
        if let Some(start) = &start {
            let solution = answer.solution.as_ref().map(Grid::symbols);
            let found = Found { solution, has_one, seed, deadline };
            propagation::all(csp, puzzle, start, &found, features);
        }
        if has_one {
            rate(board, puzzle, deadline, features);
        }
        Ok(std::mem::take(features))
    }
}

/// Whether the symbols of the solution come early: the mean place, from 0 to 1, of those in the open
/// cells of the first third. A search that tries symbols and cells in their order gets there late if it
/// is large.
fn of_solution(puzzle: &Puzzle, solution: &Grid, features: &mut Features) {
    let open = super::givens::first_third(puzzle).filter(|&cell| puzzle.given(cell).is_none());
    let (sum, n) = open.fold((0, 0), |(sum, n), cell| (sum + usize::from(solution[cell]), n + 1));
    let last = puzzle.geometry().symbols() - 1;
    features.set_ratio(Feature::EarlySymbols, sum, n * last);
}

fn rate(board: &Board, puzzle: &Puzzle, deadline: Deadline<'_>, features: &mut Features) {
    if deadline.is_over() {
        return;
    }
    let Ok(rating) = board.rater.rate(puzzle, &deadline.limits(1)) else { return };
    features.set(Feature::Rating, f64::from(rating.score()) / 10.0);
    features.set_count(Feature::Techniques, rating.uses.len());
    features.hardest = rating.hardest().map(|hardest| hardest.name);
}

#[cfg(test)]
mod tests {
    use ::board::text::line;
    use ::board::{Graph, catalog};

    use super::*;

    fn features(geometry: &str, text: &str) -> Features {
        let geometry = Arc::new(catalog::named(geometry).expect("a geometry"));
        let puzzle = line::parse(text, &geometry).expect("a puzzle");
        let cancel = AtomicBool::new(false);
        let asking = Asking { time: None, seed: 1, cancel: &cancel };
        Desk::default().features(&AnyProblem::Puzzle(puzzle), &asking).expect("features")
    }

    #[track_caller]
    fn check(features: &Features, expected: &[(Feature, Option<f64>)]) {
        for &(feature, value) in expected {
            assert_eq!(features.get(feature), value, "{}", feature.key());
        }
    }

    #[test]
    fn a_puzzle_of_singles_needs_no_hint_and_no_bet() {
        use Feature as F;
        let found = features("classic4", "....1.3.431.2...");
        check(
            &found,
            &[
                (F::Cells, Some(16.0)),
                (F::Clues, Some(6.0)),
                (F::Absent, Some(0.0)),
                (F::EarlyClues, Some(1.0)),
                (F::Symmetries, Some(0.0)),
                (F::Candidates, Some(0.0)),
                (F::Singles, Some(1.0)),
                (F::Solutions, Some(1.0)),
                (F::Hints, Some(0.0)),
                (F::Weak, Some(0.0)),
                (F::Strong, Some(0.0)),
                (F::Probed, Some(1.0)),
                (F::Backbone, Some(1.0)),
                (F::Bets, Some(0.0)),
                (F::Items, None),
            ],
        );
        // The first row of the solution has each symbol once, and the fifth cell is given.
        assert_eq!(found.get(F::EarlySymbols), Some(0.5));
        assert!(found.get(F::Rating).is_some_and(|rating| (1.0..3.0).contains(&rating)));
        assert!(found.get(F::Techniques) >= Some(1.0) && found.hardest.is_some());
    }

    #[test]
    fn a_hard_puzzle_has_a_backdoor_and_the_same_features_again() {
        let escargot =
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
        let found = features("classic9", escargot);
        assert_eq!(found, features("classic9", escargot));
        let value = |feature| found.get(feature).expect("a value");
        assert!(value(Feature::Weak) >= 1.0 && value(Feature::Hints) > value(Feature::Weak));
        assert!(value(Feature::Rating) > 8.0 && value(Feature::Bets) > 3.0);
        assert!(value(Feature::Strong) >= value(Feature::Weak));
        assert_eq!(value(Feature::Backbone), 1.0);
        // Singles fill none of its cells, and failed literals some.
        assert!(value(Feature::Probed) >= value(Feature::Singles));
        assert!(value(Feature::Spread) > 1.0 && value(Feature::Candidates) > 100.0);
    }

    #[test]
    fn a_puzzle_with_several_solutions_has_no_rating_and_one_without_any_no_hints() {
        let several = features("classic4", &".".repeat(16));
        let none = [(Feature::Rating, None), (Feature::Singles, Some(0.0))];
        check(&several, &[&none[..], &[(Feature::Solutions, Some(2.0))]].concat());
        assert!(several.get(Feature::Hints) >= several.get(Feature::Weak));
        assert_eq!(several.get(Feature::Symmetries), Some(5.0));
        // No cell of the empty board is fixed.
        assert_eq!(several.get(Feature::Backbone), Some(0.0));
        let impossible = features("classic4", "12....34........");
        check(&impossible, &[(Feature::Solutions, Some(0.0)), (Feature::Hints, None)]);
    }

    #[test]
    fn without_time_only_the_plainest_are_known() {
        let geometry = Arc::new(catalog::named("classic9").expect("a geometry"));
        let puzzle = AnyProblem::Puzzle(Puzzle::empty(geometry));
        let cancel = AtomicBool::new(false);
        let time = Some(Duration::ZERO);
        let asking = Asking { time, seed: 1, cancel: &cancel };
        let found = Desk::default().features(&puzzle, &asking).expect("features");
        check(&found, &[(Feature::Clues, Some(0.0)), (Feature::Absent, Some(9.0))]);
        check(&found, &[(Feature::Bets, None), (Feature::Rating, None), (Feature::Hints, None)]);
    }

    #[test]
    fn a_graph_has_its_sizes_a_clique_and_a_search() {
        let graph = Graph::of(&catalog::named("classic4").expect("a geometry"));
        let cancel = AtomicBool::new(false);
        let asking = Asking { time: None, seed: 1, cancel: &cancel };
        let problem = AnyProblem::Graph(Arc::new(graph));
        let found = Desk::default().features(&problem, &asking).expect("features");
        // Each of 16 cells shares a row, a column or a block with 7 others.
        check(&found, &[(Feature::Vertices, Some(16.0)), (Feature::Edges, Some(56.0))]);
        check(&found, &[(Feature::Density, Some(56.0 / 120.0)), (Feature::Clues, None)]);
        check(&found, &[(Feature::MaxDegree, Some(7.0)), (Feature::Clique, Some(4.0))]);
        assert!(found.get(Feature::Bets).is_some());
    }
}
