//! The search: which lane works on what, bets, and what came of each puzzle.
//!
//! After a few passes every lane is *served* by what the planes say of it: a dead one goes back to
//! its last bet, a solved one tells its grid, one that is stuck bets, and a free one takes the next
//! puzzle. In a lane the search goes depth first: a bet keeps a row with the ways that are left to try,
//! on the lane's own stack. Nothing but its number is kept of a puzzle before its first bet, and most easy
//! ones need none: their lanes are emptied and filled group by group, as the rows lie.
//!
//! When no puzzle is left for free lanes, they take the oldest bet of a lane that has one, and with it
//! all that comes after everything else that this lane will do. So the search of a puzzle falls into
//! [parts](super::parts); what one lane alone would have counted is what is told of it, and nothing depends
//! on which lanes were free.

use crate::Limits;
use crate::contract::{Interrupt, Stop};

use super::kernel::Kernel;
use super::lane::{Bets, Lane};
use super::parts::{Answer, Chains, TOLD_APART};
use super::planes::{CHANGED, DEAD, OPEN};
use super::row::{self, Group, Rows};
use super::set::{GROUP, GROUPS, LANES, LaneSet, bits};

/// How many passes lie between two times that lanes are served.
const PASSES: usize = 4;

/// Puzzles by number, from zero, and what is done with what came of them. Lanes are those of vectors of so
/// many words.
pub(super) trait Puzzles<const WORDS: usize> {
    /// How many there are; or, if it is not known yet, at least `wanted`.
    fn count(&mut self, wanted: usize) -> usize;

    /// Writes the rows of puzzles, from number `first` on, into some lanes of a group.
    fn load(&mut self, first: usize, group: &mut Group<'_, WORDS>, lanes: u8);

    /// Takes the only solutions that were looked for: those of the puzzles with these numbers, a number for
    /// each lane of the group, where some lanes have found them without a bet.
    fn tell_solved(
        &mut self,
        numbers: &[usize; GROUP],
        group: &Group<'_, WORDS>,
        lanes: u8,
        stop: Stop,
    );

    /// Takes what came of a puzzle.
    fn tell(&mut self, number: usize, answer: &Answer);
}

/// What a search needs and leaves behind for the next one: nothing but room.
#[derive(Default)]
pub(super) struct Memory {
    numbers: Vec<[usize; GROUP]>,
    lanes: Vec<Lane>,
    answers: Vec<Answer>,
    bets: Bets,
    chains: Chains,
}

/// Solves all puzzles, and tells of each when it is done.
pub(super) fn search(
    kernel: &mut dyn Kernel,
    memory: &mut Memory,
    puzzles: &mut (impl Puzzles<2> + Puzzles<4> + Puzzles<8>),
    limits: &Limits<'_>,
) {
    match kernel.words() {
        2 => search_in_lanes::<2>(kernel, memory, puzzles, limits),
        4 => search_in_lanes::<4>(kernel, memory, puzzles, limits),
        _ => search_in_lanes::<8>(kernel, memory, puzzles, limits),
    }
}

fn search_in_lanes<const WORDS: usize>(
    kernel: &mut dyn Kernel,
    memory: &mut Memory,
    puzzles: &mut dyn Puzzles<WORDS>,
    limits: &Limits<'_>,
) {
    memory.numbers.resize(GROUPS, [0; GROUP]);
    memory.lanes.resize(LANES, Lane::default());
    memory.answers.resize_with(LANES, Answer::default);
    let mut search = Search {
        memory,
        all: LaneSet::all(WORDS),
        busy: LaneSet::default(),
        fresh: LaneSet::default(),
        next: 0,
        count: 0,
        puzzles,
        solution_limit: limits.solutions.max(1),
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        shares: limits.nodes.is_none() && limits.solutions <= TOLD_APART as u64,
    };
    if search.node_limit == 0 {
        return search.break_off(Stop::NodeLimit);
    }
    let interrupt = Interrupt::new(limits);
    loop {
        if let Some(stop) = interrupt.stop() {
            return search.break_off(stop);
        }
        search.serve(kernel);
        if search.busy.is_empty() {
            return;
        }
        kernel.settle(PASSES);
    }
}

struct Search<'a, const WORDS: usize> {
    memory: &'a mut Memory,
    all: LaneSet,
    busy: LaneSet,
    /// Those of them in whose puzzle there was no bet.
    fresh: LaneSet,
    /// The next puzzle that no lane has begun, and how many there are: enough for all lanes, or all.
    next: usize,
    count: usize,
    puzzles: &'a mut dyn Puzzles<WORDS>,
    solution_limit: u64,
    node_limit: u64,
    shares: bool,
}

/// The lanes that stand still.
struct Standing {
    dead: LaneSet,
    solved: LaneSet,
    stuck: LaneSet,
}

impl<const WORDS: usize> Search<'_, WORDS> {
    /// Serves the lanes that stand still.
    fn serve(&mut self, kernel: &mut dyn Kernel) {
        let mut standing = self.look_at(kernel);
        if !standing.stuck.is_empty() {
            // Before they bet, triads are counted.
            kernel.strike();
            standing = self.look_at(kernel);
        }
        let Standing { dead, solved, stuck } = standing;
        self.count = self.puzzles.count(self.next + LANES);
        let can_fill =
            !self.all.without(self.busy).is_empty() && (self.next < self.count || self.shares);
        if dead.or(solved).or(stuck).is_empty() && !can_fill {
            return;
        }
        if !stuck.is_empty() {
            kernel.choose();
        }
        if !self.busy.is_empty() {
            kernel.turn();
        }
        let rows = row::rows(kernel.rows());
        let done = solved.and(self.fresh);
        dead.or(stuck).and(self.fresh).iter().for_each(|lane| self.take_up(lane));
        solved.without(done).iter().for_each(|lane| self.solved(lane, rows));
        dead.iter().for_each(|lane| self.dead(lane, rows));
        stuck.iter().for_each(|lane| self.bet(lane, rows));
        self.exchange(done, rows);
        if self.shares && self.next == self.count {
            self.share(rows);
        }
        if !self.busy.is_empty() {
            kernel.turn();
        }
    }

    /// What the last pass saw of the lanes that work.
    fn look_at(&self, kernel: &dyn Kernel) -> Standing {
        let [dead, open, changed] =
            [DEAD, OPEN, CHANGED].map(|plane| LaneSet::of_plane(kernel.plane(plane)));
        let still = self.busy.without(dead).without(changed);
        Standing { dead: self.busy.and(dead), solved: still.without(open), stuck: still.and(open) }
    }

    /// From now on it is kept what a lane does.
    fn take_up(&mut self, lane: usize) {
        self.fresh.remove(lane);
        self.memory.lanes[lane] = Lane::new();
        self.memory.answers[lane].solutions = 0;
    }

    /// A lane has a grid: its work is over if that is the last that was asked for.
    fn solved(&mut self, lane: usize, rows: &mut Rows<WORDS>) {
        if !self.busy.has(lane) {
            return;
        }
        let answer = &mut self.memory.answers[lane];
        let found = answer.solutions as usize;
        if found < TOLD_APART {
            answer.counted_at[found] = self.memory.lanes[lane].counted;
            Group::of(rows, lane / GROUP).get(lane % GROUP, &mut answer.grids[found]);
        }
        answer.solutions += 1;
        if answer.solutions == self.solution_limit {
            self.end(lane, Stop::SolutionLimit);
        } else {
            self.go_back(lane, rows);
        }
    }

    /// A lane has a contradiction.
    fn dead(&mut self, lane: usize, rows: &mut Rows<WORDS>) {
        if self.busy.has(lane) {
            self.memory.lanes[lane].counted.conflicts += 1;
            self.go_back(lane, rows);
        }
    }

    /// Opens a bet on the digit and band that were chosen, and tries the first way.
    #[inline]
    fn bet(&mut self, lane: usize, rows: &mut Rows<WORDS>) {
        if !self.busy.has(lane) {
            return;
        }
        let Memory { lanes, bets, .. } = &mut *self.memory;
        let place = &mut lanes[lane];
        if !place.enters_state(self.node_limit) {
            return self.end(lane, Stop::NodeLimit);
        }
        let bet = bets.at(place.open, lane);
        place.open += 1;
        let mut group = Group::of(rows, lane / GROUP);
        group.get(lane, bet);
        row::divide(&mut group, lane, bet);
    }

    /// Tries the next way of the last bet.
    #[inline]
    fn go_back(&mut self, lane: usize, rows: &mut Rows<WORDS>) {
        let Memory { lanes, bets, .. } = &mut *self.memory;
        let place = &mut lanes[lane];
        if !place.has_bets() {
            return self.end(lane, Stop::Exhausted);
        }
        if !place.enters_state(self.node_limit) {
            return self.end(lane, Stop::NodeLimit);
        }
        let bet = bets.at(place.open - 1, lane);
        let mut group = Group::of(rows, lane / GROUP);
        group.set(lane, bet);
        if row::has_several(bet) {
            row::divide(&mut group, lane, bet);
        } else {
            place.open -= 1;
        }
    }

    /// Tells of the puzzles that were solved without a bet, and gives the next ones to free lanes.
    fn exchange(&mut self, done: LaneSet, rows: &mut Rows<WORDS>) {
        let stop = if self.solution_limit == 1 { Stop::SolutionLimit } else { Stop::Exhausted };
        self.busy = self.busy.without(done);
        self.fresh = self.fresh.without(done);
        let free = self.all.without(self.busy);
        for (group, numbers) in self.memory.numbers.iter_mut().enumerate() {
            let (done, mut free) = (done.group(group), free.group(group));
            if free == 0 {
                continue;
            }
            let mut of_group = Group::of(rows, group);
            if done != 0 {
                self.puzzles.tell_solved(numbers, &of_group, done, stop);
            }
            while free.count_ones() as usize > self.count - self.next {
                free &= free - 1;
            }
            if free != 0 {
                self.puzzles.load(self.next, &mut of_group, free);
                for lane in bits(free.into()) {
                    numbers[lane] = self.next;
                    self.next += 1;
                }
                self.busy.insert_group(group, free);
                self.fresh.insert_group(group, free);
            }
        }
    }

    /// Gives the oldest bets of busy lanes to free ones.
    fn share(&mut self, rows: &mut Rows<WORDS>) {
        let mut free = self.all.without(self.busy).iter();
        for giver in self.busy.without(self.fresh).iter() {
            if !self.memory.lanes[giver].has_bets() {
                continue;
            }
            let Some(taker) = free.next() else { return };
            let number = self.number(giver);
            let Memory { lanes, answers, bets, chains, .. } = &mut *self.memory;
            let Lane { oldest, part, .. } = &mut lanes[giver];
            let before = *part.get_or_insert_with(|| chains.begin(number, giver));
            *bets.at(0, taker) = *bets.at(*oldest, giver);
            *oldest += 1;
            let part = Some(chains.insert(before, taker));
            lanes[taker] = Lane { open: 1, part, ..Lane::default() };
            answers[taker].solutions = 0;
            self.busy.insert(taker);
            self.go_back(taker, rows);
        }
    }

    /// The number of the puzzle of a lane.
    fn number(&self, lane: usize) -> usize {
        self.memory.numbers[lane / GROUP][lane % GROUP]
    }

    /// The work of a lane is over, and with it perhaps the puzzle.
    fn end(&mut self, lane: usize, stop: Stop) {
        self.busy.remove(lane);
        let number = self.number(lane);
        let Memory { lanes, answers, chains, .. } = &mut *self.memory;
        let answer = &mut answers[lane];
        (answer.stop, answer.counted) = (stop, lanes[lane].counted);
        match lanes[lane].part {
            None => self.puzzles.tell(number, answer),
            Some(part) => {
                let ended = chains.end(part, answer, self.solution_limit);
                if let Some((number, answer, dropped)) = ended {
                    self.busy = self.busy.without(dropped);
                    self.puzzles.tell(number, &answer);
                }
            }
        }
    }

    /// Tells of all puzzles that are not done that they were broken off.
    fn break_off(&mut self, stop: Stop) {
        self.fresh.iter().for_each(|lane| self.take_up(lane));
        while let Some(lane) = self.busy.first() {
            let part = self.memory.lanes[lane].part;
            self.end(part.map_or(lane, |it| self.memory.chains.front_lane(it)), stop);
        }
        for number in self.next..self.puzzles.count(usize::MAX) {
            self.puzzles.tell(number, &Answer::nothing(stop));
        }
    }
}
