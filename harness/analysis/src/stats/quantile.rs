//! Quantiles: the value below which a share of the values lies.
//!
//! Quantiles are interpolated linearly between two values: the quantile *q* of *n* sorted values is at
//! position (n − 1)·q, counted from 0. This is the seventh of the nine definitions of Hyndman and Fan
//! (*Sample quantiles in statistical packages*, 1996), and the default of numpy and R. Values may be
//! infinite: an unsolved puzzle counts as infinite.

/// Returns the quantile at `q`, from 0 to 1, of sorted values.
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = q.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    // Two equal ends may be infinite, which cannot be interpolated.
    Some(if below == above { below } else { below + (above - below) * place.fract() })
}

/// Sorts values, none of which is NaN.
pub fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.into_iter().collect();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted
}

/// Serialises infinity as the string `inf`, which Python's `float` accepts: JSON has no infinity.
pub(super) fn with_infinity<S: serde::Serializer>(
    value: &Option<f64>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) if value.is_infinite() => to.serialize_str("inf"),
        value => serde::Serialize::serialize(value, to),
    }
}

#[cfg(test)]
mod tests {
    use record::median::weighted_median;

    use super::*;

    #[test]
    fn a_weighted_median_counts_repeated_values() {
        assert_eq!(weighted_median(vec![(3, 0)]), None);
        let mut state = 1_u64;
        for round in 0..200 {
            let mut draw = |below: u64| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
                (state >> 33) % below
            };
            let values: Vec<(u64, u64)> = (0..=round % 7).map(|_| (draw(9), 1 + draw(4))).collect();
            let written_out = values
                .iter()
                .flat_map(|&(value, times)| std::iter::repeat_n(value as f64, times as usize));
            let expected = quantile(&sorted(written_out), 0.5);
            assert_eq!(weighted_median(values.clone()), expected, "{values:?}");
        }
    }

    #[test]
    fn quantiles_are_those_of_numpy() {
        // numpy.percentile([1, 2, 4, 8], [0, 25, 50, 90, 99, 100])
        let values = sorted([8.0, 1.0, 4.0, 2.0]);
        for (q, expected) in
            [(0.0, 1.0), (0.25, 1.75), (0.5, 3.0), (0.9, 6.8), (0.99, 7.88), (1.0, 8.0)]
        {
            let found = quantile(&values, q).unwrap();
            assert!((found - expected).abs() < 1e-12, "{q}: {found}");
        }
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[7.0], 0.99), Some(7.0));
    }

    #[test]
    fn infinite_values_are_the_largest() {
        let values = [1.0, 2.0, f64::INFINITY, f64::INFINITY];
        assert_eq!(quantile(&values, 0.0), Some(1.0));
        assert_eq!(quantile(&values, 0.5), Some(f64::INFINITY));
        assert_eq!(quantile(&values, 1.0), Some(f64::INFINITY));
    }
}
