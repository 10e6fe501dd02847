//! The signed-rank test of Wilcoxon (*Individual comparisons by ranking methods*, 1945): are the
//! differences of pairs symmetric about zero?
//!
//! The differences are ranked by their size, and the ranks of the positive ones are summed. If
//! only chance decides the signs, each rank is in the sum with probability one half, and the
//! distribution of the sum is known.
//!
//! The conventions are the defaults of `scipy.stats.wilcoxon`:
//! - differences of zero are excluded, as Wilcoxon did;
//! - equal sizes share the mean of their ranks;
//! - up to 50 differences, none of them zero and no two equal, the distribution of the sum is exact;
//!   up to 13 it is exact in any case;
//! - otherwise the sum is compared with the normal distribution, with the variance corrected for ties
//!   and without a continuity correction;
//! - the test is two-sided: twice the smaller tail, at most 1.
//!
//! Logarithms are rounded, so that |ln 3/4| and |ln 4/3| differ in their last digit: sizes that differ by less than a
//! billionth tie, and what rounding alone leaves of a difference is zero.
//!
//! A difference may be infinite, if one of the two did not finish. Such differences are the largest,
//! and tie with each other. The exact distribution takes n² additions in a table of half-ranks.

use super::normal;

/// The result of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// The sum of the ranks of the positive differences.
    pub positive: f64,
    /// The sum of the ranks of the negative differences.
    pub negative: f64,
    /// The number of nonzero differences.
    pub n: usize,
    /// The two-sided p-value.
    pub p: f64,
}

/// Up to this number of differences, including zeros, the distribution is exact if there are neither
/// zeros nor ties.
const EXACT: usize = 50;

/// Up to this number it is exact in any case.
const EXACT_WITH_TIES: usize = 13;

/// Sizes tie whose relative difference is at most this.
const ROUNDING: f64 = 1e-9;

/// A difference of at most this size is zero.
const ZERO: f64 = 1e-12;

/// Tests differences; `None` if all are zero.
pub fn signed_rank(differences: &[f64]) -> Option<SignedRank> {
    let mut kept: Vec<f64> = differences.iter().copied().filter(|&d| d.abs() > ZERO).collect();
    if kept.is_empty() {
        return None;
    }
    kept.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
    let n = kept.len();
    let (mut positive, mut negative, mut ties) = (0.0, 0.0, 0.0);
    // Twice the ranks, which are integers.
    let mut doubled = Vec::with_capacity(n);
    for equal in kept.chunk_by(|a, b| is_tie(a.abs(), b.abs())) {
        let (below, size) = (doubled.len(), equal.len());
        let rank = below as f64 + (size as f64 + 1.0) / 2.0;
        doubled.extend(std::iter::repeat_n(2 * below + size + 1, size));
        let n_positive = equal.iter().filter(|&&d| d > 0.0).count();
        positive += rank * n_positive as f64;
        negative += rank * (size - n_positive) as f64;
        ties += (size as f64).powi(3) - size as f64;
    }
    let is_plain = ties == 0.0 && n == differences.len();
    let p = if differences.len() <= EXACT && (is_plain || differences.len() <= EXACT_WITH_TIES) {
        exact(&doubled, positive)
    } else {
        approximate(n as f64, ties, positive)
    };
    Some(SignedRank { positive, negative, n, p })
}

/// Returns whether two sizes, the smaller first, are equal but for rounding.
fn is_tie(small: f64, large: f64) -> bool {
    small == large || large.is_finite() && large - small <= ROUNDING * large
}

/// Twice the smaller tail of the sum, over all assignments of signs.
fn exact(doubled: &[usize], positive: f64) -> f64 {
    let all: usize = doubled.iter().sum();
    // The share of assignments that have each sum.
    let mut shares = vec![0.0_f64; all + 1];
    shares[0] = 1.0;
    for &rank in doubled {
        for sum in (0..=all).rev() {
            let without = shares[sum] / 2.0;
            shares[sum] = without + if sum >= rank { shares[sum - rank] / 2.0 } else { 0.0 };
        }
    }
    let found = (2.0 * positive).round() as usize;
    let below: f64 = shares[..=found].iter().sum();
    let above: f64 = shares[found..].iter().sum();
    (2.0 * below.min(above)).min(1.0)
}

fn approximate(n: f64, ties: f64, positive: f64) -> f64 {
    let mean = n * (n + 1.0) / 4.0;
    let variance = (n * (n + 1.0) * (2.0 * n + 1.0) - ties / 2.0) / 24.0;
    normal::two_sided((positive - mean) / variance.sqrt())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn close(found: f64, expected: f64) -> bool {
        (found - expected).abs() <= 1e-9 * expected.abs().max(1e-300)
    }

    #[test]
    fn a_small_table_by_hand() {
        // |d| = 1, 2, 3 have ranks 1, 2, 3. W+ = 1 + 3 = 4, W- = 2. Of the eight assignments of signs
        // three have a sum of at least 4 (1+3, 2+3, 1+2+3): p = 2 * 3/8.
        let found = signed_rank(&[1.0, -2.0, 3.0]).unwrap();
        assert_eq!((found.positive, found.negative, found.n), (4.0, 2.0, 3));
        assert!(close(found.p, 0.75), "{}", found.p);
        // All five positive: one assignment of 32 on either side.
        let all = signed_rank(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert!(close(all.p, 2.0 / 32.0), "{}", all.p);
    }

    #[test]
    fn zeros_are_excluded_and_ties_share_their_ranks() {
        // |d| = 1, 1, 2: ranks 1.5, 1.5, 3. W+ = 1.5 + 3.
        let found = signed_rank(&[0.0, 1.0, -1.0, 2.0]).unwrap();
        assert_eq!((found.positive, found.negative, found.n), (4.5, 1.5, 3));
        // Sums of the eight assignments: 0, 1.5, 1.5, 3, 3, 4.5, 4.5, 6: three of them are at least 4.5.
        assert!(close(found.p, 0.75), "{}", found.p);
        assert_eq!(signed_rank(&[0.0, 0.0]), None);
        assert_eq!(signed_rank(&[]), None);
    }

    #[test]
    fn rounding_hides_neither_ties_nor_zeros() {
        let times = [(400, 300), (200, 100), (300, 400), (400, 100), (400, 100)];
        let ratios: Vec<f64> =
            times.iter().map(|&(x, y)| (f64::from(y) / f64::from(x)).ln()).collect();
        assert_ne!(ratios[0].abs(), ratios[2].abs());
        // Ranks 1.5 (twice), 3, and 4.5 (twice). W+ = 1.5; of the 32 sums 0 (once) and 1.5 (twice) are at most 1.5.
        let found = signed_rank(&ratios).unwrap();
        assert_eq!((found.positive, found.negative), (1.5, 13.5));
        assert!(close(found.p, 2.0 * 3.0 / 32.0), "{}", found.p);
        let rounded = 0.1 + 0.2 - 0.3;
        assert_eq!(signed_rank(&[rounded]), None);
        assert_eq!(signed_rank(&[rounded, 1.0]).unwrap().n, 1);
    }

    #[test]
    fn the_figures_of_scipy() {
        // scipy.stats.wilcoxon(d).pvalue, scipy 1.17.1
        let plain: Vec<f64> =
            (1..=20).map(|i| f64::from(i) * if i % 3 == 0 { -1.0 } else { 1.0 }).collect();
        assert!(
            close(signed_rank(&plain).unwrap().p, 0.1230926513671875),
            "{}",
            signed_rank(&plain).unwrap().p
        );
        let tied: Vec<f64> = (1..=20).map(|i| f64::from(i % 7) - 2.0).collect();
        assert!(
            close(signed_rank(&tied).unwrap().p, 0.021874068296108055),
            "{}",
            signed_rank(&tied).unwrap().p
        );
        let many: Vec<f64> = (1..=60).map(|i| f64::from(i * i % 61) - 25.5).collect();
        assert!(
            close(signed_rank(&many).unwrap().p, 0.0444048648498743),
            "{}",
            signed_rank(&many).unwrap().p
        );
        let infinite = [1.0, f64::INFINITY, -2.0, f64::INFINITY, 0.5, f64::NEG_INFINITY, 0.25];
        let found = signed_rank(&infinite).unwrap();
        assert!(close(found.p, 0.578125), "{}", found.p);
    }

    /// Over all assignments of signs, each as likely.
    fn brute_force(differences: &[f64]) -> f64 {
        let kept: Vec<f64> = differences.iter().copied().filter(|&d| d != 0.0).collect();
        let rank = |d: f64| {
            let below = kept.iter().filter(|other| other.abs() < d.abs()).count() as f64;
            let equal = kept.iter().filter(|other| other.abs() == d.abs()).count() as f64;
            below + (equal + 1.0) / 2.0
        };
        let ranks: Vec<f64> = kept.iter().map(|&d| rank(d)).collect();
        let sum = |signs: u32| -> f64 {
            ranks.iter().enumerate().filter(|(i, _)| signs >> i & 1 == 1).map(|(_, r)| r).sum()
        };
        let found: f64 = ranks.iter().zip(&kept).filter(|(_, d)| **d > 0.0).map(|(r, _)| r).sum();
        let ways = 1_u32 << kept.len();
        let below = (0..ways).filter(|&signs| sum(signs) <= found).count() as f64;
        let above = (0..ways).filter(|&signs| sum(signs) >= found).count() as f64;
        (2.0 * below.min(above) / f64::from(ways)).min(1.0)
    }

    proptest! {
        #[test]
        fn small_samples_agree_with_brute_force(
            differences in prop::collection::vec(-5_i32..=5, 1..=10),
        ) {
            let differences: Vec<f64> = differences.into_iter().map(f64::from).collect();
            if let Some(found) = signed_rank(&differences) {
                prop_assert!(close(found.p, brute_force(&differences)));
                let n = found.n as f64;
                prop_assert_eq!(found.positive + found.negative, n * (n + 1.0) / 2.0);
            } else {
                prop_assert!(differences.iter().all(|&d| d == 0.0));
            }
        }

        #[test]
        fn neither_order_nor_unit_nor_side_changes_p(
            mut differences in prop::collection::vec(-1e3_f64..1e3, 1..80),
            factor in 0.01_f64..100.0,
        ) {
            let before = signed_rank(&differences).unwrap();
            differences.reverse();
            differences.iter_mut().for_each(|d| *d *= -factor);
            let after = signed_rank(&differences).unwrap();
            prop_assert!(close(before.p, after.p));
            prop_assert_eq!((before.positive, before.negative), (after.negative, after.positive));
        }
    }
}
