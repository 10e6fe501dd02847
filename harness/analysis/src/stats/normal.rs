//! The tail of the normal distribution.
//!
//! The complementary error function has a rapidly converging series near zero,
//! erf(x) = 2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) / (1·3·5·…·(2n+1)), and a continued fraction away from it,
//! erfc(x) = e^(−x²)/√π · 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + …)))) (Abramowitz and Stegun, 7.1.6 and
//! 7.1.14). Both are summed until they converge, to 13 correct digits, in the far tail as well.

use std::f64::consts::{PI, SQRT_2};

/// The continued fraction is used from here on.
const FAR: f64 = 2.5;

/// A standard normal variable is at most this far from zero with a probability of 95 %.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// Returns the probability that a standard normal variable is at least as far from zero as `z`.
pub(super) fn two_sided(z: f64) -> f64 {
    let x = z.abs() / SQRT_2;
    if x < FAR { 1.0 - erf_near(x) } else { erfc_far(x) }
}

fn erf_near(x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (x, 0.0, 0.0);
    while sum + term != sum {
        sum += term;
        n += 1.0;
        term *= 2.0 * x * x / (2.0 * n + 1.0);
    }
    2.0 / PI.sqrt() * (-x * x).exp() * sum
}

fn erfc_far(x: f64) -> f64 {
    // From the innermost level: beyond x = 2.5, the hundredth changes no digit.
    let fraction = (1..=100).rev().fold(x, |inner, level| x + f64::from(level) / 2.0 / inner);
    (-x * x).exp() / PI.sqrt() / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_of_scipy() {
        // 2 * scipy.stats.norm.sf(z), scipy 1.17.1
        for (z, expected) in [
            (0.0, 1.0),
            (0.5, 0.6170750774519738),
            (1.0, 0.31731050786291415),
            (Z_95, 0.05),
            (3.5, 0.00046525815807105003),
            (3.6, 0.00031821718031506727),
            (6.0, 1.973175290075389e-09),
            (20.0, 5.507248237212311e-89),
        ] {
            let found = two_sided(z);
            assert!((found - expected).abs() <= 1e-11 * expected, "{z}: {found}");
            assert_eq!(found, two_sided(-z));
        }
        assert_eq!(two_sided(f64::INFINITY), 0.0);
    }
}
