//! Two modes of search that alternate (Oh 2015; as in CaDiCaL and Kissat).
//!
//! In the *focused* mode, runs are short and end when clauses get worse; it refutes well. In the
//! *stable* mode, runs are long and decisions follow the target ([`phases`](super::phases)); it finds
//! models well. The first mode is focused. It lasts for a number of conflicts, and the stable mode for
//! as many propagated literals as it took. From then on, the modes last for 1, 4, 4, 9, 9, 16, 16, … times as many.

use super::restarts::Restarts;

/// The number of conflicts of the first mode.
const FIRST: u64 = 1000;

/// The number of conflicts of the shortest run of the stable mode.
const STABLE_UNIT: u64 = 1024;

/// The mode, and when it ends.
#[derive(Debug, Default)]
pub(super) struct Modes {
    is_stable: bool,
    /// The number of modes that ended.
    ended: u64,
    /// The propagated literals of the first mode, once it has ended.
    unit: u64,
    /// The number of propagated literals at the end of the mode, after the first one.
    end: u64,
}

impl Modes {
    /// Returns whether the mode is the stable one.
    pub(super) fn is_stable(&self) -> bool {
        self.is_stable
    }

    /// Changes the mode if that is due, and returns whether it did.
    pub(super) fn alternate(&mut self, conflicts: u64, propagations: u64) -> bool {
        let is_due = match self.ended {
            0 => conflicts >= FIRST,
            _ => propagations >= self.end,
        };
        if !is_due {
            return false;
        }
        if self.ended == 0 {
            self.unit = propagations.max(1);
        }
        self.ended += 1;
        let round = self.ended.div_ceil(2);
        self.end = propagations + self.unit * round * round;
        self.is_stable = !self.is_stable;
        true
    }
}

/// Returns the schedule of the long runs.
pub(super) fn stable_restarts() -> Restarts {
    Restarts::of(STABLE_UNIT)
}
