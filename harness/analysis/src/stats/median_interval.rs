//! A confidence interval for the median, from order statistics (Thompson, *On confidence ranges for the median and
//! other expectation distributions*, 1936).
//!
//! Each value lies below the median with a probability of one half. So the number of values below it is binomial, and
//! the *k*-th smallest and the *k*-th largest value enclose the median unless fewer than *k* values lie on one side of
//! it. Nothing is assumed of the distribution but that the values are independent.

use super::bootstrap::Interval;
use super::quantile::sorted;

/// Returns the shortest such interval that misses the median with a probability of at most `alpha`; `None` if there are
/// too few values for that.
pub fn median_interval(values: &[f64], alpha: f64) -> Option<Interval> {
    let values = sorted(values.iter().copied());
    let n = values.len();
    // Twice the probability that exactly `at` values lie below the median, as a logarithm: of a thousand values it is
    // smaller than any floating-point number.
    let mut mass = (1.0 - n as f64) * std::f64::consts::LN_2;
    let (mut missed, mut at) = (mass.exp(), 0);
    let mut found = None;
    while 2 * at < n && missed <= alpha {
        found = Some(Interval { low: values[at], high: values[n - 1 - at] });
        at += 1;
        mass += ((n + 1 - at) as f64 / at as f64).ln();
        missed += mass.exp();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_binomial_distribution() {
        let values: Vec<f64> = (1..=15).rev().map(f64::from).collect();
        let ends =
            |n: usize, alpha| median_interval(&values[15 - n..], alpha).map(|it| [it.low, it.high]);
        // 2 · 2⁻⁵ = 0.0625, 2 · 2⁻⁶ = 0.03125
        assert_eq!(ends(5, 0.05), None);
        assert_eq!(ends(6, 0.05), Some([1.0, 6.0]));
        // 2 · (1 + 15 + 105 + 455) · 2⁻¹⁵ = 0.0352, and 0.1185 with the next term
        assert_eq!(ends(15, 0.05), Some([4.0, 12.0]));
        assert_eq!(ends(15, 0.001), Some([2.0, 14.0]));
        assert_eq!(ends(0, 0.05), None);
        assert_eq!(ends(1, 1.0), Some([1.0, 1.0]));
        // About 1.96 · √n / 2 values on either side of the middle, also where 2⁻ⁿ is no number.
        let many: Vec<f64> = (1..=10_000).map(f64::from).collect();
        assert_eq!(median_interval(&many, 0.05), Some(Interval { low: 4902.0, high: 5099.0 }));
    }

    #[test]
    fn it_encloses_the_median_as_often_as_promised() {
        // All 2ⁿ ways in which n values may lie around the median are equally probable.
        for n in 6..12_usize {
            let missed = (0..1_u32 << n).filter(|sides| {
                let value = |at| if sides >> at & 1 == 1 { 1.0 } else { -1.0 };
                let values: Vec<f64> = (0..n).map(value).collect();
                let interval = median_interval(&values, 0.05).expect("enough values");
                interval.low > 0.0 || interval.high < 0.0
            });
            assert!(missed.count() as f64 <= 0.05 * f64::from(1_u32 << n), "{n}");
        }
    }
}
