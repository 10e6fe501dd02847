//! The clocks: CPU time of a thread, and what one read of each clock costs.
//!
//! Wall time is [`Instant`], the monotonic clock of the system. CPU time is that of the calling
//! thread alone, without the times in which it waited for a core. On Linux the first is read
//! without entering the kernel and the second is a system call, ten to thirty times dearer: a sample
//! of CPU time has to be [`READS_PER_SAMPLE`](record::manifest::READS_PER_SAMPLE) times longer than a read before it is kept.
//!
//! A wall time has no such bound. Around a solve the clock is read twice, and what an empty sample
//! shows is subtracted. A processor overlaps part of a read with the work beside it, so the true cost
//! lies between nothing and the whole of an empty sample: that, or the tick of the clock where it is
//! coarser, is the stated error of each time.

use std::hint::black_box;
use std::time::{Duration, Instant};

use record::manifest::ClockCosts;
use record::median::median;

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

/// Measures what the clocks cost, in some milliseconds.
pub fn measure() -> ClockCosts {
    let instant_ns = cost_of(Instant::now);
    let thread_cpu_ns = ThreadClock::now().map(|_| cost_of(ThreadClock::now));
    let empty = empty_samples();
    let empty_ns = median(&empty).unwrap_or_default().round() as u64;
    ClockCosts { instant_ns, empty_ns, tick_ns: tick_of(&empty), thread_cpu_ns }
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
    let middle = median(&batches).unwrap_or_default();
    (middle / f64::from(READS)).round().max(1.0) as u64
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
    fn the_tick_is_the_smallest_step_that_samples_show() {
        assert_eq!(tick_of(&[20, 21, 20, 30]), 1);
        assert_eq!(tick_of(&[0, 100, 0, 0, 200]), 100);
        assert_eq!(tick_of(&[42, 42]), 42);
        assert_eq!(tick_of(&[0, 0]), 1);
    }

    #[test]
    fn every_clock_that_is_there_has_a_cost_and_the_manifest_keeps_it() {
        let costs = measure();
        assert!(costs.instant_ns > 0);
        assert_eq!(costs.thread_cpu_ns.is_some(), ThreadClock::now().is_some());
        let json = serde_json::to_string(&costs).unwrap();
        assert_eq!(serde_json::from_str::<ClockCosts>(&json).unwrap(), costs);
    }
}
