//! How many states a sweep meets in an order of the items, estimated without a search.
//!
//! The states of a sweep that has covered the same items differ in the *front*: the items ahead that options chosen
//! before may contain. Whether such an item is covered is in doubt as long as some of its options begin with an
//! item before, and some do not:
//!
//! ```text
//!                        covered │ ahead
//!   items                ■ ■ ■ ■ │  a    b    c    d
//!   options that begin before    │ 5/6  3/6  1/6  0/6     share s of the options of the item
//!   doubt 4 s (1 − s)            │ 0.56  1   0.56  0       2.1 bits: about 4 states
//! ```
//!
//! The doubt is a number of bits, near the entropy of a coin that falls on one side with probability s. (The
//! parabola needs no logarithm, whose last digit may depend on the machine.) A front of doubt d has about 2ᵈ states.
//!
//! The estimate is orders of magnitude too small, but orders of one problem can be compared by it. Seven orders of the
//! squares of the 6×10 board of pentominoes, from 5,036,174 to 227,302,419 nodes, are ranked as the sweep
//! ranks them. Orders that differ by less than half a bit may be ranked wrongly, and an order that is built to
//! minimise the estimate is a bad one.

use board::instance::{ExactCover, Item};

/// Returns the estimated number of states that a sweep in this order meets. Items that are not in the order are
/// ignored if they are primary.
pub(super) fn states(problem: &ExactCover, order: &[Item]) -> f64 {
    let mut front = Front::new(problem, order);
    let states_before = |&item: &Item| {
        let states = front.doubt.exp2();
        front.cover(item as usize);
        states
    };
    order.iter().map(states_before).sum()
}

/// The front of a sweep.
struct Front<'p> {
    problem: &'p ExactCover,
    /// The options of each item.
    of_item: Vec<Vec<usize>>,
    /// Whether each option contains a covered item.
    is_begun: Vec<bool>,
    /// The number of begun options of each item.
    begun: Vec<usize>,
    /// Whether each item is ahead.
    is_open: Vec<bool>,
    /// The doubt about all items ahead.
    doubt: f64,
}

impl<'p> Front<'p> {
    /// Returns the front before the first item.
    fn new(problem: &'p ExactCover, order: &[Item]) -> Self {
        let mut of_item = vec![Vec::new(); problem.items()];
        for (number, option) in problem.options().enumerate() {
            option.iter().for_each(|entry| of_item[entry.item as usize].push(number));
        }
        let mut is_open = vec![true; problem.items()];
        is_open[..problem.primary()].fill(false);
        order.iter().for_each(|&item| is_open[item as usize] = true);
        Self {
            problem,
            is_begun: vec![false; problem.option_count()],
            begun: vec![0; of_item.len()],
            of_item,
            is_open,
            doubt: 0.0,
        }
    }

    /// Returns the doubt about an item.
    fn doubt_of(&self, item: usize) -> f64 {
        if !self.is_open[item] || self.begun[item] == 0 {
            return 0.0;
        }
        let share = self.begun[item] as f64 / self.of_item[item].len() as f64;
        4.0 * share * (1.0 - share)
    }

    /// Covers an item: its options begin, or have begun.
    fn cover(&mut self, item: usize) {
        self.doubt -= self.doubt_of(item);
        self.is_open[item] = false;
        for number in std::mem::take(&mut self.of_item[item]) {
            if !std::mem::replace(&mut self.is_begun[number], true) {
                for entry in self.problem.option(number) {
                    let other = entry.item as usize;
                    self.doubt -= self.doubt_of(other);
                    self.begun[other] += 1;
                    self.doubt += self.doubt_of(other);
                }
            }
        }
    }
}
