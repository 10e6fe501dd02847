//! What came of a puzzle, and of the parts into which its search falls when lanes share it.
//!
//! The parts of a puzzle stand in a *chain*, in the order in which one lane would have come to them. What
//! is known of the front of the chain is added up; the puzzle is done when the parts up to the last
//! solution that was asked for are.

use std::ops::{Index, IndexMut};

use super::planes::{ROW_WORDS, Row};
use super::set::LaneSet;
use crate::contract::Stop;

/// A search is told apart solution by solution up to this many: only then do lanes share a puzzle.
pub(super) const TOLD_APART: usize = 2;

/// What came of a puzzle, or of a part of it.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) stop: Stop,
    pub(super) solutions: u64,
    /// The first solutions, as far as there are that many.
    pub(super) grids: [Row; TOLD_APART],
    pub(super) counted: Counted,
    /// What was counted when each of the first solutions was found.
    pub(super) counted_at: [Counted; TOLD_APART],
}

impl Answer {
    /// That of a search that nobody has begun.
    pub(super) fn nothing(stop: Stop) -> Self {
        let grids = [[0; ROW_WORDS]; TOLD_APART];
        let (counted, counted_at) = Default::default();
        Self { stop, solutions: 0, grids, counted, counted_at }
    }

    /// How many values were tried: all states but the first were entered by one.
    pub(super) fn bets(&self) -> u64 {
        self.counted.nodes.saturating_sub(1)
    }

    /// Adds what came of the next part, up to the limit of solutions. Tells whether that is still
    /// to be met.
    fn add(&mut self, part: &Self, limit: u64) -> bool {
        for (grid, place) in part.grids.iter().zip(self.solutions as usize..TOLD_APART) {
            self.grids[place] = *grid;
        }
        let wanted = limit - self.solutions;
        let is_met = part.solutions >= wanted;
        let counted = match wanted as usize {
            1..=TOLD_APART if is_met => part.counted_at[wanted as usize - 1],
            _ => part.counted,
        };
        self.counted.nodes += counted.nodes;
        self.counted.conflicts += counted.conflicts;
        self.solutions += part.solutions.min(wanted);
        self.stop = if is_met { Stop::SolutionLimit } else { part.stop };
        !is_met
    }
}

impl Default for Answer {
    fn default() -> Self {
        Self::nothing(Stop::Exhausted)
    }
}

/// What was counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    pub(super) nodes: u64,
    pub(super) conflicts: u64,
}

/// The puzzles that lanes share.
#[derive(Default)]
pub(super) struct Chains {
    parts: Shelf<Part>,
    chains: Shelf<Chain>,
}

/// The parts of a puzzle, in the order in which one lane would come to them.
#[derive(Default)]
struct Chain {
    puzzle: usize,
    /// The first part that is not over.
    front: usize,
    /// What came of those before it.
    answer: Answer,
}

/// A part of the search of a puzzle, in one lane.
#[derive(Default)]
struct Part {
    chain: usize,
    /// What comes after it.
    next: Option<usize>,
    lane: usize,
    /// What came of it, when it is over.
    answer: Option<Answer>,
}

impl Chains {
    /// A chain for a puzzle that one lane has worked on alone. Tells the part of that lane.
    pub(super) fn begin(&mut self, puzzle: usize, lane: usize) -> usize {
        let chain = self.chains.take();
        let front = self.parts.take();
        self.parts[front] = Part { chain, next: None, lane, answer: None };
        self.chains[chain] = Chain { puzzle, front, answer: Answer::default() };
        front
    }

    /// A new part behind another, for a lane.
    pub(super) fn insert(&mut self, before: usize, lane: usize) -> usize {
        let part = self.parts.take();
        let Part { chain, next, .. } = self.parts[before];
        self.parts[part] = Part { chain, next, lane, answer: None };
        self.parts[before].next = Some(part);
        part
    }

    /// The lane that works on the front of the chain of a part.
    pub(super) fn front_lane(&self, part: usize) -> usize {
        self.parts[self.chains[self.parts[part].chain].front].lane
    }

    /// A part is over. Where nothing of its chain is left to wait for, that is the end of the puzzle: it is
    /// told, with what came of it, and the lanes whose work nobody wants to know any more.
    pub(super) fn end(
        &mut self,
        part: usize,
        answer: &Answer,
        limit: u64,
    ) -> Option<(usize, Answer, LaneSet)> {
        self.parts[part].answer = Some(answer.clone());
        let number = self.parts[part].chain;
        let chain = &mut self.chains[number];
        loop {
            let front = &self.parts[chain.front];
            let goes_on = chain.answer.add(front.answer.as_ref()?, limit);
            let next = front.next;
            self.parts.forget(chain.front);
            match next {
                Some(next) if goes_on && chain.answer.stop == Stop::Exhausted => chain.front = next,
                _ => {
                    let (puzzle, answer) = (chain.puzzle, std::mem::take(&mut chain.answer));
                    self.chains.forget(number);
                    return Some((puzzle, answer, self.drop_parts(next)));
                }
            }
        }
    }

    /// Forgets parts. Tells the lanes of those that are not over.
    fn drop_parts(&mut self, mut next: Option<usize>) -> LaneSet {
        let mut lanes = LaneSet::default();
        while let Some(part) = next {
            if self.parts[part].answer.is_none() {
                lanes.insert(self.parts[part].lane);
            }
            next = self.parts[part].next;
            self.parts.forget(part);
        }
        lanes
    }
}

/// Things by number; a number that nobody uses any more is given out again, with what was there.
#[derive(Default)]
struct Shelf<T> {
    things: Vec<T>,
    unused: Vec<usize>,
}

impl<T: Default> Shelf<T> {
    fn take(&mut self) -> usize {
        self.unused.pop().unwrap_or_else(|| {
            self.things.push(T::default());
            self.things.len() - 1
        })
    }

    fn forget(&mut self, number: usize) {
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
