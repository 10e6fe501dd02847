//! The parts of a pass: items that a executor is given together.
//!
//! What a backend refuses is told apart from what it takes. And where a backend is timed on many items as
//! one, a time must not cross what people part puzzles by: a mean over two corpora is that of neither. So
//! its items are sorted into groups of one corpus, one geometry, one level and one kind of expectation,
//! wherever they stand in the block.

use std::collections::HashMap;

use record::Task;

use crate::corpus::{Expectation, Item};
use crate::entrant::Entrant;

/// Some items of a pass, by their places in it.
pub(super) struct Share {
    /// In ascending order.
    pub(super) places: Vec<usize>,
    /// Why the backend does not take them, if it does not.
    pub(super) refusal: Option<&'static str>,
}

/// The parts of a pass of a entrant over items.
pub(super) fn shares(entrant: &Entrant, task: Task, items: &[&Item]) -> Vec<Share> {
    let refusal = |place: usize| entrant.refuses(items[place], task);
    if !entrant.shares_times() {
        let places: Vec<usize> = (0..items.len()).collect();
        let together = places.chunk_by(|&a, &b| refusal(a) == refusal(b));
        return together
            .map(|places| Share { places: places.to_vec(), refusal: refusal(places[0]) })
            .collect();
    }
    let mut shares: Vec<Share> = Vec::new();
    let mut share_of = HashMap::new();
    for (place, item) in items.iter().enumerate() {
        let refusal = refusal(place);
        let share = *share_of.entry((kind(item), refusal)).or_insert_with(|| {
            shares.push(Share { places: Vec::new(), refusal });
            shares.len() - 1
        });
        shares[share].places.push(place);
    }
    shares
}

/// What items that share a time have in common.
fn kind(item: &Item) -> impl Eq + std::hash::Hash {
    let solutions = item.expect.map(|expect| match expect {
        Expectation::Exactly(solutions) => solutions.min(2),
        Expectation::Multiple => 2,
        Expectation::Possible => 3,
        Expectation::Colours(_) => 4,
    });
    (item.corpus.clone(), item.problem.key(), item.level.clone(), solutions)
}

/// Names the groups of trials that share a time, as they come one after the other.
#[derive(Default)]
pub(super) struct TimingGroups {
    first: u64,
    missing: u64,
}

impl TimingGroups {
    /// The place in the plan of the first trial of the group of `size` that the trial at `order` is in.
    pub(super) fn first_of(&mut self, order: u64, size: u64) -> u64 {
        if self.missing == 0 {
            (self.first, self.missing) = (order, size);
        }
        self.missing -= 1;
        self.first
    }
}
