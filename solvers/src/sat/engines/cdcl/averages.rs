//! Restarts when recent clauses are worse than usual (Audemard & Simon 2012, Glucose), with exponential
//! moving averages (Biere & Fröhlich 2015).
//!
//! The glue of learnt clauses indicates how promising a run is. A fast average follows the last clauses, about
//! thirty; a slow one all of them. If the fast one exceeds the slow one by a tenth, the run is abandoned:
//!
//! ```text
//!   glue   … 4 4 4 4 9 9 9        slow average 4.00, fast average 4.44 > 1.1 · 4.00: restart
//! ```
//!
//! An average starts without a bias for zero: its first weights are larger, and halve until they are those
//! of its period (as in early versions of CaDiCaL).

/// The number of clauses that the fast average follows.
const FAST: f64 = 33.0;

/// The number of clauses that the slow average follows.
const SLOW: f64 = 1e5;

/// The ratio of the averages above which a run is abandoned.
const MARGIN: f64 = 1.1;

/// The minimum number of conflicts of a run.
const SHORTEST: u64 = 2;

/// An exponential moving average.
#[derive(Debug)]
pub(super) struct Average {
    value: f64,
    /// The weight of a new value once the average has seen enough of them.
    least: f64,
    weight: f64,
    /// The number of values until the weight is halved, and its last value.
    wait: u64,
    period: u64,
}

impl Average {
    /// Creates an average that follows about `period` values.
    pub(super) fn over(period: f64) -> Self {
        Self { value: 0.0, least: 1.0 / period, weight: 1.0, wait: 1, period: 1 }
    }

    /// Returns the average.
    pub(super) fn value(&self) -> f64 {
        self.value
    }

    /// Adds a value.
    pub(super) fn add(&mut self, value: f64) {
        self.value += self.weight * (value - self.value);
        if self.weight <= self.least {
            return;
        }
        self.wait -= 1;
        if self.wait == 0 {
            self.period *= 2;
            self.wait = self.period;
            self.weight = (self.weight / 2.0).max(self.least);
        }
    }
}

/// The averages of the glue of learnt clauses, and when the run began.
#[derive(Debug)]
pub(super) struct Averages {
    fast: Average,
    slow: Average,
    begin: u64,
}

impl Default for Averages {
    fn default() -> Self {
        Self { fast: Average::over(FAST), slow: Average::over(SLOW), begin: 0 }
    }
}

impl Averages {
    /// Begins a run, after `conflicts` conflicts in total.
    pub(super) fn begin(&mut self, conflicts: u64) {
        self.begin = conflicts;
    }

    /// Adds the glue of a learnt clause.
    pub(super) fn learnt(&mut self, glue: u32) {
        self.fast.add(glue.into());
        self.slow.add(glue.into());
    }

    /// Returns whether a restart is due, and if so begins the next run.
    pub(super) fn is_due(&mut self, conflicts: u64) -> bool {
        let is_due =
            conflicts >= self.begin + SHORTEST && self.fast.value() > MARGIN * self.slow.value();
        if is_due {
            self.begin = conflicts;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_average_is_that_of_its_first_values_and_then_follows_the_last_ones() {
        let mut average = Average::over(8.0);
        average.add(6.0);
        assert_eq!(average.value(), 6.0);
        average.add(4.0);
        assert_eq!(average.value(), 5.0);
        (0..200).for_each(|_| average.add(1.0));
        assert!((average.value() - 1.0).abs() < 1e-6);
        average.add(9.0);
        assert!((average.value() - 2.0).abs() < 1e-6);
    }

    #[test]
    fn a_run_of_worse_clauses_is_abandoned() {
        let mut averages = Averages::default();
        let mut due = Vec::new();
        for conflicts in 1..=200 {
            averages.learnt(if conflicts <= 150 { 4 } else { 9 });
            if averages.is_due(conflicts) {
                due.push(conflicts);
            }
        }
        assert!(due.first().is_some_and(|&first| (151..160).contains(&first)), "{due:?}");
        assert!(due.windows(2).all(|pair| pair[1] - pair[0] >= SHORTEST));
    }
}
