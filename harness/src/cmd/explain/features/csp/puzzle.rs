//! The cells of a puzzle, with singles as propagation.

use board::{Puzzle, SymbolSet};
use solvers::Stop;

use super::{Csp, Propagated, Searched, limits, searched};
use crate::cmd::explain::features::board::Board;
use crate::cmd::explain::features::deadline::Deadline;

/// Puzzles of a geometry.
pub(in super::super) struct PuzzleCsp<'a>(pub(in super::super) &'a mut Board);

impl Csp for PuzzleCsp<'_> {
    type State = Puzzle;

    fn unknowns(&self) -> usize {
        self.0.geometry.cells()
    }

    fn values(&self, state: &Puzzle, cell: usize) -> SymbolSet {
        state.allowed_in(cell)
    }

    fn with(&self, state: &Puzzle, cell: usize, values: SymbolSet) -> Puzzle {
        let mut allowed: Vec<_> = state.allowed().collect();
        allowed[cell] = values;
        Puzzle::from_allowed(state.geometry().clone(), allowed)
    }

    fn propagate(&mut self, state: &Puzzle, deadline: Deadline<'_>) -> Propagated<Puzzle> {
        if deadline.is_over() {
            return Propagated::OutOfTime;
        }
        let outcome = self.0.singles.solve(state, &deadline.limits(1));
        match (outcome.first, outcome.partial, outcome.stop) {
            (Some(_), ..) => Propagated::Solved { n_open: 0 },
            (None, Some(left), _) => Propagated::Stuck(left),
            (None, None, Stop::Exhausted) => Propagated::Refuted,
            _ => Propagated::OutOfTime,
        }
    }

    fn search(&mut self, state: &Puzzle, deadline: Deadline<'_>) -> Searched {
        let outcome = self.0.reference.solve(state, &limits(deadline));
        searched(state, outcome, |grid| grid.symbols().to_vec())
    }

    /// Regions are of one size, so that cells hardly differ.
    fn degree(&self, _: usize) -> usize {
        0
    }
}
