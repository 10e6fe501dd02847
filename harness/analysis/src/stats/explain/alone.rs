//! Features one by one: the rank correlation of each with the target.
//!
//! A cluster is one observation, with the mean of its values. The p-value compares ρ·√(n − 1) with the
//! normal distribution, to which it converges if feature and target are independent; p-values are
//! corrected after Holm over all features. Unlike the tree, this is not tested on other puzzles: a
//! feature may correlate without predicting much.

use super::sample::Sample;
use crate::stats::holm::holm;
use crate::stats::normal;
use crate::stats::rank_correlation::spearman;

/// A feature by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Alone {
    /// The feature.
    pub feature: usize,
    /// The number of puzzles whose value is known.
    pub puzzles: usize,
    /// The number of their clusters.
    pub clusters: usize,
    /// Spearman's rank correlation with the target.
    pub correlation: f64,
    /// The p-value.
    pub p: f64,
    /// The p-value, corrected over all features.
    pub p_holm: f64,
}

/// Returns each feature that has different values, the strongest correlation first.
pub(super) fn alone(sample: &Sample) -> Vec<Alone> {
    let mut found: Vec<Alone> =
        (0..sample.columns.len()).filter_map(|feature| of(sample, feature)).collect();
    let p: Vec<f64> = found.iter().map(|one| one.p).collect();
    found.iter_mut().zip(holm(&p)).for_each(|(one, corrected)| one.p_holm = corrected);
    found.sort_by(|a, b| b.correlation.abs().total_cmp(&a.correlation.abs()));
    found
}

fn of(sample: &Sample, feature: usize) -> Option<Alone> {
    let mut clusters = vec![(0.0, 0.0, 0.0); sample.n_clusters];
    for &puzzle in &sample.orders[feature] {
        let (value, target) = (sample.columns[feature][puzzle], sample.targets[puzzle]);
        let (n, values, targets) = &mut clusters[sample.clusters[puzzle]];
        (*n, *values, *targets) = (*n + 1.0, *values + value, *targets + target);
    }
    let known = clusters.iter().filter(|(n, ..)| *n > 0.0);
    let pairs: Vec<(f64, f64)> =
        known.map(|(n, values, targets)| (values / n, targets / n)).collect();
    let correlation = spearman(&pairs)?;
    let p = normal::two_sided(correlation * (pairs.len() as f64 - 1.0).sqrt());
    Some(Alone {
        feature,
        puzzles: sample.orders[feature].len(),
        clusters: pairs.len(),
        correlation,
        p,
        p_holm: p,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_table_by_hand() {
        // Ranks 1, 2, 3, 4 and 2, 1, 4, 3 of the four clusters: ρ = 0.6 and ρ·√3 = 1.0392, beyond which
        // lie 29.87 % of the normal distribution. The last puzzle is unknown, and one feature constant.
        let column = vec![1.0, 2.0, 3.0, 4.0, 4.0, f64::NAN];
        let targets = vec![20.0, 10.0, 40.0, 25.0, 35.0, 0.0];
        let sample = Sample::new(vec![vec![5.0; 6], column], targets, &[0, 1, 2, 3, 3, 4]);
        let [one] = &alone(&sample)[..] else { panic!("one feature has different values") };
        assert_eq!((one.feature, one.puzzles, one.clusters), (1, 5, 4));
        assert!((one.correlation - 0.6).abs() < 1e-12, "{one:?}");
        assert!((one.p - 0.298_698).abs() < 1e-5 && one.p_holm == one.p, "{one:?}");
    }
}
