//! The lines that a checker of counts has accepted: a state and its count at the number of each line.

use super::count_words::{number, text};
use crate::Count;

/// The number of the first line of a state.
const FIRST: usize = 3;

/// States with their counts, in the order of their lines.
#[derive(Default)]
pub(super) struct CountTable {
    /// The states, one after the other, and their width.
    states: Vec<u64>,
    width: usize,
    counts: Vec<Entry>,
}

/// The count of a line, and whether a later line uses it.
pub(super) struct Entry {
    count: Count,
    is_used: bool,
}

impl Entry {
    /// Returns the count, which a later line uses.
    #[inline]
    pub(super) fn mark(&mut self) -> Count {
        self.is_used = true;
        self.count.clone()
    }
}

impl CountTable {
    /// Returns what stands in the line with this number.
    ///
    /// # Errors
    /// If it is not the number of a line of a state.
    #[inline]
    pub(super) fn find(&mut self, line: &[u8]) -> Result<(&[u64], &mut Entry), String> {
        let place = number(line).unwrap_or(0).wrapping_sub(FIRST);
        match self.counts.get_mut(place) {
            Some(entry) => {
                let start = place * self.width;
                Ok((&self.states[start..start + self.width], entry))
            }
            None => Err(format!("{:?} is no line before", text(line))),
        }
    }

    /// Appends the state of a line.
    pub(super) fn push(&mut self, state: &[u64], count: Count) {
        self.width = state.len();
        self.states.extend_from_slice(state);
        self.counts.push(Entry { count, is_used: false });
    }

    /// Returns the first line that no later one uses.
    pub(super) fn first_unused(&self) -> Option<usize> {
        self.counts.iter().position(|entry| !entry.is_used).map(|place| place + FIRST)
    }
}
