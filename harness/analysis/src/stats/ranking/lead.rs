//! The lead of the first contestant over the next.

use serde::Serialize;

use super::Ranking;
use crate::stats::bootstrap::Interval;
use crate::stats::pair::ENOUGH;

/// How far the first of a ranking is ahead.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lead {
    /// The first contestant, as a row of the matrix.
    #[serde(skip)]
    pub first: usize,
    /// The next one.
    #[serde(skip)]
    pub next: usize,
    /// The number of contestants ranked with them.
    pub ranked: usize,
    /// The number of independent clusters of puzzles on which the two are compared.
    pub clusters: usize,
    /// The value of the next over that of the first; `None` if puzzles solved decide, or shares, if the first needed
    /// nothing, or if the next failed where the quantile is.
    pub ratio: Option<f64>,
    /// The simultaneous confidence interval of the ratio or the difference; `None` of too few puzzles, and where values are
    /// compared with a shift that changes the ratio by a hundredth.
    pub interval: Option<Interval>,
    /// The share of the first minus that of the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// The number of contestants that cannot be told apart from the first.
    pub tied: usize,
}

impl Ranking {
    /// Returns the number of ranked contestants, if none of them solved anything.
    pub fn unsuccessful(&self) -> Option<usize> {
        let ranked = || self.lines.iter().filter(|line| line.place.is_some());
        (ranked().count() > 0 && ranked().all(|line| line.solved == 0)).then(|| ranked().count())
    }

    /// Returns the lead of the first contestant; `None` with fewer than two that are ranked
    /// together.
    pub fn lead(&self) -> Option<Lead> {
        let first = self.lines.first().filter(|line| line.place.is_some())?;
        let peers = self.lines.iter().filter(|line| line.peers == first.peers);
        let peers: Vec<usize> = peers.map(|line| line.contestant).collect();
        let standing = self.certainty.standing(&peers, self.confidence)?;
        let &next = peers.get(1)?;
        let is_share = self.certainty.is_share;
        let is_decisive = self.certainty.ties.is_none();
        let is_ratio = is_decisive && !is_share;
        let value = |one: usize| self.values.get(one).copied().flatten();
        let ratio = value(next).zip(value(first.contestant)).map(|(next, first)| next / first);
        let ratio = ratio.filter(|ratio| is_ratio && ratio.is_finite());
        let scaled = standing.first.difference(0, 1).exp();
        let clusters = standing.first.n_clusters(0, 1);
        let is_exact = is_share || ratio.is_some_and(|it| (scaled / it - 1.0).abs() < 0.01);
        let interval = standing.first.interval(0, 1);
        let interval = if is_share { interval } else { interval.map(f64::exp) };
        Some(Lead {
            first: first.contestant,
            next,
            ranked: peers.len(),
            clusters,
            ratio,
            interval: (is_decisive && is_exact && clusters >= ENOUGH).then_some(interval),
            difference: (is_decisive && is_share).then(|| standing.first.difference(0, 1)),
            tied: (1..peers.len()).filter(|&other| !standing.is_apart(0, other)).count(),
        })
    }
}
