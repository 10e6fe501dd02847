//! The lines that a checker of counts has accepted: a state and its count at the place of each line.

use super::count_words::Words;
use crate::Count;

/// The number of the first line of a state. The place before it is that of the state without an open item.
const FIRST: usize = 3;

/// States with their counts, in the order of their lines.
pub(super) struct CountTable<const C: usize> {
    /// The states, one after the other, and the chunks that each has.
    states: Vec<[u64; C]>,
    chunks: usize,
    counts: Vec<Entry>,
}

/// The count of a line, and whether a later line uses it.
struct Entry {
    count: Count,
    is_used: bool,
}

impl<const C: usize> CountTable<C> {
    /// Returns the table of the state without an open item.
    pub(super) fn new(covered: &[[u64; C]]) -> Self {
        let counts = vec![Entry { count: Count::ONE, is_used: true }];
        Self { states: covered.to_vec(), chunks: covered.len(), counts }
    }

    /// Returns the place of the state that the next word names: the number of a line, or a point. If it is neither,
    /// returns `None`, and the word is still the next one.
    #[inline(always)]
    pub(super) fn child(&self, words: &mut Words<'_>) -> Option<usize> {
        let place = self.line(words);
        let mut point = *words;
        if place.is_none() && point.next() == Some(b".") {
            *words = point;
            return Some(0);
        }
        place
    }

    /// Returns the place of the line whose number is the next word. If it is not the number of a line of a state,
    /// returns `None`, and the word is still the next one.
    #[inline(always)]
    pub(super) fn line(&self, words: &mut Words<'_>) -> Option<usize> {
        let mut rest = *words;
        let place = rest.number()?.wrapping_sub(FIRST - 1);
        if place.wrapping_sub(1) >= self.counts.len() - 1 {
            return None;
        }
        *words = rest;
        Some(place)
    }

    /// Returns the state at a place.
    #[inline]
    pub(super) fn state(&self, place: usize) -> &[[u64; C]] {
        &self.states[place * self.chunks..][..self.chunks]
    }

    /// Returns the count at a place, which a later line uses.
    #[inline]
    pub(super) fn mark(&mut self, place: usize) -> &Count {
        let entry = &mut self.counts[place];
        entry.is_used = true;
        &entry.count
    }

    /// Appends the state of a line.
    #[inline]
    pub(super) fn push(&mut self, state: &[[u64; C]], count: Count) {
        for &chunk in state {
            self.states.push(chunk);
        }
        self.counts.push(Entry { count, is_used: false });
    }

    /// Returns the number of the first line that no later one uses.
    pub(super) fn first_unused(&self) -> Option<usize> {
        self.counts.iter().position(|entry| !entry.is_used).map(|place| place + FIRST - 1)
    }
}
