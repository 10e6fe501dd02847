//! A regression tree (Breiman, Friedman, Olshen and Stone, *Classification and regression trees*, 1984).
//!
//! ```text
//!                 clues ≤ 24 ?
//!               yes /      \ no
//!          bets ≤ 40 ?     0.9
//!         yes /    \ no
//!          2.0     31
//! ```
//!
//! A tree asks one feature at a time, and predicts the mean of the puzzles that gave the same answers.
//! It is grown greedily: of all questions that leave enough puzzles on both sides, a node asks the one
//! that reduces the squared error most; of equal ones the first feature, and of that the smallest value.
//! A puzzle whose value is unknown goes to the side that makes the error smaller; a question may also be
//! whether the value is known.
//!
//! A grown tree is too large. It is *pruned* at a price for each leaf: what remains is the smallest
//! subtree that minimises error plus price.

use super::sample::{Part, Sample, Sums};

/// The maximum number of questions on the way to a leaf: a sentence with more is not read.
pub(super) const DEPTH: usize = 3;

/// A leaf has at least this share of the clusters.
const SMALLEST_SHARE: f64 = 0.05;

/// A leaf has at least this many clusters.
const SMALLEST: f64 = 10.0;

/// Differences of this relative size are due to rounding.
const ROUNDING: f64 = 1e-9;

/// A tree, or a part of one below a question.
#[derive(Clone, Debug)]
pub struct Node {
    /// The mean of the targets.
    pub mean: f64,
    /// The sum of the squared deviations from the mean.
    pub error: f64,
    /// The question; `None` for a leaf.
    pub split: Option<Box<Split>>,
}

/// A question, and what follows from its answers.
#[derive(Clone, Debug)]
pub struct Split {
    /// The feature.
    pub feature: usize,
    /// The largest value for which the answer is [`below`](Self::below); NaN if all known values are, and
    /// the question is whether the value is known.
    pub at: f64,
    /// Where puzzles with an unknown value go.
    pub unknown: Side,
    /// Whether there were such puzzles when the tree was grown.
    pub has_unknown: bool,
    /// The puzzles with a value of at most `at`.
    pub below: Node,
    /// The puzzles with a larger value.
    pub above: Node,
}

/// A side of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// At most the value of the split.
    Below,
    /// More than it.
    Above,
}

/// A leaf has at least this weight, in a tree of a sample of this weight.
fn smallest_leaf(weight: f64) -> f64 {
    (weight * SMALLEST_SHARE).max(SMALLEST) * (1.0 - ROUNDING)
}

impl Node {
    /// Grows a tree with at most `depth` questions on the way to a leaf, for a part of a sample.
    pub(super) fn grown(sample: &Sample, part: Part, depth: usize) -> Self {
        let smallest = smallest_leaf(sample.sums(&part.puzzles).weight);
        grown(sample, part, depth, smallest)
    }

    /// Returns the tree pruned at this price for each leaf.
    pub(super) fn pruned(&self, price: f64) -> Self {
        self.pruned_with_cost(price).0
    }

    /// Returns the pruned tree, and its error plus the price of its leaves.
    fn pruned_with_cost(&self, price: f64) -> (Self, f64) {
        let leaf = Self { split: None, ..*self };
        let as_leaf = self.error + price;
        let Some(split) = &self.split else { return (leaf, as_leaf) };
        let (below, cost_below) = split.below.pruned_with_cost(price);
        let (above, cost_above) = split.above.pruned_with_cost(price);
        let as_split = cost_below + cost_above;
        if as_leaf <= as_split {
            return (leaf, as_leaf);
        }
        let split = Split { below, above, ..**split };
        (Self { split: Some(Box::new(split)), ..leaf }, as_split)
    }

    /// Returns the prediction for a puzzle.
    pub(super) fn predicts(&self, sample: &Sample, puzzle: usize) -> f64 {
        match &self.split {
            None => self.mean,
            Some(split) => {
                split.next(sample.columns[split.feature][puzzle]).predicts(sample, puzzle)
            }
        }
    }
}

impl Split {
    /// Returns the side of a value.
    pub(super) fn side(&self, value: f64) -> Side {
        side(value, self.at, self.unknown)
    }

    /// Returns the node on the side of a value.
    fn next(&self, value: f64) -> &Node {
        match self.side(value) {
            Side::Below => &self.below,
            Side::Above => &self.above,
        }
    }
}

/// Returns the side of a value in a split at `at`.
fn side(value: f64, at: f64, unknown: Side) -> Side {
    match value {
        _ if value.is_nan() => unknown,
        // No value is above NaN.
        _ if value > at => Side::Above,
        _ => Side::Below,
    }
}

fn grown(sample: &Sample, mut part: Part, depth: usize, smallest: f64) -> Node {
    let total = sample.sums(&part.puzzles);
    let leaf = Node { mean: total.mean(), error: total.error(), split: None };
    if depth == 0 || total.weight < 2.0 * smallest {
        return leaf;
    }
    let Some(best) = best_question(sample, &part, total, smallest) else { return leaf };
    let Question { feature, at, unknown, .. } = best;
    let column = &sample.columns[feature];
    let has_unknown = part.orders[feature].len() < part.puzzles.len();
    if depth == 1 {
        // The two sides ask nothing more.
        part.orders.clear();
    }
    let is_below = |puzzle: usize| side(column[puzzle], at, unknown) == Side::Below;
    let [below, above] =
        part.divided(is_below).map(|part| grown(sample, part, depth - 1, smallest));
    let split = Split { feature, at, unknown, has_unknown, below, above };
    Node { split: Some(Box::new(split)), ..leaf }
}

/// A question that a node may ask.
#[derive(Clone, Copy)]
struct Question {
    feature: usize,
    at: f64,
    unknown: Side,
}

/// Returns the question that reduces the error of a node most; `None` if none reduces it.
fn best_question(sample: &Sample, part: &Part, total: Sums, smallest: f64) -> Option<Question> {
    // Not what rounding alone gains.
    let mut best = Best { question: None, to_beat: ROUNDING * total.error(), smallest };
    let mut known = Vec::new();
    for (feature, order) in part.orders.iter().enumerate() {
        known.push(sample.sums(order));
        let n_unknown = part.puzzles.len() - order.len();
        let unknown = if n_unknown == 0 { Sums::default() } else { total.without(known[feature]) };
        let sides = if n_unknown == 0 { &[Side::Above][..] } else { &[Side::Below, Side::Above] };
        let column = &sample.columns[feature];
        let mut passed = Sums::default();
        for two in order.windows(2) {
            passed.add(sample, two[0]);
            let (value, next) = (column[two[0]], column[two[1]]);
            if value == next {
                continue;
            }
            for &side in sides {
                let below = if side == Side::Below { passed.with(unknown) } else { passed };
                let above = total.without(below);
                let unknown = default_side(n_unknown, side, below, above);
                best.try_out(below, above, || (feature, between(value, next), unknown));
            }
        }
    }
    for (feature, known) in known.into_iter().enumerate() {
        if part.orders[feature].len() < part.puzzles.len() {
            best.try_out(known, total.without(known), || (feature, f64::NAN, Side::Above));
        }
    }
    best.question
}

/// The best question so far.
struct Best {
    question: Option<Question>,
    /// What a better one has to gain.
    to_beat: f64,
    /// The smallest weight of a side.
    smallest: f64,
}

impl Best {
    /// Takes a question that parts these puzzles from those, if it is better.
    fn try_out(&mut self, below: Sums, above: Sums, question: impl Fn() -> (usize, f64, Side)) {
        if below.weight < self.smallest || above.weight < self.smallest {
            return;
        }
        let gain = gain(below, above);
        if gain > self.to_beat {
            let (feature, at, unknown) = question();
            self.question = Some(Question { feature, at, unknown });
            self.to_beat = gain * (1.0 + ROUNDING);
        }
    }
}

/// Returns where unknown values go; if there were none to learn from, to the heavier side.
fn default_side(n_unknown: usize, best: Side, below: Sums, above: Sums) -> Side {
    match n_unknown {
        0 if below.weight >= above.weight => Side::Below,
        0 => Side::Above,
        _ => best,
    }
}

/// By how much the error falls if these puzzles are told apart from those.
fn gain(below: Sums, above: Sums) -> f64 {
    let difference = below.mean() - above.mean();
    below.weight * above.weight / (below.weight + above.weight) * difference * difference
}

/// Returns the value with the fewest decimals that is at least `low` and below `high`.
fn between(low: f64, high: f64) -> f64 {
    let rounded = (0..15).map(|decimals| {
        let scale = 10_f64.powi(decimals);
        (low * scale).ceil() / scale
    });
    rounded.into_iter().find(|value| (low..high).contains(value)).unwrap_or(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(columns: &[&[f64]], targets: &[f64]) -> Sample {
        let columns = columns.iter().map(|column| column.to_vec()).collect();
        Sample::new(columns, targets.to_vec(), &(0..targets.len()).collect::<Vec<_>>())
    }

    fn tree(sample: &Sample, smallest: f64) -> Node {
        grown(sample, sample.part(|_| true), DEPTH, smallest)
    }

    #[test]
    fn a_small_table_by_hand() {
        // Means: 1, 2 | 9, 10 below and above 5. Total mean 5.5, error 4.5² + 3.5² + 3.5² + 4.5² = 65;
        // below and above 0.5 each.
        let sample = sample(&[&[3.0, 5.0, 8.0, 9.0]], &[1.0, 2.0, 9.0, 10.0]);
        let root = tree(&sample, 2.0);
        assert_eq!((root.mean, root.error), (5.5, 65.0));
        let split = root.split.as_ref().expect("a split");
        assert_eq!((split.feature, split.at), (0, 5.0));
        assert_eq!((split.below.mean, split.above.mean), (1.5, 9.5));
        assert_eq!((split.below.error, split.above.error), (0.5, 0.5));
        assert!(split.below.split.is_none(), "no leaf of one puzzle");
        // The split reduces the error by 64: at that price, it is not worth its second leaf.
        assert!(root.pruned(63.9).split.is_some() && root.pruned(64.0).split.is_none());
    }

    #[test]
    fn deeper_splits_are_pruned_first() {
        // A jump of 10 and within each half a jump of 2.
        let sample = sample(&[&[1.0, 2.0, 3.0, 4.0]], &[0.0, 2.0, 10.0, 12.0]);
        let root = tree(&sample, 1.0);
        let leaves = |tree: &Node| -> usize {
            fn count(node: &Node) -> usize {
                node.split.as_ref().map_or(1, |it| count(&it.below) + count(&it.above))
            }
            count(tree)
        };
        // Errors: 104 with one leaf, 2 + 2 with two, 0 with four.
        let prices = [0.0, 1.9, 2.0, 99.9, 100.0];
        assert_eq!(prices.map(|price| leaves(&root.pruned(price))), [4, 4, 2, 2, 1]);
        let predictions = (0..4).map(|puzzle| root.pruned(2.0).predicts(&sample, puzzle));
        assert_eq!(predictions.collect::<Vec<_>>(), [1.0, 1.0, 11.0, 11.0]);
    }

    #[test]
    fn unknown_values_go_where_the_error_is_smaller() {
        let column = [1.0, 2.0, 7.0, 8.0, f64::NAN, f64::NAN];
        let sample = sample(&[&column], &[0.0, 0.0, 5.0, 5.0, 5.0, 5.0]);
        let root = tree(&sample, 2.0);
        let split = root.split.as_ref().expect("a split");
        assert_eq!((split.at, split.unknown, split.has_unknown), (2.0, Side::Above, true));
        assert_eq!((split.below.error, split.above.error), (0.0, 0.0));
        assert_eq!(root.predicts(&sample, 5), 5.0);
    }

    #[test]
    fn whether_a_value_is_known_is_a_question_as_well() {
        let column = [1.0, 9.0, 2.0, 8.0, f64::NAN, f64::NAN];
        let sample = sample(&[&column], &[0.0, 0.0, 0.0, 0.0, 5.0, 5.0]);
        let split = tree(&sample, 2.0).split.expect("a split");
        assert!(split.at.is_nan() && split.unknown == Side::Above);
        let sides = [7.0, f64::INFINITY, f64::NAN].map(|value| split.side(value));
        assert_eq!(sides, [Side::Below, Side::Below, Side::Above]);
    }

    #[test]
    fn of_equal_features_the_first_is_asked_and_a_constant_one_never() {
        let values = [1.0, 2.0, 3.0, 4.0];
        let sample = sample(&[&[7.0; 4], &values, &values.map(f64::exp)], &[0.0, 0.0, 1.0, 1.0]);
        let split = tree(&sample, 1.0).split.expect("a split");
        assert_eq!(split.feature, 1);
        let constant = self::sample(&[&values], &[2.0; 4]);
        assert!(tree(&constant, 1.0).split.is_none());
    }

    #[test]
    fn isomorphs_count_as_one_observation() {
        let columns = vec![vec![1.0, 2.0, 2.0, 2.0, 2.0]];
        let sample = Sample::new(columns, vec![0.0, 4.0, 4.0, 4.0, 4.0], &[9, 4, 4, 4, 4]);
        let root = tree(&sample, 1.0);
        assert_eq!((root.mean, root.error), (2.0, 8.0));
    }

    #[test]
    fn a_threshold_has_few_decimals() {
        assert_eq!(between(40.0, 44.0), 40.0);
        assert_eq!(between(7.1, 7.2), 7.1);
        assert_eq!(between(0.123456, 0.2), 0.13);
        assert_eq!(between(-1.5, -1.2), -1.5);
        let (low, high) = (1.0 / 3.0, 1.0 / 3.0 + 1e-16);
        assert!((low..high).contains(&between(low, high)) || between(low, high) == low);
    }
}
