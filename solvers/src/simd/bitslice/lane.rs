//! The state of one lane, and the open bets of all lanes.

use super::lane_set::LANES;
use super::planes::{LaneRow, ROW_WORDS};
use super::work_splits::SearchCounts;

/// The state of a lane's search, once it has made a bet.
#[derive(Clone, Copy, Default)]
pub(super) struct Lane {
    /// The counters so far.
    pub(super) counted: SearchCounts,
    /// The level of the oldest open bet; the level above the newest is `open`.
    pub(super) oldest: u32,
    pub(super) open: u32,
    /// The part of a split search that the lane works on, where lanes share the puzzle.
    pub(super) part: Option<usize>,
}

impl Lane {
    /// Returns the state of a search that begins.
    pub(super) fn new() -> Self {
        Self { counted: SearchCounts { nodes: 1, conflicts: 0 }, ..Self::default() }
    }

    pub(super) fn has_bets(&self) -> bool {
        self.oldest < self.open
    }

    /// Counts one more search state unless the limit is reached. Returns whether the lane may enter
    /// it.
    #[inline]
    pub(super) fn enters_state(&mut self, limit: u64) -> bool {
        let may = self.counted.nodes < limit;
        self.counted.nodes += u64::from(may);
        may
    }
}

/// The open bets of all lanes. A bet is the row to return to, with the configurations that are
/// still to be tried (see [`row`](super::row)). Bets are stored level by level, and within a level
/// lane by lane, so that lanes that are served one after the other are adjacent.
#[derive(Default)]
pub(super) struct BetStacks {
    rows: Vec<LaneRow>,
}

impl BetStacks {
    /// Returns the bet of a lane on a level.
    #[inline]
    pub(super) fn at(&mut self, level: u32, lane: usize) -> &mut LaneRow {
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
