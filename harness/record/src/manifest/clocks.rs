//! The cost of reading the clocks, and the correction of times for it.

use crate::row::nanoseconds;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A sample has a CPU time only if it lasts as long as this many reads of the CPU clock, so that
/// reading is a few percent of it at most.
pub const READS_PER_SAMPLE: u64 = 100;

/// The costs of the clocks, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockCosts {
    /// One read of [`Instant::now`](std::time::Instant::now).
    pub instant_ns: u64,
    /// The difference of two consecutive reads, which is subtracted from every sample.
    #[serde(default)]
    pub empty_ns: u64,
    /// The resolution of the clock.
    #[serde(default)]
    pub tick_ns: u64,
    /// One read of the thread CPU clock; `None` without such a clock.
    pub thread_cpu_ns: Option<u64>,
}

impl ClockCosts {
    /// Returns the time of a sample without the cost of reading the clock, in nanoseconds; at least
    /// 1.
    pub fn corrected_ns(&self, sample: Duration) -> u64 {
        nanoseconds(sample).saturating_sub(self.empty_ns).max(1)
    }

    /// Returns the bound of the error of a corrected time due to the clock alone, in nanoseconds.
    pub fn error_ns(&self) -> u64 {
        self.empty_ns.max(self.tick_ns).max(1)
    }

    /// Returns a sample shorter than this has no CPU time. `None` without a thread CPU clock.
    pub fn shortest_cpu_sample_ns(&self) -> Option<u64> {
        self.thread_cpu_ns.map(|cost| cost * READS_PER_SAMPLE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_with_a_cpu_time_lasts_a_hundred_reads() {
        let costs =
            ClockCosts { instant_ns: 25, empty_ns: 20, tick_ns: 1, thread_cpu_ns: Some(400) };
        assert_eq!(costs.shortest_cpu_sample_ns(), Some(40_000));
        let costs = ClockCosts { thread_cpu_ns: None, ..costs };
        assert_eq!(costs.shortest_cpu_sample_ns(), None);
    }

    #[test]
    fn a_corrected_sample_is_at_least_1_ns() {
        let costs = ClockCosts { instant_ns: 25, empty_ns: 20, tick_ns: 1, thread_cpu_ns: None };
        assert_eq!(costs.corrected_ns(Duration::from_nanos(320)), 300);
        assert_eq!(costs.corrected_ns(Duration::from_nanos(20)), 1);
        assert_eq!(costs.corrected_ns(Duration::ZERO), 1);
        assert_eq!(costs.error_ns(), 20);
        // A clock of low resolution.
        let coarse = ClockCosts { tick_ns: 100, ..costs };
        assert_eq!(coarse.error_ns(), 100);
    }
}
