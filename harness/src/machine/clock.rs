//! The clocks: CPU time of a thread, and what one read of each clock costs.
//!
//! Wall time is [`Instant`], the monotonic clock of the system. CPU time is that of the calling
//! thread alone, without the times in which it waited for a core. On Linux the first is read
//! without entering the kernel and the second is a system call, ten to thirty times dearer: a sample
//! of CPU time has to be [`READS_PER_SAMPLE`] times longer than a read before it is kept.
//!
//! A wall time has no such bound. Around a solve the clock is read twice, and what an empty sample
//! shows is subtracted. A processor overlaps part of a read with the work beside it, so the true cost
//! lies between nothing and the whole of an empty sample: that, or the tick of the clock where it is
//! coarser, is the stated error of each time.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::stats;

/// How many reads of the CPU clock a sample must outlast to have a CPU time: the reading is then at
/// most some percent of what is read.
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

/// What the clocks cost, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockCosts {
    /// One read of [`Instant::now`].
    pub instant_ns: u64,
    /// What two reads with nothing between them differ by: it is subtracted from every sample.
    #[serde(default)]
    pub empty_ns: u64,
    /// The smallest step of the clock.
    #[serde(default)]
    pub tick_ns: u64,
    /// One read of [`ThreadClock`]; none where there is no such clock.
    pub thread_cpu_ns: Option<u64>,
}

impl ClockCosts {
    /// Measures them, in some milliseconds.
    pub fn measure() -> Self {
        let instant_ns = cost_of(Instant::now);
        let thread_cpu_ns = ThreadClock::now().map(|_| cost_of(ThreadClock::now));
        let empty = empty_samples();
        let empty_ns = stats::median(&empty).unwrap_or_default().round() as u64;
        Self { instant_ns, empty_ns, tick_ns: tick_of(&empty), thread_cpu_ns }
    }

    /// The time of a sample, in nanoseconds, without what reading the clock adds to it. Never zero,
    /// which would be no time at all.
    pub fn corrected_ns(&self, sample: Duration) -> u64 {
        (sample.as_nanos() as u64).saturating_sub(self.empty_ns).max(1)
    }

    /// By how much a corrected time may be wrong because of the clock alone, in nanoseconds.
    pub fn error_ns(&self) -> u64 {
        self.empty_ns.max(self.tick_ns).max(1)
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

/// What a sample reads in which nothing happens, again and again.
fn empty_samples() -> Vec<u64> {
    let sample = || {
        let start = Instant::now();
        black_box(start).elapsed().as_nanos() as u64
    };
    (0..BATCHES * READS as usize).map(|_| sample()).collect()
}

/// The smallest step by which samples differ, or by which the smallest of them differs from zero.
fn tick_of(samples: &[u64]) -> u64 {
    let mut samples = samples.to_vec();
    samples.push(0);
    samples.sort_unstable();
    samples.windows(2).map(|pair| pair[1] - pair[0]).filter(|&step| step > 0).min().unwrap_or(1)
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
    fn a_sample_of_cpu_time_is_long_when_it_outlasts_a_hundred_reads() {
        let costs =
            ClockCosts { instant_ns: 25, empty_ns: 20, tick_ns: 1, thread_cpu_ns: Some(400) };
        assert_eq!(costs.shortest_cpu_sample_ns(), Some(40_000));
        let costs = ClockCosts { thread_cpu_ns: None, ..costs };
        assert_eq!(costs.shortest_cpu_sample_ns(), None);
    }

    #[test]
    fn a_sample_is_freed_of_the_clock_and_never_vanishes() {
        let costs = ClockCosts { instant_ns: 25, empty_ns: 20, tick_ns: 1, thread_cpu_ns: None };
        assert_eq!(costs.corrected_ns(Duration::from_nanos(320)), 300);
        assert_eq!(costs.corrected_ns(Duration::from_nanos(20)), 1);
        assert_eq!(costs.corrected_ns(Duration::ZERO), 1);
        assert_eq!(costs.error_ns(), 20);
        // A clock that goes by ticks.
        let coarse = ClockCosts { tick_ns: 100, ..costs };
        assert_eq!(coarse.error_ns(), 100);
    }

    #[test]
    fn the_tick_is_the_smallest_step_that_samples_show() {
        assert_eq!(tick_of(&[20, 21, 20, 30]), 1);
        assert_eq!(tick_of(&[0, 100, 0, 0, 200]), 100);
        assert_eq!(tick_of(&[42, 42]), 42);
        assert_eq!(tick_of(&[0, 0]), 1);
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
