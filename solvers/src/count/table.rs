//! The states whose number of solutions is known.
//!
//! Keys are whole states. A hash only says where to look, and every state found there is compared word by
//! word, so that two states are never taken for one.
//!
//! The table is bounded: when it is full it is emptied and fills anew. A state that was given up is counted
//! again if it is met again, so a small table costs time and never makes a count wrong.

use std::hash::{BuildHasher, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// A map from states to their number of solutions.
#[derive(Debug)]
pub(super) struct Table {
    words: usize,
    /// The states, one after the other.
    states: Vec<u64>,
    counts: Vec<u64>,
    /// Where each state is among them.
    places: HashTable<u32>,
    hasher: foldhash::fast::FixedState,
    most_states: usize,
}

impl Table {
    /// Returns an empty table for states of this many words that takes about `bytes` at most.
    pub(super) fn new(words: usize, bytes: usize) -> Self {
        // A vector that grows has room for twice its length, and while it grows the old one is there, too.
        let bytes_per_state = 3 * (8 * words + 8) + 10;
        Self {
            words,
            states: Vec::new(),
            counts: Vec::new(),
            places: HashTable::new(),
            hasher: foldhash::fast::FixedState::default(),
            most_states: (bytes / bytes_per_state).clamp(1, u32::MAX as usize),
        }
    }

    /// Returns the number of solutions of a state, if it is known.
    #[inline]
    pub(super) fn get(&self, state: &[u64]) -> Option<u64> {
        let hash = hash(&self.hasher, state);
        let is_same = |&place: &u32| at(&self.states, self.words, place) == state;
        self.places.find(hash, is_same).map(|&place| self.counts[place as usize])
    }

    /// Sets the number of solutions of a state.
    #[inline]
    pub(super) fn insert(&mut self, state: &[u64], count: u64) {
        if self.counts.len() == self.most_states {
            self.clear();
        }
        let Self { words, states, counts, places, hasher, .. } = self;
        let hash_of = |&place: &u32| hash(hasher, at(states, *words, place));
        let is_same = |&place: &u32| at(states, *words, place) == state;
        if let Entry::Vacant(vacant) = places.entry(hash(hasher, state), is_same, hash_of) {
            vacant.insert(counts.len() as u32);
            states.extend_from_slice(state);
            counts.push(count);
        }
    }

    /// Forgets all states.
    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.counts.clear();
        self.places.clear();
    }
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
