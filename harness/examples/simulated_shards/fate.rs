//! What becomes of an attempt at a shard.

use std::time::{Duration, SystemTime};

use board::seed::ChaCha8Rng;
use rand::RngExt;

/// How an attempt ends.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Fate {
    /// It is complete.
    Completes,
    /// It is killed after this share of its work, within a row, some time ago.
    Dies(f64),
    /// It has done this share of its work, and goes on.
    IsSlow(f64),
}

impl Fate {
    /// Chances of a machine.
    pub(crate) fn of(chance: &mut ChaCha8Rng) -> Self {
        let share = chance.random_range(0.0..1.0);
        match chance.random_range(0..100) {
            0..77 => Self::Completes,
            77..92 => Self::Dies(share),
            _ => Self::IsSlow(share),
        }
    }

    /// Returns when the files of the attempt changed last, by the clock that dates them.
    pub(crate) fn last_change(self, chance: &mut ChaCha8Rng) -> SystemTime {
        let now = SystemTime::now();
        match self {
            Self::IsSlow(_) if chance.random_bool(0.4) => {
                now + seconds(chance.random_range(60..3_600))
            }
            Self::IsSlow(_) => now - seconds(chance.random_range(0..20)),
            _ => now - seconds(chance.random_range(600..36_000)),
        }
    }

    /// Returns whether it goes on.
    pub(crate) fn is_slow(self) -> bool {
        matches!(self, Self::IsSlow(_))
    }

    /// Returns the share of the work that is done.
    pub(crate) fn share(self) -> f64 {
        match self {
            Self::Completes => 1.0,
            Self::Dies(share) | Self::IsSlow(share) => share,
        }
    }
}

/// Returns a number of seconds.
pub(crate) fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}
