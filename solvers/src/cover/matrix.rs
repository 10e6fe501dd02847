//! What the search asks of a structure.

use super::option_counts::OptionCounts;
use super::tracer::Tracer;

/// An exact cover problem from which items are covered, option by option, and uncovered again.
///
/// A matrix keeps the *levels* of the search: the items whose options are being tried, the last
/// one on top. Every matrix answers the same to the same calls, so that the search goes the same
/// way over each.
pub(super) trait CoverMatrix {
    /// How many options each item has left.
    fn option_counts(&self) -> &OptionCounts;

    /// Covers an item that has options left, as a new level on which none is tried yet.
    fn open<P: Tracer>(&mut self, item: usize, tracer: &mut P);

    /// Takes back the option that is tried on the last level: uncovers its other items. A structure
    /// that copies its state has nothing to do before it advances.
    fn undo_option<P: Tracer>(&mut self, _tracer: &mut P) {}

    /// Tries the next option of the last level, in ascending order: covers its other items. When there
    /// is none, takes back the level.
    fn advance<P: Tracer>(&mut self, tracer: &mut P) -> Option<usize>;

    /// Chooses an option before the search; does nothing and says false when that is not possible
    /// beside those that were chosen before.
    fn force<P: Tracer>(&mut self, option: usize, tracer: &mut P) -> bool;

    /// Takes an option away before the search, and before any is chosen.
    fn forbid<P: Tracer>(&mut self, option: usize, tracer: &mut P);

    /// Takes everything back, wherever the search stopped.
    fn reset(&mut self);
}
