//! What belongs to one lane, and the bets that are open in all of them.

use super::parts::Counted;
use super::planes::{ROW_WORDS, Row};
use super::set::LANES;

/// Where a lane is in the search of a puzzle in which there was a bet.
#[derive(Clone, Copy, Default)]
pub(super) struct Lane {
    /// What was counted so far.
    pub(super) counted: Counted,
    /// The first open bet, and the one behind the last.
    pub(super) oldest: u32,
    pub(super) open: u32,
    /// Which part of a search it is, where lanes share the puzzle.
    pub(super) part: Option<usize>,
}

impl Lane {
    /// A search that begins.
    pub(super) fn new() -> Self {
        Self { counted: Counted { nodes: 1, conflicts: 0 }, ..Self::default() }
    }

    pub(super) fn has_bets(&self) -> bool {
        self.oldest < self.open
    }

    /// Counts one more state, unless there are as many as the limit allows. Tells whether the lane may enter it.
    #[inline]
    pub(super) fn enters_state(&mut self, limit: u64) -> bool {
        let may = self.counted.nodes < limit;
        self.counted.nodes += u64::from(may);
        may
    }
}

/// The open bets of all lanes. A bet is the row to go back to, with the ways that are still to be tried
/// (see [`row`](super::row)). They stand level by level and in a level lane by lane, so that neighbours
/// that are served one after the other lie side by side.
#[derive(Default)]
pub(super) struct Bets {
    rows: Vec<Row>,
}

impl Bets {
    /// The bet of a lane on a level.
    #[inline]
    pub(super) fn at(&mut self, level: u32, lane: usize) -> &mut Row {
        let place = level as usize * LANES + lane;
        if place >= self.rows.len() {
            self.grow(level);
        }
        &mut self.rows[place]
    }

    #[cold]
    fn grow(&mut self, level: u32) {
        self.rows.resize((level as usize + 1) * LANES, [0; ROW_WORDS]);
    }
}
