//! Numbered states.
//!
//! Keys are whole states. A hash only says where to look, and every state found there is compared word by
//! word, so that two states are never taken for one.

use std::hash::{BuildHasher, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// A set of states, numbered in the order in which they were added.
#[derive(Debug)]
pub(super) struct Places {
    words: usize,
    /// The states, one after the other.
    states: Vec<u64>,
    /// Where each state is among them.
    places: HashTable<u32>,
    hasher: foldhash::fast::FixedState,
}

impl Places {
    /// Returns the empty set of states of this many words.
    pub(super) fn new(words: usize) -> Self {
        let hasher = foldhash::fast::FixedState::default();
        Self { words, states: Vec::new(), places: HashTable::new(), hasher }
    }

    /// Returns the number of bytes that a state takes at most. A vector that grows has room for twice its
    /// length, and while it grows the old one is there, too.
    pub(super) fn state_bytes(&self) -> usize {
        3 * (8 * self.words + 5)
    }

    /// Returns the number of bytes that the set takes at most.
    pub(super) fn bytes(&self) -> u64 {
        (self.places.len() * self.state_bytes()) as u64
    }

    /// Returns the number of a state, if it is in the set.
    #[inline]
    pub(super) fn find(&self, state: &[u64]) -> Option<u32> {
        let is_same = |&place: &u32| at(&self.states, self.words, place) == state;
        self.places.find(hash(&self.hasher, state), is_same).copied()
    }

    /// Returns the number of a state and whether it is new. A new one is added.
    #[inline]
    pub(super) fn place(&mut self, state: &[u64]) -> (u32, bool) {
        let Self { words, states, places, hasher } = self;
        let hash_of = |&place: &u32| hash(hasher, at(states, *words, place));
        let is_same = |&place: &u32| at(states, *words, place) == state;
        let next = places.len() as u32;
        match places.entry(hash(hasher, state), is_same, hash_of) {
            Entry::Occupied(place) => (*place.get(), false),
            Entry::Vacant(vacant) => {
                vacant.insert(next);
                states.extend_from_slice(state);
                (next, true)
            }
        }
    }

    /// Removes all states, which takes as long as the set was large.
    pub(super) fn clear(&mut self) {
        if !self.states.is_empty() {
            self.states.clear();
            self.places.clear();
        }
    }
}

/// Returns the hash of a state.
pub(super) fn hash_of(state: &[u64]) -> u64 {
    hash(&foldhash::fast::FixedState::default(), state)
}

#[inline]
fn at(states: &[u64], words: usize, place: u32) -> &[u64] {
    &states[place as usize * words..][..words]
}

#[inline]
fn hash(hasher: &foldhash::fast::FixedState, state: &[u64]) -> u64 {
    let mut hasher = hasher.build_hasher();
    state.iter().for_each(|&word| hasher.write_u64(word));
    hasher.finish()
}
