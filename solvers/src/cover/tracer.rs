//! The receivers of the steps of a search: the meter of an exact cover problem, and that of a puzzle,
//! for which items and options are cells and symbols.

use std::ops::ControlFlow;

use board::Symbol;

use super::cell_and_symbol;
use crate::contract::{Meter, Observer, Stop};

/// Receives the steps of a search, in numbers of items and options, and what they cost. `()` ignores
/// them.
pub(super) trait Tracer {
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

    /// An option is tried, one of `alternatives` that an item has left; a forced move when it is the only
    /// one.
    fn choose(&mut self, _option: usize, _alternatives: usize) {}

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

impl Tracer for () {}

impl<O: Observer> Tracer for Meter<'_, O, Vec<usize>> {
    #[inline]
    fn node(&mut self) -> ControlFlow<Stop> {
        Meter::node(self)
    }

    #[inline]
    fn cover(&mut self, item: usize) {
        Meter::cover(self, item);
    }

    #[inline]
    fn uncover(&mut self, item: usize) {
        Meter::uncover(self, item);
    }

    #[inline]
    fn choose(&mut self, option: usize, alternatives: usize) {
        Meter::choose(self, option, alternatives);
    }

    #[inline]
    fn undo(&mut self) {
        Meter::undo(self);
    }

    #[inline]
    fn conflict(&mut self) {
        Meter::conflict(self);
    }

    #[inline]
    fn update(&mut self, changes: usize) {
        Meter::update(self, changes);
    }

    #[inline]
    fn access(&mut self, words: usize) {
        Meter::access(self, words);
    }

    fn solution(&mut self, options: &[usize]) -> ControlFlow<Stop> {
        Meter::<O, Vec<usize>>::solution(self, options)
    }
}

/// The meter of a puzzle while its givens and marks are taken in: what this costs stands apart.
pub(super) struct InputTracer<'s, 'a, O: Observer>(pub(super) &'s mut Meter<'a, O>);

impl<O: Observer> Tracer for InputTracer<'_, '_, O> {
    #[inline]
    fn update(&mut self, changes: usize) {
        self.0.input_update(changes);
    }

    #[inline]
    fn access(&mut self, words: usize) {
        self.0.input_access(words);
    }
}

/// The meter of a puzzle, told in cells and symbols.
pub(super) struct PuzzleTracer<'s, 'a, O: Observer> {
    pub(super) meter: &'s mut Meter<'a, O>,
    pub(super) symbols: usize,
    pub(super) grid: &'s mut [Symbol],
}

impl<O: Observer> Tracer for PuzzleTracer<'_, '_, O> {
    #[inline]
    fn node(&mut self) -> ControlFlow<Stop> {
        self.meter.node()
    }

    #[inline]
    fn cover(&mut self, _: usize) {
        self.meter.propagate(1);
    }

    #[inline]
    fn choose(&mut self, option: usize, alternatives: usize) {
        let (cell, symbol) = cell_and_symbol(option, self.symbols);
        if alternatives > 1 {
            self.meter.bet(cell, symbol, alternatives);
        } else {
            self.meter.deduce(cell, symbol);
        }
    }

    #[inline]
    fn undo(&mut self) {
        self.meter.undo();
    }

    #[inline]
    fn conflict(&mut self) {
        self.meter.conflict();
    }

    #[inline]
    fn update(&mut self, changes: usize) {
        self.meter.update(changes);
    }

    #[inline]
    fn access(&mut self, words: usize) {
        self.meter.access(words);
    }

    fn solution(&mut self, options: &[usize]) -> ControlFlow<Stop> {
        for &option in options {
            let (cell, symbol) = cell_and_symbol(option, self.symbols);
            self.grid[cell] = symbol;
        }
        self.meter.solution(self.grid)
    }
}
