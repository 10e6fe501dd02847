//! The median.

/// Returns the median; `None` without values.
pub fn median(values: &[u64]) -> Option<f64> {
    weighted_median(values.iter().map(|&value| (value, 1)).collect())
}

/// Returns the median of values with multiplicities.
pub fn weighted_median(mut values: Vec<(u64, u64)>) -> Option<f64> {
    values.sort_unstable();
    let n: u64 = values.iter().map(|(_, times)| times).sum();
    let at = |place: u64| {
        let mut seen = 0;
        let found = values.iter().find(|(_, times)| {
            seen += times;
            place < seen
        });
        found.map(|&(value, _)| value as f64)
    };
    Some((at(n.checked_sub(1)? / 2)? + at(n / 2)?) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3]), Some(3.0));
        assert_eq!(median(&[9, 1, 2]), Some(2.0));
        assert_eq!(median(&[9, 1, 2, 4]), Some(3.0));
    }
}
