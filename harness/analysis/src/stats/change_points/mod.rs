//! Change points of a series: where its values begin to come from another distribution.
//!
//! This is E-divisive (Matteson and James, *A nonparametric approach for multiple change point analysis of multivariate
//! data*, 2014), as MongoDB uses it for times of commits (Daly, Brown, Ingo, O'Leary and Bradford, *The use of change
//! point detection to identify software performance regressions in a continuous integration system*, 2020):
//!
//! 1. Of all places that divide a segment into parts of at least two values, the one with the largest energy distance
//!    of its parts is the candidate (`energy.rs`). At first, the whole series is the only segment.
//! 2. The values of each segment are permuted at random, and the best candidate is looked for again. The p-value is the
//!    share of permutations, the given order among them, that have one as large.
//! 3. If the p-value is at most the level, the candidate divides its segment, and step 1 is repeated. Otherwise the
//!    search ends.
//!
//! With no change in the series, values are exchangeable, and the probability of any change point is at most the level,
//! whatever their distribution. So a single outlier is no change point, and few values have none: of seven, too few
//! orders are as extreme as the best one. The level decides the number of permutations, since a smaller p-value needs
//! more of them.
//!
//! A significant step may be too small to matter, or be one of the layout of a build in memory. So steps within the
//! noise floor are removed at the end, the smallest first, and their neighbours joined.

use rand::seq::SliceRandom;

use self::energy::{SegmentValues, Split};
use super::bootstrap::Interval;
use super::means::mean;
use super::quantile::{quantile, sorted};
use super::welch::welch_interval;
use board::seed::seeded;

mod energy;
#[cfg(test)]
mod tests;

/// The random stream of the first permutation; each test begins a block of streams.
const STREAM: u64 = 0xc4a6_0000_0000_0000;

/// The number of permutations times the level: a p-value at the level is estimated from this many.
const AT_LEVEL: f64 = 50.0;

/// A candidate of a permutation is as large as that of the series if it is smaller by no more than what rounding explains.
const ROUNDING: f64 = 1e-9;

/// How change points are searched for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChangeSpec {
    /// The probability of any change point in a series without one, at most.
    pub level: f64,
    /// The random seed.
    pub seed: u64,
}

impl ChangeSpec {
    /// Returns the number of permutations of a test.
    pub fn permutations(self) -> u32 {
        (AT_LEVEL / self.level).round() as u32 - 1
    }

    /// Returns the smallest number of values that may have a change point: with fewer, no order of them is rare enough.
    /// The rarest has the smaller values in one half; its mirror image is as rare.
    pub fn fewest(self) -> usize {
        let mut n = 2 * energy::SHORTEST;
        while 2.0 / choices(n, n / 2) > self.level {
            n += 1;
        }
        n
    }
}

/// A step of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChangePoint {
    /// The index of the first value after it.
    pub at: usize,
    /// The p-value of the division.
    pub p: f64,
    /// The mean of the segment after it minus that of the segment before it.
    pub step: f64,
    /// The interval of the step, given the place.
    pub interval: Option<Interval>,
    /// The noise floor of both segments; `None` if unknown.
    pub floor: Option<f64>,
}

/// Returns the change points of a series, in order. `floors` has the noise floor of each value, where it is known; that
/// of two segments is the median of theirs.
///
/// # Panics
/// When the numbers of values and floors differ.
pub fn change_points(values: &[f64], floors: &[Option<f64>], spec: ChangeSpec) -> Vec<ChangePoint> {
    assert_eq!(values.len(), floors.len(), "a floor for each value");
    let mut divisions: Vec<(usize, f64)> = Vec::new();
    while let Some(division) = next(values, &divisions, spec) {
        divisions.push(division);
        divisions.sort_unstable_by_key(|division| division.0);
    }
    loop {
        let points = points(values, floors, &divisions);
        let is_noise = |it: &&ChangePoint| it.floor.is_some_and(|floor| it.step.abs() <= floor);
        let smallest = points
            .iter()
            .filter(is_noise)
            .min_by(|a, b| a.step.abs().total_cmp(&b.step.abs()))
            .map(|it| it.at);
        match smallest {
            Some(at) => divisions.retain(|division| division.0 != at),
            None => return points,
        }
    }
}

/// Returns the bounds of the segments between change points, each with the index after its last
/// value.
pub fn segments(len: usize, points: impl IntoIterator<Item = usize>) -> Vec<(usize, usize)> {
    let ends = points.into_iter().chain([len]);
    let mut start = 0;
    ends.map(|end| (std::mem::replace(&mut start, end), end)).collect()
}

/// Returns the next division, with its p-value, if it is significant.
fn next(values: &[f64], divisions: &[(usize, f64)], spec: ChangeSpec) -> Option<(usize, f64)> {
    let bounds = segments(values.len(), divisions.iter().map(|division| division.0));
    let mut all: Vec<SegmentValues> =
        bounds.iter().map(|&(start, end)| SegmentValues::of(&values[start..end])).collect();
    let candidates = all.iter_mut().zip(&bounds);
    let candidates = candidates.filter_map(|(segment, bounds)| Some((bounds.0, segment.split()?)));
    let (start, best) =
        candidates.reduce(|a, b| if b.1.distance > a.1.distance { b } else { a })?;
    let p = p_value(&mut all, best, divisions.len() as u64, spec)?;
    Some((start + best.at, p))
}

/// Returns the p-value of the best candidate; `None` if it exceeds the level, which is often clear after a few
/// permutations.
fn p_value(all: &mut [SegmentValues], best: Split, test: u64, spec: ChangeSpec) -> Option<f64> {
    let n_orders = f64::from(spec.permutations() + 1);
    let enough = best.distance * (1.0 - ROUNDING) - ROUNDING;
    // The order of the series is one of them.
    let mut as_large = 1.0;
    for permutation in 0..spec.permutations() {
        if as_large / n_orders > spec.level {
            return None;
        }
        let mut chance = seeded(spec.seed, STREAM + (test << 32) + u64::from(permutation));
        let is_as_large = |segment: &mut SegmentValues| {
            segment.order().shuffle(&mut chance);
            segment.split().is_some_and(|split| split.distance >= enough)
        };
        as_large += if all.iter_mut().any(is_as_large) { 1.0 } else { 0.0 };
    }
    Some(as_large / n_orders).filter(|&p| p <= spec.level)
}

/// Returns the steps at these divisions.
fn points(values: &[f64], floors: &[Option<f64>], divisions: &[(usize, f64)]) -> Vec<ChangePoint> {
    let bounds = segments(values.len(), divisions.iter().map(|division| division.0));
    let point = |(&(at, p), sides): (&(usize, f64), &[(usize, usize)])| {
        let [before, after] = [0, 1].map(|side| &values[sides[side].0..sides[side].1]);
        let known = floors[sides[0].0..sides[1].1].iter().copied().flatten();
        Some(ChangePoint {
            at,
            p,
            step: mean(after)? - mean(before)?,
            interval: welch_interval(before, after, 0.95),
            floor: quantile(&sorted(known), 0.5),
        })
    };
    divisions.iter().zip(bounds.windows(2)).filter_map(point).collect()
}

/// Returns the number of ways to choose `k` of `n`.
fn choices(n: usize, k: usize) -> f64 {
    (1..=k).map(|i| (n - k + i) as f64 / i as f64).product()
}
