//! Results of searches, and searches that several lanes share.
//!
//! A shared search is split into parts, which are linked in the order in which a single lane would
//! reach them. The results of finished parts at the front are added up. The puzzle is finished when
//! the parts up to the last solution asked for are.

use std::ops::{Index, IndexMut};

use super::lane_set::LaneSet;
use super::planes::{LaneRow, ROW_WORDS};
use crate::contract::Stop;

/// The number of solutions that are recorded individually. Lanes share a puzzle only if no more are
/// asked for.
pub(super) const MAX_GRIDS: usize = 2;

/// The result of the search of a puzzle, or of a part of it.
#[derive(Clone, Debug)]
pub(super) struct SearchResult {
    pub(super) stop: Stop,
    pub(super) solutions: u64,
    /// The first solutions, as far as found.
    pub(super) grids: [LaneRow; MAX_GRIDS],
    pub(super) counted: SearchCounts,
    /// The counters at the time when each of the first solutions was found.
    pub(super) counted_at: [SearchCounts; MAX_GRIDS],
}

impl SearchResult {
    /// Returns the result of a search that has not begun.
    pub(super) fn unstarted(stop: Stop) -> Self {
        let grids = [[0; ROW_WORDS]; MAX_GRIDS];
        let (counted, counted_at) = Default::default();
        Self { stop, solutions: 0, grids, counted, counted_at }
    }

    /// Returns the number of values tried: every state but the first was entered by one.
    pub(super) fn bets(&self) -> u64 {
        self.counted.nodes.saturating_sub(1)
    }

    /// Adds the result of the next part, up to the limit of solutions. Returns whether that limit
    /// is still unmet.
    fn add(&mut self, part: &Self, limit: u64) -> bool {
        for (grid, place) in part.grids.iter().zip(self.solutions as usize..MAX_GRIDS) {
            self.grids[place] = *grid;
        }
        let wanted = limit - self.solutions;
        let is_met = part.solutions >= wanted;
        let counted = match wanted as usize {
            1..=MAX_GRIDS if is_met => part.counted_at[wanted as usize - 1],
            _ => part.counted,
        };
        self.counted.nodes += counted.nodes;
        self.counted.conflicts += counted.conflicts;
        self.solutions += part.solutions.min(wanted);
        self.stop = if is_met { Stop::SolutionLimit } else { part.stop };
        !is_met
    }
}

impl Default for SearchResult {
    fn default() -> Self {
        Self::unstarted(Stop::Exhausted)
    }
}

/// The counters of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchCounts {
    pub(super) nodes: u64,
    pub(super) conflicts: u64,
}

/// The searches that lanes share.
#[derive(Default)]
pub(super) struct WorkSplits {
    parts: Slab<SearchPart>,
    searches: Slab<SplitSearch>,
}

/// A search whose parts are linked in the order in which a single lane would reach them.
#[derive(Default)]
struct SplitSearch {
    puzzle: usize,
    /// The first part that is not finished.
    front: usize,
    /// The sum of the parts before it.
    result: SearchResult,
}

/// A part of the search of a puzzle, in one lane.
#[derive(Default)]
struct SearchPart {
    search: usize,
    /// The part after it.
    next: Option<usize>,
    lane: usize,
    /// Its result, once it is finished.
    result: Option<SearchResult>,
}

impl WorkSplits {
    /// Starts to split a search that one lane has run alone. Returns the part of that lane.
    pub(super) fn begin(&mut self, puzzle: usize, lane: usize) -> usize {
        let search = self.searches.allocate();
        let front = self.parts.allocate();
        self.parts[front] = SearchPart { search, next: None, lane, result: None };
        self.searches[search] = SplitSearch { puzzle, front, result: SearchResult::default() };
        front
    }

    /// Inserts a part for a lane after another part.
    pub(super) fn insert(&mut self, before: usize, lane: usize) -> usize {
        let part = self.parts.allocate();
        let SearchPart { search, next, .. } = self.parts[before];
        self.parts[part] = SearchPart { search, next, lane, result: None };
        self.parts[before].next = Some(part);
        part
    }

    /// Returns the lane that works on the front of the search of a part.
    pub(super) fn front_lane(&self, part: usize) -> usize {
        self.parts[self.searches[self.parts[part].search].front].lane
    }

    /// Ends a part. If the search has no more parts to wait for, this ends the puzzle: returns its
    /// number, its result, and the lanes whose work is no longer needed.
    pub(super) fn end(
        &mut self,
        part: usize,
        result: &SearchResult,
        limit: u64,
    ) -> Option<(usize, SearchResult, LaneSet)> {
        self.parts[part].result = Some(result.clone());
        let number = self.parts[part].search;
        let search = &mut self.searches[number];
        loop {
            let front = &self.parts[search.front];
            let is_unmet = search.result.add(front.result.as_ref()?, limit);
            let next = front.next;
            self.parts.release(search.front);
            match next {
                Some(next) if is_unmet && search.result.stop == Stop::Exhausted => {
                    search.front = next
                }
                _ => {
                    let (puzzle, result) = (search.puzzle, std::mem::take(&mut search.result));
                    self.searches.release(number);
                    return Some((puzzle, result, self.drop_parts(next)));
                }
            }
        }
    }

    /// Drops a part and those after it. Returns the lanes of those that are not finished.
    fn drop_parts(&mut self, mut next: Option<usize>) -> LaneSet {
        let mut lanes = LaneSet::default();
        while let Some(part) = next {
            if self.parts[part].result.is_none() {
                lanes.insert(self.parts[part].lane);
            }
            next = self.parts[part].next;
            self.parts.release(part);
        }
        lanes
    }
}

/// Values by index. Released indices are reused, with their old value.
#[derive(Default)]
struct Slab<T> {
    things: Vec<T>,
    unused: Vec<usize>,
}

impl<T: Default> Slab<T> {
    fn allocate(&mut self) -> usize {
        self.unused.pop().unwrap_or_else(|| {
            self.things.push(T::default());
            self.things.len() - 1
        })
    }

    fn release(&mut self, number: usize) {
        self.unused.push(number);
    }
}

impl<T> Index<usize> for Slab<T> {
    type Output = T;

    fn index(&self, number: usize) -> &T {
        &self.things[number]
    }
}

impl<T> IndexMut<usize> for Slab<T> {
    fn index_mut(&mut self, number: usize) -> &mut T {
        &mut self.things[number]
    }
}
