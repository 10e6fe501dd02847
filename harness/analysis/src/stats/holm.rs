//! The correction of Holm (*A simple sequentially rejective multiple test procedure*, 1979) for multiple
//! comparisons: the more tests, the more of them are significant by chance.
//!
//! The smallest of *m* p-values is multiplied by *m*, the next by *m* − 1, and so on; none becomes
//! smaller than the one before it, or larger than 1. The correction is valid under any dependence of the
//! tests, and is never weaker than the Bonferroni correction.

/// Returns the corrected p-values, in the order given.
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut corrected = vec![0.0; values.len()];
    let mut largest = 0.0_f64;
    for (place, &index) in order.iter().enumerate() {
        largest = largest.max((values.len() - place) as f64 * values[index]).min(1.0);
        corrected[index] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_table_by_hand() {
        // Sorted: 0.01 * 4, 0.02 * 3, 0.03 * 2 (not below 0.06), 0.9 * 1.
        let corrected = holm(&[0.03, 0.9, 0.01, 0.02]);
        for (found, expected) in corrected.iter().zip([0.06, 0.9, 0.04, 0.06]) {
            assert!((found - expected).abs() < 1e-15, "{corrected:?}");
        }
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
        assert_eq!(holm(&[0.2]), [0.2]);
        assert!(holm(&[]).is_empty());
    }
}
