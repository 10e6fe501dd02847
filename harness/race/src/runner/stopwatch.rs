//! Times solves one after the other.
//!
//! Each solve has a wall time of its own, however short: the clock is read before and after it, and the
//! cost of reading it is subtracted ([`ClockCosts`]). Between two solves, only the outcome is stored,
//! so that a short solve finds caches and branch predictors as the previous one left them. Slower work,
//! such as the referee and the row, waits until a *stretch* of solves is over.

use std::mem;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use board::Puzzle;
use record::Granularity;
use record::manifest::ClockCosts;
use record::row::nanoseconds;
use solvers::{BatchSolver, Limits, Solver, Stop};

use crate::corpus::CorpusItem;
use crate::executor::panics::catch_panic;
use crate::executor::{PassContext, Times};
use crate::machine::clock::ThreadClock;
use crate::problem::{AnyAnswer, AnyOutcome, ProblemVariant};

/// The duration after which a stretch ends and its outcomes are reported. A longer solve is a stretch
/// by itself.
pub(super) const STRETCH: Duration = Duration::from_millis(1);

/// The results of a stretch or a batch.
pub(super) struct Solved {
    pub(super) outcomes: Vec<(AnyOutcome, Times)>,
    /// The message of the panic that ended it, and the times of the solve that panicked.
    pub(super) panic: Option<(String, Times)>,
}

/// Solves items until all are done, the stretch is over, a solve panics, or the run is cancelled.
pub(super) fn stretch<P: ProblemVariant>(
    solver: &mut dyn Solver<P>,
    items: &[&CorpusItem],
    context: &PassContext<'_>,
    costs: &ClockCosts,
) -> Solved {
    let limits = context.limits();
    let mut outcomes: Vec<(AnyOutcome, Times)> = Vec::with_capacity(items.len());
    let mut clocks = Clocks::new(costs);
    let begun = clocks.start;
    let work = || {
        for item in items {
            if context.cancel.load(Ordering::Relaxed) {
                return;
            }
            let problem =
                P::from_any(&item.problem).expect("items of the kind that the solver takes");
            clocks.start();
            let outcome = solver.solve(problem, &limits);
            let times = clocks.stop();
            let is_cancelled = outcome.stop == Stop::Cancelled;
            outcomes.push((outcome.map(P::into_any), times));
            if is_cancelled || clocks.end - begun >= STRETCH {
                return;
            }
        }
    };
    let end = catch_panic(work);
    let panic = end.err().map(|message| (message, clocks.stop()));
    Solved { outcomes, panic }
}

/// The clocks around the solves of a stretch.
///
/// Reading the CPU clock takes longer than a short solve, and only a solve longer than a hundred reads
/// keeps a CPU time ([`ClockCosts::shortest_cpu_sample_ns`]). CPU time is at most wall time, so the
/// clock is not read after a solve whose wall time is shorter. Before a solve, its duration is not
/// known, so a reading is needed. One reading serves all solves that begin within the cost of a read
/// after it. A CPU time therefore includes at most the cost of two reads: its own, and the age of its
/// first reading.
///
/// ```text
///   read             read                               read
///    │ short  short   │ short │ ─────── long ────────── │ ─────── long ─ …
///    └── 1 read ──┘   └───────┘ counted with the first long solve
/// ```
struct Clocks<'a> {
    costs: &'a ClockCosts,
    /// The beginning of the last solve.
    start: Instant,
    /// The end of the last solve.
    end: Instant,
    /// The last reading of the CPU clock.
    cpu: Option<Duration>,
    /// When that reading was taken.
    read: Instant,
}

impl<'a> Clocks<'a> {
    /// Creates the clocks before the first solve.
    fn new(costs: &'a ClockCosts) -> Self {
        let now = Instant::now();
        Self { costs, start: now, end: now, cpu: None, read: now }
    }

    /// Begins a solve.
    fn start(&mut self) {
        let cost_of_read = Duration::from_nanos(self.costs.thread_cpu_ns.unwrap_or_default());
        let is_stale = self.cpu.is_none() || self.end - self.read > cost_of_read;
        if is_stale {
            self.cpu = ThreadClock::now();
        }
        self.start = Instant::now();
        if is_stale {
            self.read = self.start;
        }
    }

    /// Ends the solve and returns its times.
    fn stop(&mut self) -> Times {
        self.end = Instant::now();
        let wall = self.end - self.start;
        Times {
            wall_ns: Some(self.costs.corrected_ns(wall)),
            wall_error_ns: Some(self.costs.error_ns()),
            cpu_ns: self.cpu_ns(wall),
            granularity: Some(Granularity::Solve),
            ..Times::default()
        }
    }

    /// Returns the CPU time of a solve with this wall time, if it is long enough to be measured.
    fn cpu_ns(&mut self, wall: Duration) -> Option<u64> {
        let shortest = self.costs.shortest_cpu_sample_ns()?;
        if wall < Duration::from_nanos(shortest) {
            return None;
        }
        let now = ThreadClock::now();
        self.read = self.end;
        let spent = mem::replace(&mut self.cpu, now).zip(now);
        worth_keeping(spent.map(|(before, now)| now.saturating_sub(before)), self.costs)
    }
}

/// Solves all items at once. Each has the mean time, and they form one timing group.
pub(super) fn batch(
    solver: &mut dyn BatchSolver,
    items: &[&CorpusItem],
    context: &PassContext<'_>,
    costs: &ClockCosts,
) -> Solved {
    let limits = context.limits();
    // Each puzzle has the limit, and together they have all limits.
    let time = limits.time.map(|time| time.saturating_mul(items.len() as u32));
    let limits = Limits { time, ..limits };
    let puzzles: Vec<&Puzzle> = items.iter().filter_map(|item| item.problem.puzzle()).collect();
    let mut outcomes = Vec::with_capacity(items.len());
    let work = || solver.solve_batch(&puzzles, &limits, &mut outcomes);
    let (end, elapsed) = timed(costs, || catch_panic(work));
    outcomes.truncate(items.len());
    let missing = || format!("{} outcomes for {} puzzles", outcomes.len(), items.len());
    let message = end.err().or_else(|| (outcomes.len() < items.len()).then(missing));
    let times = elapsed.mean(outcomes.len() + usize::from(message.is_some()), costs);
    let outcomes =
        outcomes.into_iter().map(|outcome| (outcome.map(AnyAnswer::Grid), times)).collect();
    Solved { outcomes, panic: message.map(|message| (message, times)) }
}

/// Calls `work` with one reading of the clocks before it and one after it.
pub(super) fn timed<T>(costs: &ClockCosts, work: impl FnOnce() -> T) -> (T, Elapsed) {
    let cpu = ThreadClock::now();
    let start = Instant::now();
    let done = work();
    let wall = start.elapsed();
    let cpu = worth_keeping(cpu.and_then(ThreadClock::since), costs);
    (done, Elapsed { wall_ns: costs.corrected_ns(wall), cpu_ns: cpu })
}

/// Returns a CPU time in nanoseconds, if it is long enough to be measured.
fn worth_keeping(cpu: Option<Duration>, costs: &ClockCosts) -> Option<u64> {
    let shortest = costs.shortest_cpu_sample_ns()?;
    cpu.map(nanoseconds).filter(|&cpu| cpu >= shortest)
}

/// The total time of several solves, in nanoseconds.
pub(super) struct Elapsed {
    wall_ns: u64,
    cpu_ns: Option<u64>,
}

impl Elapsed {
    /// Returns the mean time of each solve.
    pub(super) fn mean(&self, n_solved: usize, costs: &ClockCosts) -> Times {
        let n = n_solved as u64;
        Times {
            wall_ns: Some((self.wall_ns / n).max(1)),
            wall_error_ns: Some(costs.error_ns().div_ceil(n)),
            cpu_ns: self.cpu_ns.map(|cpu| cpu / n),
            granularity: Some(Granularity::Batch),
            group_size: Some(n),
            ..Times::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spends this much CPU time.
    fn spend(time: Duration) {
        let Some(start) = ThreadClock::now() else { return };
        while ThreadClock::since(start) < Some(time) {}
    }

    #[test]
    fn a_cpu_time_excludes_the_short_solves_before_it() {
        let costs =
            ClockCosts { instant_ns: 1, empty_ns: 1, tick_ns: 1, thread_cpu_ns: Some(10_000) };
        let (short, long) = (Duration::from_micros(3), Duration::from_millis(2));
        let mut clocks = Clocks::new(&costs);
        for _ in 0..1_000 {
            clocks.start();
            spend(short);
            // Another process may take the core and lengthen the wall time; that does not affect the
            // CPU time.
            assert_eq!(clocks.stop().cpu_ns, None);
        }
        for _ in 0..2 {
            clocks.start();
            spend(long);
            let Some(cpu) = clocks.stop().cpu_ns else { continue };
            assert!((2_000_000..4_000_000).contains(&cpu), "{cpu} ns");
        }
    }
}
