//! How a cost grows with the size of a problem: a power of the size, fitted to the medians.
//!
//! The fit is a line through the logarithms, by least squares: cost = *a* · size^*b*, whose exponent *b* says by what
//! power the cost grows. Its interval resamples the problems of each size (a cluster of dependent ones together) and
//! fits the medians of the sample. Growth need not be a power: the *deviation*, the largest factor between a median
//! and the fit, and the exponent between the last two sizes tell how far it is one. A search whose cost is
//! exponential has a last exponent far above the fitted one.
//!
//! An unsolved problem costs infinitely much. A size at which the median is infinite cannot be fitted, and is left
//! out: it is beyond the reach of the method, and no fit says by how much.

use std::collections::BTreeMap;

use board::seed::seeded;
use rand::RngExt;
use serde::Serialize;

pub use self::orders::{Orders, orders, square};
use super::bootstrap::{Bootstrap, Interval, interval};
use super::pair::ENOUGH;
use super::quantile::{quantile, sorted};

mod orders;

/// The random stream of the first resample; the others follow it.
const STREAM: u64 = 0x6200_0000_0000;

/// A fitted power.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Power {
    /// The sizes that were fitted, ascending.
    pub sizes: Vec<usize>,
    /// The exponent *b* of cost = *a* · size^*b*.
    pub exponent: f64,
    /// Its interval; `None` if a size has fewer than six clusters, or too many unsolved problems.
    pub interval: Option<Interval>,
    /// The exponent between the last two sizes.
    pub last_exponent: f64,
    /// The largest factor between a median and the fit.
    pub deviation: f64,
}

/// The positive costs of the problems of a size, infinite if unsolved, each with its cluster.
pub type Costs = Vec<(usize, f64)>;

/// Fits a power to the medians of each size. `None` if fewer than two sizes have a finite median.
///
/// ```
/// use analysis::stats::bootstrap::Bootstrap;
/// use analysis::stats::growth::{Costs, power};
///
/// let costs = |size: f64| -> Costs { (0..6).map(|cluster| (cluster, 5.0 * size.powi(3))).collect() };
/// let by_size = [4_usize, 9, 16].map(|size| (size, costs(size as f64)));
/// let found = power(&by_size.into_iter().collect(), Bootstrap::default()).expect("three sizes");
/// assert!((found.exponent - 3.0).abs() < 1e-9 && (found.deviation - 1.0).abs() < 1e-9);
/// ```
pub fn power(by_size: &BTreeMap<usize, Costs>, bootstrap: Bootstrap) -> Option<Power> {
    let fitted: Vec<_> = medians(by_size).filter(|(_, median)| median.is_finite()).collect();
    let points: Vec<_> = fitted.iter().map(|&(size, median)| point(size, median)).collect();
    let [.., before, last] = points[..] else { return None };
    let (exponent, constant) = line(&points);
    let residuals = points.iter().map(|(x, y)| (y - constant - exponent * x).abs());
    let sizes: Vec<usize> = fitted.iter().map(|point| point.0).collect();
    Some(Power {
        interval: resampled(&sizes, by_size, bootstrap),
        sizes,
        exponent,
        last_exponent: (last.1 - before.1) / (last.0 - before.0),
        deviation: residuals.fold(0.0, f64::max).exp(),
    })
}

/// Returns the sizes that are not fitted, because at most half of their problems were solved.
pub fn unsolved(by_size: &BTreeMap<usize, Costs>) -> Vec<usize> {
    medians(by_size).filter(|(_, median)| median.is_infinite()).map(|(size, _)| size).collect()
}

/// Returns the median of each size that has costs.
fn medians(by_size: &BTreeMap<usize, Costs>) -> impl Iterator<Item = (usize, f64)> {
    by_size.iter().filter_map(|(&size, costs)| {
        Some((size, quantile(&sorted(costs.iter().map(|cost| cost.1)), 0.5)?))
    })
}

fn point(size: usize, median: f64) -> (f64, f64) {
    ((size as f64).ln(), median.ln())
}

/// Returns the slope and the intercept of the line of least squares.
fn line(points: &[(f64, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    let (x, y) = (x / n, y / n);
    let moments = points.iter().fold((0.0, 0.0), |sum, point| {
        let dx = point.0 - x;
        (sum.0 + dx * (point.1 - y), sum.1 + dx * dx)
    });
    let slope = moments.0 / moments.1;
    (slope, y - slope * x)
}

/// Returns the interval of the slope over resamples of the clusters of each size.
fn resampled(
    sizes: &[usize],
    by_size: &BTreeMap<usize, Costs>,
    bootstrap: Bootstrap,
) -> Option<Interval> {
    let clusters: Vec<Vec<Vec<f64>>> = sizes.iter().map(|size| clustered(&by_size[size])).collect();
    if bootstrap.resamples == 0 || clusters.iter().any(|size| size.len() < ENOUGH) {
        return None;
    }
    let slopes = (0..bootstrap.resamples).map(|resample| {
        let mut chance = seeded(bootstrap.seed, STREAM + u64::from(resample));
        let points = sizes.iter().zip(&clusters).map(|(&size, clusters)| {
            let draw = |_| &clusters[chance.random_range(0..clusters.len())];
            let costs = sorted((0..clusters.len()).flat_map(draw).copied());
            point(size, quantile(&costs, 0.5).unwrap_or(f64::INFINITY))
        });
        line(&points.collect::<Vec<_>>()).0
    });
    // The slope of a sample with an infinite median is no number, and then there is no interval.
    interval(slopes, bootstrap)
}

/// Returns the costs of each cluster.
fn clustered(costs: &Costs) -> Vec<Vec<f64>> {
    let mut clusters: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    costs.iter().for_each(|&(cluster, cost)| clusters.entry(cluster).or_default().push(cost));
    clusters.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Costs of independent problems.
    fn costs(all: impl IntoIterator<Item = f64>) -> Costs {
        all.into_iter().enumerate().collect()
    }

    fn found(by_size: impl IntoIterator<Item = (usize, Costs)>) -> Option<Power> {
        power(&by_size.into_iter().collect(), Bootstrap { resamples: 400, ..Bootstrap::default() })
    }

    #[test]
    fn a_power_with_noise_has_its_exponent_in_the_interval_as_often_as_promised() {
        let mut hits = 0;
        for seed in 0..200 {
            let mut chance = seeded(seed, 7);
            let mut noisy = |size: usize| {
                let noise = |_| (chance.random_range(-1.0..1.0_f64)).exp();
                costs((0..25).map(noise).map(|it| it * (size as f64).powf(2.5)))
            };
            let found = found([4, 9, 16, 25].map(|size| (size, noisy(size)))).expect("four sizes");
            assert!((found.exponent - 2.5).abs() < 1.0, "{found:?}");
            hits += u32::from(found.interval.expect("enough puzzles").contains(2.5));
        }
        assert!((180..=199).contains(&hits), "{hits} of 200");
    }

    #[test]
    fn a_size_beyond_reach_is_left_out_and_named() {
        let solved = |size: usize| (size, costs([(size * size) as f64; 8]));
        let half = [[100.0; 4], [f64::INFINITY; 4]].concat();
        let by_size = BTreeMap::from([solved(4), solved(9), (16, costs(half))]);
        let found = found(by_size.clone()).expect("two sizes");
        assert_eq!((found.sizes, unsolved(&by_size)), (vec![4, 9], vec![16]));
        assert!((found.exponent - 2.0).abs() < 1e-9);
        assert!(found.interval.is_some_and(|it| it.contains(found.exponent)));
    }

    #[test]
    fn exponential_growth_shows_in_the_deviation_and_in_the_last_exponent() {
        let of = |size: usize| (size, costs([(size as f64).exp(); 6]));
        let found = found([4, 9, 16, 25].map(of)).expect("four sizes");
        assert!(found.last_exponent > 1.5 * found.exponent, "{found:?}");
        assert!(found.deviation > 10.0, "{found:?}");
    }

    #[test]
    fn what_cannot_be_fitted_is_none() {
        assert_eq!(found([]), None);
        assert_eq!(found([(9, costs([1.0; 9]))]), None);
        assert_eq!(found([(4, costs([1.0; 9])), (9, costs([f64::INFINITY; 9]))]), None);
        let few = found([(4, costs([1.0; 9])), (9, costs([2.0; 5]))]).expect("two sizes");
        assert_eq!(few.interval, None);
        // Half of the samples have more unsolved problems than solved ones.
        let risky = [[2.0; 5], [f64::INFINITY; 5]].concat();
        let risky = found([(4, costs([1.0; 9])), (9, costs([&risky[..], &[2.0]].concat()))]);
        assert_eq!(risky.expect("two sizes").interval, None);
    }

    #[test]
    fn dependent_problems_are_drawn_together() {
        // Six clusters of ten equal problems each tell as much as six problems.
        let one = |size: usize| {
            (0..6).map(move |cluster| (cluster, (size * size) as f64 * (1.0 + cluster as f64)))
        };
        let many = |size| (size, one(size).flat_map(|it| [it; 10]).collect::<Costs>());
        let few = |size| (size, one(size).collect::<Costs>());
        let width = |it: Option<Power>| {
            let interval = it.and_then(|it| it.interval).expect("an interval");
            interval.high - interval.low
        };
        let (many, few) = (width(found([many(4), many(9)])), width(found([few(4), few(9)])));
        assert!((0.7..1.5).contains(&(many / few)), "{many} and {few}");
    }
}
