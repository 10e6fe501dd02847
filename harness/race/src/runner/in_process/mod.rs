//! Runs a built-in backend in this process.
//!
//! The backend is prepared once for each geometry, and once in each pass for a large one. Before the first
//! timed solve on a geometry, a few untimed solves warm it up. It then solves [stretches](stopwatch) of
//! items, each solve with a time of its own. A backend that solves batches is given all items at once, and
//! each item has the mean time.

mod prepared;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::time::Instant;

use record::manifest::ClockCosts;
use solvers::{Backend, Limits, LineResult, LineSolver, Stop};

use self::prepared::{LocalSolver, Prepared, prepare, timed_setup, warm_up};
use super::stopwatch::{self, STRETCH, timed};
use crate::corpus::{CorpusItem, RawLines};
use crate::executor::panics::catch_panic;
use crate::executor::{Executor, Failure, Measurement, MeasurementSink, PassContext, Stage, Times};
use crate::machine::{allocations, pauses};
use crate::problem::{AnyOutcome, AnyProblem, MOST_BOARDS};

/// The executor of a built-in backend in this process.
pub(crate) struct InProcess {
    backend: Backend,
    costs: ClockCosts,
    prepared: HashMap<usize, Prepared<LocalSolver>>,
    for_lines: HashMap<usize, Prepared<Box<dyn LineSolver>>>,
    /// Whether each measurement is reported before the next solve begins.
    one_by_one: bool,
}

impl Executor for InProcess {
    fn pass(
        &mut self,
        items: &[&CorpusItem],
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    ) {
        let same_geometry = |a: &&CorpusItem, b: &&CorpusItem| a.problem.key() == b.problem.key();
        self.forget_others(items);
        let mut place = 0;
        for run in items.chunk_by(same_geometry) {
            let mut rest = run;
            while !rest.is_empty() && !context.cancel.load(Ordering::Relaxed) {
                let mut report_here =
                    |index: usize, measurement: &Measurement| report(place + index, measurement);
                let n_solved = self.solve_some(rest, context, &mut report_here);
                rest = &rest[n_solved..];
                place += n_solved;
            }
        }
        self.forget_large();
    }

    fn solve_lines(
        &mut self,
        lines: &RawLines,
        context: &PassContext<'_>,
        solved: &mut Vec<LineResult>,
    ) -> Option<Times> {
        let first = lines.item(0);
        let key = first.problem.key();
        let costs = self.costs;
        let prepared = self.prepared_for_lines(&first, context)?;
        // Failures are reported when the lines are run as ordinary puzzles.
        let (setup, solver) = (Some(prepared.setup), prepared.solver.as_mut().ok()?);
        let work = || solver.solve_lines(lines.text(), &context.limits(), solved);
        let (taken, elapsed) = timed(&costs, || catch_panic(work));
        if taken.is_err() {
            // A solver that panicked is in an unknown state.
            self.for_lines.remove(&key);
        }
        let times = Times { setup, ..elapsed.mean(lines.len(), &costs) };
        let is_done = taken.is_ok_and(|taken| taken) && solved.len() == lines.len();
        is_done.then_some(times)
    }
}

impl InProcess {
    /// Creates an executor for a backend, with the clock costs of this machine.
    pub(crate) fn new(backend: Backend, costs: ClockCosts) -> Self {
        Self {
            backend,
            costs,
            prepared: HashMap::new(),
            for_lines: HashMap::new(),
            one_by_one: false,
        }
    }

    /// Sets whether each measurement is reported before the next solve begins, however short the solves
    /// are.
    pub(crate) fn set_one_by_one(&mut self, one_by_one: bool) {
        self.one_by_one = one_by_one;
    }

    /// Solves a stretch of items of one geometry, or a batch. Returns the number of items done, which
    /// is all of them if the pass was cancelled.
    fn solve_some(
        &mut self,
        items: &[&CorpusItem],
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
        let (solved, note) = timed_undisturbed(solver, &items[..together], context, &costs);
        let n_solved = solved.outcomes.len();
        let last = solved.outcomes.last().and_then(|(_, times)| times.wall_ns);
        prepared.is_slow = last.is_some_and(|wall| u128::from(wall) >= STRETCH.as_nanos());
        let mut is_sound = true;
        for (index, (outcome, times)) in solved.outcomes.into_iter().enumerate() {
            if outcome.stop == Stop::Cancelled {
                return items.len();
            }
            let mut measurement = Measurement::answered(outcome, Times { setup, ..times });
            note.into_iter().for_each(|note| measurement.add_note(note));
            is_sound = is_sound
                && untimed_passes(&backend, solver, items[index], context, &mut measurement);
            report(index, &measurement);
        }
        if solved.panic.is_some() || !is_sound {
            // A solver that panicked is in an unknown state.
            self.prepared.remove(&key);
        }
        let Some((message, times)) = solved.panic else { return n_solved };
        report(n_solved, &Measurement::failed(Failure::Crashed(message), Times { setup, ..times }));
        n_solved + 1
    }

    /// Forgets what was prepared for problems other than these items that are not puzzles, since each is prepared for itself,
    /// and for other boards if there are too many: a corpus may have any number of either.
    fn forget_others(&mut self, items: &[&CorpusItem]) {
        let is_board = |problem: &AnyProblem| problem.puzzle().is_some();
        let are_few = self.prepared.len() <= MOST_BOARDS;
        if are_few && self.prepared.values().all(|prepared| is_board(&prepared.kept)) {
            return;
        }
        let keys: HashSet<usize> = items.iter().map(|item| item.problem.key()).collect();
        self.prepared
            .retain(|key, prepared| keys.contains(key) || are_few && is_board(&prepared.kept));
    }

    /// Forgets what was prepared for large problems: each worker has a solver of each backend.
    fn forget_large(&mut self) {
        self.prepared.retain(|_, prepared| !prepared.is_large);
    }

    /// Returns the solver for the geometry of the items, warmed up, or why there is none.
    fn prepared(
        &mut self,
        items: &[&CorpusItem],
        context: &PassContext<'_>,
    ) -> &mut Prepared<LocalSolver> {
        let key = items[0].problem.key();
        if !self.prepared.contains_key(&key) {
            self.forget_large();
        }
        let (backend, one_by_one) = (&self.backend, self.one_by_one);
        self.prepared.entry(key).or_insert_with(|| {
            context.notify(items[0], Stage::Preparing);
            let mut prepared = prepare(backend, items[0]);
            if let Ok(LocalSolver::Single(solver)) = &mut prepared.solver
                && !one_by_one
            {
                let solve = |problem: &AnyProblem, limits: &Limits<'_>| {
                    drop(solver.solve(problem, limits));
                };
                match warm_up(solve, items, context) {
                    Some(is_slow) => prepared.is_slow = is_slow,
                    // A solver that panicked is in an unknown state. The pass will report it.
                    None => prepared = prepare(backend, items[0]),
                }
            }
            prepared
        })
    }

    /// Returns the line solver for the geometry of an item, warmed up, or `None` if the backend has
    /// none.
    fn prepared_for_lines(
        &mut self,
        item: &CorpusItem,
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
                if warm_up(solve, &[item], context).is_none() {
                    prepared = timed_setup(item, || lines(geometry));
                }
            }
            prepared
        });
        Some(prepared)
    }
}

/// Solves items with timing, again if this program was stopped meanwhile; after some times with a note.
fn timed_undisturbed(
    solver: &mut LocalSolver,
    items: &[&CorpusItem],
    context: &PassContext<'_>,
    costs: &ClockCosts,
) -> (stopwatch::Solved, Option<&'static str>) {
    let mut repeats = 0;
    loop {
        let start = Instant::now();
        let solved = solver.timed(items, context, costs);
        // A solver that panicked is in an unknown state.
        if !pauses::since(start) || solved.panic.is_some() {
            return (solved, None);
        }
        if repeats == pauses::REPEATS || context.cancel.load(Ordering::Relaxed) {
            return (solved, Some(pauses::DISTURBED));
        }
        repeats += 1;
    }
}

/// Runs the untimed passes: a trace for counters that only a trace has, and a solve that measures
/// memory. Returns whether the solver is still sound, that is, neither panicked.
fn untimed_passes(
    backend: &Backend,
    solver: &mut LocalSolver,
    item: &CorpusItem,
    context: &PassContext<'_>,
    measurement: &mut Measurement,
) -> bool {
    let memory = context.plan.memory;
    let is_traced = backend.counts_traced.iter().any(|counter| memory || !counter.is_of_memory());
    if !is_traced && !memory {
        return true;
    }
    context.notify(item, Stage::Solved(measurement));
    let limits = Limits { found: None, ..context.limits() };
    let mut is_sound = true;
    if is_traced {
        let traced = catch_panic(|| solver.trace(&item.problem, &limits));
        is_sound = traced.is_ok();
        let is_same =
            |traced: &AnyOutcome| measurement.answer.as_ref().is_ok_and(|o| o.stop == traced.stop);
        measurement.traced_counters = traced.ok().filter(is_same).map(|traced| traced.counters);
    }
    if memory && is_sound {
        let measure = || allocations::measure_peak(|| solver.solve(&item.problem, &limits));
        let measured = catch_panic(measure);
        is_sound = measured.is_ok();
        measurement.peak_bytes = measured.ok().map(|(_, peak)| peak);
    }
    is_sound
}
