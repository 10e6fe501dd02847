//! Solvers of a backend: prepared for a geometry, and warmed up.

use std::time::{Duration, Instant};

use record::manifest::ClockCosts;
use solvers::{Backend, BatchSolver, Limits, NullObserver, Unsupported};

use crate::corpus::CorpusItem;
use crate::executor::panics::catch_panic;
use crate::executor::{Failure, PassContext, Stage};
use crate::problem::{AnyAnswer, AnyOutcome, AnyProblem, AnySolver};
use crate::runner::stopwatch::{self, STRETCH, stretch};

/// The maximum number of puzzles in the warm-up.
const WARM_UP: usize = 8;

/// The duration of the warm-up, and the time limit of each of its solves.
const WARM_UP_TIME: Duration = Duration::from_millis(1);

/// The result of preparing for a geometry.
pub(super) struct Prepared<S> {
    pub(super) solver: Result<S, Failure>,
    pub(super) setup: Duration,
    /// Whether the last solve took a whole stretch by itself. If so, the next one is announced before
    /// it begins, and reported before another begins.
    pub(super) is_slow: bool,
    /// Keeps the problem alive, so that its address remains a valid key.
    pub(super) kept: AnyProblem,
    /// Whether the solver is to be dropped after the pass, and before another one is prepared.
    pub(super) is_large: bool,
}

/// A solver of single problems or of batches.
pub(super) enum LocalSolver {
    Single(AnySolver),
    Batch(Box<dyn BatchSolver>),
}

impl LocalSolver {
    /// Solves one problem.
    pub(super) fn solve(&mut self, problem: &AnyProblem, limits: &Limits<'_>) -> AnyOutcome {
        match (self, problem.puzzle()) {
            (Self::Single(solver), _) => solver.solve(problem, limits),
            (Self::Batch(solver), Some(puzzle)) => {
                solver.solve(puzzle, limits).map(AnyAnswer::Grid)
            }
            (Self::Batch(_), None) => unreachable!("batches are of puzzles"),
        }
    }

    /// Traces one problem, to get the counters that only a trace has.
    pub(super) fn trace(&mut self, problem: &AnyProblem, limits: &Limits<'_>) -> AnyOutcome {
        let observer = &mut NullObserver;
        match (self, problem.puzzle()) {
            (Self::Single(solver), _) => solver.trace(problem, limits, observer),
            (Self::Batch(solver), Some(puzzle)) => {
                solver.trace(puzzle, limits, observer).map(AnyAnswer::Grid)
            }
            (Self::Batch(_), None) => unreachable!("batches are of puzzles"),
        }
    }

    /// Solves items with timing: a stretch of them, or all of them as a batch.
    pub(super) fn timed(
        &mut self,
        items: &[&CorpusItem],
        context: &PassContext<'_>,
        costs: &ClockCosts,
    ) -> stopwatch::Solved {
        match self {
            Self::Batch(it) => stopwatch::batch(&mut **it, items, context, costs),
            Self::Single(AnySolver::Puzzle(it)) => stretch(&mut **it, items, context, costs),
            Self::Single(AnySolver::Cover(it)) => stretch(&mut **it, items, context, costs),
            Self::Single(AnySolver::Formula(it)) => stretch(&mut **it, items, context, costs),
            Self::Single(AnySolver::Graph(it)) => stretch(&mut **it, items, context, costs),
        }
    }
}

/// Prepares a solver for the geometry of an item, or for the whole of a problem that is not a puzzle.
pub(super) fn prepare(backend: &Backend, item: &CorpusItem) -> Prepared<LocalSolver> {
    timed_setup(item, || match (item.problem.puzzle(), backend.batch) {
        (Some(puzzle), Some(batch)) => batch(puzzle.geometry()).map(LocalSolver::Batch),
        _ => AnySolver::prepare(backend, &item.problem).map(LocalSolver::Single),
    })
}

/// Prepares a solver and measures the time.
pub(super) fn timed_setup<S>(
    item: &CorpusItem,
    prepare: impl FnOnce() -> Result<S, Unsupported>,
) -> Prepared<S> {
    let start = Instant::now();
    let solver = match catch_panic(prepare) {
        Ok(Ok(solver)) => Ok(solver),
        Ok(Err(unsupported)) => Err(Failure::Unsupported(unsupported.to_string())),
        Err(message) => Err(Failure::Crashed(message)),
    };
    let setup = start.elapsed();
    let is_large = item.problem.is_large();
    Prepared { solver, setup, is_slow: false, kept: item.problem.clone(), is_large }
}

/// Warms a solver up for about a millisecond. Returns whether the last solve took a whole stretch by itself, or `None` after a
/// panic.
pub(super) fn warm_up(
    mut solve: impl FnMut(&AnyProblem, &Limits<'_>),
    items: &[&CorpusItem],
    context: &PassContext<'_>,
) -> Option<bool> {
    let time = context.plan.timeout.map_or(WARM_UP_TIME, |limit| limit.min(WARM_UP_TIME));
    let limits = Limits { time: Some(time), found: None, ..context.limits() };
    let (begun, mut is_slow) = (Instant::now(), false);
    for item in items.iter().take(WARM_UP) {
        context.notify(item, Stage::Pilot);
        let start = Instant::now();
        catch_panic(|| solve(&item.problem, &limits)).ok()?;
        is_slow = start.elapsed() >= STRETCH;
        if begun.elapsed() >= WARM_UP_TIME {
            break;
        }
    }
    Some(is_slow)
}
