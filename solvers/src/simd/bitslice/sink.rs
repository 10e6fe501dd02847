//! Destinations for the results of lines.

use super::work_splits::SearchResult;
use crate::contract::LineResult;
use crate::simd::fetch::fetch;

/// Receives the result of each line, in any order.
pub(super) trait ResultSink {
    /// Announces that there are at least `count` lines.
    fn expect(&mut self, count: usize);

    /// Announces that the result of a line will soon be written.
    fn prepare(&self, number: usize);

    /// Returns the slot for the result of a line. Its contents are unspecified.
    fn place(&mut self, number: usize) -> &mut LineResult;

    /// Announces that the result of a line has been written to its slot.
    fn commit(&mut self, number: usize);

    /// Announces the result of a line for which bets were needed, or that is not solved, before it
    /// is written to its slot.
    fn searched(&mut self, _number: usize, _result: &SearchResult) {}

    /// Returns the slot for the grid of a line for which one solution was found without a bet.
    #[inline]
    fn slot_without_bets(&mut self, number: usize, is_all: bool) -> &mut [u8; 81] {
        let solved = self.place(number);
        (solved.solutions, solved.is_all, solved.bets) = (1, is_all, 0);
        &mut solved.grid
    }
}

/// The contents of a slot that has not been written.
pub(super) const EMPTY_RESULT: LineResult =
    LineResult { solutions: 0, is_all: false, bets: 0, grid: [0; 81] };

/// Keeps all results, in the order of the lines.
impl ResultSink for Vec<LineResult> {
    fn expect(&mut self, count: usize) {
        if self.len() < count {
            self.resize(count, EMPTY_RESULT);
        }
    }

    #[inline]
    fn prepare(&self, number: usize) {
        self.get(number).inspect(|&place| fetch(place));
    }

    #[inline]
    fn place(&mut self, number: usize) -> &mut LineResult {
        &mut self[number]
    }

    fn commit(&mut self, _number: usize) {}
}

/// Reports each result as soon as it is known.
pub(super) struct Callback<F> {
    pub(super) solved: LineResult,
    pub(super) report: F,
}

impl<F: FnMut(usize, &LineResult)> ResultSink for Callback<F> {
    fn expect(&mut self, _count: usize) {}

    fn prepare(&self, _number: usize) {}

    #[inline]
    fn place(&mut self, _number: usize) -> &mut LineResult {
        &mut self.solved
    }

    #[inline]
    fn commit(&mut self, number: usize) {
        (self.report)(number, &self.solved);
    }
}
