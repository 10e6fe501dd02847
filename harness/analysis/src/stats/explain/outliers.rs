//! Outliers of targets: do a few puzzles have most of the variance?
//!
//! A solve during which the processor did something else may take a hundred times as long. A few of those
//! outweigh all other puzzles in a squared error, so that a tree finds nothing where ranks correlate.
//! Outliers are what lies beyond Tukey's outer fences (*Exploratory data analysis*, 1977): more than three
//! times the distance of the quartiles below the lower or above the upper one.

use super::sample::Sample;
use crate::stats::means::mean;
use crate::stats::quantile::{quantile, sorted};

/// Puzzles far from the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outliers {
    /// Their number.
    pub puzzles: usize,
    /// Their share of the sum of the squared deviations from the mean of all.
    pub share: f64,
}

/// Returns the outliers among the targets of a sample; `None` without any.
pub fn outliers(sample: &Sample) -> Option<Outliers> {
    let all = sorted(sample.targets.clone());
    let (low, high) = (quantile(&all, 0.25)?, quantile(&all, 0.75)?);
    let (reach, mean) = (3.0 * (high - low), mean(&all)?);
    let square = |value: &f64| (value - mean) * (value - mean);
    let is_outside = |value: &&f64| **value < low - reach || **value > high + reach;
    let outside: Vec<f64> = all.iter().filter(is_outside).map(square).collect();
    let total: f64 = all.iter().map(square).sum();
    (!outside.is_empty())
        .then(|| Outliers { puzzles: outside.len(), share: outside.iter().sum::<f64>() / total })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(targets: &[f64]) -> Option<Outliers> {
        let clusters: Vec<usize> = (0..targets.len()).collect();
        outliers(&Sample::new(Vec::new(), targets.to_vec(), &clusters))
    }

    #[test]
    fn a_target_beyond_the_outer_fences_has_most_of_the_variance() {
        // Quartiles 1 and 3 of 0 to 4: fences at −5 and 9.
        assert_eq!(of(&[0.0, 1.0, 2.0, 3.0, 4.0]), None);
        let found = of(&[0.0, 1.0, 2.0, 3.0, 100.0]).expect("an outlier");
        // Mean 21.2: 78.8² of 7,766.8 in all.
        assert_eq!(found.puzzles, 1);
        assert!((found.share - 78.8 * 78.8 / 7_766.8).abs() < 1e-9, "{found:?}");
    }
}
