//! Why one contestant needs more than another: the logarithm of B/A, explained by features of the puzzles.
//!
//! A regression [`tree`] divides the puzzles into groups with different ratios. With enough features, a
//! tree finds groups in anything, so what it explains is measured on puzzles that it has not seen
//! ([`held_out`]), and an explanation is *supported* only if that is more than nothing beyond its error.
//! Beside the tree stand the rank correlations of single features ([`alone`]).
//!
//! All of it is about the puzzles at hand. A feature that predicts the ratio need not cause it, and of
//! two features that go together the tree names one.

pub mod alone;
pub mod held_out;
pub mod log_ratios;
pub mod sample;
pub mod tree;

#[cfg(test)]
mod tests;

pub use self::alone::Alone;
pub use self::held_out::{FOLDS, HeldOut, REPEATS};
pub use self::log_ratios::LogRatios;
pub use self::sample::Sample;
use self::tree::{Node, Side};
use super::bootstrap::{self, Bootstrap, Interval, Sums};

/// With fewer clusters nothing is explained: a leaf has at least ten, and a fold is left out.
pub const ENOUGH: usize = 30;

/// What features explain of a target.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// All puzzles.
    pub all: Leaf,
    /// What trees explain of puzzles that they have not seen; `None` with too few clusters, or if all
    /// targets are the same.
    pub held_out: Option<HeldOut>,
    /// Whether trees explain more than nothing, and the tree of all puzzles has a question.
    pub is_supported: bool,
    /// The leaves of the tree of all puzzles, the largest mean first.
    pub leaves: Vec<Leaf>,
    /// The features by themselves, the strongest first.
    pub alone: Vec<Alone>,
}

/// The puzzles of a leaf.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// What holds for them; nothing for all puzzles.
    pub conditions: Vec<Condition>,
    /// The number of puzzles.
    pub puzzles: usize,
    /// The number of their clusters.
    pub clusters: usize,
    /// The mean of the targets.
    pub mean: f64,
    /// Its interval.
    pub interval: Option<Interval>,
    /// The mean of the predictions by trees that have not seen the puzzles.
    pub predicted: Option<f64>,
}

/// A range of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Condition {
    /// The feature.
    pub feature: usize,
    /// Its value is larger than this.
    pub above: Option<f64>,
    /// Its value is not larger than this.
    pub at_most: Option<f64>,
    /// Whether puzzles with an unknown value belong to the leaf. Without a bound, all with a known value do
    /// not, if this holds, or do, if it does not.
    pub or_unknown: bool,
}

/// Explains the targets of a sample, which has at least one puzzle.
pub fn explain(sample: &Sample, bootstrap: Bootstrap) -> Explanation {
    let is_enough = sample.clusters() >= ENOUGH;
    let held_out = is_enough.then(|| held_out::held_out(sample, bootstrap)).flatten();
    // The stream after those of the repeats.
    let chance = &mut held_out::stream(bootstrap.seed, REPEATS, 0);
    let tree = held_out.as_ref().map(|_| held_out::tree(sample, |_| true, chance));
    let has_question = tree.as_ref().is_some_and(|tree| tree.split.is_some());
    let leaves =
        tree.map_or_else(Vec::new, |tree| leaves(sample, &tree, held_out.as_ref(), bootstrap));
    let is_supported = has_question && held_out.as_ref().is_some_and(HeldOut::is_more_than_nothing);
    let alone = if is_enough { alone::alone(sample) } else { Vec::new() };
    let puzzles: Vec<usize> = (0..sample.puzzles()).collect();
    let all = leaf(sample, &[], &puzzles, held_out.as_ref(), bootstrap);
    Explanation { all, held_out, is_supported, leaves, alone }
}

impl HeldOut {
    /// Whether the share is above 0 by more than its error: the interval excludes 0, and so do the
    /// repeats.
    pub fn is_more_than_nothing(&self) -> bool {
        self.interval.is_some_and(|interval| interval.low > 0.0) && self.r2 > 2.0 * self.deviation
    }
}

/// The leaves of a tree, the largest mean first.
fn leaves(
    sample: &Sample,
    tree: &Node,
    held_out: Option<&HeldOut>,
    bootstrap: Bootstrap,
) -> Vec<Leaf> {
    let mut found = Vec::new();
    walk(sample, tree, (0..sample.puzzles()).collect(), &[], &mut |conditions, puzzles| {
        found.push(leaf(sample, conditions, puzzles, held_out, bootstrap));
    });
    found.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    found
}

/// Calls `leaf` with the conditions and the puzzles of each leaf.
fn walk(
    sample: &Sample,
    node: &Node,
    puzzles: Vec<usize>,
    conditions: &[Condition],
    leaf: &mut dyn FnMut(&[Condition], &[usize]),
) {
    let Some(split) = &node.split else { return leaf(conditions, &puzzles) };
    let column = &sample.columns[split.feature];
    let is_below = |&puzzle: &usize| split.side(column[puzzle]) == Side::Below;
    let (below, above) = puzzles.into_iter().partition(is_below);
    let condition = |side: Side| Condition {
        feature: split.feature,
        above: (side == Side::Above).then_some(split.at).filter(|at| !at.is_nan()),
        at_most: (side == Side::Below).then_some(split.at).filter(|at| !at.is_nan()),
        or_unknown: split.has_unknown && split.unknown == side,
    };
    walk(sample, &split.below, below, &with(conditions, condition(Side::Below)), leaf);
    walk(sample, &split.above, above, &with(conditions, condition(Side::Above)), leaf);
}

/// Conditions with another one. Two of one feature become one, since each answer narrows the range.
fn with(conditions: &[Condition], more: Condition) -> Vec<Condition> {
    let mut all = conditions.to_vec();
    match all.iter_mut().find(|known| known.feature == more.feature) {
        Some(known) => {
            known.above = more.above.or(known.above);
            known.at_most = more.at_most.or(known.at_most);
            known.or_unknown &= more.or_unknown;
        }
        None => all.push(more),
    }
    all
}

fn leaf(
    sample: &Sample,
    conditions: &[Condition],
    puzzles: &[usize],
    held_out: Option<&HeldOut>,
    bootstrap: Bootstrap,
) -> Leaf {
    let mut clusters: Vec<Sums<1>> = vec![[(0.0, 0.0)]; sample.n_clusters];
    let mut predicted = 0.0;
    for &puzzle in puzzles {
        let weight = sample.weights[puzzle];
        let [(sum, n)] = &mut clusters[sample.clusters[puzzle]];
        (*sum, *n) = (*sum + weight * sample.targets[puzzle], *n + weight);
        predicted += held_out.map_or(0.0, |it| weight * it.predictions[puzzle]);
    }
    clusters.retain(|[(_, n)]| *n > 0.0);
    let sums = sample.sums(puzzles);
    Leaf {
        conditions: conditions.to_vec(),
        puzzles: puzzles.len(),
        clusters: clusters.len(),
        mean: sums.mean(),
        interval: bootstrap::intervals(&clusters, bootstrap)[0],
        predicted: held_out.map(|_| predicted / sums.weight),
    }
}
