//! Solves under the clocks, one after the other.
//!
//! Each solve has a time of its own, however short it is: the clock is read before and after it, and
//! what the reading costs is subtracted ([`ClockCosts`]). Between two solves nothing happens but that
//! the outcome is put beside the others, so that a short solve finds caches and branch predictors as
//! the one before it left them. What takes longer, the referee and the row, comes when a *stretch* of
//! solves is over.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use board::Puzzle;
use solvers::{Outcome, Solver, Stop};

use super::guard::guarded;
use super::racer::{Question, Times};
use crate::corpus::Item;
use crate::machine::clock::{ClockCosts, ThreadClock};
use crate::record::Granularity;

/// How long a stretch lasts before its outcomes are handed over. A solve that takes longer is a stretch
/// by itself.
pub(super) const STRETCH: Duration = Duration::from_millis(1);

/// What came of solves: their outcomes, each with its times, as far as they came.
pub(super) struct Solved {
    pub(super) outcomes: Vec<(Outcome, Times)>,
    /// The message of the panic that ended them, and the times of the solve that panicked.
    pub(super) panic: Option<(String, Times)>,
}

/// Solves items in turn until all are solved, a stretch is over, one panics, or the run is cancelled.
pub(super) fn stretch(
    solver: &mut dyn Solver,
    items: &[&Item],
    question: &Question<'_>,
    costs: &ClockCosts,
) -> Solved {
    let limits = question.limits();
    let mut outcomes: Vec<(Outcome, Times)> = Vec::with_capacity(items.len());
    let begun = Instant::now();
    let start = Cell::new(begun);
    let cpu = Cell::new(ThreadClock::now());
    let work = || {
        for item in items {
            if question.cancel.load(Ordering::Relaxed) {
                return;
            }
            start.set(Instant::now());
            let outcome = solver.solve(&item.puzzle, &limits);
            let wall = start.get().elapsed();
            let is_cancelled = outcome.stop == Stop::Cancelled;
            outcomes.push((outcome, alone(wall, &cpu, costs)));
            if is_cancelled || start.get() - begun + wall >= STRETCH {
                return;
            }
        }
    };
    let end = guarded(work);
    let panic = end.err().map(|message| (message, alone(start.get().elapsed(), &cpu, costs)));
    Solved { outcomes, panic }
}

/// The times of one solve. The CPU clock was last read behind the solve before it.
fn alone(wall: Duration, cpu: &Cell<Option<Duration>>, costs: &ClockCosts) -> Times {
    let now = ThreadClock::now();
    let spent = cpu.replace(now).zip(now).map(|(before, now)| now.saturating_sub(before));
    Times {
        wall_ns: Some(costs.corrected_ns(wall)),
        wall_error_ns: Some(costs.error_ns()),
        cpu_ns: worth_keeping(spent, costs),
        granularity: Some(Granularity::Solve),
        ..Times::default()
    }
}

/// Solves all items at once. Each has the mean, and all of them are one group.
pub(super) fn batch(
    solver: &mut dyn Solver,
    items: &[&Item],
    question: &Question<'_>,
    costs: &ClockCosts,
) -> Solved {
    let limits = question.limits();
    let puzzles: Vec<Puzzle> = items.iter().map(|item| item.puzzle.clone()).collect();
    let mut outcomes = Vec::with_capacity(items.len());
    let work = || solver.solve_batch(&puzzles, &limits, &mut outcomes);
    let (end, elapsed) = timed(costs, || guarded(work));
    outcomes.truncate(items.len());
    let missing = || format!("{} outcomes for {} puzzles", outcomes.len(), items.len());
    let message = end.err().or_else(|| (outcomes.len() < items.len()).then(missing));
    let times = elapsed.mean(outcomes.len() + usize::from(message.is_some()), costs);
    let outcomes = outcomes.into_iter().map(|outcome| (outcome, times)).collect();
    Solved { outcomes, panic: message.map(|message| (message, times)) }
}

/// Does work under one reading of the clocks.
pub(super) fn timed<T>(costs: &ClockCosts, work: impl FnOnce() -> T) -> (T, Elapsed) {
    let cpu = ThreadClock::now();
    let start = Instant::now();
    let done = work();
    let wall = start.elapsed();
    let cpu = worth_keeping(cpu.and_then(ThreadClock::since), costs);
    (done, Elapsed { wall_ns: costs.corrected_ns(wall), cpu_ns: cpu })
}

/// A CPU time in nanoseconds, where it is long enough for its clock.
fn worth_keeping(cpu: Option<Duration>, costs: &ClockCosts) -> Option<u64> {
    let shortest = costs.shortest_cpu_sample_ns()?;
    cpu.map(|cpu| cpu.as_nanos() as u64).filter(|&cpu| cpu >= shortest)
}

/// How long some solves took together, in nanoseconds.
pub(super) struct Elapsed {
    wall_ns: u64,
    cpu_ns: Option<u64>,
}

impl Elapsed {
    /// How long each of so many took in the mean.
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
