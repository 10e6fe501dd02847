//! Which contestants can be told apart, and which places each of them may have.
//!
//! A place alone says nothing about its certainty. Two contestants are *told apart* if the simultaneous
//! confidence interval of their difference excludes zero. The intervals of all pairs hold together with
//! the stated confidence: their half width is a multiple of the standard error of the pair, and the
//! multiple is the quantile, over the resamples, of the largest deviation of any pair in units of its
//! standard error (the studentised maximum). The interval of a place follows by counting: one plus the
//! contestants that are better for certain, up to the number of contestants minus those that are worse
//! for certain (Mogstad, Romano, Shaikh and Wilhelm, *Inference for ranks with applications to mobility
//! across neighbourhoods and academic achievement across countries*, Review of Economic Studies, 2024).
//!
//! Two pairs whose puzzles were timed together in different ways have different resamples. Their deviations then count as
//! independent, which makes the largest one larger, and the intervals no narrower than needed.
//!
//! Differences within the noise between passes of one backend are never told apart, nor are any on fewer
//! than six clusters.

use super::paired::PairedDraws;
use super::resample::Draws;
use crate::stats::bootstrap::Interval;
use crate::stats::pair::ENOUGH;
use crate::stats::quantile::{quantile, sorted};

/// Standard errors below this are rounding errors of equal differences.
const NEGLIGIBLE: f64 = 1e-9;

/// The differences of all pairs of some contestants.
#[derive(Clone, Debug, Default)]
pub(super) struct Separation {
    /// The values of the contestants.
    observed: Vec<f64>,
    /// The standard error of the difference of each pair.
    errors: Vec<Vec<f64>>,
    /// The number of standard errors in half an interval.
    multiple: f64,
    /// The noise of each contestant.
    floors: Vec<f64>,
    /// The number of independent clusters of puzzles of each pair.
    n_clusters: Vec<Vec<usize>>,
}

impl Separation {
    /// Compares contestants by their draws and the noise between their passes; `None` if one has no draws.
    pub(super) fn of(
        draws: &PairedDraws,
        contestants: &[(usize, Option<f64>)],
        confidence: f64,
    ) -> Option<Self> {
        let n = contestants.len();
        let (mut errors, mut n_clusters) = (vec![vec![0.0; n]; n], vec![vec![0; n]; n]);
        let mut largest: Vec<f64> = Vec::new();
        for a in 0..n {
            for b in a + 1..n {
                let (of_a, of_b, clusters) = draws.both(contestants[a].0, contestants[b].0)?;
                let deviations = deviations(of_a, of_b);
                let square: f64 = deviations.iter().map(|d| d * d).sum();
                let error = (square / (deviations.len().max(2) - 1) as f64).sqrt();
                (errors[a][b], errors[b][a]) = (error, error);
                (n_clusters[a][b], n_clusters[b][a]) = (clusters, clusters);
                largest.resize(largest.len().max(deviations.len()), 0.0);
                if error > NEGLIGIBLE {
                    for (largest, deviation) in largest.iter_mut().zip(deviations) {
                        *largest = largest.max(deviation.abs() / error);
                    }
                }
            }
        }
        let observed = contestants.iter().map(|one| draws.observed(one.0));
        Some(Self {
            observed: observed.collect::<Option<_>>()?,
            errors,
            multiple: quantile(&sorted(largest), confidence).unwrap_or_default(),
            floors: contestants.iter().map(|one| one.1.unwrap_or_default()).collect(),
            n_clusters,
        })
    }

    /// Returns the number of independent clusters of puzzles on which two contestants are compared.
    pub(super) fn n_clusters(&self, a: usize, b: usize) -> usize {
        self.n_clusters[a][b]
    }

    /// Returns the difference of two contestants, the second minus the first.
    pub(super) fn difference(&self, a: usize, b: usize) -> f64 {
        self.observed[b] - self.observed[a]
    }

    /// Returns the interval of the difference of two contestants, the second minus the first.
    pub(super) fn interval(&self, a: usize, b: usize) -> Interval {
        let (middle, half) = (self.difference(a, b), self.multiple * self.errors[a][b]);
        Interval { low: middle - half, high: middle + half }
    }

    /// Returns whether one of two contestants is certainly better.
    pub(super) fn is_apart(&self, a: usize, b: usize) -> bool {
        let is_beyond_noise = self.difference(a, b).abs() > self.floors[a].max(self.floors[b]);
        self.n_clusters[a][b] >= ENOUGH && is_beyond_noise && !self.interval(a, b).contains(0.0)
    }

    /// Returns whether two contestants have the same value on every resample.
    pub(super) fn is_equal(&self, a: usize, b: usize) -> bool {
        self.difference(a, b) == 0.0 && self.errors[a][b] <= NEGLIGIBLE
    }

    /// Returns whether a contestant has the smaller value of two.
    pub(super) fn is_before(&self, a: usize, b: usize) -> bool {
        self.difference(a, b) > 0.0
    }
}

fn deviations(a: &Draws, b: &Draws) -> Vec<f64> {
    let observed = b.observed - a.observed;
    a.replicates.iter().zip(&b.replicates).map(|(a, b)| b - a - observed).collect()
}

/// Returns the first and the last place that each of `n` contestants may have. `is_better` says whether the first of
/// two is certainly better.
pub(super) fn places(n: usize, is_better: &dyn Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let range = |one: usize| {
        let better = (0..n).filter(|&other| is_better(other, one)).count();
        let worse = (0..n).filter(|&other| is_better(one, other)).count();
        (1 + better, n - worse)
    };
    (0..n).map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::super::paired::GroupedDraws;
    use super::*;

    fn draws(observed: f64, replicates: &[f64]) -> Draws {
        Draws { observed, replicates: replicates.to_vec() }
    }

    #[test]
    fn a_common_shift_of_all_is_no_uncertainty() {
        let replicates = [0.0, 5.0, -5.0, 3.0, -3.0];
        let shifted = replicates.map(|value| value + 1.0);
        let (a, b) = (draws(0.0, &replicates), draws(1.0, &shifted));
        let of = |a: &Draws, b: &Draws, floor, n_clusters| {
            let draws = vec![Some(a.clone()), Some(b.clone())];
            let both =
                PairedDraws::of(&[0, 0], &|_| GroupedDraws { draws: draws.clone(), n_clusters });
            Separation::of(&both, &[(0, floor), (1, None)], 0.95).expect("draws")
        };
        let both = of(&a, &b, None, 6);
        assert!(both.is_apart(0, 1) && both.is_before(0, 1));
        assert!(!of(&a, &b, None, 5).is_apart(0, 1));
        assert!(!of(&a, &b, Some(1.0), 6).is_apart(0, 1));
        let apart = draws(1.0, &[1.0, 2.0, 0.0, 1.5, 0.5]);
        let both = of(&a, &apart, None, 6);
        assert!(!both.is_apart(0, 1), "{:?}", both.interval(0, 1));
    }

    #[test]
    fn places_count_who_is_certainly_better_and_worse() {
        let better = |a: usize, b: usize| a == 0 && b > 0;
        assert_eq!(places(3, &better), [(1, 1), (2, 3), (2, 3)]);
        assert_eq!(places(2, &|_, _| false), [(1, 2), (1, 2)]);
    }
}
