//! The clocks: CPU time of a thread, and the cost of reading each clock.
//!
//! Wall time is [`Instant`], the monotonic clock of the system. CPU time is that of the calling thread alone,
//! without waiting for a core. On Linux, reading the first does not enter the kernel, while the second is a
//! system call, ten to thirty times as expensive: a CPU time is kept only if the sample is
//! [`READS_PER_SAMPLE`](record::manifest::READS_PER_SAMPLE) times longer than a read.
//!
//! Wall times have no such bound. The clock is read twice around a solve, and the duration of an empty sample is
//! subtracted. A processor overlaps part of a read with adjacent work, so the true cost is between zero and an
//! empty sample: the stated error of each time is that range, or the resolution of the clock if it is coarser.

use std::hint::black_box;
use std::time::{Duration, Instant};

use record::manifest::ClockCosts;
use record::median::median;
use record::row::nanoseconds;

/// The number of consecutive reads timed together.
const READS: u32 = 64;

/// The number of such timings. Their median is robust against interruptions.
const BATCHES: usize = 201;

/// The CPU time clock of the calling thread.
#[derive(Clone, Copy, Debug)]
pub struct ThreadClock;

impl ThreadClock {
    /// Returns the CPU time of the calling thread since its start, to be compared with reads of the same thread
    /// only. `None` without such a clock.
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

    /// Returns `None`: there is no such clock on this system.
    #[cfg(not(any(
        target_os = "android",
        target_os = "freebsd",
        target_os = "linux",
        target_os = "macos"
    )))]
    pub fn now() -> Option<Duration> {
        None
    }

    /// Returns the CPU time of the calling thread since an earlier read by the same thread.
    #[inline]
    pub fn since(start: Duration) -> Option<Duration> {
        Self::now().map(|now| now.saturating_sub(start))
    }
}

/// Measures the costs of the clocks, in a few milliseconds.
pub fn measure() -> ClockCosts {
    let instant_ns = cost_of(Instant::now);
    let thread_cpu_ns = ThreadClock::now().map(|_| cost_of(ThreadClock::now));
    let empty = empty_samples();
    let empty_ns = median(&empty).unwrap_or_default().round() as u64;
    ClockCosts { instant_ns, empty_ns, tick_ns: tick_of(&empty), thread_cpu_ns }
}

/// Returns the time of one read in nanoseconds, at least 1: the median over batches of consecutive reads, divided by
/// the size of a batch.
fn cost_of<T>(read: impl Fn() -> T) -> u64 {
    let mut batches = [0; BATCHES];
    for batch in &mut batches {
        let start = Instant::now();
        for _ in 0..READS {
            black_box(read());
        }
        *batch = nanoseconds(start.elapsed());
    }
    let middle = median(&batches).unwrap_or_default();
    (middle / f64::from(READS)).round().max(1.0) as u64
}

/// Returns the durations of empty samples.
fn empty_samples() -> Vec<u64> {
    let sample = || {
        let start = Instant::now();
        nanoseconds(black_box(start).elapsed())
    };
    (0..BATCHES * READS as usize).map(|_| sample()).collect()
}

/// Returns the smallest positive difference between samples, or between a sample and zero.
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
    fn cpu_time_is_monotonic_and_counts_work() {
        let Some(start) = ThreadClock::now() else { return };
        let mut last = start;
        while ThreadClock::since(start) < Some(Duration::from_millis(1)) {
            let now = ThreadClock::now().unwrap();
            assert!(now >= last);
            last = now;
        }
    }

    #[test]
    fn the_tick_is_the_smallest_difference_of_samples() {
        assert_eq!(tick_of(&[20, 21, 20, 30]), 1);
        assert_eq!(tick_of(&[0, 100, 0, 0, 200]), 100);
        assert_eq!(tick_of(&[42, 42]), 42);
        assert_eq!(tick_of(&[0, 0]), 1);
    }

    #[test]
    fn every_clock_has_a_cost_that_the_manifest_keeps() {
        let costs = measure();
        assert!(costs.instant_ns > 0);
        assert_eq!(costs.thread_cpu_ns.is_some(), ThreadClock::now().is_some());
        let json = serde_json::to_string(&costs).unwrap();
        assert_eq!(serde_json::from_str::<ClockCosts>(&json).unwrap(), costs);
    }
}
