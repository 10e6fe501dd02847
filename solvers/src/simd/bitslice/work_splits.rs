//! Results of searches, and searches that several lanes share.
//!
//! A shared search is split into parts, which are linked in the order in which a single lane would
//! reach them. The results of finished parts at the front are added up. The puzzle is finished when
//! the parts up to the last solution asked for are.

use std::ops::{Index, IndexMut};

use super::lane_set::LaneSet;
use super::planes::{LaneRow, ROW_WORDS};
use crate::contract::Stop;

/// The number of solutions whose grids are kept.
pub(super) const MAX_GRIDS: usize = 2;

/// The largest limit of solutions with which lanes share a puzzle. The counters at each solution of a
/// part are recorded, in case it is the last one.
pub(super) const MAX_RECORDED: u64 = 1 << 20;

/// How often parts are dropped, at most, while as many solutions are found as are asked for.
const TRIMS: u64 = 1024;

/// The result of the search of a puzzle, or of a part of it.
#[derive(Clone, Debug)]
pub(super) struct SearchResult {
    pub(super) stop: Stop,
    pub(super) solutions: u64,
    /// The first solutions, as far as found.
    pub(super) grids: [LaneRow; MAX_GRIDS],
    pub(super) counted: SearchCounts,
    /// In a part: the counters at the time when each solution was found, except for those that were found
    /// before the search was split.
    counted_at: Vec<SearchCounts>,
}

impl SearchResult {
    /// Returns the result of a search that has not begun.
    pub(super) fn unstarted(stop: Stop) -> Self {
        let grids = [[0; ROW_WORDS]; MAX_GRIDS];
        let (counted, counted_at) = Default::default();
        Self { stop, solutions: 0, grids, counted, counted_at }
    }

    /// Forgets what was found.
    pub(super) fn clear(&mut self) {
        self.solutions = 0;
        self.counted_at.clear();
    }

    /// Counts a solution, found in a part if `is_part`. Returns where its grid is kept, if it is.
    #[inline]
    pub(super) fn insert(&mut self, counted: SearchCounts, is_part: bool) -> Option<&mut LaneRow> {
        if is_part {
            self.counted_at.push(counted);
        }
        self.solutions += 1;
        self.grids.get_mut(self.solutions as usize - 1)
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
        let counted = if is_met {
            // Where the search was split, this was not reached yet.
            let unrecorded = part.solutions - part.counted_at.len() as u64;
            part.counted_at[(wanted - unrecorded) as usize - 1]
        } else {
            part.counted
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
    /// The number of solutions found in all parts so far.
    found: u64,
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
    /// Starts to split a search that one lane has run alone, with `found` solutions so far. Returns the part of that
    /// lane.
    pub(super) fn begin(&mut self, puzzle: usize, lane: usize, found: u64) -> usize {
        let search = self.searches.allocate();
        let front = self.parts.allocate();
        self.parts[front] = SearchPart { search, next: None, lane, result: None };
        let result = SearchResult::default();
        self.searches[search] = SplitSearch { puzzle, front, result, found };
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

    /// Returns whether a part is the first one of its search that is not finished.
    pub(super) fn is_front(&self, part: usize) -> bool {
        self.searches[self.parts[part].search].front == part
    }

    /// Returns the lane that works on a part, unless it is finished.
    pub(super) fn lane(&self, part: usize) -> Option<usize> {
        let SearchPart { lane, result, .. } = &self.parts[part];
        result.is_none().then_some(*lane)
    }

    /// Returns the part after a part.
    pub(super) fn next(&self, part: usize) -> Option<usize> {
        self.parts[part].next
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
        result: &mut SearchResult,
        limit: u64,
    ) -> Option<(usize, SearchResult, LaneSet)> {
        let counted_at = std::mem::take(&mut result.counted_at);
        self.parts[part].result = Some(SearchResult { counted_at, ..result.clone() });
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

    /// Counts a solution that was found in a part. Once the parts have found `limit` of them, drops those after the
    /// parts that suffice for it, from time to time. `found_by` returns the number of solutions that a lane has found
    /// in its part. Returns the lanes of the dropped parts that are not finished.
    pub(super) fn count(
        &mut self,
        part: usize,
        limit: u64,
        found_by: impl Fn(usize) -> u64,
    ) -> LaneSet {
        let search = &mut self.searches[self.parts[part].search];
        search.found += 1;
        let is_due = |beyond: u64| beyond.is_multiple_of(1 + limit / TRIMS);
        if !search.found.checked_sub(limit).is_some_and(is_due) {
            return LaneSet::default();
        }
        let (mut solutions, mut last) = (search.result.solutions, search.front);
        loop {
            let SearchPart { lane, next, result, .. } = &self.parts[last];
            solutions += result.as_ref().map_or_else(|| found_by(*lane), |it| it.solutions);
            match next {
                Some(next) if solutions < limit => last = *next,
                _ => break,
            }
        }
        let next = self.parts[last].next.take();
        self.drop_parts(next)
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
