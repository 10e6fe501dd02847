//! Where what came of lines goes.

use crate::contract::LineResult;
use crate::simd::fetch::fetch;

/// Takes what came of each line, in any order.
pub(super) trait Sink {
    /// There are at least so many lines.
    fn expect(&mut self, count: usize);

    /// What came of a line is soon to be written.
    fn prepare(&self, number: usize);

    /// The place for what came of a line, with anything in it.
    fn place(&mut self, number: usize) -> &mut LineResult;

    /// What came of a line is in its place.
    fn is_written(&mut self, number: usize);

    /// The place for the grid of a line of which one solution was found without a bet.
    #[inline]
    fn place_without_bets(&mut self, number: usize, is_all: bool) -> &mut [u8; 81] {
        let solved = self.place(number);
        (solved.solutions, solved.is_all, solved.bets) = (1, is_all, 0);
        &mut solved.grid
    }
}

/// Nothing, in a place that is to be written.
pub(super) const NOTHING: LineResult =
    LineResult { solutions: 0, is_all: false, bets: 0, grid: [0; 81] };

/// All in their order.
impl Sink for Vec<LineResult> {
    fn expect(&mut self, count: usize) {
        if self.len() < count {
            self.resize(count, NOTHING);
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

    fn is_written(&mut self, _number: usize) {}
}

/// Each told as soon as it is known.
pub(super) struct Each<F> {
    pub(super) solved: LineResult,
    pub(super) told: F,
}

impl<F: FnMut(usize, &LineResult)> Sink for Each<F> {
    fn expect(&mut self, _count: usize) {}

    fn prepare(&self, _number: usize) {}

    #[inline]
    fn place(&mut self, _number: usize) -> &mut LineResult {
        &mut self.solved
    }

    #[inline]
    fn is_written(&mut self, number: usize) {
        (self.told)(number, &self.solved);
    }
}
