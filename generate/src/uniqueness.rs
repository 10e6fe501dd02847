//! Counts solutions within a limit: by `simd/single` on classic 9×9, by a [`CandidateSearch`] on other boards.
//!
//! A search that needs more than [`EFFORT`] states decides nothing. On 9×9 this does not happen.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use board::{Cell, Geometry, Grid, Puzzle};
use solvers::candidates::mrv::InOrder;
use solvers::simd::only_classic;
use solvers::simd::single::SingleSolver;
use solvers::{Instructions, Limits, Outcome, Solver, Stop};

use crate::search::CandidateSearch;

/// The number of search states that a question may enter.
const EFFORT: u64 = 20_000;

/// Counts the solutions of puzzles of one geometry.
pub(super) struct Uniqueness<'a> {
    geometry: Arc<Geometry>,
    /// The fastest search, if it takes the board.
    single: Option<SingleSolver>,
    search: CandidateSearch<InOrder>,
    cancel: Option<&'a AtomicBool>,
    /// The number of search states entered so far.
    pub(super) states: u64,
}

impl<'a> Uniqueness<'a> {
    pub(super) fn new(geometry: &Arc<Geometry>, cancel: Option<&'a AtomicBool>) -> Self {
        let single = |()| SingleSolver::with(Instructions::best()).ok();
        Self {
            geometry: geometry.clone(),
            single: only_classic(geometry).ok().and_then(single),
            search: CandidateSearch::new(geometry, InOrder),
            cancel,
            states: 0,
        }
    }

    /// Asks about puzzles of another board, whose states are counted here.
    pub(super) fn on_board<R>(
        &mut self,
        board: &Arc<Geometry>,
        ask: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let mut other = Self::new(board, self.cancel);
        let answer = ask(&mut other);
        self.states += other.states;
        answer
    }

    /// Returns whether the searches are cancelled, after which they decide nothing.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns whether a puzzle has exactly one solution, or `None` if the limit was reached.
    pub(super) fn is_unique(&mut self, puzzle: &Puzzle) -> Option<bool> {
        self.solutions(puzzle, 2).map(|solutions| solutions == 1)
    }

    /// Returns whether a given was shown to follow from the rest of the puzzle. This takes one search for a solution with
    /// any other symbol in its cell.
    pub(super) fn follows(&mut self, puzzle: &Puzzle, cell: Cell) -> bool {
        let limits = self.limits(1);
        let outcome = match &mut self.single {
            Some(single) => single.solve_otherwise(puzzle, cell, &limits),
            None => {
                let others = puzzle.allowed_in(cell).complement(self.geometry.symbols());
                let mut puzzle = puzzle.clone();
                puzzle.allow(cell, others);
                self.search.solve(&puzzle, &limits)
            }
        };
        self.told(&outcome) == Some(0)
    }

    /// Returns a solution other than `grid`, if there is one, or `None` if the limit was reached.
    pub(super) fn other_than(&mut self, puzzle: &Puzzle, grid: &Grid) -> Option<Option<Grid>> {
        let outcome = self.search.solve(puzzle, &self.limits(2));
        self.states += outcome.counters.nodes;
        let differs = |found: &Grid| found != grid;
        let other = outcome.second.filter(differs).or(outcome.first.filter(differs));
        let is_told = other.is_some() || outcome.stop == Stop::Exhausted;
        is_told.then_some(other)
    }

    /// Returns the number of solutions up to `limit`, or `None` if the effort was not enough.
    pub(super) fn solutions(&mut self, puzzle: &Puzzle, limit: u64) -> Option<u64> {
        let outcome = self.count(puzzle, limit);
        self.told(&outcome)
    }

    /// Counts the states of a search, and returns its solutions, or `None` if the effort was not enough.
    fn told(&mut self, outcome: &Outcome) -> Option<u64> {
        self.states += outcome.counters.nodes;
        let is_told = matches!(outcome.stop, Stop::Exhausted | Stop::SolutionLimit);
        is_told.then_some(outcome.solutions)
    }

    /// Returns whether a puzzle with one solution needs no bet. Then singles, locked candidates, and triples in the
    /// lines of a box solve it.
    pub(super) fn needs_no_bet(&mut self, puzzle: &Puzzle) -> bool {
        self.count(puzzle, 1).counters.bets == 0
    }

    /// Searches by the fastest search.
    fn count(&mut self, puzzle: &Puzzle, limit: u64) -> Outcome {
        let limits = self.limits(limit);
        match &mut self.single {
            Some(single) => single.solve(puzzle, &limits),
            None => self.search.solve(puzzle, &limits),
        }
    }

    fn limits(&self, solutions: u64) -> Limits<'a> {
        Limits { nodes: Some(EFFORT), cancel: self.cancel, ..Limits::solutions(solutions) }
    }
}
