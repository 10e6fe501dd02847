//! The best solutions so far, and what a better one may cost.

use super::taxes::SCALE;

/// The `k` best solutions of those kept.
pub(super) struct Best {
    pub(super) k: usize,
    /// The most that a solution of interest costs, in units of 1 / [`SCALE`].
    most: i128,
    /// The costs of solutions in ascending order, each with its options in ascending order.
    pub(super) solutions: Vec<(i128, Vec<usize>)>,
}

impl Best {
    pub(super) fn new(k: usize, most: i128) -> Self {
        Self { k, most, solutions: Vec::new() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.solutions.len() == self.k
    }

    /// Returns the most that a solution may cost to be kept, in units of 1 / [`SCALE`].
    pub(super) fn limit(&self) -> i128 {
        // The costs of two solutions differ by a multiple of the unit of costs.
        let worst = self.solutions.last().filter(|_| self.is_full());
        worst.map_or(self.most, |(cost, _)| self.most.min(SCALE * (cost - 1)))
    }

    /// Keeps a solution whose cost is within the limit.
    pub(super) fn keep(&mut self, cost: i128, mut options: Vec<usize>) {
        options.sort_unstable();
        let place = self.solutions.partition_point(|(other, _)| *other <= cost);
        self.solutions.insert(place, (cost, options));
        self.solutions.truncate(self.k);
    }

    /// Returns an empty list that keeps what this one would.
    pub(super) fn attempt(&self) -> Self {
        Self::new(self.k, self.limit())
    }

    /// Adds the solutions of an attempt that ended.
    pub(super) fn add(&mut self, attempt: Self) {
        for (cost, options) in attempt.solutions {
            if SCALE * cost <= self.limit() {
                self.keep(cost, options);
            }
        }
    }

    /// Drops the solutions of an attempt that did not end, which will be met again. Others must not cost more.
    pub(super) fn learn(&mut self, attempt: &Self) {
        if let Some((cost, _)) = attempt.solutions.last().filter(|_| attempt.is_full()) {
            self.most = self.most.min(SCALE * cost);
        }
    }
}
