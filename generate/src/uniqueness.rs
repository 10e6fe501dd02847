//! Counts solutions within a limit: by `simd/single` on classic 9×9, by `candidates/bitboards` on other boards whose cells
//! are the bits of a word, and by `candidates/mrv` on larger ones and on those with relations.
//!
//! A search that needs more than [`EFFORT`] states decides nothing. On 9×9 this does not happen.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use board::{Cell, Geometry, Grid, Puzzle, SymbolSet};
use solvers::candidates::bitboards::BitBoards;
use solvers::candidates::mrv::{AnyMrv, InOrder};
use solvers::simd::only_classic;
use solvers::simd::single::SingleSolver;
use solvers::{Instructions, Limits, Solver, Stop};

/// The number of search states that a question may enter.
const EFFORT: u64 = 20_000;

/// Counts the solutions of puzzles of one geometry.
pub(super) struct Uniqueness<'a> {
    geometry: Arc<Geometry>,
    /// A faster search, if one takes the board.
    faster: Option<Faster>,
    search: AnyMrv<InOrder>,
    cancel: Option<&'a AtomicBool>,
    /// The number of search states entered so far.
    pub(super) states: u64,
}

impl<'a> Uniqueness<'a> {
    pub(super) fn new(geometry: &Arc<Geometry>, cancel: Option<&'a AtomicBool>) -> Self {
        let search = AnyMrv::new(geometry, InOrder);
        Self {
            geometry: geometry.clone(),
            faster: Faster::new(geometry),
            search,
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

    /// Returns whether a puzzle has exactly one solution, or `None` if the limit was reached.
    pub(super) fn is_unique(&mut self, puzzle: &Puzzle) -> Option<bool> {
        self.solutions(puzzle, 2).map(|solutions| solutions == 1)
    }

    /// Returns whether `grid`, which has to be a solution that these sets allow, was shown to be the only
    /// one.
    pub(super) fn leaves_only(&mut self, allowed: &[SymbolSet], grid: &Grid) -> bool {
        debug_assert!((0..allowed.len()).all(|cell| allowed[cell].contains(grid[cell])));
        self.count(allowed.to_vec(), 2) == Some(1)
    }

    /// Returns whether `cell` was shown to have the symbol of `grid` in every solution. This takes one
    /// search for a solution with any other symbol in it.
    pub(super) fn forces(&mut self, allowed: &[SymbolSet], cell: Cell, grid: &Grid) -> bool {
        let mut others = allowed.to_vec();
        others[cell] = SymbolSet::only(grid[cell]).complement(self.geometry.symbols());
        self.count(others, 1) == Some(0)
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
        let limits = self.limits(limit);
        let outcome = match &mut self.faster {
            Some(Faster::Single(single)) => single.solve(puzzle, &limits),
            Some(Faster::Boards(boards)) => boards.solve(puzzle, &limits),
            None => self.search.solve(puzzle, &limits),
        };
        self.states += outcome.counters.nodes;
        let is_told = matches!(outcome.stop, Stop::Exhausted | Stop::SolutionLimit);
        is_told.then_some(outcome.solutions)
    }

    fn count(&mut self, allowed: Vec<SymbolSet>, limit: u64) -> Option<u64> {
        self.solutions(&Puzzle::from_allowed(self.geometry.clone(), allowed), limit)
    }

    fn limits(&self, solutions: u64) -> Limits<'a> {
        Limits { nodes: Some(EFFORT), cancel: self.cancel, ..Limits::solutions(solutions) }
    }
}

/// A search for some boards that is faster than that for all.
enum Faster {
    Single(SingleSolver),
    Boards(BitBoards<1>),
}

impl Faster {
    fn new(geometry: &Geometry) -> Option<Self> {
        if only_classic(geometry).is_ok() {
            return SingleSolver::with(Instructions::best()).ok().map(Self::Single);
        }
        let boards = BitBoards::new(geometry).filter(|_| geometry.relations().is_empty());
        boards.map(Self::Boards)
    }
}
