//! What the search asks of a structure, and whom both tell what they do.

use std::ops::ControlFlow;

use super::sizes::Sizes;
use crate::outcome::Stop;

/// An exact cover problem from which items are covered, option by option, and uncovered again.
///
/// A structure keeps the *levels* of the search: the items whose options are being tried, the last
/// one on top. Every structure answers the same to the same calls, so that the search goes the same
/// way over each.
pub(super) trait Structure {
    /// How many options each item has left.
    fn sizes(&self) -> &Sizes;

    /// Covers an item that has options left, as a new level on which none is tried yet.
    fn open<P: Panel>(&mut self, item: usize, panel: &mut P);

    /// Takes back the option that is tried on the last level: uncovers its other items. A structure
    /// that copies its state has nothing to do before it advances.
    fn take_back<P: Panel>(&mut self, _panel: &mut P) {}

    /// Tries the next option of the last level, in ascending order: covers its other items. When there
    /// is none, takes back the level.
    fn advance<P: Panel>(&mut self, panel: &mut P) -> Option<usize>;

    /// Chooses an option before the search; does nothing and says false when that is not possible
    /// beside those that were chosen before.
    fn force<P: Panel>(&mut self, option: usize, panel: &mut P) -> bool;

    /// Takes an option away before the search, and before any is chosen.
    fn forbid<P: Panel>(&mut self, option: usize, panel: &mut P);

    /// Takes everything back, wherever the search stopped.
    fn reset(&mut self);
}

/// Who is told what a search does, in numbers of items and options, and what it costs. Nobody need
/// listen, and to `()` nobody does.
pub(super) trait Panel {
    /// A search state is entered, unless a limit forbids it.
    fn node(&mut self) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    /// An item is covered, or its colour is settled.
    #[inline]
    fn cover(&mut self, _item: usize) {}

    /// An item is uncovered again. A structure that restores its state at once does not tell it.
    #[inline]
    fn uncover(&mut self, _item: usize) {}

    /// An option is tried, one of `among` that an item has left; a forced move when it is the only
    /// one.
    fn choose(&mut self, _option: usize, _among: usize) {}

    /// The last option that was not the only one is taken back.
    fn undo(&mut self) {}

    /// An item has no option left.
    fn conflict(&mut self) {}

    /// Lists of items lose so many options or are taken away: Knuth's *updates*.
    #[inline]
    fn update(&mut self, _changes: usize) {}

    /// So many words of 64 bits of the structure, or parts of one, are read or written: Knuth's *mems*.
    #[inline]
    fn access(&mut self, _words: usize) {}

    /// Every primary item is covered, by these options and those chosen before the search.
    fn solution(&mut self, _options: &[usize]) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }
}

impl Panel for () {}
