//! The rows of one backend, summed up while they are made: what the table of a run prints.

use std::collections::HashMap;

use record::median::weighted_median;
use record::verdict::alphabets;
use record::{Alike, Row, Status, Verified, hash};

/// What a failure costs in PAR-2: this many times the time limit.
pub const PENALTY: u64 = 2;

/// What a failure counts in the median: longer than any time.
const ENDLESS: u64 = u64::MAX;

/// The rows of one backend, summed up.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Trials, those that are not supported among them.
    pub trials: u64,
    /// How often each status came.
    pub statuses: HashMap<Status, u64>,
    /// Answers that are not refuted.
    pub answers: u64,
    /// Answers that are verified.
    pub verified: u64,
    /// Nodes over all trials; none if the backend does not count them.
    pub nodes: Option<u64>,
    /// Bets over all trials; none if the backend does not count them.
    pub bets: Option<u64>,
    /// The sum, modulo 2⁶⁴, of the hashes of the first solutions: two runs that found the same have the
    /// same, in any order.
    pub digest: u64,
    /// The wall times of the answers, in nanoseconds, and how many of them had each.
    times: Vec<(u64, u64)>,
    /// Wall times of the answers and penalties of the failures; none when a failure has no limit
    /// to be measured by.
    par2: Option<u128>,
}

impl Summary {
    /// Adds a row, but for its solution.
    pub fn add(&mut self, row: &Row) {
        let alone = Alike {
            trials: 1,
            status: row.status,
            verified: row.verified,
            nodes: row.nodes,
            bets: row.bets,
            digest: 0,
            wall_ns: row.wall_ns,
        };
        self.take(&alone, row.limit_ns);
    }

    /// Adds trials that are alike, and their solutions.
    pub fn add_alike(&mut self, alike: &Alike) {
        self.take(alike, None);
    }

    /// Takes the solution of a row into the digest.
    pub fn digest(&mut self, row: &Row) {
        if let Some(solution) = &row.solution {
            let symbols = row.symbols.as_deref().unwrap_or_default();
            let solution = alphabets::standard(solution, symbols);
            self.digest = self.digest.wrapping_add(hash::solution(solution.as_bytes()));
        }
    }

    /// How often a status came.
    pub fn count(&self, status: Status) -> u64 {
        self.statuses.get(&status).copied().unwrap_or(0)
    }

    /// The mean of the wall times of the answers and of [`PENALTY`] times the limit for each
    /// failure, in nanoseconds. Trials that are not supported are left out.
    pub fn par2_mean_ns(&self) -> Option<f64> {
        self.par2_sum_ns().map(|total| total / self.taken() as f64)
    }

    /// The sum that [`par2_mean_ns`](Self::par2_mean_ns) divides.
    pub fn par2_sum_ns(&self) -> Option<f64> {
        self.par2.filter(|_| self.taken() > 0).map(|total| total as f64)
    }

    /// The median of the wall times, in nanoseconds; a failure lasts for ever. Trials that are not
    /// supported are left out.
    pub fn median_ns(&self) -> Option<f64> {
        let failures = self.taken() - self.answers;
        let times = self.times.iter().copied().chain([(ENDLESS, failures)]).collect();
        // Beside an answer in the middle, a failure gives half of itself.
        let or_infinity = |ns: f64| if ns < ENDLESS as f64 / 2.0 { ns } else { f64::INFINITY };
        weighted_median(times).map(or_infinity)
    }

    /// How many trials were supported.
    fn taken(&self) -> u64 {
        self.trials - self.count(Status::Unsupported)
    }

    /// Adds trials that had this time limit.
    fn take(&mut self, alike: &Alike, limit_ns: Option<u64>) {
        let &Alike { trials, status, verified, nodes, bets, digest, wall_ns } = alike;
        if self.trials == 0 {
            self.par2 = Some(0);
        }
        self.trials += trials;
        *self.statuses.entry(status).or_default() += trials;
        let sum = |total: &mut Option<u64>, value: Option<u64>| {
            if let Some(value) = value {
                *total.get_or_insert(0) += value;
            }
        };
        sum(&mut self.nodes, nodes);
        sum(&mut self.bets, bets);
        self.digest = self.digest.wrapping_add(digest);
        let cost = if status.is_answer() {
            self.answers += trials;
            self.verified += if verified == Verified::Yes { trials } else { 0 };
            self.times.extend(wall_ns.map(|time| (time, trials)));
            wall_ns
        } else if status == Status::Unsupported {
            Some(0)
        } else {
            limit_ns.map(|limit| limit.saturating_mul(PENALTY))
        };
        let cost = cost.map(|cost| u128::from(cost) * u128::from(trials));
        self.par2 = self.par2.zip(cost).map(|(total, cost)| total + cost);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(status: Status, wall_ms: u64) -> Row {
        let wall_ns = Some(wall_ms * 1_000_000);
        Row { status, wall_ns, limit_ns: Some(100_000_000), ..Row::default() }
    }

    #[test]
    fn a_failure_costs_twice_the_limit_and_what_is_not_supported_nothing() {
        let mut summary = Summary::default();
        for row in [
            row(Status::Unique, 10),
            row(Status::Timeout, 100),
            row(Status::Wrong, 1),
            row(Status::Unsupported, 0),
        ] {
            summary.add(&row);
        }
        assert_eq!(summary.par2_mean_ns(), Some((10.0 + 200.0 + 200.0) * 1e6 / 3.0));
        assert_eq!((summary.answers, summary.par2_sum_ns()), (1, Some(410e6)));
        assert_eq!(summary.count(Status::Wrong), 1);
    }

    #[test]
    fn in_the_median_a_failure_lasts_for_ever() {
        let mut summary = Summary::default();
        assert_eq!(summary.median_ns(), None);
        summary.add(&row(Status::Unsupported, 0));
        assert_eq!((summary.median_ns(), summary.par2_sum_ns()), (None, None));
        summary.add(&row(Status::Unique, 10));
        assert_eq!(summary.median_ns(), Some(1e7));
        summary.add(&row(Status::Timeout, 100));
        assert_eq!(summary.median_ns(), Some(f64::INFINITY));
        summary.add(&row(Status::Unique, 20));
        assert_eq!(summary.median_ns(), Some(2e7));
    }

    #[test]
    fn without_a_limit_a_failure_has_no_cost() {
        let mut summary = Summary::default();
        summary.add(&Row { limit_ns: None, ..row(Status::Unique, 10) });
        assert_eq!(summary.par2_mean_ns(), Some(1e7));
        summary.add(&Row { limit_ns: None, ..row(Status::Crashed, 0) });
        assert_eq!(summary.par2_mean_ns(), None);
    }
}
