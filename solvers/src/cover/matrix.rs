//! The operations that the search requires of a matrix.

use super::option_counts::OptionCounts;
use super::tracer::Tracer;

/// An exact cover problem whose items are covered and uncovered, option by option.
///
/// A matrix keeps the *levels* of the search, a stack of the items whose options are being tried. All
/// matrices return the same results for the same calls, so the search visits the same nodes on each.
pub(crate) trait CoverMatrix {
    /// Returns the number of options that each item has left.
    fn option_counts(&self) -> &OptionCounts;

    /// Covers an item that has options left and opens a level for it. None of its options is tried yet.
    fn open<P: Tracer>(&mut self, item: usize, tracer: &mut P);

    /// Undoes the option tried on the last level by uncovering its other items. A matrix that copies
    /// its state does nothing here and restores the copy in [`advance`](Self::advance).
    fn undo_option<P: Tracer>(&mut self, _tracer: &mut P) {}

    /// Tries the next option of the last level, in ascending order, by covering its other items. Closes
    /// the level and returns `None` if there is no further option.
    fn advance<P: Tracer>(&mut self, tracer: &mut P) -> Option<usize>;

    /// Chooses an option before the search. Returns `false`, without any effect, if the option clashes
    /// with one chosen before. Only [`BitMatrix`](super::bitmatrix::BitMatrix) compares the colours of secondary items;
    /// in other matrices options that are chosen have none.
    fn force<P: Tracer>(&mut self, option: usize, tracer: &mut P) -> bool;

    /// Removes an option before the search, and before any option is chosen.
    fn forbid<P: Tracer>(&mut self, option: usize, tracer: &mut P);

    /// Restores the initial state, wherever the search stopped.
    fn reset(&mut self);
}
