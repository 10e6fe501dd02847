//! The lines that a checker of counts has accepted. States are compared in full; a hash only says where to
//! look.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::Count;

/// States with their counts, in the order of their lines.
#[derive(Default)]
pub(super) struct CountTable {
    /// The states, one after the other.
    states: Vec<u64>,
    /// The counts, and whether a later line uses them.
    counts: Vec<(Count, bool)>,
    places: HashTable<usize>,
}

impl CountTable {
    /// Returns the place of a state among the lines, if there is such a line.
    pub(super) fn find(&self, state: &[u64]) -> Option<usize> {
        let is_it = |&place: &usize| self.states[place * state.len()..][..state.len()] == *state;
        self.places.find(hash(state), is_it).copied()
    }

    /// Returns the count of the line at this place.
    pub(super) fn count(&self, place: usize) -> &Count {
        &self.counts[place].0
    }

    /// Appends a state.
    pub(super) fn push(&mut self, state: &[u64], count: Count) {
        let of_place = |&place: &usize| hash(&self.states[place * state.len()..][..state.len()]);
        self.places.insert_unique(hash(state), self.counts.len(), of_place);
        self.states.extend(state);
        self.counts.push((count, false));
    }

    /// Notes that a line uses those at these places.
    pub(super) fn mark_used(&mut self, places: &[usize]) {
        places.iter().for_each(|&place| self.counts[place].1 = true);
    }

    /// Returns whether a state is above all others.
    pub(super) fn is_next(&self, state: &[u64]) -> bool {
        self.states.len() < state.len() || self.states[self.states.len() - state.len()..] < *state
    }

    /// Returns the count of a state if it is the last one.
    pub(super) fn last(&self, state: &[u64]) -> Option<&Count> {
        self.counts.last().filter(|_| self.states.ends_with(state)).map(|(count, _)| count)
    }

    /// Returns the place of the first state before the last one that no later line uses.
    pub(super) fn first_unused(&self) -> Option<usize> {
        let (_, before) = self.counts.split_last()?;
        before.iter().position(|&(_, is_used)| !is_used)
    }
}

fn hash(state: &[u64]) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    state.iter().for_each(|&digit| hasher.write_u64(digit));
    hasher.finish()
}
