//! What came of a puzzle, and of the parts into which its search falls when lanes share it.

use std::ops::{Index, IndexMut};

use super::planes::{ROW_WORDS, Row};
use crate::outcome::Stop;

/// A chain is told apart solution by solution up to this many: only then do lanes share a puzzle.
pub(super) const TOLD_APART: usize = 2;

/// What came of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) stop: Stop,
    pub(super) solutions: u64,
    /// The first two solutions, if there are that many.
    pub(super) grids: [Row; TOLD_APART],
    pub(super) nodes: u64,
    pub(super) bets: u64,
    pub(super) conflicts: u64,
}

impl Answer {
    /// That of a puzzle that nobody has begun.
    pub(super) fn nothing(stop: Stop) -> Self {
        let grids = [[0; ROW_WORDS]; TOLD_APART];
        Self { stop, solutions: 0, grids, nodes: 0, bets: 0, conflicts: 0 }
    }

    /// Begins anew. Grids are there only as far as solutions are.
    pub(super) fn begin(&mut self) {
        self.stop = Stop::Exhausted;
        (self.solutions, self.nodes, self.bets, self.conflicts) = (0, 0, 0, 0);
    }

    /// Adds what came of the next part, up to the limit of solutions. Tells whether that is still
    /// to be met.
    pub(super) fn add(&mut self, part: &Part, limit: u64) -> bool {
        for (grid, place) in part.grids.iter().zip(self.solutions as usize..TOLD_APART) {
            self.grids[place] = *grid;
        }
        let wanted = limit - self.solutions;
        let is_met = part.solutions >= wanted;
        let counted = match wanted as usize {
            1..=TOLD_APART if is_met => part.counted_at[wanted as usize - 1],
            _ => part.counted,
        };
        self.nodes += counted.nodes;
        self.conflicts += counted.conflicts;
        self.solutions += part.solutions.min(wanted);
        if is_met {
            self.stop = Stop::SolutionLimit;
        }
        !is_met
    }
}

impl Default for Answer {
    fn default() -> Self {
        Self::nothing(Stop::Exhausted)
    }
}

/// The parts of a puzzle, in the order in which one lane would come to them.
#[derive(Default)]
pub(super) struct Chain {
    pub(super) puzzle: usize,
    /// The first part that is not over.
    pub(super) front: usize,
    /// What came of those before it.
    pub(super) answer: Answer,
}

/// A part of the search of a puzzle, in one lane.
#[derive(Default)]
pub(super) struct Part {
    pub(super) chain: usize,
    /// What comes after it.
    pub(super) next: Option<usize>,
    pub(super) lane: usize,
    /// Why it is over, when it is.
    pub(super) stop: Option<Stop>,
    pub(super) solutions: u64,
    /// The first solutions, those found before the part was at the front.
    pub(super) grids: Vec<Row>,
    pub(super) counted: Counted,
    /// What was counted when each of the first solutions was found.
    pub(super) counted_at: [Counted; TOLD_APART],
}

impl Part {
    /// Begins anew.
    pub(super) fn begin(&mut self, chain: usize, lane: usize) {
        (self.chain, self.lane, self.next, self.stop) = (chain, lane, None, None);
        (self.solutions, self.counted) = (0, Counted::default());
        self.grids.clear();
    }
}

/// What a part has counted.
#[derive(Clone, Copy, Default)]
pub(super) struct Counted {
    pub(super) nodes: u64,
    pub(super) conflicts: u64,
}

/// Things by number; a number that nobody uses any more is given out again, with what was there.
#[derive(Default)]
pub(super) struct Shelf<T> {
    things: Vec<T>,
    unused: Vec<usize>,
}

impl<T: Default> Shelf<T> {
    #[inline]
    pub(super) fn take(&mut self) -> usize {
        self.unused.pop().unwrap_or_else(|| {
            self.things.push(T::default());
            self.things.len() - 1
        })
    }

    pub(super) fn forget(&mut self, number: usize) {
        self.unused.push(number);
    }
}

impl<T> Index<usize> for Shelf<T> {
    type Output = T;

    fn index(&self, number: usize) -> &T {
        &self.things[number]
    }
}

impl<T> IndexMut<usize> for Shelf<T> {
    fn index_mut(&mut self, number: usize) -> &mut T {
        &mut self.things[number]
    }
}
