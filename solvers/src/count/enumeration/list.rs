//! Solutions in one piece of memory.

use std::mem;
use std::ops::Range;

/// Solutions, one after the other, as the numbers of their options in ascending order.
#[derive(Clone, Debug, Default)]
pub struct CoverList {
    options: Vec<u32>,
    ends: Vec<usize>,
}

impl CoverList {
    /// Returns a list without solutions, with room for this many options and solutions.
    pub fn with_room(options: usize, solutions: usize) -> Self {
        Self { options: Vec::with_capacity(options), ends: Vec::with_capacity(solutions) }
    }

    /// Returns the number of solutions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no solution.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the solutions.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.range(0..self.len())
    }

    /// Returns the solutions at some places.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn range(&self, places: Range<usize>) -> impl Iterator<Item = &[u32]> {
        let mut start = places.start.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.ends[places].iter().map(move |&end| &self.options[mem::replace(&mut start, end)..end])
    }

    /// Removes all solutions.
    pub fn clear(&mut self) {
        self.options.clear();
        self.ends.clear();
    }

    /// Appends a solution.
    pub fn push(&mut self, options: impl IntoIterator<Item = u32>) {
        self.options.extend(options);
        self.ends.push(self.options.len());
    }

    /// Appends a solution that is a set of options.
    #[inline]
    pub(super) fn push_set(&mut self, set: &[u64]) {
        let mut first = 0;
        for &word in set {
            let mut rest = word;
            while rest != 0 {
                self.options.push(first + rest.trailing_zeros());
                rest &= rest - 1;
            }
            first += 64;
        }
        self.ends.push(self.options.len());
    }
}
