//! The number of solutions of a problem: none, one, or at least two. Solvers are tried in order until
//! one finishes within the time limit, and the referee checks their answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Count, Geometry, Grid, Puzzle};
use race::corpus::Expectation;
use race::judge;
use race::problem::{AnyProblem, AnySolver};
use record::filter;
use solvers::{BACKENDS, Limits, Outcome, Problem, Solver, Stop};

/// The solvers of puzzles, in order. Both are complete, and the first supports every geometry.
const SOLVERS: [&str; 2] = ["candidates/mrv", "sat/extended.batsat"];

/// The solvers of exact cover problems and formulas, in order. The first does not support formulas.
const SOLVERS_OF_INSTANCES: [&str; 2] = ["cover/dlx", "sat/extended.batsat"];

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
    /// Returns what is known after a search for two solutions.
    fn of<A>(outcome: &Outcome<A>) -> Self {
        match (outcome.stop, outcome.solutions) {
            (_, 2..) => Self::Two,
            (Stop::Exhausted, 0) => Self::None,
            (Stop::Exhausted, _) => Self::One,
            (_, found) => Self::Unknown(found),
        }
    }

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
            match Solutions::of(&outcome) {
                Solutions::Unknown(found) => least = least.max(found),
                known => return Ok(known),
            }
        }
        Ok(Solutions::Unknown(least))
    }
}

/// Counts the solutions of an exact cover problem or a formula with the first solver that finishes. Each has the same
/// time limit.
///
/// # Errors
/// When a solver returns a wrong answer, or none supports the problem.
pub(super) fn of_instance(
    problem: &AnyProblem,
    time: Option<Duration>,
    cancel: &AtomicBool,
) -> anyhow::Result<Solutions> {
    let (mut least, mut refusal) = (None, None);
    for id in SOLVERS_OF_INSTANCES {
        let backend = filter::backend_of_id(id, BACKENDS)?;
        let mut solver = match AnySolver::prepare(&backend, problem) {
            Ok(solver) => solver,
            Err(unsupported) => {
                refusal = Some(unsupported);
                continue;
            }
        };
        let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(2) };
        let outcome = solver.solve(problem, &limits);
        judge::referee_answers(|answer| problem.check(answer), &outcome)
            .map_err(anyhow::Error::msg)?;
        match Solutions::of(&outcome) {
            Solutions::Unknown(found) => least = least.max(Some(found)),
            known => return Ok(known),
        }
    }
    match (least, refusal) {
        (None, Some(refusal)) => Err(refusal.into()),
        (least, _) => Ok(Solutions::Unknown(least.unwrap_or(0))),
    }
}
