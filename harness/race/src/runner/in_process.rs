//! A backend of the registry, in this process.
//!
//! It is prepared once for each geometry. Before its first timed solve on a geometry it solves a few
//! puzzles that are not timed, which warms it up. Then it solves in [stretches](stopwatch), each solve
//! with a time of its own. A backend that works on many puzzles at once is given them as a batch, and
//! each has the mean.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use record::manifest::ClockCosts;
use solvers::{
    Backend, BatchSolver, Limits, LineResult, LineSolver, NullObserver, Stop, Unsupported,
};

use super::stopwatch::{self, STRETCH, stretch, timed};
use crate::corpus::{Bare, Item};
use crate::executor::panics::catch_panic;
use crate::executor::{Executor, Failure, Measurement, MeasurementSink, PassContext, Stage, Times};
use crate::machine::allocations;
use crate::problem::{AnyAnswer, AnyOutcome, AnyProblem, AnySolver};

/// How many puzzles the warm-up solves, at the most.
const WARM_UP: usize = 8;

/// How long the warm-up goes on, and the limit of each of its solves.
const WARM_UP_TIME: Duration = Duration::from_millis(1);

/// A row of the registry that runs here.
pub(crate) struct InProcess {
    backend: Backend,
    costs: ClockCosts,
    prepared: HashMap<usize, Prepared<LocalSolver>>,
    for_lines: HashMap<usize, Prepared<Box<dyn LineSolver>>>,
    /// Whether each solve is handed over before the next one begins.
    one_by_one: bool,
}

/// What preparing for a geometry gave.
struct Prepared<S> {
    solver: Result<S, Failure>,
    setup: Duration,
    /// Whether the last solve filled a stretch by itself: then the next one is told before it begins, and
    /// handed over before another does.
    is_slow: bool,
    /// Keeps the geometry where it is, so that its address names it.
    _kept: AnyProblem,
}

/// A solver of one puzzle at a time, or of batches.
enum LocalSolver {
    Single(AnySolver),
    Batch(Box<dyn BatchSolver>),
}

impl LocalSolver {
    /// Solves one problem.
    fn solve(&mut self, problem: &AnyProblem, limits: &Limits<'_>) -> AnyOutcome {
        match (self, problem.puzzle()) {
            (Self::Single(solver), _) => solver.solve(problem, limits),
            (Self::Batch(solver), Some(puzzle)) => {
                solver.solve(puzzle, limits).map(AnyAnswer::Grid)
            }
            (Self::Batch(_), None) => unreachable!("batches are of puzzles"),
        }
    }

    /// Traces one problem, for what is counted then only.
    fn trace(&mut self, problem: &AnyProblem, limits: &Limits<'_>) -> AnyOutcome {
        let observer = &mut NullObserver;
        match (self, problem.puzzle()) {
            (Self::Single(solver), _) => solver.trace(problem, limits, observer),
            (Self::Batch(solver), Some(puzzle)) => {
                solver.trace(puzzle, limits, observer).map(AnyAnswer::Grid)
            }
            (Self::Batch(_), None) => unreachable!("batches are of puzzles"),
        }
    }

    /// Solves items under the clocks: a stretch of them, or all of them as a batch.
    fn timed(
        &mut self,
        items: &[&Item],
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

impl Executor for InProcess {
    fn pass(
        &mut self,
        items: &[&Item],
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    ) {
        let same_geometry = |a: &&Item, b: &&Item| a.problem.key() == b.problem.key();
        let mut place = 0;
        for run in items.chunk_by(same_geometry) {
            let mut rest = run;
            while !rest.is_empty() && !context.cancel.load(Ordering::Relaxed) {
                let mut here =
                    |index: usize, measurement: &Measurement| report(place + index, measurement);
                let n_solved = self.solve_some(rest, context, &mut here);
                rest = &rest[n_solved..];
                place += n_solved;
            }
        }
    }

    fn solve_lines(
        &mut self,
        lines: &Bare,
        context: &PassContext<'_>,
        solved: &mut Vec<LineResult>,
    ) -> Option<Times> {
        let first = lines.item(0);
        let key = first.problem.key();
        let costs = self.costs;
        let prepared = self.prepared_for_lines(&first, context)?;
        // What is wrong is told when they are puzzles.
        let (setup, solver) = (Some(prepared.setup), prepared.solver.as_mut().ok()?);
        let work = || solver.solve_lines(lines.text(), &context.limits(), solved);
        let (taken, elapsed) = timed(&costs, || catch_panic(work));
        if taken.is_err() {
            // Its memory is in an unknown state.
            self.for_lines.remove(&key);
        }
        let times = Times { setup, ..elapsed.mean(lines.len(), &costs) };
        let is_done = taken.is_ok_and(|taken| taken) && solved.len() == lines.len();
        is_done.then_some(times)
    }
}

impl InProcess {
    /// A executor for a row, on a machine with these clocks.
    pub(crate) fn new(backend: Backend, costs: ClockCosts) -> Self {
        Self {
            backend,
            costs,
            prepared: HashMap::new(),
            for_lines: HashMap::new(),
            one_by_one: false,
        }
    }

    /// Whether from now on each solve is handed over before the next one begins, however short.
    pub(crate) fn set_one_by_one(&mut self, one_by_one: bool) {
        self.one_by_one = one_by_one;
    }

    /// Solves a stretch of items of one geometry, or a batch. Tells how many; all of them where the
    /// pass is over because of a cancellation.
    fn solve_some(
        &mut self,
        items: &[&Item],
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    ) -> usize {
        let (backend, costs, one_by_one) = (self.backend, self.costs, self.one_by_one);
        let key = items[0].problem.key();
        let prepared = self.prepared(items, context);
        let setup = Some(prepared.setup);
        let solver = match &mut prepared.solver {
            Ok(solver) => solver,
            Err(failure) => {
                let times = Times { setup, ..Times::default() };
                report(0, &Measurement::failed(failure.clone(), times));
                return 1;
            }
        };
        let is_single = backend.batch.is_none() && (prepared.is_slow || one_by_one);
        let together = if is_single { 1 } else { items.len() };
        context.notify(items[0], if is_single { Stage::Solving } else { Stage::Block });
        let solved = solver.timed(&items[..together], context, &costs);
        let n_solved = solved.outcomes.len();
        let last = solved.outcomes.last().and_then(|(_, times)| times.wall_ns);
        prepared.is_slow = last.is_some_and(|wall| u128::from(wall) >= STRETCH.as_nanos());
        for (index, (outcome, times)) in solved.outcomes.into_iter().enumerate() {
            if outcome.stop == Stop::Cancelled {
                return items.len();
            }
            let mut measurement = Measurement::answered(outcome, Times { setup, ..times });
            untimed_passes(&backend, solver, items[index], context, &mut measurement);
            report(index, &measurement);
        }
        let Some((message, times)) = solved.panic else { return n_solved };
        report(n_solved, &Measurement::failed(Failure::Crashed(message), Times { setup, ..times }));
        // Its memory is in an unknown state.
        self.prepared.remove(&key);
        n_solved + 1
    }

    /// The solver for the geometry of the items, warmed up; or why there is none.
    fn prepared(
        &mut self,
        items: &[&Item],
        context: &PassContext<'_>,
    ) -> &mut Prepared<LocalSolver> {
        let key = items[0].problem.key();
        let (backend, one_by_one) = (&self.backend, self.one_by_one);
        self.prepared.entry(key).or_insert_with(|| {
            context.notify(items[0], Stage::Preparing);
            let mut prepared = prepare(backend, items[0]);
            if let Ok(LocalSolver::Single(solver)) = &mut prepared.solver
                && !one_by_one
            {
                prepared.is_slow =
                    warm_up(|problem, limits| drop(solver.solve(problem, limits)), items, context);
            }
            prepared
        })
    }

    /// The solver of lines for the geometry of an item, warmed up; none where the backend has none.
    fn prepared_for_lines(
        &mut self,
        item: &Item,
        context: &PassContext<'_>,
    ) -> Option<&mut Prepared<Box<dyn LineSolver>>> {
        let lines = self.backend.lines?;
        let is_warmed_up = self.backend.batch.is_none();
        let geometry = item.problem.puzzle()?.geometry();
        let prepared = self.for_lines.entry(item.problem.key()).or_insert_with(|| {
            context.notify(item, Stage::Preparing);
            let mut prepared = timed_setup(item, || lines(geometry));
            if let Ok(solver) = &mut prepared.solver
                && is_warmed_up
            {
                let solve = |problem: &AnyProblem, limits: &Limits<'_>| {
                    problem.puzzle().into_iter().for_each(|it| drop(solver.solve(it, limits)));
                };
                warm_up(solve, &[item], context);
            }
            prepared
        });
        Some(prepared)
    }
}

/// Prepares a solver for the geometry of an item, or for all of a problem that is no puzzle.
fn prepare(backend: &Backend, item: &Item) -> Prepared<LocalSolver> {
    timed_setup(item, || match (item.problem.puzzle(), backend.batch) {
        (Some(puzzle), Some(batch)) => batch(puzzle.geometry()).map(LocalSolver::Batch),
        _ => AnySolver::prepare(backend, &item.problem).map(LocalSolver::Single),
    })
}

/// Prepares, and takes the time.
fn timed_setup<S>(item: &Item, prepare: impl FnOnce() -> Result<S, Unsupported>) -> Prepared<S> {
    let start = Instant::now();
    let solver = match catch_panic(prepare) {
        Ok(Ok(solver)) => Ok(solver),
        Ok(Err(unsupported)) => Err(Failure::Unsupported(unsupported.to_string())),
        Err(message) => Err(Failure::Crashed(message)),
    };
    let setup = start.elapsed();
    Prepared { solver, setup, is_slow: false, _kept: item.problem.clone() }
}

/// Solves some puzzles without a row, for a millisecond and not beyond; a panic is left for the pass to
/// find. Tells whether a solve fills a stretch by itself.
fn warm_up(
    mut solve: impl FnMut(&AnyProblem, &Limits<'_>),
    items: &[&Item],
    context: &PassContext<'_>,
) -> bool {
    let time = context.plan.timeout.map_or(WARM_UP_TIME, |limit| limit.min(WARM_UP_TIME));
    let limits = Limits { time: Some(time), found: None, ..context.limits() };
    let (begun, mut is_slow) = (Instant::now(), false);
    for item in items.iter().take(WARM_UP) {
        context.notify(item, Stage::Pilot);
        let start = Instant::now();
        let solved = catch_panic(|| solve(&item.problem, &limits));
        is_slow = start.elapsed() >= STRETCH;
        if solved.is_err() || begun.elapsed() >= WARM_UP_TIME {
            break;
        }
    }
    is_slow
}

/// The passes that are not timed: what a backend counts only when somebody watches, and memory.
fn untimed_passes(
    backend: &Backend,
    solver: &mut LocalSolver,
    item: &Item,
    context: &PassContext<'_>,
    measurement: &mut Measurement,
) {
    let memory = context.plan.memory;
    let is_traced = backend.counts_traced.iter().any(|counter| memory || !counter.is_of_memory());
    if !is_traced && !memory {
        return;
    }
    context.notify(item, Stage::Solved(measurement));
    let limits = Limits { found: None, ..context.limits() };
    if is_traced {
        let traced = catch_panic(|| solver.trace(&item.problem, &limits));
        let is_same =
            |traced: &AnyOutcome| measurement.answer.as_ref().is_ok_and(|o| o.stop == traced.stop);
        measurement.traced_counters = traced.ok().filter(is_same).map(|traced| traced.counters);
    }
    if memory {
        let measure = || allocations::measure_peak(|| solver.solve(&item.problem, &limits));
        measurement.peak_bytes = catch_panic(measure).ok().map(|(_, peak)| peak);
    }
}
