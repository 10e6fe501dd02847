//! The steps of a sweep over a problem with multiplicities: the alternatives of a state, and the way from each state to the
//! next, whatever is done with them.

use board::instance::{ExactCover, Item};

use super::multi_states::MultiStates;
use super::walk::{Look, Walk};

/// The states between the first one and the one that was entered last.
pub(super) struct MultiWalk {
    states: MultiStates,
    /// The place of the option to decide next, and the state that is entered.
    key: Vec<u64>,
    levels: Vec<Level>,
    /// The alternatives of all levels and of the state that was looked at, and the states after them.
    alternatives: Vec<Alternative>,
    after: Vec<u64>,
    /// The state that was looked at.
    looked_at: Level,
}

/// A state whose alternatives are being tried.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    item: Item,
    /// Where its alternatives begin, and the one to try next.
    start: usize,
    next: usize,
}

/// What may be chosen next of an item.
#[derive(Clone, Copy, Debug)]
struct Alternative {
    /// An option, or that none is chosen any more.
    option: Option<usize>,
    /// The place of the option to decide next.
    next: usize,
}

impl MultiWalk {
    /// Returns the walk through the states of a problem whose primary items are covered in this order, before the first
    /// one.
    pub(super) fn new(problem: &ExactCover, order: &[Item]) -> Self {
        let states = MultiStates::new(problem, order);
        Self {
            key: vec![0; 1 + states.words()],
            levels: Vec::new(),
            alternatives: Vec::new(),
            after: Vec::new(),
            looked_at: Level::default(),
            states,
        }
    }

    /// Enters the state in which nothing is decided. Returns whether it may have a solution.
    pub(super) fn start(&mut self) -> bool {
        self.key.fill(0);
        self.levels.clear();
        self.truncate(0);
        self.states.is_possible()
    }

    /// Returns the item whose alternative was entered last.
    pub(super) fn item(&self) -> Item {
        self.levels.last().expect("an open level").item
    }

    /// Appends the alternatives of the state that is entered, and returns their item.
    fn push_alternatives(&mut self) -> Item {
        let Self { states, key, alternatives, after, .. } = self;
        let next = key[0] as usize;
        let (item, end) = states.item(next);
        // The state without the options so far stands where the next one after a choice is to stand.
        let mut start = after.len();
        after.extend_from_slice(&key[1..]);
        for at in next..end {
            after.extend_from_within(start..);
            let (chosen, without) = after[start..].split_at_mut(states.words());
            if states.choose(at, chosen) {
                alternatives.push(Alternative { option: Some(states.option(at)), next: at + 1 });
                start += states.words();
            } else {
                chosen.copy_from_slice(without);
                after.truncate(start + states.words());
            }
            if !states.leave_out(at, &mut after[start..]) {
                after.truncate(start);
                return item;
            }
        }
        alternatives.push(Alternative { option: None, next: end });
        item
    }

    /// Makes the state after an alternative the one that is entered.
    fn load(&mut self, alternative: usize) {
        let words = self.states.words();
        self.key[1..].copy_from_slice(&self.after[alternative * words..][..words]);
        self.key[0] = self.alternatives[alternative].next as u64;
    }

    /// Removes the alternatives from one on.
    fn truncate(&mut self, alternative: usize) {
        self.alternatives.truncate(alternative);
        self.after.truncate(alternative * self.states.words());
    }
}

impl Walk for MultiWalk {
    /// If the state that is entered has a single alternative in which no option is chosen, because an item is
    /// covered as often as it may be, it enters the state after that.
    fn look(&mut self) -> Look {
        let start = self.alternatives.len();
        loop {
            if self.key[0] == self.states.n_options() as u64 {
                return Look::Solution;
            }
            let item = self.push_alternatives();
            match self.alternatives[start..] {
                [] => return Look::DeadEnd,
                [Alternative { option: None, .. }] => {
                    self.load(start);
                    self.truncate(start);
                }
                _ => {
                    self.looked_at = Level { item, start, next: start };
                    return Look::Alternatives(self.alternatives.len() - start);
                }
            }
        }
    }

    fn key(&self) -> &[u64] {
        &self.key
    }

    fn open(&mut self) {
        self.levels.push(self.looked_at);
    }

    fn pass(&mut self) {
        self.truncate(self.looked_at.start);
    }

    fn advance(&mut self) -> Option<Option<usize>> {
        let level = self.levels.last_mut()?;
        let Level { start, next, .. } = *level;
        if next == self.alternatives.len() {
            self.levels.pop();
            self.truncate(start);
            return None;
        }
        level.next += 1;
        self.load(next);
        Some(self.alternatives[next].option)
    }
}
