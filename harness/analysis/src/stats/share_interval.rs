//! A confidence interval for a share of a sample: the score interval (Wilson, *Probable inference, the law of
//! succession, and statistical inference*, 1927).
//!
//! It contains the shares that the sample does not reject: those from which the observed one is at most *z* standard
//! errors away, where the error is that of the rejected share. So it is not empty, and stays between 0 and 1, even if all
//! or none of the sample counts.

use super::bootstrap::Interval;
use super::normal::Z_95;

/// Returns the interval of 95 % for the share of which `hits` of `n` are a sample; `None` without
/// any.
pub fn share_interval(hits: usize, n: usize) -> Option<Interval> {
    if n == 0 {
        return None;
    }
    let (hits, n, z) = (hits as f64, n as f64, Z_95);
    let middle = (hits + z * z / 2.0) / (n + z * z);
    let half = z / (n + z * z) * (hits * (n - hits) / n + z * z / 4.0).sqrt();
    Some(Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_of_scipy() {
        // stats.binomtest(hits, n).proportion_ci(method="wilson")
        for (hits, n, low, high) in [
            (0, 40, 0.0, 0.087_621_601_197_286_62),
            (40, 40, 0.912_378_398_802_713_3, 1.0),
            (7, 10, 0.396_778_147_461_145_26, 0.892_208_732_593_699),
            (1, 3, 0.061_491_944_720_396_24, 0.792_340_399_197_952_3),
        ] {
            let found = share_interval(hits, n).expect("a sample");
            assert!(
                (found.low - low).abs() < 1e-9 && (found.high - high).abs() < 1e-9,
                "{found:?}"
            );
        }
        assert_eq!(share_interval(0, 0), None);
    }
}
