//! Spearman's rank correlation: do two lists rank the same things first?
//!
//! 1 if both have the same order, −1 if one has the reverse order of the other, about 0 if they are
//! unrelated. It depends on the order alone, so that a constant factor between two machines, or a
//! logarithm, changes nothing. Equal values share the mean of their ranks; the coefficient is then
//! Pearson's correlation of the ranks (Spearman, *The proof and measurement of association between two
//! things*, 1904).

use super::bootstrap::Interval;
use super::normal::Z_95;

/// Returns the coefficient of pairs; `None` for fewer than three pairs, or if one of the lists is
/// constant. Values may be infinite.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (a, b) = (ranks(&a), ranks(&b));
    let mean = (pairs.len() as f64 + 1.0) / 2.0;
    let sum = |x: &[f64], y: &[f64]| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum()
    };
    let spread = (sum(&a, &a) * sum(&b, &b)).sqrt();
    (spread > 0.0).then(|| (sum(&a, &b) / spread).clamp(-1.0, 1.0))
}

/// Returns the interval of 95 % for the coefficient of the population of which `n` pairs are a sample: normal after
/// Fisher's transformation, with the variance of Bonett and Wright (*Sample size requirements for estimating Pearson,
/// Kendall and Spearman correlations*, 2000). `None` for fewer than four pairs.
pub fn spearman_interval(coefficient: f64, n: usize) -> Option<Interval> {
    if n < 4 {
        return None;
    }
    let error = ((1.0 + coefficient * coefficient / 2.0) / (n as f64 - 3.0)).sqrt();
    let end = |sign: f64| (coefficient.atanh() + sign * Z_95 * error).tanh();
    Some(Interval { low: end(-1.0), high: end(1.0) })
}

/// Returns the rank of each value, from 1; equal values share the mean of theirs.
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = before as f64 + (equal.len() as f64 + 1.0) / 2.0;
        equal.iter().for_each(|&index| ranks[index] = rank);
        before += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn small_tables_by_hand() {
        // Without equal values: 1 - 6 * sum of squared differences / (n (n^2 - 1)); here the
        // differences are 1, 1, 1, 1, so 1 - 24 / 60.
        let found = spearman(&[(1.0, 20.0), (2.0, 10.0), (3.0, 40.0), (4.0, 30.0)]).unwrap();
        assert!((found - 0.6).abs() < 1e-12, "{found}");
        assert_eq!(ranks(&[5.0, f64::INFINITY, 5.0, 1.0]), [2.5, 4.0, 2.5, 1.0]);
        assert_eq!(spearman(&[(1.0, 1.0), (2.0, 2.0)]), None);
        assert_eq!(spearman(&[(1.0, 1.0), (2.0, 1.0), (3.0, 1.0)]), None);
    }

    #[test]
    fn the_interval_is_symmetric_on_the_scale_of_fisher() {
        // tanh(±1.96 / √100), and tanh(atanh 0.6 ± 1.96 · √(1.18 / 25))
        for (coefficient, n, low, high) in
            [(0.0, 103, -0.193_524_66, 0.193_524_66), (0.6, 28, 0.261_142_39, 0.807_206_99)]
        {
            let found = spearman_interval(coefficient, n).unwrap();
            assert!(
                (found.low - low).abs() < 1e-6 && (found.high - high).abs() < 1e-6,
                "{found:?}"
            );
        }
        assert_eq!(spearman_interval(0.5, 3), None);
    }

    proptest! {
        #[test]
        fn it_sees_the_order_alone(values in prop::collection::vec((0.1_f64..1e6, 0.1_f64..1e6), 3..60)) {
            let found = spearman(&values).unwrap();
            let logarithms: Vec<_> = values.iter().map(|&(a, b)| (a.ln(), b * b)).collect();
            prop_assert!((spearman(&logarithms).unwrap() - found).abs() < 1e-9);
            let reversed: Vec<_> = values.iter().map(|&(a, b)| (a, -b)).collect();
            prop_assert!((spearman(&reversed).unwrap() + found).abs() < 1e-9);
            let same: Vec<_> = values.iter().map(|&(a, _)| (a, a)).collect();
            prop_assert!((spearman(&same).unwrap() - 1.0).abs() < 1e-9);
        }
    }
}
