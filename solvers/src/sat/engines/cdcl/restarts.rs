//! When to begin anew: after 100, 100, 200, 100, 100, 200, 400, … conflicts, the sequence of Luby,
//! Sinclair & Zuckerman (1993).
//!
//! A search that starts badly can be stuck for long below a bad decision. Restarts of a length that
//! nobody knows beforehand are best tried so: each length as much in total as any other. What was
//! learnt, activities and phases stay, so that not much is lost.

/// How many conflicts the shortest run has.
const UNIT: u64 = 100;

/// Says when to restart.
#[derive(Debug, Default)]
pub(super) struct Restarts {
    /// How many runs there were in this search.
    runs: u64,
    /// The number of conflicts at which the run ends.
    end: u64,
}

impl Restarts {
    /// A search begins, after so many conflicts.
    pub(super) fn begin(&mut self, conflicts: u64) {
        self.runs = 1;
        self.end = conflicts + UNIT * luby(1);
    }

    /// Whether it is time to restart; the next run begins then.
    pub(super) fn is_due(&mut self, conflicts: u64) -> bool {
        let is_due = conflicts >= self.end;
        if is_due {
            self.runs += 1;
            self.end = conflicts + UNIT * luby(self.runs);
        }
        is_due
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, …, from place 1. At place 2^k − 1 stands 2^(k−1); what stands
/// between is the beginning once more.
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
    fn the_sequence_is_that_of_luby() {
        let sequence: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn a_run_is_as_long_as_the_sequence_says() {
        let mut restarts = Restarts::default();
        restarts.begin(7);
        let due: Vec<u64> = (8..=520).filter(|&conflicts| restarts.is_due(conflicts)).collect();
        assert_eq!(due, [107, 207, 407, 507]);
    }
}
