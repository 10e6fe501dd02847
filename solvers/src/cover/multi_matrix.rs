//! The operations that a search with multiplicities requires of a matrix.

use std::ops::Range;

use super::option_counts::OptionCounts;
use super::tracer::Tracer;

/// An exact cover problem from which items and options are removed, and to which they return when a saved state is
/// restored.
///
/// Unlike a [`CoverMatrix`](super::matrix::CoverMatrix) it does not know which options are tried: an item may stay open
/// after one of its options was chosen. States are saved on a stack.
pub(super) trait MultiMatrix {
    /// Returns the number of options that each item has left.
    fn option_counts(&self) -> &OptionCounts;

    /// Appends the options that an open item has left, in ascending order.
    fn push_options(&self, item: usize, options: &mut Vec<u32>);

    /// Returns the entries of an option: its items in the order in which they were given.
    fn entries(&self, option: usize) -> Range<usize>;

    /// Returns the item of an entry.
    fn item(&self, entry: usize) -> usize;

    /// Covers an item: removes its options from the lists of their other items.
    fn cover_item<P: Tracer>(&mut self, item: usize, tracer: &mut P);

    /// Covers the item of an entry or, if it has a colour, purifies it, unless that was done before.
    fn cover_entry<P: Tracer>(&mut self, entry: usize, tracer: &mut P);

    /// Closes an item that has no option left and needs none.
    fn close<P: Tracer>(&mut self, item: usize, tracer: &mut P);

    /// Removes an option from the lists of all its items that are open.
    fn remove<P: Tracer>(&mut self, option: usize, tracer: &mut P);

    /// Pushes the state.
    fn push_state<P: Tracer>(&mut self, tracer: &mut P);

    /// Replaces the state on top by this one.
    fn replace_state<P: Tracer>(&mut self, tracer: &mut P);

    /// Restores the state on top, which stays there.
    fn restore_state<P: Tracer>(&mut self, tracer: &mut P);

    /// Removes the state on top. The state after this is undefined until one is restored.
    fn pop_state<P: Tracer>(&mut self, tracer: &mut P);

    /// Restores the initial state, wherever the search stopped.
    fn reset_all(&mut self);
}
