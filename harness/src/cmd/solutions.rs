//! The number of solutions of a puzzle: none, one, or at least two. Solvers are tried in order until
//! one finishes within the time limit, and the referee checks their grids.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Count, Geometry, Grid, Puzzle};
use race::corpus::Expectation;
use race::judge;
use record::filter;
use solvers::{BACKENDS, Limits, Problem, Solver, Stop};

/// The solvers, in order. Both are complete, and the first supports every geometry.
const SOLVERS: [&str; 2] = ["candidates/mrv", "sat/extended.batsat"];

/// A number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Solutions {
    None,
    One,
    /// At least two.
    Two,
    /// The time limit was reached with this number found.
    Unknown(u64),
}

impl Solutions {
    /// Returns whether this is known to be what a corpus states.
    pub(super) fn are_as_stated(self, stated: &Expectation) -> bool {
        match (self, stated) {
            (Self::None, Expectation::Exactly(n)) => *n == 0,
            (Self::One, Expectation::Exactly(n)) => *n == 1,
            (Self::Two, Expectation::Exactly(n)) => *n > Count::ONE,
            (Self::Two, Expectation::Multiple) => true,
            (Self::One | Self::Two, Expectation::Possible) => true,
            _ => false,
        }
    }
}

/// Counts solutions with solvers that are prepared on demand.
#[derive(Default)]
pub(super) struct SolutionCounter {
    geometry: Option<Arc<Geometry>>,
    solvers: Vec<Box<dyn Solver>>,
}

impl SolutionCounter {
    /// Counts the solutions of a puzzle with the first solver that finishes. Each has the same time
    /// limit.
    ///
    /// # Errors
    /// When a solver returns a wrong grid.
    pub(super) fn solutions(
        &mut self,
        puzzle: &Puzzle,
        time: Option<Duration>,
        cancel: &AtomicBool,
    ) -> anyhow::Result<Solutions> {
        let geometry = puzzle.geometry();
        if !self.geometry.as_ref().is_some_and(|of| Arc::ptr_eq(of, geometry)) {
            (self.geometry, self.solvers) = (Some(geometry.clone()), Vec::new());
        }
        let mut least = 0;
        for (index, id) in SOLVERS.iter().enumerate() {
            if self.solvers.len() == index {
                let backend = filter::backend_of_id(id, BACKENDS)?;
                // The formula of a large board may be too large.
                let Ok(solver) = backend.prepare::<Puzzle>(geometry) else { break };
                self.solvers.push(solver);
            }
            let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(2) };
            let outcome = self.solvers[index].solve(puzzle, &limits);
            let check = |grid: &Grid| puzzle.check(grid);
            judge::referee_answers(check, &outcome).map_err(anyhow::Error::msg)?;
            match (outcome.stop, outcome.solutions) {
                (_, 2..) => return Ok(Solutions::Two),
                (Stop::Exhausted, 0) => return Ok(Solutions::None),
                (Stop::Exhausted, _) => return Ok(Solutions::One),
                (_, found) => least = least.max(found),
            }
        }
        Ok(Solutions::Unknown(least))
    }
}
