//! The receivers of search steps: the meter of an exact cover problem, and the meter of a puzzle, which
//! translates items and options to cells and symbols.

use std::ops::ControlFlow;

use board::{Count, Symbol};

use super::cell_and_symbol;
use crate::contract::{Meter, Observer, Stop};

/// Receives the steps of a search, as item and option numbers, and their cost. `()` ignores both.
pub(crate) trait Tracer {
    /// Returns the memory that the process may use, in bytes, if it is limited.
    fn memory(&self) -> Option<u64> {
        None
    }

    /// Records that a search state is entered, unless a limit forbids it.
    fn node(&mut self) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    /// Records that an item is covered or purified, that is, its colour is fixed.
    #[inline]
    fn cover(&mut self, _item: usize) {}

    /// Records that an item is uncovered. Matrices that restore a copy of their state do not report
    /// this.
    #[inline]
    fn uncover(&mut self, _item: usize) {}

    /// Records that one of the `alternatives` options that an item has left is tried. A single
    /// alternative is a forced move.
    fn choose(&mut self, _option: usize, _alternatives: usize) {}

    /// Records that no further option of an item is chosen, one of its `alternatives`.
    fn close(&mut self, _item: usize, _alternatives: usize) {}

    /// Records that the last option that had alternatives is undone.
    fn undo(&mut self) {}

    /// Records that an item has no option left.
    fn conflict(&mut self) {}

    /// Returns whether updates and accesses are counted.
    #[inline]
    fn counts(&self) -> bool {
        false
    }

    /// Records `changes` removals of options or items from lists: Knuth's *updates*.
    #[inline]
    fn update(&mut self, _changes: usize) {}

    /// Records reads and writes of 64-bit words of the matrix, or of parts of them: Knuth's *mems*.
    #[inline]
    fn access(&mut self, _words: usize) {}

    /// Records a solution: every primary item is covered by `options` and those chosen before the
    /// search.
    fn solution(&mut self, _options: &[usize]) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    /// Records that the state that was just entered has this many solutions, which is known from before.
    fn known(&mut self, _solutions: &Count) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }
}

impl Tracer for () {}

impl<O: Observer> Tracer for Meter<'_, O, Vec<usize>> {
    fn memory(&self) -> Option<u64> {
        Meter::memory(self)
    }

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
    fn close(&mut self, item: usize, alternatives: usize) {
        Meter::close(self, item, alternatives);
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
    fn counts(&self) -> bool {
        Meter::counts(self)
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

    fn known(&mut self, solutions: &Count) -> ControlFlow<Stop> {
        Meter::known(self, solutions)
    }
}

/// The meter of a puzzle while its givens and pencil marks are loaded. This cost is counted separately.
pub(super) struct InputTracer<'s, 'a, O: Observer>(pub(super) &'s mut Meter<'a, O>);

impl<O: Observer> Tracer for InputTracer<'_, '_, O> {
    #[inline]
    fn counts(&self) -> bool {
        self.0.counts()
    }

    #[inline]
    fn update(&mut self, changes: usize) {
        self.0.input_update(changes);
    }

    #[inline]
    fn access(&mut self, words: usize) {
        self.0.input_access(words);
    }
}

/// The meter of a puzzle. Options are reported as cells and symbols.
pub(super) struct PuzzleTracer<'s, 'a, O: Observer> {
    pub(super) meter: &'s mut Meter<'a, O>,
    pub(super) symbols: usize,
    pub(super) grid: &'s mut [Symbol],
}

impl<O: Observer> Tracer for PuzzleTracer<'_, '_, O> {
    fn memory(&self) -> Option<u64> {
        self.meter.memory()
    }

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
    fn counts(&self) -> bool {
        self.meter.counts()
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

    fn known(&mut self, solutions: &Count) -> ControlFlow<Stop> {
        self.meter.known(solutions)
    }
}
