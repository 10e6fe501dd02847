//! The clocks: CPU time of a thread, and what one read of each clock costs.
//!
//! Wall time is [`Instant`], the monotonic clock of the system. CPU time is that of the calling
//! thread alone, without the times in which it waited for a core. On Linux the first is read
//! without entering the kernel and the second is a system call, ten to thirty times dearer: so a
//! sample has to be [`READS_PER_SAMPLE`] times longer than a read before a clock is used for it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::stats;

/// How many reads of a clock a sample must outlast to be timed by it: the reading is then at most
/// some percent of what is read.
pub const READS_PER_SAMPLE: u64 = 100;

/// How many reads in a row are timed together.
const READS: u32 = 64;

/// How many times they are; the median of these counts, so that an interruption does not.
const BATCHES: usize = 201;

/// The clock of the CPU time of the calling thread.
#[derive(Clone, Copy, Debug)]
pub struct ThreadClock;

impl ThreadClock {
    /// Reads it: the CPU time of the calling thread since the thread began. It compares with reads
    /// of the same thread only. None where there is no such clock.
    #[cfg(any(
        target_os = "android",
        target_os = "freebsd",
        target_os = "linux",
        target_os = "macos"
    ))]
    #[inline]
    pub fn now() -> Option<Duration> {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        let (seconds, nanoseconds) = (time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?);
        Some(Duration::new(seconds, nanoseconds))
    }

    /// There is no such clock here.
    #[cfg(not(any(
        target_os = "android",
        target_os = "freebsd",
        target_os = "linux",
        target_os = "macos"
    )))]
    pub fn now() -> Option<Duration> {
        None
    }

    /// The CPU time of the calling thread since an earlier read by the same thread.
    #[inline]
    pub fn since(start: Duration) -> Option<Duration> {
        Self::now().map(|now| now.saturating_sub(start))
    }
}

/// What the clocks cost: the time that one read takes, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockCosts {
    /// Of [`Instant::now`].
    pub instant_ns: u64,
    /// Of a read of [`ThreadClock`]; none where there is no such clock.
    pub thread_cpu_ns: Option<u64>,
}

impl ClockCosts {
    /// Measures them, in some milliseconds.
    pub fn measure() -> Self {
        let instant_ns = cost_of(Instant::now);
        let thread_cpu_ns = ThreadClock::now().map(|_| cost_of(ThreadClock::now));
        Self { instant_ns, thread_cpu_ns }
    }

    /// A solve shorter than this is not timed by itself, but in a block of solves.
    pub fn shortest_solve_ns(&self) -> u64 {
        self.instant_ns * READS_PER_SAMPLE
    }

    /// A sample shorter than this has no CPU time. None where there is no such clock.
    pub fn shortest_cpu_sample_ns(&self) -> Option<u64> {
        self.thread_cpu_ns.map(|cost| cost * READS_PER_SAMPLE)
    }
}

/// The time of one read: many reads in a row divided by their number, the median of many such
/// rows. At least one, so that the rules made from it always hold something.
fn cost_of<T>(read: impl Fn() -> T) -> u64 {
    let mut batches = [0; BATCHES];
    for batch in &mut batches {
        let start = Instant::now();
        for _ in 0..READS {
            black_box(read());
        }
        *batch = start.elapsed().as_nanos() as u64;
    }
    let median = stats::median(&batches).unwrap_or_default();
    (median / f64::from(READS)).round().max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_never_goes_back_and_counts_work() {
        let Some(start) = ThreadClock::now() else { return };
        let mut last = start;
        while ThreadClock::since(start) < Some(Duration::from_millis(1)) {
            let now = ThreadClock::now().unwrap();
            assert!(now >= last);
            last = now;
        }
    }

    #[test]
    fn a_sample_is_long_when_it_outlasts_a_hundred_reads() {
        let costs = ClockCosts { instant_ns: 25, thread_cpu_ns: Some(400) };
        assert_eq!(costs.shortest_solve_ns(), 2_500);
        assert_eq!(costs.shortest_cpu_sample_ns(), Some(40_000));
        let costs = ClockCosts { instant_ns: 25, thread_cpu_ns: None };
        assert_eq!(costs.shortest_cpu_sample_ns(), None);
    }

    #[test]
    fn every_clock_that_is_there_has_a_cost_and_the_manifest_keeps_it() {
        let costs = ClockCosts::measure();
        assert!(costs.instant_ns > 0);
        assert_eq!(costs.thread_cpu_ns.is_some(), ThreadClock::now().is_some());
        let json = serde_json::to_string(&costs).unwrap();
        assert_eq!(serde_json::from_str::<ClockCosts>(&json).unwrap(), costs);
    }
}
