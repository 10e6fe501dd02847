//! Saved states of the bit matrix: the one that a reset restores, and those of open levels.

use super::BitMatrix;
use crate::cover::option_counts::SavedCounts;

impl BitMatrix {
    /// Makes this state the one that [`reset`](crate::cover::matrix::CoverMatrix::reset) restores. No level may be open.
    pub(crate) fn keep(&mut self) {
        self.saved_left.clone_from(&self.left);
        self.saved_counts = SavedCounts::default();
        self.saved_counts.save(&self.counts);
    }

    /// Returns the number of bytes of the states that a search from this one saves at most: one for each open item.
    pub(crate) fn level_bytes(&self) -> u64 {
        let items = 0..self.counts.primary();
        let open = items.filter(|&item| !self.counts.is_covered(item)).count();
        (open * self.words() * size_of::<u64>()) as u64
    }

    /// Saves the state, so that it can be restricted to each of its parts.
    pub(crate) fn save(&mut self) {
        self.saved_left.extend_from_slice(&self.left);
        self.saved_counts.save(&self.counts);
    }

    /// Forgets the state that was saved last.
    pub(crate) fn forget(&mut self) {
        self.saved_left.truncate(self.saved_left.len() - self.left.len());
        self.saved_counts.forget(&self.counts);
    }
}
