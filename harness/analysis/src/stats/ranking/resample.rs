//! The statistic that decides the places, on resamples of the clusters of puzzles.
//!
//! All contestants are recomputed on the same resamples, because the difference of two contestants on the
//! same puzzles varies much less than each of them does. The values are on the scale on which contestants
//! are compared: logarithms, whose differences are ratios, or the share of unsolved puzzles, or shares with the
//! sign turned. Smaller is better.

use rayon::prelude::*;

use super::{RankingSpec, Statistic};
use crate::stats::bootstrap::{Bootstrap, groups, multiplicities};
use crate::stats::scores::{Metric, Score};

/// The statistic of a contestant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Draws {
    /// Its value on the puzzles themselves.
    pub(super) observed: f64,
    /// Its value on each resample.
    pub(super) replicates: Vec<f64>,
}

impl Draws {
    /// Returns the mean of draws of the same contestant on several parts, each with the same weight. All parts are
    /// resampled by the same random numbers, so each is combined with another resample of the next: those are
    /// independent.
    pub(super) fn mean(parts: &[&Self]) -> Self {
        let n_parts = parts.len() as f64;
        let n_replicates = parts.iter().map(|part| part.replicates.len()).min().unwrap_or_default();
        let replicate = |at: usize| {
            let of_parts = parts.iter().enumerate();
            of_parts.map(|(nth, part)| part.replicates[(at + nth) % n_replicates]).sum::<f64>()
        };
        Self {
            observed: parts.iter().map(|part| part.observed).sum::<f64>() / n_parts,
            replicates: (0..n_replicates).map(|at| replicate(at) / n_parts).collect(),
        }
    }
}

/// The statistic of one contestant, prepared for resampling.
enum Column {
    /// A mean: numerator and denominator of each cluster.
    Mean(Vec<(f64, f64)>),
    /// A quantile: the values in ascending order, each with its cluster.
    Quantile(f64, Vec<(f64, usize)>),
}

/// Returns the draws of each contestant in `rows` that is wanted, whose scores are in the order of the `clusters`.
/// `common` are the puzzles that all of them solved. `None` for a contestant without the statistic.
pub(super) fn resample(
    rows: &[&[Score]],
    is_wanted: &dyn Fn(usize) -> bool,
    clusters: &[usize],
    common: &[usize],
    question: &RankingSpec,
) -> Vec<Option<Draws>> {
    let n_clusters = clusters.iter().max().map_or(0, |last| last + 1);
    let groups = groups(n_clusters, question.bootstrap.seed);
    let clusters: &[usize] = &clusters.iter().map(|&cluster| groups[cluster]).collect::<Vec<_>>();
    let n_clusters = groups.iter().max().map_or(0, |last| last + 1);
    let failure = failure(rows, question);
    let columns: Vec<Option<Column>> = rows
        .iter()
        .enumerate()
        .map(|(one, row)| {
            let column = || column(row, clusters, n_clusters, common, failure, question);
            is_wanted(one).then(column).flatten()
        })
        .collect();
    let evaluate = |weights: &[u32]| -> Vec<f64> {
        let value = |column: &Option<Column>| match column {
            Some(column) => scaled(column.value(weights), question),
            None => f64::NAN,
        };
        columns.iter().map(value).collect()
    };
    let observed = evaluate(&vec![1; n_clusters]);
    let Bootstrap { resamples, seed, .. } = question.bootstrap;
    let replicates: Vec<Vec<f64>> = (0..resamples)
        .into_par_iter()
        .map(|resample| evaluate(&multiplicities(n_clusters, seed, resample)))
        .collect();
    let draws = |(one, &observed): (usize, &f64)| {
        let replicates = replicates.iter().map(|values| values[one]);
        // A resample without any of the common puzzles has no mean of them.
        let replicates = replicates.map(|value| if value.is_nan() { observed } else { value });
        (!observed.is_nan()).then(|| Draws { observed, replicates: replicates.collect() })
    };
    observed.iter().enumerate().map(draws).collect()
}

fn column(
    row: &[Score],
    clusters: &[usize],
    n_clusters: usize,
    common: &[usize],
    failure: f64,
    question: &RankingSpec,
) -> Option<Column> {
    let limit = question.limit_ns.filter(|_| question.metric.is_time());
    let is_time = question.metric.is_time();
    let everywhere: Vec<usize> = (0..row.len()).collect();
    let mean_of = |puzzles: &[usize], value: &dyn Fn(&Score) -> Option<f64>| {
        let mut sums = vec![(0.0, 0.0); n_clusters];
        for &puzzle in puzzles {
            let sum = &mut sums[clusters[puzzle]];
            *sum = (sum.0 + value(&row[puzzle])?, sum.1 + 1.0);
        }
        Some(Column::Mean(sums))
    };
    // Times are over all puzzles, counts over those that all solved.
    let (puzzles, penalty) = if is_time { (&everywhere[..], 1.0) } else { (common, 0.0) };
    match question.statistic {
        Statistic::Solved => {
            mean_of(&everywhere, &|score| Some(f64::from(!score.is_solved_within(limit))))
        }
        Statistic::Par2 => mean_of(&everywhere, &|score| score.penalised(limit, 2.0)),
        Statistic::Par10 => mean_of(&everywhere, &|score| score.penalised(limit, 10.0)),
        Statistic::Mean => mean_of(common, &|score| score.value),
        Statistic::Geomean => mean_of(puzzles, &|score| {
            Some((score.penalised(limit, penalty)? + question.shift).ln())
        }),
        Statistic::Median => quantile(row, clusters, puzzles, 0.5, failure, question),
        Statistic::P90 => quantile(row, clusters, puzzles, 0.9, failure, question),
        Statistic::P99 => quantile(row, clusters, puzzles, 0.99, failure, question),
    }
}

/// Returns what a failure counts in a quantile, since infinities have no differences: twice the limit or, without one,
/// twice the largest value of all contestants, so that no contestant gains by it.
fn failure(rows: &[&[Score]], question: &RankingSpec) -> f64 {
    let limit = question.limit_ns.filter(|_| question.metric.is_time());
    let values =
        rows.iter().flat_map(|row| row.iter()).filter_map(|score| score.or_infinity(limit));
    let finite = values.filter(|value| value.is_finite());
    2.0 * limit.unwrap_or_else(|| finite.fold(1.0, f64::max))
}

/// Prepares a quantile.
fn quantile(
    row: &[Score],
    clusters: &[usize],
    puzzles: &[usize],
    share: f64,
    failure: f64,
    question: &RankingSpec,
) -> Option<Column> {
    if question.metric.is_time() && row.iter().any(|score| !score.is_timed_alone) {
        return None;
    }
    let limit = question.limit_ns.filter(|_| question.metric.is_time());
    let mut values = Vec::with_capacity(puzzles.len());
    for &puzzle in puzzles {
        let value =
            if row[puzzle].is_share { row[puzzle].value } else { row[puzzle].or_infinity(limit) };
        values.push((value?, clusters[puzzle]));
    }
    values.iter_mut().for_each(|value| value.0 = value.0.min(failure));
    values.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    (!values.is_empty()).then_some(Column::Quantile(share, values))
}

impl Column {
    /// Returns the statistic where each cluster occurs this often.
    fn value(&self, weights: &[u32]) -> f64 {
        match self {
            Self::Mean(sums) => {
                let (mut numerator, mut denominator) = (0.0, 0.0);
                for (sum, &weight) in sums.iter().zip(weights) {
                    numerator += f64::from(weight) * sum.0;
                    denominator += f64::from(weight) * sum.1;
                }
                numerator / denominator
            }
            Self::Quantile(share, values) => weighted_quantile(*share, values, weights),
        }
    }
}

/// Returns the quantile of values that occur as often as their clusters do, interpolated linearly between the two
/// nearest ones.
fn weighted_quantile(share: f64, values: &[(f64, usize)], weights: &[u32]) -> f64 {
    let total: u64 = values.iter().map(|value| u64::from(weights[value.1])).sum();
    let place = share * total.saturating_sub(1) as f64;
    let mut counted = 0;
    let mut below = f64::NAN;
    for &(value, cluster) in values.iter().filter(|value| weights[value.1] > 0) {
        counted += u64::from(weights[cluster]);
        let last = (counted - 1) as f64;
        if below.is_nan() && last >= place.floor() {
            below = value;
        }
        if last >= place.ceil() {
            return below + (value - below) * (place - place.floor());
        }
    }
    f64::NAN
}

/// Returns a value on the scale on which contestants are compared.
fn scaled(value: f64, question: &RankingSpec) -> f64 {
    match question.statistic {
        // A share, and a mean of logarithms.
        Statistic::Solved | Statistic::Geomean => value,
        _ if value.is_nan() => value,
        _ if question.metric.is_share() => question.metric.cost(value),
        _ => question.metric.positive(value).ln(),
    }
}

/// Undoes [`scaled`]: the share of solved puzzles, or a value of the metric.
pub(super) fn unscaled(value: f64, question: &RankingSpec) -> f64 {
    let one = match question.metric {
        Metric::Nodes | Metric::Bets | Metric::Conflicts | Metric::Accesses => 1.0,
        Metric::Time | Metric::Cpu | Metric::Memory | Metric::Fill | Metric::Elimination => 0.0,
    };
    match question.statistic {
        Statistic::Solved => 1.0 - value,
        Statistic::Geomean => value.exp() - question.shift,
        _ if question.metric.is_share() => -value,
        _ => value.exp() - one,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::stats::quantile::{quantile, sorted};

    proptest! {
        #[test]
        fn a_weighted_quantile_is_that_of_the_repeated_values(
            drawn in prop::collection::vec((0.0_f64..100.0, 0_u32..4), 1..40),
            share in 0.0_f64..=1.0,
        ) {
            let mut values: Vec<(f64, usize)> =
                drawn.iter().enumerate().map(|(cluster, it)| (it.0, cluster)).collect();
            values.sort_by(|a, b| a.0.total_cmp(&b.0));
            let weights: Vec<u32> = drawn.iter().map(|it| it.1).collect();
            let repeated =
                drawn.iter().flat_map(|it| std::iter::repeat_n(it.0, it.1 as usize));
            let found = weighted_quantile(share, &values, &weights);
            match quantile(&sorted(repeated), share) {
                Some(expected) => prop_assert!((found - expected).abs() < 1e-9),
                None => prop_assert!(found.is_nan()),
            }
        }
    }
}
