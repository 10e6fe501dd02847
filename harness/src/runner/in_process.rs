//! A backend of the registry, in this process.
//!
//! It is prepared once for each geometry. Before its first timed solve on a geometry it runs a
//! short *pilot*, not timed for the rows, which warms it up and tells how long a solve takes: one
//! that takes less than [`READS_PER_SAMPLE`] times as long as reading the clock is timed in blocks, the
//! clock read before and after a run of distinct puzzles, each of which is given the mean. A backend
//! that works on many puzzles at once is given them as a batch, timed the same way. Thread
//! CPU time is read outside of the wall time, and kept where it is at least [`READS_PER_SAMPLE`]
//! times the cost of its own clock.
//!
//! [`READS_PER_SAMPLE`]: crate::machine::clock::READS_PER_SAMPLE

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use board::{Geometry, Puzzle};
use solvers::observer::Attentive;
use solvers::simd::Solved;
use solvers::{Backend, Limits, Outcome, Solver, Stop};

use super::guard::guarded;
use super::racer::{Failure, Finding, Found, Question, Racer, Stage, Times};
use crate::corpus::{Bare, Item};
use crate::machine::allocations;
use crate::machine::clock::{ClockCosts, ThreadClock};
use crate::record::Granularity;

/// How many puzzles a pilot solves, at the most.
const PILOT: usize = 8;

/// How long a solve of a pilot may take: one that is longer is long enough to be timed by itself.
const PILOT_TIME: Duration = Duration::from_millis(1);

/// A row of the registry that runs here.
pub(crate) struct InProcess {
    backend: Backend,
    costs: ClockCosts,
    prepared: HashMap<*const Geometry, Prepared>,
    /// Whether each solve is timed by itself, however short, and without a pilot.
    alone: bool,
}

/// What preparing for a geometry gave.
struct Prepared {
    solver: Result<Box<dyn Solver>, Failure>,
    setup: Duration,
    /// None before the pilot.
    granularity: Option<Granularity>,
    /// Keeps the geometry where it is, so that its address names it.
    _geometry: Arc<Geometry>,
}

impl Racer for InProcess {
    fn pass(&mut self, items: &[&Item], question: &Question<'_>, found: &mut Found<'_>) {
        let same_geometry =
            |a: &&Item, b: &&Item| Arc::ptr_eq(a.puzzle.geometry(), b.puzzle.geometry());
        let mut place = 0;
        for run in items.chunk_by(same_geometry) {
            let mut rest = run;
            while !rest.is_empty() && !question.cancel.load(Ordering::Relaxed) {
                let mut here = |index: usize, finding: &Finding| found(place + index, finding);
                let n_solved = self.some(rest, question, &mut here);
                rest = &rest[n_solved..];
                place += n_solved;
            }
        }
    }

    fn lines(
        &mut self,
        lines: &Bare,
        question: &Question<'_>,
        solved: &mut Vec<Solved>,
    ) -> Option<Times> {
        let first = lines.item(0);
        let key = Arc::as_ptr(first.puzzle.geometry());
        // What is wrong is told when they are puzzles.
        let granularity = self.granularity(&[&first], question, &mut |_, _| {})?;
        let granularity = Some(granularity).filter(|&it| it != Granularity::Solve)?;
        let prepared = self.prepared.get_mut(&key)?;
        let (setup, solver) = (Some(prepared.setup), prepared.solver.as_mut().ok()?);
        let work = || solver.solve_lines(lines.text(), &question.limits(), solved);
        let (taken, elapsed) = timed(&self.costs, || guarded(work));
        if taken.is_err() {
            // Its memory is in an unknown state.
            self.prepared.remove(&key);
        }
        let mean = elapsed.mean(lines.len());
        let times = Times { setup, granularity: Some(granularity), ..mean };
        let is_done = taken.is_ok_and(|taken| taken) && solved.len() == lines.len();
        is_done.then_some(times)
    }
}

impl InProcess {
    /// A racer for a row, on a machine with these clocks.
    pub(crate) fn new(backend: Backend, costs: ClockCosts) -> Self {
        Self { backend, costs, prepared: HashMap::new(), alone: false }
    }

    /// From now on each solve is timed by itself, however short, and without a pilot, or not.
    pub(crate) fn set_alone(&mut self, alone: bool) {
        self.alone = alone;
    }

    /// Solves the first item, or as many as are timed together. Tells how many; fewer than there
    /// are after a panic or a cancellation.
    fn some(&mut self, items: &[&Item], question: &Question<'_>, found: &mut Found<'_>) -> usize {
        let key = Arc::as_ptr(items[0].puzzle.geometry());
        let Some(granularity) = self.granularity(items, question, found) else { return 1 };
        let (backend, costs) = (&self.backend, &self.costs);
        let Some(prepared) = self.prepared.get_mut(&key) else { return 1 };
        let Ok(solver) = &mut prepared.solver else { return 1 };
        let together = if granularity == Granularity::Solve { 1 } else { items.len() };
        let batches = granularity == Granularity::Batch;
        let Some(timed) = solve(&mut **solver, &items[..together], batches, question, costs) else {
            return 0;
        };
        let setup = Some(prepared.setup);
        let times = Times { setup, granularity: Some(granularity), ..timed.times };
        let n_solved = timed.outcomes.len();
        for (index, outcome) in timed.outcomes.into_iter().enumerate() {
            if outcome.stop == Stop::Cancelled {
                return items.len();
            }
            let mut finding = Finding::answered(outcome, times);
            apart(backend, &mut **solver, items[index], question, &mut finding);
            found(index, &finding);
        }
        let Some(message) = timed.panic else { return n_solved };
        found(n_solved, &Finding::failed(Failure::Crashed(message), times));
        // Its memory is in an unknown state.
        self.prepared.remove(&key);
        n_solved + 1
    }

    /// How the items are timed, by a solver that is prepared for them. None when there is no solver:
    /// the first item is told why.
    fn granularity(
        &mut self,
        items: &[&Item],
        question: &Question<'_>,
        found: &mut Found<'_>,
    ) -> Option<Granularity> {
        let geometry = items[0].puzzle.geometry();
        let key = Arc::as_ptr(geometry);
        let is_new = !self.prepared.contains_key(&key);
        if is_new {
            question.tell(items[0], Stage::Preparing);
        }
        let (backend, costs) = (&self.backend, &self.costs);
        let prepared = self.prepared.entry(key).or_insert_with(|| prepare(backend, items[0]));
        let solver = match &mut prepared.solver {
            Ok(solver) => &mut **solver,
            Err(failure) => {
                let times = Times { setup: Some(prepared.setup), ..Times::default() };
                found(0, &Finding::failed(failure.clone(), times));
                return None;
            }
        };
        let is_first = is_new || prepared.granularity.is_none();
        let pilot = || match backend.batches {
            true => Granularity::Batch,
            false => pilot(solver, items, question, costs),
        };
        let granularity = match self.alone {
            true => Granularity::Solve,
            false => *prepared.granularity.get_or_insert_with(pilot),
        };
        if granularity != Granularity::Solve {
            question.tell(items[0], Stage::Block);
        } else if is_first {
            question.tell(items[0], Stage::Solving);
        }
        Some(granularity)
    }
}

/// Prepares a solver for the geometry of an item, or for the instance that it is.
fn prepare(backend: &Backend, item: &Item) -> Prepared {
    let start = Instant::now();
    let geometry = item.puzzle.geometry();
    let prepared = || match &item.instance {
        Some(instance) => instance.prepare(backend),
        None => (backend.prepare)(geometry),
    };
    let solver = match guarded(prepared) {
        Ok(Ok(solver)) => Ok(solver),
        Ok(Err(unsupported)) => Err(Failure::Unsupported(unsupported.to_string())),
        Err(message) => Err(Failure::Crashed(message)),
    };
    let setup = start.elapsed();
    Prepared { solver, setup, granularity: None, _geometry: geometry.clone() }
}

/// Solves a few puzzles to learn how long a solve takes. One long solve is enough, and a panic is
/// left for the pass to find.
fn pilot(
    solver: &mut dyn Solver,
    items: &[&Item],
    question: &Question<'_>,
    costs: &ClockCosts,
) -> Granularity {
    let threshold = Duration::from_nanos(costs.shortest_solve_ns());
    let time = question.plan.timeout.map_or(PILOT_TIME, |limit| limit.min(PILOT_TIME));
    let limits = Limits { time: Some(time), found: None, ..question.limits() };
    let mut shortest = Duration::MAX;
    for item in items.iter().take(PILOT) {
        question.tell(item, Stage::Pilot);
        let start = Instant::now();
        let solved = guarded(|| solver.solve(&item.puzzle, &limits));
        shortest = shortest.min(start.elapsed());
        if solved.is_err() || shortest > 10 * threshold {
            return Granularity::Solve;
        }
    }
    if shortest < threshold { Granularity::Block } else { Granularity::Solve }
}

/// Solves that were timed together.
struct Timed {
    outcomes: Vec<Outcome>,
    /// The message of the panic that ended them.
    panic: Option<String>,
    /// The mean for each.
    times: Times,
}

/// Solves the items under one reading of the clocks. None when the run was cancelled before.
fn solve(
    solver: &mut dyn Solver,
    items: &[&Item],
    batches: bool,
    question: &Question<'_>,
    costs: &ClockCosts,
) -> Option<Timed> {
    let mut outcomes = Vec::with_capacity(items.len());
    let limits = question.limits();
    let batch: Vec<Puzzle> = match batches {
        true => items.iter().map(|item| item.puzzle.clone()).collect(),
        false => Vec::new(),
    };
    let work = || {
        if batches {
            return solver.solve_batch(&batch, &limits, &mut outcomes);
        }
        for item in items {
            if question.cancel.load(Ordering::Relaxed) {
                break;
            }
            outcomes.push(solver.solve(&item.puzzle, &limits));
        }
    };
    let (end, elapsed) = timed(costs, || guarded(work));
    let mut panic = end.err();
    outcomes.truncate(items.len());
    if batches && panic.is_none() && outcomes.len() < items.len() {
        panic = Some(format!("{} outcomes for {} puzzles", outcomes.len(), items.len()));
    }
    let n_solved = outcomes.len() + usize::from(panic.is_some());
    if n_solved == 0 {
        return None;
    }
    Some(Timed { outcomes, panic, times: elapsed.mean(n_solved) })
}

/// Does work under one reading of the clocks.
fn timed<T>(costs: &ClockCosts, work: impl FnOnce() -> T) -> (T, Elapsed) {
    let cpu = ThreadClock::now();
    let start = Instant::now();
    let done = work();
    let wall = start.elapsed();
    let cpu = cpu.and_then(ThreadClock::since);
    let least = costs.shortest_cpu_sample_ns();
    let cpu = cpu.filter(|cpu| least.is_some_and(|least| cpu.as_nanos() as u64 >= least));
    (done, Elapsed { wall, cpu })
}

/// How long some solves took together.
struct Elapsed {
    wall: Duration,
    cpu: Option<Duration>,
}

impl Elapsed {
    /// How long each of so many took in the mean.
    fn mean(&self, n_solved: usize) -> Times {
        let mean = |time: Duration| time.as_nanos() as u64 / n_solved as u64;
        Times { wall_ns: Some(mean(self.wall)), cpu_ns: self.cpu.map(mean), ..Times::default() }
    }
}

/// The passes that are not timed: what a backend counts only when somebody watches, and memory.
fn apart(
    backend: &Backend,
    solver: &mut dyn Solver,
    item: &Item,
    question: &Question<'_>,
    finding: &mut Finding,
) {
    let memory = question.plan.memory;
    let is_traced = backend.counts_traced.iter().any(|counter| memory || !counter.is_of_memory());
    if !is_traced && !memory {
        return;
    }
    question.tell(item, Stage::Solved(finding));
    let limits = Limits { found: None, ..question.limits() };
    if is_traced {
        let traced = guarded(|| solver.trace(&item.puzzle, &limits, &mut Attentive));
        let is_same =
            |traced: &Outcome| finding.answer.as_ref().is_ok_and(|o| o.stop == traced.stop);
        finding.apart = traced.ok().filter(is_same).map(|traced| traced.counters);
    }
    if memory {
        let measure = || allocations::measure_peak(|| solver.solve(&item.puzzle, &limits));
        finding.peak_bytes = guarded(measure).ok().map(|(_, peak)| peak);
    }
}
