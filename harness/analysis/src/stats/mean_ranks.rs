//! Mean ranks, and which contestants differ: the figures of a critical-difference diagram.
//!
//! Every cluster of puzzles ranks the contestants by their cost on it, the sum over its puzzles; a failure
//! costs twice the limit, equal costs share the mean of their ranks, and a share is the better the larger it
//! is. Friedman's test says whether there is any difference (Demšar, *Statistical comparisons of classifiers
//! over multiple data sets*, 2006). Pairs are then compared by Wilcoxon's signed-rank test on the logarithms of
//! their costs, or on the shares themselves, with Holm's correction: unlike the difference of mean ranks, it
//! does not depend on the other contestants (Benavoli, Corani and Mangili, *Should we really use post-hoc tests
//! based on mean-ranks?*, 2016).

use serde::Serialize;

use super::friedman::{Friedman, friedman};
use super::holm::holm;
use super::letters::groups;
use super::rank_correlation::ranks;
use super::scores::ScoreMatrix;
use super::wilcoxon::signed_rank;

/// The significance level of the pairs.
pub const LEVEL: f64 = 0.05;

/// The mean ranks of some contestants.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeanRanks {
    /// The contestants and their mean ranks, best first.
    pub ranks: Vec<(usize, f64)>,
    /// The number of clusters.
    pub clusters: usize,
    /// The test of any difference; `None` with fewer than three contestants.
    pub friedman: Option<Friedman>,
    /// The groups of contestants that cannot be told apart, with at least two members: indices in
    /// `ranks`.
    pub groups: Vec<Vec<usize>>,
}

/// Returns the mean ranks of contestants of a matrix, each of which attempted every puzzle. `clusters` has the cluster
/// of each puzzle. `None` if a cost is unknown.
pub fn mean_ranks(
    matrix: &ScoreMatrix,
    contestants: &[usize],
    clusters: &[usize],
    limit_ns: Option<f64>,
) -> Option<MeanRanks> {
    let n_clusters = clusters.iter().max().map_or(0, |last| last + 1);
    let mut costs = vec![vec![0.0; contestants.len()]; n_clusters];
    let limit = limit_ns.filter(|_| matrix.metric().is_time());
    let failure = limit.map_or(f64::INFINITY, |limit| 2.0 * limit);
    for (index, &one) in contestants.iter().enumerate() {
        for (score, &cluster) in matrix.row(one).iter().zip(clusters) {
            let is_cost = score.is_share || score.is_solved_within(limit);
            costs[cluster][index] +=
                if is_cost { matrix.metric().cost(score.value?) } else { failure };
        }
    }
    let blocks: Vec<Vec<f64>> = costs.iter().map(|costs| ranks(costs)).collect();
    let mean = |index: usize| {
        blocks.iter().map(|block| block[index]).sum::<f64>() / n_clusters.max(1) as f64
    };
    let mut order: Vec<(usize, f64)> = (0..contestants.len()).map(|at| (at, mean(at))).collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let metric = matrix.metric();
    let scale = |cost| if metric.is_share() { cost } else { metric.positive(cost).ln() };
    let is_apart = told_apart(&costs, &order, scale);
    let members = |group: Vec<bool>| (0..order.len()).filter(|&one| group[one]).collect();
    let groups = groups(order.len(), &|a, b| is_apart[a][b]).into_iter().map(members);
    Some(MeanRanks {
        groups: groups.filter(|group: &Vec<usize>| group.len() > 1).collect(),
        ranks: order.iter().map(|&(at, rank)| (contestants[at], rank)).collect(),
        clusters: n_clusters,
        friedman: friedman(&blocks),
    })
}

/// Returns whether each pair of contestants, in this order, differs significantly.
fn told_apart(
    costs: &[Vec<f64>],
    order: &[(usize, f64)],
    scale: impl Fn(f64) -> f64,
) -> Vec<Vec<bool>> {
    let n = order.len();
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
    let p = |&(a, b): &(usize, usize)| {
        let difference = |costs: &Vec<f64>| {
            let (a, b) = (scale(costs[order[a].0]), scale(costs[order[b].0]));
            // Two failures without a limit are a tie.
            if a == b { 0.0 } else { b - a }
        };
        let differences: Vec<f64> = costs.iter().map(difference).collect();
        signed_rank(&differences).map_or(1.0, |test| test.p)
    };
    let corrected = holm(&pairs.iter().map(p).collect::<Vec<f64>>());
    let mut is_apart = vec![vec![false; n]; n];
    for ((a, b), p) in pairs.into_iter().zip(corrected) {
        (is_apart[a][b], is_apart[b][a]) = (p < LEVEL, p < LEVEL);
    }
    is_apart
}

#[cfg(test)]
mod tests {
    use record::Status;

    use super::*;
    use crate::stats::scores::Score;

    fn solved(value: f64) -> Score {
        let value = Some(value);
        Score { trials: 1, status: Status::Unique, value, is_timed_alone: true, ..Score::default() }
    }

    #[test]
    fn twins_share_a_group_and_a_slower_one_does_not() {
        let twin = |shift: usize| -> Vec<Score> {
            (0..30).map(|puzzle| solved(100.0 + ((puzzle * 7 + shift) % 30) as f64)).collect()
        };
        let slow = (0..30).map(|puzzle| solved(300.0 + puzzle as f64)).collect();
        let matrix = ScoreMatrix::of(vec![slow, twin(0), twin(15)]);
        let clusters: Vec<usize> = (0..30).collect();
        let found = mean_ranks(&matrix, &[0, 1, 2], &clusters, Some(1e9)).expect("all are timed");
        assert_eq!(found.ranks[2], (0, 3.0));
        assert_eq!(found.groups, [[0, 1]]);
        assert!(found.friedman.expect("three").p < 1e-6);
        // All puzzles are copies of five.
        let clusters: Vec<usize> = (0..30).map(|puzzle| puzzle % 5).collect();
        let found = mean_ranks(&matrix, &[0, 1, 2], &clusters, Some(1e9)).expect("all are timed");
        assert_eq!((found.clusters, found.groups), (5, vec![vec![0, 1, 2]]));
    }
}
