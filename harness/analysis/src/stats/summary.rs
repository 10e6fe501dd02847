//! The totals of the rows of one backend, for the table of a run.

use std::collections::HashMap;

use record::median::weighted_median;
use record::verdict::alphabets;
use record::{Aggregate, Row, Status, Verified, hash};

use crate::waiting::WaitingTotals;

/// The cost of a failure in PAR-2, as a multiple of the time limit.
pub const PENALTY: u64 = 2;

/// The value of a failure in the median, longer than any time.
const INFINITE: u64 = u64::MAX;

/// The totals of the rows of one backend.
#[derive(Clone, Debug, Default)]
pub struct BackendSummary {
    /// The number of trials, including unsupported ones.
    pub trials: u64,
    /// The number of trials with each status.
    pub statuses: HashMap<Status, u64>,
    /// The number of answers that were not refuted.
    pub answers: u64,
    /// The number of verified answers.
    pub verified: u64,
    /// The total of nodes; `None` if the backend does not count them.
    pub nodes: Option<u128>,
    /// The total of bets; `None` if the backend does not count them.
    pub bets: Option<u128>,
    /// The sums of the fill rates and of the elimination rates.
    shares: [f64; 2],
    /// The number of trials with them: those that left a grid, or candidates.
    n_shares: u64,
    /// The sum, modulo 2⁶⁴, of the hashes of the first solutions: equal for two runs with the same
    /// solutions, in any order.
    pub digest: u64,
    /// The wall times of the answers, in nanoseconds, each with its number of answers.
    times: Vec<(u64, u64)>,
    /// The times of the rows, and how much of them was spent waiting for a processor.
    waiting: WaitingTotals,
    /// The total of the wall times of answers and the costs of failures; `None` if a failure has no
    /// limit.
    par2: Option<u128>,
}

impl BackendSummary {
    /// Adds a row, without its solution.
    pub fn add(&mut self, row: &Row) {
        let alone = Aggregate {
            trials: 1,
            status: row.status,
            verified: row.verified,
            nodes: row.nodes,
            bets: row.bets,
            digest: 0,
            wall_ns: row.wall_ns,
        };
        self.add_with_limit(&alone, row.limit_ns);
        self.waiting.add(row.wall_ns, row.cpu_ns);
        if let (Some(filled), Some(eliminated)) = (row.fill_rate, row.elimination_rate) {
            self.shares = [self.shares[0] + filled, self.shares[1] + eliminated];
            self.n_shares += 1;
        }
    }

    /// Adds aggregated trials, with their solutions.
    pub fn add_aggregate(&mut self, aggregate: &Aggregate) {
        self.add_with_limit(aggregate, None);
        self.waiting.add_without_cpu(aggregate.trials, aggregate.wall_ns);
    }

    /// Adds the solution of a row to the digest.
    pub fn digest(&mut self, row: &Row) {
        if let Some(solution) = &row.solution {
            let symbols = row.symbols.as_deref().unwrap_or_default();
            let solution = alphabets::standard(solution, symbols);
            self.digest = self.digest.wrapping_add(hash::solution(solution.as_bytes()));
        }
    }

    /// Returns the times of the rows, and how much of them was spent waiting for a processor.
    pub fn waiting(&self) -> WaitingTotals {
        self.waiting
    }

    /// Returns the number of trials with a status.
    pub fn count(&self, status: Status) -> u64 {
        self.statuses.get(&status).copied().unwrap_or(0)
    }

    /// Returns the mean of the wall times of answers and of [`PENALTY`] times the limit for each failure, in
    /// nanoseconds, without unsupported trials.
    pub fn par2_mean_ns(&self) -> Option<f64> {
        self.par2_sum_ns().map(|total| total / self.supported() as f64)
    }

    /// Returns the total of which [`par2_mean_ns`](Self::par2_mean_ns) is the mean.
    pub fn par2_sum_ns(&self) -> Option<f64> {
        self.par2.filter(|_| self.supported() > 0).map(|total| total as f64)
    }

    /// Returns the median of the wall times, in nanoseconds, a failure counting as infinite, without unsupported
    /// trials.
    pub fn median_ns(&self) -> Option<f64> {
        let failures = self.supported() - self.answers;
        let times = self.times.iter().copied().chain([(INFINITE, failures)]).collect();
        // The mean of an answer and a failure is half the value of a failure.
        let or_infinity = |ns: f64| if ns < INFINITE as f64 / 2.0 { ns } else { f64::INFINITY };
        weighted_median(times).map(or_infinity)
    }

    /// Returns the mean fill rate and the mean elimination rate of the trials that left a grid or candidates.
    pub fn mean_shares(&self) -> Option<[f64; 2]> {
        (self.n_shares > 0).then(|| self.shares.map(|sum| sum / self.n_shares as f64))
    }

    /// Returns the number of supported trials.
    fn supported(&self) -> u64 {
        self.trials - self.count(Status::Unsupported)
    }

    /// Adds trials with this time limit.
    fn add_with_limit(&mut self, aggregate: &Aggregate, limit_ns: Option<u64>) {
        let &Aggregate { trials, status, verified, nodes, bets, digest, wall_ns } = aggregate;
        if self.trials == 0 {
            self.par2 = Some(0);
        }
        self.trials += trials;
        *self.statuses.entry(status).or_default() += trials;
        // An external solver may state any number.
        let sum = |total: &mut Option<u128>, value: Option<u64>| {
            if let Some(value) = value {
                *total.get_or_insert(0) += u128::from(value);
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
    fn a_failure_costs_twice_the_limit_and_an_unsupported_trial_nothing() {
        let mut summary = BackendSummary::default();
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
    fn sums_of_counters_do_not_wrap() {
        let mut summary = BackendSummary::default();
        for _ in 0..2 {
            summary.add(&Row {
                nodes: Some(u64::MAX),
                bets: Some(u64::MAX),
                ..row(Status::Unique, 1)
            });
        }
        assert_eq!((summary.nodes, summary.bets), (Some(2 * u128::from(u64::MAX)), summary.nodes));
    }

    #[test]
    fn shares_are_over_the_trials_that_have_them() {
        let mut summary = BackendSummary::default();
        summary.add(&row(Status::Timeout, 100));
        assert_eq!(summary.mean_shares(), None);
        let stuck = row(Status::Stuck, 1);
        summary.add(&Row { fill_rate: Some(0.25), elimination_rate: Some(0.5), ..stuck });
        let solved = row(Status::Unique, 1);
        summary.add(&Row { fill_rate: Some(1.0), elimination_rate: Some(1.0), ..solved });
        assert_eq!(summary.mean_shares(), Some([0.625, 0.75]));
    }

    #[test]
    fn in_the_median_a_failure_is_infinite() {
        let mut summary = BackendSummary::default();
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
        let mut summary = BackendSummary::default();
        summary.add(&Row { limit_ns: None, ..row(Status::Unique, 10) });
        assert_eq!(summary.par2_mean_ns(), Some(1e7));
        summary.add(&Row { limit_ns: None, ..row(Status::Crashed, 0) });
        assert_eq!(summary.par2_mean_ns(), None);
    }
}
