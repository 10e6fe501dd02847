//! Falissard's uniqueness test by a second run (*Théorie des ensembles appliquée au sudoku*, §3): brute
//! force again, in an order that reaches the first solution last.
//!
//! The first run is [`naive`](super::naive) up to its first grid. The second run tries in each cell the
//! symbol after that of the first grid, then the next, cyclically:
//!
//! ```text
//!   first run      1 2 3 4 5 6 7 8 9      finds 2 in this cell
//!   second run     3 4 5 6 7 8 9 1 2      tries 2 last
//! ```
//!
//! If the second run finds another grid, there are several solutions. If it finds the same grid, the
//! solution is unique. Proof: suppose there is another solution, and consider the first cell in which
//! the two differ. There the second run tries the symbol of the first grid after every other symbol, so
//! it finds the other solution earlier. When it reaches the first grid, no cell has an untried symbol,
//! and the search ends.
//!
//! The counters are the sums of both runs. Each run enters the root, so after a second run there are
//! two nodes more than bets. The method distinguishes at most two solutions; it does not count.

use std::ops::ControlFlow;

use board::{Cell, Geometry, Puzzle, Symbol, SymbolSet};

use super::naive::{Ascending, Naive, SymbolOrder};
use crate::contract::{
    Backend, Counter, LimitSupport, Limits, Meter, Method, Observer, Origin, Outcome, ProblemKind,
    Solver, StepSupport, Stop, Takes, Task,
};

/// The row `backtrack/naive-two-run`.
pub const NAIVE_TWO_RUN: Backend = Backend {
    id: "backtrack/naive-two-run",
    about: "brute force; unique if a second run in another order ends on the first grid (Falissard)",
    method: Method { state: "filled cells", inference: "none", choice: "first empty cell" },
    tasks: &[Task::First, Task::Unique],
    counts: &[Counter::Nodes, Counter::Bets, Counter::Conflicts, Counter::MaxDepth],
    counts_traced: &[],
    steps: StepSupport::All,
    node_limit: LimitSupport::Exact,
    time_limit: LimitSupport::Exact,
    assumes_unique: false,
    complete: true,
    stateful: false,
    batch: None,
    lines: None,
    package: None,
    instructions: None,
    origin: Origin { code: "backtrack", reads: ProblemKind::Puzzle },
    takes: Takes::related_puzzles(|geometry| Ok(Box::new(NaiveTwoRun::new(geometry)))),
};

struct NaiveTwoRun {
    naive: Naive,
    /// The grid of the first run.
    first: Vec<Symbol>,
}

/// Starts in each cell with the symbol after that of a grid and continues cyclically to the grid's own.
struct AwayFrom<'g>(&'g [Symbol]);

impl SymbolOrder for AwayFrom<'_> {
    #[inline(always)]
    fn next(&self, cell: Cell, untried: SymbolSet) -> Option<Symbol> {
        let up_to_own = SymbolSet::all(usize::from(self.0[cell]) + 1);
        let after = untried - up_to_own;
        after.first().or(untried.first())
    }
}

impl NaiveTwoRun {
    fn new(geometry: &Geometry) -> Self {
        Self { naive: Naive::new(geometry), first: vec![0; geometry.cells()] }
    }

    fn run<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        mut meter: Meter<'_, O>,
    ) -> Outcome {
        let mut flow = self.first_run(puzzle, &mut meter);
        if flow == ControlFlow::Break(Stop::SolutionLimit) && limits.solutions > 1 {
            self.naive.undo_all(&mut meter);
            flow = self.second_run(puzzle, &mut meter);
        }
        meter.finish(flow)
    }

    /// Searches up to the first grid, whatever the limit of solutions.
    fn first_run<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        let found = |grid: &[Symbol], meter: &mut Meter<'_, O>| {
            self.first.copy_from_slice(grid);
            meter.solution(grid)?;
            ControlFlow::Break(Stop::SolutionLimit)
        };
        self.naive.search_in(puzzle, &Ascending, meter, found)
    }

    /// Searches up to another grid. The first grid is not counted again: the search continues from it,
    /// and ends.
    fn second_run<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        let found = |grid: &[Symbol], meter: &mut Meter<'_, O>| {
            if grid == self.first {
                return ControlFlow::Continue(());
            }
            meter.solution(grid)?;
            ControlFlow::Break(Stop::SolutionLimit)
        };
        self.naive.search_in(puzzle, &AwayFrom(&self.first), meter, found)
    }
}

impl Solver for NaiveTwoRun {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        self.run(puzzle, limits, Meter::new(limits, ()))
    }

    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        self.run(puzzle, limits, Meter::new(limits, observer))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use board::text::line;

    use super::*;
    use crate::backtrack::naive::NAIVE;
    use crate::backtrack::oracle::{
        Draws, ESCARGOT, SEEDS, agree, check_that_nothing_is_remembered, named, puzzle, puzzles,
    };
    use crate::contract::Counters;
    use crate::recorder::{Recorded, Recorder};

    fn solve(puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        NaiveTwoRun::new(puzzle.geometry()).solve(puzzle, limits)
    }

    #[test]
    fn it_agrees_with_naive_on_every_kind_of_puzzle() {
        for puzzle in puzzles() {
            let mut solver = NaiveTwoRun::new(puzzle.geometry());
            agree(&mut solver, &puzzle, 2);
            let outcome = agree(&mut solver, &puzzle, 1);
            let naive = NAIVE.prepare::<Puzzle>(puzzle.geometry()).unwrap();
            let expected = { naive }.solve(&puzzle, &Limits::solutions(1));
            assert_eq!(outcome, expected, "one solution needs only the first run");
        }
    }

    #[test]
    fn it_agrees_with_naive_on_hundreds_of_random_puzzles() {
        let mut draws = Draws(1);
        let mut several = 0;
        for turn in 0..400 {
            let (seed, cells) =
                if turn % 4 == 0 { (0, 6 + draws.below(10)) } else { (1, 30 + draws.below(24)) };
            let puzzle = draws.emptied(seed, cells);
            let outcome = agree(&mut NaiveTwoRun::new(puzzle.geometry()), &puzzle, 2);
            several += u32::from(outcome.solutions == 2);
        }
        assert!((100..300).contains(&several), "{several} of 400 have several solutions");
    }

    #[test]
    fn clashing_givens_are_one_run_with_one_conflict() {
        let mut draws = Draws(2);
        let mut clashing = 0;
        for turn in 0..200 {
            let puzzle = draws.spoiled(30, 1 + turn % 8);
            let outcome = agree(&mut NaiveTwoRun::new(puzzle.geometry()), &puzzle, 2);
            let Counters { nodes, bets, conflicts, .. } = outcome.counters;
            clashing += u32::from((nodes, bets, conflicts) == (1, 0, 1));
        }
        assert!(clashing > 150, "{clashing}");
    }

    #[test]
    fn the_published_puzzles_have_the_published_grids() {
        for (geometry, text, grid) in SEEDS {
            let puzzle = puzzle(geometry, text);
            let outcome = solve(&puzzle, &Limits::solutions(2));
            assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1));
            let alphabet = puzzle.geometry().alphabet();
            assert_eq!(line::write_grid(alphabet, &outcome.first.unwrap()), grid);
        }
    }

    #[test]
    fn the_second_run_of_the_empty_grid_starts_at_2() {
        let outcome = solve(&Puzzle::empty(named("classic4")), &Limits::solutions(2));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::SolutionLimit, 2));
        let written = |grid| line::write_grid(named("classic4").alphabet(), &grid);
        assert_eq!(written(outcome.first.unwrap()), "1234341221434321");
        assert_eq!(written(outcome.second.unwrap()), "2341412332141432");
    }

    #[test]
    fn counters_include_both_runs_and_the_grid_is_reported_once() {
        let puzzle = puzzle("classic4", "....1.3.431.2...");
        let mut recorder = Recorder::default();
        let mut solver = NaiveTwoRun::new(puzzle.geometry());
        let outcome = solver.trace(&puzzle, &Limits::solutions(2), &mut recorder);
        let counters = outcome.counters;
        assert_eq!(counters.nodes, counters.bets + 2);
        assert_eq!(
            counters.max_depth, 10,
            "the first run's bets are closed when the second starts"
        );
        let many =
            |wanted: fn(&Recorded) -> bool| recorder.events.iter().filter(|e| wanted(e)).count();
        assert_eq!(many(|event| matches!(event, Recorded::Solution(_))), 1);
        assert_eq!(many(|event| *event == Recorded::Undo) as u64, counters.bets);
        let one_run = solver.solve(&puzzle, &Limits::solutions(1)).counters;
        assert!(counters.bets >= one_run.bets + 10);
    }

    #[test]
    fn at_most_two_solutions_are_distinguished() {
        let outcome = solve(&Puzzle::empty(named("classic4")), &Limits::solutions(1000));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::SolutionLimit, 2));
    }

    #[test]
    fn a_limit_stops_either_run_and_keeps_the_solutions_found() {
        let puzzle = puzzle("classic9", ESCARGOT);
        let nodes = |limits: &Limits<'_>| solve(&puzzle, limits).counters.nodes;
        let (one, both) = (nodes(&Limits::solutions(1)), nodes(&Limits::solutions(2)));
        assert!(one < both);
        for (limit, stop, solutions) in [
            (0, Stop::NodeLimit, 0),
            (one - 1, Stop::NodeLimit, 0),
            (one, Stop::NodeLimit, 1),
            (both - 1, Stop::NodeLimit, 1),
            (both, Stop::Exhausted, 1),
        ] {
            let limits = Limits { nodes: Some(limit), ..Limits::solutions(2) };
            let outcome = solve(&puzzle, &limits);
            assert_eq!((outcome.stop, outcome.solutions), (stop, solutions), "{limit} nodes");
            assert_eq!(outcome.counters.nodes, limit);
            assert_eq!(outcome.first.is_some(), solutions == 1);
        }
    }

    #[test]
    fn time_and_a_cancel_flag_stop_it() {
        let puzzle = puzzle("classic9", ESCARGOT);
        let flag = AtomicBool::new(true);
        let cancelled = Limits { cancel: Some(&flag), ..Limits::solutions(2) };
        assert_eq!(solve(&puzzle, &cancelled).stop, Stop::Cancelled);
        let late = Limits { time: Some(Duration::ZERO), ..Limits::solutions(2) };
        assert_eq!(solve(&puzzle, &late).stop, Stop::Deadline);
    }

    #[test]
    fn a_reused_solver_agrees_with_a_fresh_one() {
        check_that_nothing_is_remembered(&NAIVE_TWO_RUN);
    }
}
