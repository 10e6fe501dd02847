//! What reading the clocks costs, and what that leaves of a time.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How many reads of the CPU clock a sample must outlast to have a CPU time: the reading is then at
/// most some percent of what is read.
pub const READS_PER_SAMPLE: u64 = 100;

/// What the clocks cost, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockCosts {
    /// One read of [`Instant::now`](std::time::Instant::now).
    pub instant_ns: u64,
    /// What two reads with nothing between them differ by: it is subtracted from every sample.
    #[serde(default)]
    pub empty_ns: u64,
    /// The smallest step of the clock.
    #[serde(default)]
    pub tick_ns: u64,
    /// One read of the clock of CPU time; none where there is no such clock.
    pub thread_cpu_ns: Option<u64>,
}

impl ClockCosts {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
