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

use super::kernel::Kernel;
use super::parts::{Answer, Chain, Part, Shelf, TOLD_APART};
use super::planes::{CHANGED, DEAD, OPEN, ROW_WORDS, Row, SPARE};
use super::row::Rows;

/// How many passes lie between two times that lanes are served.
const PASSES: usize = 4;

/// Lanes that are stuck wait for others while they are less than this part of all.
const FEW: usize = 8;

/// Writes the row of a puzzle.
pub(super) type Load<'a> = dyn Fn(usize, &mut Row) + 'a;

/// Takes the number of a puzzle, and what came of it.
pub(super) type Tell<'a> = dyn FnMut(usize, &Answer) + 'a;

/// Solves so many puzzles, and tells of each when it is done.
pub(super) fn search(
    kernel: &mut dyn Kernel,
    puzzles: usize,
    limits: &Limits<'_>,
    load: &Load<'_>,
    tell: &mut Tell<'_>,
) {
    let lanes = 64 * kernel.words();
    let mut search = Search {
        lanes: (0..lanes).map(|_| Lane::default()).collect(),
        busy: vec![0; kernel.words()],
        free: (0..lanes).rev().collect(),
        standing: Default::default(),
        parts: Shelf::default(),
        chains: Shelf::default(),
        next: 0,
        puzzles,
        solution_limit: limits.solutions.max(1),
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        shares: limits.nodes.is_none() && limits.solutions <= TOLD_APART as u64,
        load,
        loaded: [0; ROW_WORDS],
        tell,
    };
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
    lanes: Vec<Lane>,
    /// A bit for each lane that works.
    busy: Vec<u64>,
    free: Vec<usize>,
    /// The lanes that are dead, solved and stuck.
    standing: [Vec<usize>; 3],
    parts: Shelf<Part>,
    chains: Shelf<Chain>,
    /// The next puzzle that no lane has begun.
    next: usize,
    puzzles: usize,
    solution_limit: u64,
    node_limit: u64,
    shares: bool,
    load: &'a Load<'a>,
    /// Where rows are loaded.
    loaded: Row,
    tell: &'a mut Tell<'a>,
}

/// Where a lane is.
#[derive(Default)]
struct Lane {
    part: usize,
    /// The open bets, and behind them room for more.
    bets: Vec<Bet>,
    open: usize,
}

impl Lane {
    /// Room for one more open bet.
    #[inline]
    fn push(&mut self) -> &mut Bet {
        if self.open == self.bets.len() {
            self.bets.push(Bet::default());
        }
        self.open += 1;
        &mut self.bets[self.open - 1]
    }
}

/// A cell with values that are still to be tried.
#[derive(Default)]
struct Bet {
    /// The state before.
    row: Row,
    cell: usize,
    /// The values, as bits.
    values: u64,
}

impl Search<'_> {
    fn is_done(&self) -> bool {
        self.next == self.puzzles && self.busy.iter().all(|&word| word == 0)
    }

    /// Serves the lanes that stand still.
    fn serve(&mut self, kernel: &mut dyn Kernel) {
        let mut standing = std::mem::take(&mut self.standing);
        self.look_at(kernel, &mut standing);
        let [dead, solved, stuck] = &standing;
        let can_fill = !self.free.is_empty() && (self.next < self.puzzles || self.shares);
        if dead.is_empty() && solved.is_empty() && stuck.is_empty() && !can_fill {
            self.standing = standing;
            return;
        }
        if !stuck.is_empty() {
            kernel.choose();
        }
        kernel.to_rows();
        let rows = &mut Rows { words: kernel.words(), bits: kernel.rows() };
        for &lane in solved {
            self.solved(lane, rows);
        }
        for &lane in dead {
            if self.is_busy(lane) {
                self.parts[self.lanes[lane].part].counted.conflicts += 1;
                self.go_back(lane, rows);
            }
        }
        for &lane in stuck {
            if self.is_busy(lane) {
                self.bet(lane, rows);
                self.go_back(lane, rows);
            }
        }
        self.begin(rows);
        if self.shares {
            self.share(rows);
        }
        kernel.to_planes();
        self.standing = standing;
    }

    /// Lists the lanes that are dead, solved and stuck. Choosing costs the same for one lane and for
    /// all: a few that are stuck wait for others.
    fn look_at(&self, kernel: &dyn Kernel, standing: &mut [Vec<usize>; 3]) {
        let [dead, open, changed] = [DEAD, OPEN, CHANGED].map(|plane| kernel.plane(plane));
        standing.iter_mut().for_each(Vec::clear);
        for (word, &busy) in self.busy.iter().enumerate() {
            let still = busy & !dead[word] & !changed[word];
            let sets = [busy & dead[word], still & !open[word], still & open[word]];
            for (list, mut set) in standing.iter_mut().zip(sets) {
                while set != 0 {
                    list.push(64 * word + set.trailing_zeros() as usize);
                    set &= set - 1;
                }
            }
        }
        let busy: usize = self.busy.iter().map(|word| word.count_ones() as usize).sum();
        let stuck = &mut standing[2];
        if stuck.len() < self.lanes.len() / FEW && 2 * stuck.len() < busy {
            stuck.clear();
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
            part.counted_at[found] = part.counted;
            if *front != self.lanes[lane].part {
                rows.get(lane, &mut part.grids[found]);
                part.kept = found + 1;
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

    /// Opens a bet on the cell that was chosen.
    fn bet(&mut self, lane: usize, rows: &Rows<'_>) {
        let bet = self.lanes[lane].push();
        rows.get(lane, &mut bet.row);
        let [row, column] = [0, 4].map(|bit| (bet.row[9] >> (SPARE + bit)) as usize & 0xF);
        bet.cell = 9 * row + column;
        bet.values = bet.row[10] >> SPARE & 0x1FF;
    }

    /// Tries the next value of the last bet.
    fn go_back(&mut self, lane: usize, rows: &mut Rows<'_>) {
        let Lane { part, bets, open } = &mut self.lanes[lane];
        let Some(bet) = bets[..*open].last_mut() else { return self.end(lane, Stop::Exhausted) };
        let counted = &mut self.parts[*part].counted;
        if counted.nodes == self.node_limit {
            return self.end(lane, Stop::NodeLimit);
        }
        counted.nodes += 1;
        rows.set(lane, &bet.row);
        rows.restrict(lane, bet.cell, bet.values.trailing_zeros() as usize);
        bet.values &= bet.values - 1;
        *open -= usize::from(bet.values == 0);
    }

    /// Gives the next puzzles to free lanes.
    fn begin(&mut self, rows: &mut Rows<'_>) {
        while self.next < self.puzzles
            && let Some(lane) = self.free.pop()
        {
            let puzzle = self.next;
            self.next += 1;
            (self.load)(puzzle, &mut self.loaded);
            rows.set(lane, &self.loaded);
            let chain = self.chains.take();
            let front = self.part_in(lane, chain);
            let place = &mut self.chains[chain];
            (place.puzzle, place.front) = (puzzle, front);
            place.answer.begin();
            if self.node_limit == 0 {
                self.end(lane, Stop::NodeLimit);
            } else {
                self.parts[front].counted.nodes = 1;
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
        self.lanes[lane].part = part;
        part
    }

    /// The part of a lane is over, and with it perhaps the puzzle.
    fn end(&mut self, lane: usize, stop: Stop) {
        let part = self.lanes[lane].part;
        self.parts[part].stop = Some(stop);
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
