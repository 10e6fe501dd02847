//! The puzzles of a pair, and the logarithms of B/A by unit and by cluster.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::PairSpec;
use crate::stats::clusters::Clusters;
use crate::stats::means::mean;
use crate::stats::quantile::{quantile, sorted};
use crate::stats::scores::Score;

/// A puzzle of the pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paired {
    pub(super) puzzle: usize,
    pub(super) unit: usize,
    pub(super) cluster: usize,
    /// What A needed; `None` if it did not solve the puzzle.
    pub(super) a: Option<f64>,
    /// The same for B.
    pub(super) b: Option<f64>,
    /// Whether A solved the puzzle, and whether B did.
    pub(super) is_solved: (bool, bool),
}

/// Returns what a contestant needed for a puzzle that it solved within the limit, as a positive number; or its share.
fn needed(score: &Score, question: &PairSpec) -> Option<f64> {
    let limit = question.limit_ns.filter(|_| question.metric.is_time());
    score.solved_value(limit).map(|value| question.metric.positive(value))
}

/// Returns the puzzles that both attempted, and whose values were measured if solved.
pub(super) fn pairs(
    row_a: &[Score],
    row_b: &[Score],
    units: &Clusters,
    question: &PairSpec,
) -> Vec<Paired> {
    let limit = question.limit_ns.filter(|_| question.metric.is_time());
    (0..row_a.len())
        .filter(|&puzzle| row_a[puzzle].is_known() && row_b[puzzle].is_known())
        .map(|puzzle| Paired {
            puzzle,
            unit: units.units[puzzle],
            cluster: units.clusters[puzzle],
            a: needed(&row_a[puzzle], question),
            b: needed(&row_b[puzzle], question),
            is_solved: (
                row_a[puzzle].is_solved_within(limit),
                row_b[puzzle].is_solved_within(limit),
            ),
        })
        .collect()
}

/// Returns whether every unit is a single puzzle.
pub(super) fn is_single(pairs: &[Paired]) -> bool {
    let mut units: Vec<usize> = pairs.iter().map(|pair| pair.unit).collect();
    units.sort_unstable();
    units.windows(2).all(|two| two[0] != two[1])
}

/// Returns the logarithm of the total of B over the total of A, on the puzzles that both solved. If there is none:
/// infinite in favour of the one that solved more. Of shares, the mean of A minus the mean of B. So a negative
/// difference is in favour of B.
fn difference(pairs: &[&Paired], is_share: bool) -> f64 {
    if is_share {
        let of_puzzle = |pair: &&Paired| pair.a.zip(pair.b).map(|(a, b)| a - b);
        let all: Vec<f64> = pairs.iter().filter_map(of_puzzle).collect();
        return mean(&all).unwrap_or(0.0);
    }
    let both = pairs.iter().filter_map(|pair| pair.a.zip(pair.b));
    let (a, b) = both.fold((0.0, 0.0), |sums, both| (sums.0 + both.0, sums.1 + both.1));
    if a > 0.0 {
        return (b / a).ln();
    }
    let solved = |of: &dyn Fn(&Paired) -> bool| pairs.iter().filter(|pair| of(pair)).count();
    let (by_a, by_b) = (solved(&|pair| pair.a.is_some()), solved(&|pair| pair.b.is_some()));
    match by_a.cmp(&by_b) {
        Ordering::Greater => f64::INFINITY,
        Ordering::Less => f64::NEG_INFINITY,
        Ordering::Equal => 0.0,
    }
}

/// Logarithms of B/A, or differences of shares.
pub(super) struct Differences {
    /// The cluster and the difference of each unit, without units that neither solved.
    pub(super) units: Vec<(usize, f64)>,
    /// The difference of each cluster: the median of its units.
    pub(super) clusters: Vec<f64>,
}

impl Differences {
    pub(super) fn of(pairs: &[Paired], is_share: bool) -> Self {
        let mut by_unit: BTreeMap<(usize, usize), Vec<&Paired>> = BTreeMap::new();
        for pair in pairs {
            by_unit.entry((pair.cluster, pair.unit)).or_default().push(pair);
        }
        let of_unit = by_unit
            .iter()
            .map(|(&(cluster, _), pairs)| (cluster, difference(pairs, is_share), pairs));
        let all: Vec<(usize, f64, bool)> = of_unit
            .map(|(cluster, difference, pairs)| {
                let is_solved = pairs.iter().any(|pair| pair.a.is_some() || pair.b.is_some());
                (cluster, difference, is_solved)
            })
            .collect();
        let clusters = all.chunk_by(|one, other| one.0 == other.0).map(|cluster| {
            let middle = quantile(&sorted(cluster.iter().map(|unit| unit.1)), 0.5);
            // Opposite infinities are a tie.
            middle.filter(|middle| !middle.is_nan()).unwrap_or(0.0)
        });
        Self {
            clusters: clusters.collect(),
            units: all.iter().filter(|unit| unit.2).map(|unit| (unit.0, unit.1)).collect(),
        }
    }

    /// Returns the number of clusters that the ratio is made of: those with a unit that both
    /// solved.
    pub(super) fn n_finite_clusters(&self) -> usize {
        let finite = self.units.iter().filter(|unit| unit.1.is_finite());
        finite.map(|unit| unit.0).collect::<BTreeSet<_>>().len()
    }
}

/// Returns the share of negative differences, zeros counting one half: the probability of
/// superiority.
pub(super) fn superiority(differences: &[f64]) -> Option<f64> {
    let halves = differences.iter().map(|&d| {
        if d < 0.0 {
            1.0
        } else if d > 0.0 {
            0.0
        } else {
            0.5
        }
    });
    mean(&halves.collect::<Vec<f64>>())
}
