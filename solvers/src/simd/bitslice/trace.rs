//! The steps of the search in one lane, as events.
//!
//! Lanes are searched side by side, but the search of a puzzle is what its lane would do alone. So a
//! traced search has one puzzle, which is not split, and runs on the portable kernel. The fast searches
//! are compiled with `()`, which observes nothing.

use board::Symbol;

use super::planes::{LaneRow, ROW_WORDS};
use super::row::{self, BandBet};
use crate::contract::{Event, Observer};

/// Observes the lane of the only puzzle of a search.
pub(super) trait LaneTracer {
    /// Whether anything is observed.
    const WATCHES: bool;

    /// The lane begins with this row.
    fn begin(&mut self, row: &LaneRow);

    /// The lane is about to try the first of the configurations that are left in a bet. The bet is new
    /// if `is_new`.
    fn bet(&mut self, bet: &LaneRow, is_new: bool);

    /// Propagation has ended with this row.
    fn propagated(&mut self, row: &LaneRow);

    /// Propagation has ended with a contradiction.
    fn dead(&mut self);

    /// The row is a solution.
    fn solved(&mut self, row: &LaneRow);

    /// The lane leaves its state for the next configuration of the last bet that has one.
    fn leave(&mut self);
}

impl LaneTracer for () {
    const WATCHES: bool = false;

    #[inline(always)]
    fn begin(&mut self, _: &LaneRow) {}

    #[inline(always)]
    fn bet(&mut self, _: &LaneRow, _: bool) {}

    #[inline(always)]
    fn propagated(&mut self, _: &LaneRow) {}

    #[inline(always)]
    fn dead(&mut self) {}

    #[inline(always)]
    fn solved(&mut self, _: &LaneRow) {}

    #[inline(always)]
    fn leave(&mut self) {}
}

/// Reports the steps of a lane to an observer.
pub(super) struct LaneTrace<'a> {
    observer: &'a mut dyn Observer,
    /// The row with which the lane began.
    first: LaneRow,
    /// The bets of which a configuration is being tried. The search itself drops a bet when it tries the
    /// last one.
    open: Vec<TracedBet>,
}

/// A bet of which a configuration is being tried.
struct TracedBet {
    /// The row before it.
    before: LaneRow,
    /// The number of configurations at first.
    alternatives: usize,
    /// Whether the last of them is being tried.
    is_last: bool,
}

impl<'a> LaneTrace<'a> {
    pub(super) fn new(observer: &'a mut dyn Observer) -> Self {
        Self { observer, first: [0; ROW_WORDS], open: Vec::new() }
    }
}

impl LaneTracer for LaneTrace<'_> {
    const WATCHES: bool = true;

    fn begin(&mut self, row: &LaneRow) {
        self.first = *row;
        self.observer.event(Event::Node);
    }

    fn bet(&mut self, row: &LaneRow, is_new: bool) {
        let bet = BandBet::of(row);
        let left = bet.configurations.count_ones() as usize;
        if is_new {
            self.open.push(TracedBet { before: *row, alternatives: left, is_last: false });
        }
        let Some(open) = self.open.last_mut() else { return };
        open.is_last = left == 1;
        let alternatives = open.alternatives;
        let symbol = bet.digit as Symbol;
        let (cells, others) = bet.cells();
        let (cells, others) = (&cells[..], &others[..]);
        self.observer.event(Event::Confine { symbol, cells, others, alternatives });
        self.observer.event(Event::Node);
    }

    fn propagated(&mut self, row: &LaneRow) {
        let before = self.open.last().map_or(&self.first, |bet| &bet.before);
        let [_, several] = row::cells_with_candidates(before);
        let [one, two] = row::cells_with_candidates(row);
        let placed = several & one & !two;
        for digit in 0..9 {
            let cells = row::digit_cells(row, digit) & placed;
            for cell in (0..81).filter(|cell| cells >> cell & 1 == 1) {
                self.observer.event(Event::Deduce { cell, symbol: digit as Symbol });
            }
        }
    }

    fn dead(&mut self) {
        self.observer.event(Event::Conflict);
    }

    fn solved(&mut self, row: &LaneRow) {
        self.propagated(row);
        self.observer.event(Event::Solution { grid: &row::symbols(row) });
    }

    fn leave(&mut self) {
        while let Some(TracedBet { is_last, .. }) = self.open.last() {
            self.observer.event(Event::Undo);
            if !is_last {
                return;
            }
            self.open.pop();
        }
    }
}
