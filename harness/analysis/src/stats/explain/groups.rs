//! Groups of puzzles with different targets, divided by questions that hold on puzzles not seen.
//!
//! A tree may predict well because of its first question, and ask others that mean nothing: which of them
//! do, the share of the variance of the whole tree cannot say. So each question is tested by itself. A group
//! is divided by the first question of the tree of its own puzzles, and only if such trees explain puzzles of
//! the group that they have not seen ([`held_out`]). Each side is a group again.

use super::held_out::{self, HeldOut, REPEATS};
use super::sample::Sample;
use super::tree::{DEPTH, Side, Split};
use crate::stats::bootstrap::{self, Bootstrap, Interval, Sums};

/// With fewer clusters a group is not divided: a leaf has at least ten, and a fold is left out.
pub const ENOUGH: usize = 30;

/// Puzzles with something in common.
#[derive(Clone, Debug)]
pub struct PuzzleGroup {
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
    /// The two parts into which a question divides the group; none if no question holds.
    pub parts: Vec<PuzzleGroup>,
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
    /// Whether puzzles with an unknown value belong to the group. Without a bound, all with a known value do
    /// not, if this holds, or do, if it does not.
    pub or_unknown: bool,
}

impl PuzzleGroup {
    /// Returns the groups that are not divided, in the order of the questions.
    pub fn leaves(&self) -> Vec<&Self> {
        match &self.parts[..] {
            [] => vec![self],
            parts => parts.iter().flat_map(Self::leaves).collect(),
        }
    }
}

/// Divides all puzzles of a sample.
pub(super) fn divided(
    sample: &Sample,
    held_out: Option<&HeldOut>,
    bootstrap: Bootstrap,
) -> PuzzleGroup {
    let division =
        Division { sample, predictions: held_out.map(|it| &it.predictions[..]), bootstrap };
    let members: Vec<usize> = (0..sample.puzzles()).collect();
    let split = held_out.and_then(|it| question(sample, it, DEPTH, bootstrap.seed));
    division.group(members, &[], split, DEPTH)
}

/// Returns the cross-validation of a group, if it has enough clusters.
pub(super) fn held_out(sample: &Sample, depth: usize, bootstrap: Bootstrap) -> Option<HeldOut> {
    let is_enough = sample.clusters() >= ENOUGH;
    is_enough.then(|| held_out::held_out(sample, depth, bootstrap)).flatten()
}

/// Returns the first question of the tree of a sample, if trees explain more than nothing.
fn question(sample: &Sample, held_out: &HeldOut, depth: usize, seed: u64) -> Option<Box<Split>> {
    // The stream after those of the repeats.
    let chance = &mut held_out::stream(seed, REPEATS, 0);
    held_out
        .is_more_than_nothing()
        .then(|| held_out::tree(sample, |_| true, depth, chance).split)?
}

/// What all groups of a division have in common.
struct Division<'a> {
    /// All puzzles.
    sample: &'a Sample,
    /// What trees predict that have not seen them.
    predictions: Option<&'a [f64]>,
    bootstrap: Bootstrap,
}

impl Division<'_> {
    /// Returns the group of these puzzles, divided by a question, and its parts by at most `depth` − 1 others.
    fn group(
        &self,
        members: Vec<usize>,
        conditions: &[Condition],
        split: Option<Box<Split>>,
        depth: usize,
    ) -> PuzzleGroup {
        let mut group = self.undivided(&members, conditions);
        let Some(split) = split else { return group };
        let column = &self.sample.columns[split.feature];
        let is_below = |&puzzle: &usize| split.side(column[puzzle]) == Side::Below;
        let (below, above): (Vec<usize>, Vec<usize>) = members.into_iter().partition(is_below);
        for (side, members) in [(Side::Below, below), (Side::Above, above)] {
            let conditions = with(conditions, condition(&split, side));
            let further = (depth > 1).then(|| self.further(&members, depth - 1)).flatten();
            group.parts.push(self.group(members, &conditions, further, depth - 1));
        }
        group
    }

    /// Returns the question that divides a part.
    fn further(&self, members: &[usize], depth: usize) -> Option<Box<Split>> {
        let part = self.sample.only(members);
        let held_out = held_out(&part, depth, self.bootstrap)?;
        question(&part, &held_out, depth, self.bootstrap.seed)
    }

    fn undivided(&self, members: &[usize], conditions: &[Condition]) -> PuzzleGroup {
        let sample = self.sample;
        let mut clusters: Vec<Sums<1>> = vec![[(0.0, 0.0)]; sample.n_clusters];
        let mut predicted = 0.0;
        for &puzzle in members {
            let weight = sample.weights[puzzle];
            let [(sum, n)] = &mut clusters[sample.clusters[puzzle]];
            (*sum, *n) = (*sum + weight * sample.targets[puzzle], *n + weight);
            predicted += self.predictions.map_or(0.0, |it| weight * it[puzzle]);
        }
        clusters.retain(|[(_, n)]| *n > 0.0);
        let sums = sample.sums(members);
        PuzzleGroup {
            conditions: conditions.to_vec(),
            puzzles: members.len(),
            clusters: clusters.len(),
            mean: sums.mean(),
            interval: bootstrap::intervals(&clusters, self.bootstrap)[0],
            predicted: self.predictions.map(|_| predicted / sums.weight),
            parts: Vec::new(),
        }
    }
}

/// Returns what holds on a side of a split.
fn condition(split: &Split, side: Side) -> Condition {
    Condition {
        feature: split.feature,
        above: (side == Side::Above).then_some(split.at).filter(|at| !at.is_nan()),
        at_most: (side == Side::Below).then_some(split.at).filter(|at| !at.is_nan()),
        or_unknown: split.has_unknown && split.unknown == side,
    }
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
