//! Restarts after 100, 100, 200, 100, 100, 200, 400, … conflicts, following the sequence of Luby,
//! Sinclair & Zuckerman (1993).
//!
//! After a bad early decision a search can be stuck for a long time. If the best length of a run is
//! unknown, this sequence is a good universal strategy: it spends equal total effort on each length.
//! Learnt clauses, activities and phases are kept, so little is lost.

/// The number of conflicts of the shortest run, unless another is chosen.
const UNIT: u64 = 100;

/// The schedule of restarts.
#[derive(Debug)]
pub(super) struct Restarts {
    /// The number of conflicts of the shortest run.
    unit: u64,
    /// The number of runs in this search.
    runs: u64,
    /// The number of conflicts at which the run ends.
    end: u64,
}

impl Default for Restarts {
    fn default() -> Self {
        Self::of(UNIT)
    }
}

impl Restarts {
    /// Creates a schedule whose shortest run has `unit` conflicts.
    pub(super) fn of(unit: u64) -> Self {
        Self { unit, runs: 0, end: 0 }
    }

    /// Begins a search, after `conflicts` conflicts in total.
    pub(super) fn begin(&mut self, conflicts: u64) {
        self.runs = 1;
        self.end = conflicts + self.unit * luby(1);
    }

    /// Returns whether a restart is due, and if so begins the next run.
    pub(super) fn is_due(&mut self, conflicts: u64) -> bool {
        let is_due = conflicts >= self.end;
        if is_due {
            self.runs += 1;
            self.end = conflicts + self.unit * luby(self.runs);
        }
        is_due
    }
}

/// Returns an element of the sequence 1, 1, 2, 1, 1, 2, 4, …, indexed from 1. Element 2^k − 1 is
/// 2^(k−1); the elements between repeat the beginning.
fn luby(mut place: u64) -> u64 {
    while !(place + 1).is_power_of_two() {
        place -= (1 << place.ilog2()) - 1;
    }
    place.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_luby_sequence() {
        let sequence: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn runs_have_the_lengths_of_the_sequence() {
        let mut restarts = Restarts::default();
        restarts.begin(7);
        let due: Vec<u64> = (8..=520).filter(|&conflicts| restarts.is_due(conflicts)).collect();
        assert_eq!(due, [107, 207, 407, 507]);
    }
}
