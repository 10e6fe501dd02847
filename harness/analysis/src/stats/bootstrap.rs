//! The bootstrap (Efron, *Bootstrap methods: another look at the jackknife*, 1979): how far would a
//! statistic move if the sample were another one?
//!
//! Resamples of the same size are drawn from the sample with replacement, and the statistic is computed
//! for each. The interval excludes the same share of these values at both ends (the percentile method).
//! What is drawn are *clusters*: the isomorphs of a puzzle are dependent, and so are puzzles that were
//! timed together. Drawing them one by one would make the interval too narrow.
//!
//! A statistic is a ratio of two sums over observations: a mean, whose second sum counts, or a quotient
//! of totals. A cluster contributes its part of both sums, so that a draw is two additions. Each resample
//! has its own random stream, so that the same seed gives the same interval with any number of threads.
//!
//! More than [`MOST`] clusters are dealt at random into as many groups, and the groups are resampled, so that a
//! resample of many puzzles costs no more. A sum over a group varies as much as those of its clusters together.
//! The variance between *G* groups estimates that with a relative standard error of sqrt(2 / (*G* − 1)), here 2 %: the
//! interval is 1 % wider or narrower, as it also is by chance with 10,000 resamples.

use std::borrow::Cow;

use board::seed::{ChaCha8Rng, seeded};
use rand::RngExt;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::quantile::{quantile, sorted};

/// The random stream of the first resample; the others follow it.
const STREAM: u64 = 0xb007_0000_0000;

/// The random stream that deals clusters into groups.
const DEAL: u64 = STREAM - 1;

/// The maximum number of clusters that are resampled one by one.
pub const MOST: usize = 4_096;

/// The parameters of the bootstrap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// The number of resamples.
    pub resamples: u32,
    /// The random seed.
    pub seed: u64,
    /// The confidence level of the interval.
    pub confidence: f64,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self { resamples: 10_000, seed: 1, confidence: 0.95 }
    }
}

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Applies an increasing function to both ends.
    pub fn map(self, grows: impl Fn(f64) -> f64) -> Self {
        Self { low: grows(self.low), high: grows(self.high) }
    }

    /// Returns whether a value lies in the interval, ends included.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The contribution of a cluster to `N` statistics: numerator and denominator of each.
pub type Sums<const N: usize> = [(f64, f64); N];

/// Returns the intervals of `N` statistics, each the quotient of two sums over clusters, from the same
/// resamples. `None` with fewer than two clusters, or if a statistic is not a number in some resample.
pub fn intervals<const N: usize>(
    clusters: &[Sums<N>],
    bootstrap: Bootstrap,
) -> [Option<Interval>; N] {
    if clusters.len() < 2 || bootstrap.resamples == 0 {
        return [None; N];
    }
    let clusters = dealt(clusters, bootstrap.seed);
    let draws: Vec<[f64; N]> = (0..bootstrap.resamples)
        .into_par_iter()
        .map(|resample| draw(&clusters, bootstrap.seed, resample))
        .collect();
    std::array::from_fn(|figure| interval(draws.iter().map(|draw| draw[figure]), bootstrap))
}

/// Returns the interval of the difference of the means of two independent samples, the second minus
/// the first. `None` if one of them has fewer than two values.
pub fn of_difference(first: &[f64], second: &[f64], bootstrap: Bootstrap) -> Option<Interval> {
    if first.len() < 2 || second.len() < 2 {
        return None;
    }
    let mean = |values: &[f64], chance: &mut ChaCha8Rng| -> f64 {
        let drawn = (0..values.len()).map(|_| values[chance.random_range(0..values.len())]);
        drawn.sum::<f64>() / values.len() as f64
    };
    let draws = (0..bootstrap.resamples).map(|resample| {
        let mut chance = seeded(bootstrap.seed, STREAM + u64::from(resample));
        mean(second, &mut chance) - mean(first, &mut chance)
    });
    interval(draws, bootstrap)
}

/// Returns the group of each of `n` clusters: itself, unless there are too many. All groups have the same size, or one
/// cluster more.
pub(super) fn groups(n: usize, seed: u64) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..n).collect();
    if n > MOST {
        groups.iter_mut().for_each(|group| *group %= MOST);
        groups.shuffle(&mut seeded(seed, DEAL));
    }
    groups
}

/// Returns the sums of the groups.
fn dealt<const N: usize>(clusters: &[Sums<N>], seed: u64) -> Cow<'_, [Sums<N>]> {
    if clusters.len() <= MOST {
        return Cow::Borrowed(clusters);
    }
    let mut sums = vec![[(0.0, 0.0); N]; MOST];
    for (group, cluster) in groups(clusters.len(), seed).into_iter().zip(clusters) {
        add(&mut sums[group], cluster);
    }
    Cow::Owned(sums)
}

/// Adds the sums of a cluster.
fn add<const N: usize>(totals: &mut Sums<N>, cluster: &Sums<N>) {
    for (total, part) in totals.iter_mut().zip(cluster) {
        total.0 += part.0;
        total.1 += part.1;
    }
}

/// Returns the clusters of a resample, drawn from `n` of them.
fn drawn(n: usize, seed: u64, resample: u32) -> impl Iterator<Item = usize> {
    let mut chance = seeded(seed, STREAM + u64::from(resample));
    // 32 bits are enough, and drawing them takes most of the time.
    let n = n as u32;
    (0..n).map(move |_| chance.random_range(0..n) as usize)
}

/// Returns how often each of `n` clusters occurs in a resample.
pub(super) fn multiplicities(n: usize, seed: u64, resample: u32) -> Vec<u32> {
    let mut counts = vec![0; n];
    drawn(n, seed, resample).for_each(|cluster| counts[cluster] += 1);
    counts
}

/// Returns the statistics of one resample.
fn draw<const N: usize>(clusters: &[Sums<N>], seed: u64, resample: u32) -> [f64; N] {
    let mut totals = [(0.0, 0.0); N];
    for cluster in drawn(clusters.len(), seed, resample) {
        add(&mut totals, &clusters[cluster]);
    }
    totals.map(|(numerator, denominator)| numerator / denominator)
}

/// Returns the percentile interval of the figures of the resamples; `None` if one is not a number.
pub(super) fn interval(
    figures: impl Iterator<Item = f64>,
    bootstrap: Bootstrap,
) -> Option<Interval> {
    let figures = sorted(figures);
    if figures.iter().any(|figure| figure.is_nan()) {
        return None;
    }
    let tail = (1.0 - bootstrap.confidence) / 2.0;
    let (low, high) = (quantile(&figures, tail)?, quantile(&figures, 1.0 - tail)?);
    Some(Interval { low, high })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of_mean(values: &[f64], bootstrap: Bootstrap) -> Option<Interval> {
        let clusters: Vec<Sums<1>> = values.iter().map(|&value| [(value, 1.0)]).collect();
        intervals(&clusters, bootstrap)[0]
    }

    #[test]
    fn it_approximates_the_exact_interval() {
        // All 4^4 resamples of four values, each as likely: the exact percentile interval.
        let values = [1.0, 2.0, 4.0, 8.0];
        let mut means = Vec::new();
        for code in 0..256_usize {
            let sum: f64 = (0..4).map(|digit| values[code >> (2 * digit) & 3]).sum();
            means.push(sum / 4.0);
        }
        let means = sorted(means);
        let bootstrap = Bootstrap { resamples: 40_000, confidence: 0.8, ..Bootstrap::default() };
        let found = of_mean(&values, bootstrap).unwrap();
        let exact = (quantile(&means, 0.1).unwrap(), quantile(&means, 0.9).unwrap());
        assert!((found.low - exact.0).abs() <= 0.25, "{found:?} {exact:?}");
        assert!((found.high - exact.1).abs() <= 0.25, "{found:?} {exact:?}");
    }

    #[test]
    fn a_known_spread_is_found() {
        // The mean of 0, 1, …, 399 spreads by sqrt((400^2 - 1) / 12 / 400) = 5.7735.
        let values: Vec<f64> = (0..400).map(f64::from).collect();
        let found = of_mean(&values, Bootstrap::default()).unwrap();
        let half_width = 1.96 * 5.7735;
        assert!((found.low - (199.5 - half_width)).abs() < 0.5, "{found:?}");
        assert!((found.high - (199.5 + half_width)).abs() < 0.5, "{found:?}");
    }

    #[test]
    fn clusters_widen_the_interval() {
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let alone = of_mean(&values, Bootstrap::default()).unwrap();
        let tens: Vec<Sums<1>> = values.chunks(10).map(|ten| [(ten.iter().sum(), 10.0)]).collect();
        let together = intervals(&tens, Bootstrap::default())[0].unwrap();
        assert!(together.high - together.low > 2.0 * (alone.high - alone.low));
        let copies: Vec<Sums<1>> = values.iter().map(|&value| [(7.0 * value, 7.0)]).collect();
        let copied = intervals(&copies, Bootstrap::default())[0].unwrap();
        assert!(
            (copied.low - alone.low).abs() < 1e-9,
            "copies of an observation add no information"
        );
    }

    #[test]
    fn groups_of_many_clusters_vary_as_the_clusters_do() {
        // A heavy tail: the squares of 1/u for 20,000 values of u, most of them small.
        let n = 20_000;
        let values: Vec<f64> = (0..n).map(|i| (f64::from(i % 97 + 1) / 97.0).powi(-2)).collect();
        let clusters: Vec<Sums<1>> = values.iter().map(|&value| [(value, 1.0)]).collect();
        let bootstrap = Bootstrap { resamples: 4_000, ..Bootstrap::default() };
        let draws = (0..bootstrap.resamples).map(|resample| draw(&clusters, 1, resample)[0]);
        let one_by_one = interval(draws, bootstrap).unwrap();
        let in_groups = intervals(&clusters, bootstrap)[0].unwrap();
        let (expected, found) = (one_by_one.high - one_by_one.low, in_groups.high - in_groups.low);
        assert!((found / expected - 1.0).abs() < 0.06, "{in_groups:?} {one_by_one:?}");
        assert!((in_groups.low - one_by_one.low).abs() < 0.06 * expected);
    }

    #[test]
    fn groups_have_the_same_size() {
        assert_eq!(groups(3, 1), [0, 1, 2]);
        let mut sizes = vec![0; MOST];
        groups(3 * MOST + 5, 1).into_iter().for_each(|group| sizes[group] += 1);
        assert_eq!(sizes.iter().filter(|&&size| size == 4).count(), 5);
        assert_eq!(sizes.iter().filter(|&&size| size == 3).count(), MOST - 5);
    }

    #[test]
    fn the_difference_of_two_samples_spreads_by_both() {
        let (first, second): (Vec<f64>, Vec<f64>) =
            (0..400).map(|i| (f64::from(i), f64::from(i) + 50.0)).unzip();
        let found = of_difference(&first, &second, Bootstrap::default()).unwrap();
        let half_width = 1.96 * 5.7735 * std::f64::consts::SQRT_2;
        assert!((found.low - (50.0 - half_width)).abs() < 0.7, "{found:?}");
        assert!((found.high - (50.0 + half_width)).abs() < 0.7, "{found:?}");
        assert_eq!(of_difference(&[1.0], &second, Bootstrap::default()), None);
    }

    #[test]
    fn one_cluster_has_no_interval() {
        assert_eq!(of_mean(&[5.0], Bootstrap::default()), None);
        assert_eq!(intervals::<1>(&[[(0.0, 0.0)], [(0.0, 0.0)]], Bootstrap::default()), [None]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn the_same_seed_gives_the_same_and_units_do_not_matter(
            values in prop::collection::vec(0.1_f64..10.0, 2..40),
            seed in 0..1000_u64,
        ) {
            let bootstrap = Bootstrap { resamples: 200, seed, confidence: 0.95 };
            let found = of_mean(&values, bootstrap).unwrap();
            prop_assert_eq!(found, of_mean(&values, bootstrap).unwrap());
            let doubled: Vec<f64> = values.iter().map(|value| value * 2.0).collect();
            let again = of_mean(&doubled, bootstrap).unwrap();
            prop_assert_eq!(again, found.map(|end| end * 2.0));
            prop_assert!(found.low <= found.high);
        }
    }
}
