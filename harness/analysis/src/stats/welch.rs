//! The interval of a difference of two means whose variances may differ (Welch, *The generalization of "Student's"
//! problem when several different population variances are involved*, 1947).
//!
//! The difference over its standard error is nearly distributed as Student's *t*, with degrees of freedom that follow
//! from both variances (Satterthwaite 1946). Values are independent and roughly normal, as logarithms of times often
//! are. Unlike the bootstrap, the interval is wide enough for samples of two or three values.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::bootstrap::Interval;
use super::means::mean;

/// Returns the interval of the mean of `second` minus that of `first`; `None` if one of them has fewer than two values.
pub fn welch_interval(first: &[f64], second: &[f64], confidence: f64) -> Option<Interval> {
    let ((mean_1, square_1), (mean_2, square_2)) = (moments(first)?, moments(second)?);
    let (difference, square) = (mean_2 - mean_1, square_1 + square_2);
    if square == 0.0 {
        return Some(Interval { low: difference, high: difference });
    }
    let share = |square: f64, n: usize| square * square / (n - 1) as f64;
    let freedom = square * square / (share(square_1, first.len()) + share(square_2, second.len()));
    let t = StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(f64::midpoint(1.0, confidence));
    let half = t * square.sqrt();
    Some(Interval { low: difference - half, high: difference + half })
}

/// Returns the mean, and the square of its standard error.
fn moments(values: &[f64]) -> Option<(f64, f64)> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let n = values.len() as f64;
    Some((mean, squares / (n - 1.0) / n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_of_scipy() {
        // scipy.stats.ttest_ind(second, first, equal_var=False).confidence_interval(0.95)
        for (first, second, low, high) in [
            (&[1.0, 2.0][..], &[4.0, 4.5, 6.0][..], 0.808_754_017_384_892_6, 5.857_912_649_281_774),
            (
                &[3.0, 3.1, 2.9, 3.0],
                &[3.2, 3.3, 3.1, 3.4, 3.2],
                0.085_359_099_146_841_42,
                0.394_640_900_853_158_1,
            ),
        ] {
            let found = welch_interval(first, second, 0.95).expect("enough values");
            assert!((found.low - low).abs() < 1e-9, "{found:?}");
            assert!((found.high - high).abs() < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn equal_values_have_no_width_and_one_value_no_interval() {
        let exact = welch_interval(&[1.0, 1.0], &[3.0, 3.0], 0.95);
        assert_eq!(exact, Some(Interval { low: 2.0, high: 2.0 }));
        assert_eq!(welch_interval(&[1.0], &[3.0, 3.0], 0.95), None);
    }
}
