//! Cross-validation: how well does a tree predict puzzles that it has not seen?
//!
//! The clusters are dealt to ten folds. For each fold, a tree is made from the other nine, and predicts
//! the puzzles of this one. What it explains of them is
//!
//! ```text
//!   R² = 1 − Σ (target − prediction)² / Σ (target − mean of the other nine folds)²
//! ```
//!
//! which is 0 if the tree predicts no better than a mean, and negative if it predicts worse. The whole
//! is repeated with other folds, and R² is that of all repeats together. Its interval resamples the
//! clusters.
//!
//! Making a tree includes the choice of the price at which it is pruned, by a cross-validation within
//! the nine folds: of the prices, which are shares of the error of the root, the one with the smallest
//! error. Breiman's rule of one standard error, which takes a larger one, finds less in samples of a
//! hundred puzzles, and protects from nothing that the outer folds do not detect.

use board::seed::{ChaCha8Rng, seeded};
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::sample::Sample;
use super::tree::Node;
use crate::stats::bootstrap::{self, Bootstrap, Interval, Sums};
use crate::stats::means::mean;

/// The number of folds.
pub const FOLDS: usize = 10;

/// How often the clusters are dealt to folds.
pub const REPEATS: usize = 5;

/// The number of folds within the other folds.
const INNER_FOLDS: usize = 5;

/// The prices of a leaf, as shares of the error of the root, in descending order. At the first, the root
/// is the only leaf.
const PRICES: [f64; 7] = [1.0, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005];

/// A variance that is a smaller share of the squares of the targets is due to rounding.
const ROUNDING: f64 = 1e-20;

/// The random streams of the folds.
const STREAM: u64 = 0xf01d_0000_0000;

/// What trees explain of puzzles that they have not seen.
#[derive(Clone, Debug)]
pub struct HeldOut {
    /// The share of the variance.
    pub r2: f64,
    /// Its interval; `None` if it cannot be computed.
    pub interval: Option<Interval>,
    /// The standard deviation of the shares of the repeats.
    pub deviation: f64,
    /// The mean prediction for each puzzle by trees that have not seen it.
    pub predictions: Vec<f64>,
}

impl HeldOut {
    /// Returns whether the share is above 0 by more than its error: the interval excludes 0, and so
    /// do the repeats.
    pub fn is_more_than_nothing(&self) -> bool {
        self.interval.is_some_and(|interval| interval.low > 0.0) && self.r2 > 2.0 * self.deviation
    }
}

/// Cross-validates trees with at most `depth` questions on the way to a leaf. `None` if all targets are the
/// same.
pub(super) fn held_out(sample: &Sample, depth: usize, bootstrap: Bootstrap) -> Option<HeldOut> {
    let predictions = all_predictions(sample, depth, bootstrap.seed);
    let mut clusters: Vec<Sums<1>> = vec![[(0.0, 0.0)]; sample.n_clusters];
    let mut means = vec![0.0; sample.puzzles()];
    let mut shares = Vec::new();
    for repeat in predictions.chunks(FOLDS) {
        let mut total = (0.0, 0.0);
        for it in repeat.iter().flatten() {
            let (target, weight) = (sample.targets[it.puzzle], sample.weights[it.puzzle]);
            let square = |from: f64| weight * (target - from) * (target - from);
            let (of_mean, of_tree) = (square(it.mean), square(it.tree));
            for (explained, all) in [&mut total, &mut clusters[sample.clusters[it.puzzle]][0]] {
                (*explained, *all) = (*explained + of_mean - of_tree, *all + of_mean);
            }
            means[it.puzzle] += it.tree / REPEATS as f64;
        }
        shares.push(total.0 / total.1);
    }
    let [explained, all] = clusters
        .iter()
        .fold([0.0, 0.0], |[explained, all], [sums]| [explained + sums.0, all + sums.1]);
    let size: f64 = sample.targets.iter().map(|target| target * target).sum();
    let differ = all > ROUNDING * size;
    differ.then(|| HeldOut {
        r2: explained / all,
        interval: bootstrap::intervals(&clusters, bootstrap)[0],
        deviation: deviation(&shares),
        predictions: means,
    })
}

/// Returns the predictions for each fold of each repeat.
fn all_predictions(sample: &Sample, depth: usize, seed: u64) -> Vec<Vec<Prediction>> {
    let deal = |repeat| dealt(sample, |_| true, FOLDS, &mut stream(seed, repeat, FOLDS));
    let folds: Vec<Vec<usize>> = (0..REPEATS).map(deal).collect();
    let jobs = (0..REPEATS * FOLDS).into_par_iter();
    jobs.map(|job| {
        let (repeat, fold) = (job / FOLDS, job % FOLDS);
        let is_in_fold = |puzzle: usize| folds[repeat][sample.clusters[puzzle]] == fold;
        predictions(sample, is_in_fold, depth, &mut stream(seed, repeat, fold))
    })
    .collect()
}

/// Returns the tree of the puzzles for which `is_in` holds, pruned at the price that cross-validation chooses.
pub(super) fn tree(
    sample: &Sample,
    is_in: impl Fn(usize) -> bool,
    depth: usize,
    chance: &mut ChaCha8Rng,
) -> Node {
    let price = price(sample, &is_in, depth, chance);
    let grown = Node::grown(sample, sample.part(is_in), depth);
    grown.pruned(price * grown.error)
}

/// Returns the random stream of a fold of a repeat.
pub(super) fn stream(seed: u64, repeat: usize, fold: usize) -> ChaCha8Rng {
    seeded(seed, STREAM + ((repeat as u64) << 8) + fold as u64)
}

/// A prediction for a puzzle by a tree and by a mean that have not seen it.
struct Prediction {
    puzzle: usize,
    tree: f64,
    mean: f64,
}

fn predictions(
    sample: &Sample,
    is_in_fold: impl Fn(usize) -> bool,
    depth: usize,
    chance: &mut ChaCha8Rng,
) -> Vec<Prediction> {
    let tree = tree(sample, |puzzle| !is_in_fold(puzzle), depth, chance);
    let puzzles = (0..sample.puzzles()).filter(|&puzzle| is_in_fold(puzzle));
    puzzles
        .map(|puzzle| Prediction { puzzle, tree: tree.predicts(sample, puzzle), mean: tree.mean })
        .collect()
}

/// Returns the fold of each cluster that has a puzzle for which `is_in` holds, and any number for the others.
fn dealt(
    sample: &Sample,
    is_in: impl Fn(usize) -> bool,
    n_folds: usize,
    chance: &mut ChaCha8Rng,
) -> Vec<usize> {
    let mut has_any = vec![false; sample.n_clusters];
    (0..sample.puzzles())
        .filter(|&puzzle| is_in(puzzle))
        .for_each(|puzzle| has_any[sample.clusters[puzzle]] = true);
    let mut clusters: Vec<usize> =
        (0..sample.n_clusters).filter(|&cluster| has_any[cluster]).collect();
    clusters.shuffle(chance);
    let mut folds = vec![0; sample.n_clusters];
    clusters.into_iter().enumerate().for_each(|(place, it)| folds[it] = place % n_folds);
    folds
}

/// Returns the price of a leaf, as a share of the error of the root.
fn price(
    sample: &Sample,
    is_in: &impl Fn(usize) -> bool,
    depth: usize,
    chance: &mut ChaCha8Rng,
) -> f64 {
    let folds = dealt(sample, is_in, INNER_FOLDS, chance);
    let mut errors = [0.0; PRICES.len()];
    for fold in 0..INNER_FOLDS {
        let is_in_fold = |puzzle: usize| folds[sample.clusters[puzzle]] == fold;
        let part = sample.part(|puzzle| is_in(puzzle) && !is_in_fold(puzzle));
        if part.puzzles.is_empty() {
            continue;
        }
        let grown = Node::grown(sample, part, depth);
        for (place, price) in PRICES.iter().enumerate() {
            let tree = grown.pruned(price * grown.error);
            for puzzle in (0..sample.puzzles()).filter(|&it| is_in(it) && is_in_fold(it)) {
                let miss = sample.targets[puzzle] - tree.predicts(sample, puzzle);
                errors[place] += sample.weights[puzzle] * miss * miss;
            }
        }
    }
    best_price(&errors)
}

/// Returns the price with the smallest error, and of equal ones the largest.
fn best_price(errors: &[f64; PRICES.len()]) -> f64 {
    let best = (0..PRICES.len()).min_by(|&a, &b| errors[a].total_cmp(&errors[b]));
    PRICES[best.unwrap_or(0)]
}

/// Returns the standard deviation of a sample.
fn deviation(values: &[f64]) -> f64 {
    let Some(mean) = mean(values).filter(|_| values.len() > 1) else { return 0.0 };
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clusters_are_dealt_whole_and_evenly() {
        let clusters: Vec<usize> = (0..60).map(|puzzle| puzzle / 3).collect();
        let sample = Sample::new(Vec::new(), vec![0.0; 60], &clusters);
        let folds = dealt(&sample, |puzzle| puzzle < 30, 5, &mut stream(1, 0, 0));
        let mut sizes = [0; 5];
        folds[..10].iter().for_each(|&fold| sizes[fold] += 1);
        assert_eq!(sizes, [2; 5]);
        let other = dealt(&sample, |puzzle| puzzle < 30, 5, &mut stream(2, 0, 0));
        assert_ne!(folds, other);
    }

    #[test]
    fn of_equal_prices_the_largest_is_chosen() {
        assert_eq!(best_price(&[1.0; PRICES.len()]), PRICES[0]);
        let mut errors = [2.0; PRICES.len()];
        (errors[3], errors[4]) = (1.0, 1.0);
        assert_eq!(best_price(&errors), PRICES[3]);
    }

    #[test]
    fn a_deviation_by_hand() {
        assert_eq!(deviation(&[1.0, 3.0]), 2.0_f64.sqrt());
        assert_eq!(deviation(&[4.0]), 0.0);
    }
}
