//! The search: which lane works on what, bets, and what came of each puzzle.
//!
//! After a few passes every lane is *served* by what the planes say of it: a dead one goes back to
//! its last bet, a solved one tells its grid, one that is stuck bets, and a free one takes the next
//! puzzle. In a lane the search goes depth first: a bet keeps the row before it, with the values that
//! are left to try, on the lane's own stack.
//!
//! When no puzzle is left for free lanes, they take the oldest bet of a lane that has one, and with it
//! all that comes after everything else that this lane will do. So the search of a puzzle falls into
//! *parts* that stand in a chain in the order in which one lane would have come to them; a puzzle is
//! done when the parts up to the last solution that was asked for are, and its counters are what one
//! lane alone would have counted. So nothing depends on which lanes were free.

use crate::Limits;
use crate::meter::Interrupt;
use crate::outcome::Stop;
use crate::simd::fetch::fetch;

use super::kernel::Kernel;
use super::lane::{Lane, list};
use super::parts::{Answer, Chain, Counted, Part, Shelf, TOLD_APART};
use super::planes::{CHANGED, DEAD, OPEN, ROW_WORDS, Row, SPARE};
use super::row::Rows;

/// How many passes lie between two times that lanes are served.
const PASSES: usize = 4;

/// Lanes that are stuck wait for others while they are less than this part of all.
const FEW: usize = 8;

/// So many lanes ahead the bets of a lane are fetched.
const AHEAD: usize = 4;

/// Writes the row of a puzzle.
pub(super) type Load<'a> = dyn Fn(usize, &mut Row) + 'a;

/// Takes the number of a puzzle, and what came of it.
pub(super) type Tell<'a> = dyn FnMut(usize, &Answer) + 'a;

/// What a search needs and leaves behind for the next one: nothing but room.
#[derive(Default)]
pub(super) struct Memory {
    lanes: Vec<Lane>,
    free: Vec<usize>,
    standing: [Vec<usize>; 3],
    parts: Shelf<Part>,
    chains: Shelf<Chain>,
}

/// Solves so many puzzles, and tells of each when it is done.
pub(super) fn search(
    kernel: &mut dyn Kernel,
    memory: &mut Memory,
    puzzles: usize,
    limits: &Limits<'_>,
    load: &Load<'_>,
    tell: &mut Tell<'_>,
) {
    let Memory { lanes, free, standing, parts, chains } = memory;
    lanes.resize_with(64 * kernel.words(), Lane::default);
    free.clear();
    free.extend((0..lanes.len()).rev());
    let mut search = Search {
        lanes,
        busy: vec![0; kernel.words()],
        free,
        standing,
        parts,
        chains,
        next: 0,
        puzzles,
        solution_limit: limits.solutions.max(1),
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        shares: limits.nodes.is_none() && limits.solutions <= TOLD_APART as u64,
        load,
        loaded: [0; ROW_WORDS],
        tell,
    };
    search.load_next();
    let interrupt = Interrupt::new(limits);
    loop {
        if let Some(stop) = interrupt.stop() {
            return search.break_off(stop);
        }
        search.serve(kernel);
        if search.is_done() {
            return;
        }
        kernel.settle(PASSES);
    }
}

struct Search<'a> {
    lanes: &'a mut Vec<Lane>,
    /// A bit for each lane that works.
    busy: Vec<u64>,
    free: &'a mut Vec<usize>,
    /// The lanes that are dead, solved and stuck.
    standing: &'a mut [Vec<usize>; 3],
    parts: &'a mut Shelf<Part>,
    chains: &'a mut Shelf<Chain>,
    /// The next puzzle that no lane has begun.
    next: usize,
    puzzles: usize,
    solution_limit: u64,
    node_limit: u64,
    shares: bool,
    load: &'a Load<'a>,
    /// The row of the next puzzle.
    loaded: Row,
    tell: &'a mut Tell<'a>,
}

impl Search<'_> {
    fn is_done(&self) -> bool {
        self.next == self.puzzles && self.busy.iter().all(|&word| word == 0)
    }

    /// Serves the lanes that stand still.
    fn serve(&mut self, kernel: &mut dyn Kernel) {
        let mut standing = std::mem::take(self.standing);
        self.look_at(kernel, &mut standing);
        let [dead, solved, stuck] = &standing;
        let can_fill = !self.free.is_empty() && (self.next < self.puzzles || self.shares);
        if dead.is_empty() && solved.is_empty() && stuck.is_empty() && !can_fill {
            *self.standing = standing;
            return;
        }
        if !stuck.is_empty() {
            kernel.choose();
        }
        kernel.to_rows();
        let rows = &mut Rows { words: kernel.words(), bits: kernel.rows() };
        // A lane that gets free takes the next puzzle at once, while its row is near. None of another list
        // can: a lane ends others only where they share a puzzle, and then there is no next one.
        for (at, &lane) in solved.iter().enumerate() {
            self.fetch_part(solved.get(at + AHEAD));
            self.solved(lane, rows);
            self.begin(rows);
        }
        for (at, &lane) in dead.iter().enumerate() {
            self.fetch_bet(dead.get(at + AHEAD));
            if self.is_busy(lane) {
                self.lanes[lane].counted.conflicts += 1;
                self.go_back(lane, rows);
                self.begin(rows);
            }
        }
        for (at, &lane) in stuck.iter().enumerate() {
            self.fetch_bet(stuck.get(at + AHEAD));
            if self.is_busy(lane) {
                self.bet(lane, rows);
            }
        }
        self.begin(rows);
        if self.shares {
            self.share(rows);
        }
        kernel.to_planes();
        *self.standing = standing;
    }

    /// Lists the lanes that are dead, solved and stuck. Choosing costs the same for one lane and for
    /// all: a few that are stuck wait for others.
    fn look_at(&self, kernel: &dyn Kernel, standing: &mut [Vec<usize>; 3]) {
        let [dead, open, changed] = [DEAD, OPEN, CHANGED].map(|plane| kernel.plane(plane));
        let still = |word: usize| self.busy[word] & !dead[word] & !changed[word];
        let [in_dead, in_solved, in_stuck] = standing;
        list(in_dead, self.busy.len(), |word| self.busy[word] & dead[word]);
        list(in_solved, self.busy.len(), |word| still(word) & !open[word]);
        list(in_stuck, self.busy.len(), |word| still(word) & open[word]);
        let busy: usize = self.busy.iter().map(|word| word.count_ones() as usize).sum();
        let stuck = &mut standing[2];
        if stuck.len() < self.lanes.len() / FEW && 2 * stuck.len() < busy {
            stuck.clear();
        }
    }

    /// Fetches the last bet of a lane and the room behind it.
    #[inline]
    fn fetch_bet(&self, lane: Option<&usize>) {
        if let Some(&lane) = lane {
            let Lane { bets, open, .. } = &self.lanes[lane];
            bets[open.saturating_sub(1)..].iter().take(2).for_each(fetch);
        }
    }

    /// Fetches what is known of the puzzle of a lane.
    #[inline]
    fn fetch_part(&self, lane: Option<&usize>) {
        if let Some(&lane) = lane {
            let Lane { part, chain, .. } = &self.lanes[lane];
            fetch(&self.parts[*part]);
            fetch(&self.chains[*chain]);
        }
    }

    fn is_busy(&self, lane: usize) -> bool {
        self.busy[lane / 64] >> (lane % 64) & 1 == 1
    }

    /// A lane has a grid: the part is over if that is the last that was asked for.
    fn solved(&mut self, lane: usize, rows: &mut Rows<'_>) {
        if !self.is_busy(lane) {
            return;
        }
        let part = &mut self.parts[self.lanes[lane].part];
        let Chain { front, answer, .. } = &mut self.chains[part.chain];
        let found = part.solutions as usize;
        if found < TOLD_APART {
            part.counted_at[found] = self.lanes[lane].counted;
            if *front != self.lanes[lane].part {
                let mut grid = Row::default();
                rows.get(lane, &mut grid);
                part.grids.push(grid);
            } else if let Some(grid) = answer.grids.get_mut(found + answer.solutions as usize) {
                rows.get(lane, grid);
            }
        }
        part.solutions += 1;
        if part.solutions == self.solution_limit {
            self.end(lane, Stop::SolutionLimit);
        } else {
            self.go_back(lane, rows);
        }
    }

    /// Opens a bet on the digit and band that were chosen, and tries the first way in the row as it stands.
    fn bet(&mut self, lane: usize, rows: &mut Rows<'_>) {
        let bet = self.lanes[lane].push();
        rows.get(lane, &mut bet.row);
        let choice = bet.row[9] >> SPARE;
        (bet.band, bet.digit) = (choice as usize & 0x7, (choice >> 3) as usize & 0xF);
        bet.ways = bet.row[10] >> SPARE & 0x3F;
        if let Some((band, digit, way)) = self.next_way(lane) {
            rows.restrict(lane, band, digit, way);
        }
    }

    /// Tries the next value of the last bet, in the row before it.
    fn go_back(&mut self, lane: usize, rows: &mut Rows<'_>) {
        let Some(last) = self.lanes[lane].open.checked_sub(1) else {
            return self.end(lane, Stop::Exhausted);
        };
        if let Some((band, digit, way)) = self.next_way(lane) {
            rows.set(lane, &self.lanes[lane].bets[last].row);
            rows.restrict(lane, band, digit, way);
        }
    }

    /// Takes the next way of the last bet, with its band and digit; or ends the part where that is one node
    /// too many.
    #[inline]
    fn next_way(&mut self, lane: usize) -> Option<(usize, usize, usize)> {
        let Lane { counted, bets, open, .. } = &mut self.lanes[lane];
        if counted.nodes == self.node_limit {
            self.end(lane, Stop::NodeLimit);
            return None;
        }
        counted.nodes += 1;
        let bet = bets[..*open].last_mut()?;
        let way = bet.ways.trailing_zeros() as usize;
        bet.ways &= bet.ways - 1;
        *open -= usize::from(bet.ways == 0);
        Some((bet.band, bet.digit, way))
    }

    /// Loads the next puzzle, so that it is there when a lane gets free.
    fn load_next(&mut self) {
        if self.next < self.puzzles {
            (self.load)(self.next, &mut self.loaded);
        }
    }

    /// Gives the next puzzles to free lanes.
    fn begin(&mut self, rows: &mut Rows<'_>) {
        while self.next < self.puzzles
            && let Some(lane) = self.free.pop()
        {
            let puzzle = self.next;
            self.next += 1;
            rows.set(lane, &self.loaded);
            self.load_next();
            let chain = self.chains.take();
            let front = self.part_in(lane, chain);
            let place = &mut self.chains[chain];
            (place.puzzle, place.front) = (puzzle, front);
            place.answer.begin();
            if self.node_limit == 0 {
                self.end(lane, Stop::NodeLimit);
            } else {
                self.lanes[lane].counted.nodes = 1;
            }
        }
    }

    /// Gives the oldest bets of busy lanes to free ones.
    fn share(&mut self, rows: &mut Rows<'_>) {
        let mut giver = 0;
        while !self.free.is_empty() {
            let has_bets = |lane: &usize| self.lanes[*lane].open > 0;
            let Some(found) = (giver..self.lanes.len()).find(has_bets) else { return };
            let Some(lane) = self.free.pop() else { return };
            giver = found + 1;
            let bet = self.lanes[found].bets.remove(0);
            self.lanes[found].open -= 1;
            let before = self.lanes[found].part;
            let part = self.part_in(lane, self.parts[before].chain);
            self.parts[part].next = self.parts[before].next;
            self.parts[before].next = Some(part);
            *self.lanes[lane].push() = bet;
            self.go_back(lane, rows);
        }
    }

    /// A new part in a lane that works from now on.
    fn part_in(&mut self, lane: usize, chain: usize) -> usize {
        let part = self.parts.take();
        self.parts[part].begin(chain, lane);
        self.busy[lane / 64] |= 1 << (lane % 64);
        let place = &mut self.lanes[lane];
        (place.part, place.chain, place.counted) = (part, chain, Counted::default());
        part
    }

    /// The part of a lane is over, and with it perhaps the puzzle.
    fn end(&mut self, lane: usize, stop: Stop) {
        let Lane { part, counted, .. } = self.lanes[lane];
        (self.parts[part].stop, self.parts[part].counted) = (Some(stop), counted);
        self.leave(lane);
        let chain = self.parts[part].chain;
        if self.chains[chain].front == part {
            self.advance(chain);
        }
    }

    fn leave(&mut self, lane: usize) {
        self.busy[lane / 64] &= !(1 << (lane % 64));
        self.lanes[lane].open = 0;
        self.free.push(lane);
    }

    /// Adds up the parts of a puzzle that are over, up to the first that is not; where nothing is left
    /// to wait for, the answer is told.
    fn advance(&mut self, number: usize) {
        let Chain { puzzle, front, answer } = &mut self.chains[number];
        loop {
            let part = &self.parts[*front];
            let Some(stop) = part.stop else { return };
            let goes_on = answer.add(part, self.solution_limit);
            if stop == Stop::NodeLimit {
                answer.stop = stop;
            }
            let next = part.next;
            self.parts.forget(*front);
            match next {
                Some(next) if goes_on => *front = next,
                _ => {
                    answer.bets = answer.nodes.saturating_sub(1);
                    (self.tell)(*puzzle, answer);
                    self.chains.forget(number);
                    return self.drop_parts(next);
                }
            }
        }
    }

    /// Ends parts of which nobody wants to know any more.
    fn drop_parts(&mut self, mut next: Option<usize>) {
        while let Some(part) = next {
            if self.parts[part].stop.is_none() {
                self.leave(self.parts[part].lane);
            }
            next = self.parts[part].next;
            self.parts.forget(part);
        }
    }

    /// Tells of all puzzles that are not done that they were broken off.
    fn break_off(&mut self, stop: Stop) {
        while let Some(word) = self.busy.iter().position(|&word| word != 0) {
            let lane = 64 * word + self.busy[word].trailing_zeros() as usize;
            let chain = self.parts[self.lanes[lane].part].chain;
            let Chain { puzzle, front, ref mut answer } = self.chains[chain];
            let in_lane = self.parts[front].lane;
            self.parts[front].counted = self.lanes[in_lane].counted;
            answer.add(&self.parts[front], self.solution_limit);
            answer.bets = answer.nodes.saturating_sub(1);
            answer.stop = stop;
            (self.tell)(puzzle, answer);
            self.chains.forget(chain);
            self.drop_parts(Some(front));
        }
        for puzzle in self.next..self.puzzles {
            (self.tell)(puzzle, &Answer::nothing(stop));
        }
    }
}
