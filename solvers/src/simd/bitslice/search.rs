//! The search: the assignment of puzzles to lanes, bets, and the results of puzzles.
//!
//! After a few passes every lane is *served* according to the planes: a dead lane returns to its
//! last bet, a solved one reports its grid, one that is stuck bets, and a free one takes the next
//! puzzle. Within a lane the search is depth first: a bet keeps a row with the configurations that
//! are left to try, on the lane's own stack. Before its first bet only the number of a puzzle is
//! kept; most easy puzzles need no bet, and their lanes are emptied and filled group by group, in
//! the order of the rows.
//!
//! When no puzzles are left, free lanes take over the oldest bet of a lane that has one, and with
//! it the last part of that lane's remaining work. The search of a puzzle is thus
//! [split](super::work_splits) into parts. The counts reported are those of a single lane, and
//! nothing depends on which lanes were free.

use std::ops::ControlFlow;

use crate::Limits;
use crate::contract::{Interrupt, Observer, Stop};

use super::kernel::Kernel;
use super::lane::{BetStacks, Lane};
use super::lane_set::{GROUP, GROUPS, LANES, LaneSet, bits};
use super::planes::{CHANGED, DEAD, OPEN};
use super::row::{self, Group, LaneRows};
use super::source::PuzzleSource;
use super::trace::{LaneTrace, LaneTracer};
use super::work_splits::{MAX_GRIDS, MAX_RECORDED, SearchResult, WorkSplits};

/// The number of passes between two times that lanes are served.
const PASSES: usize = 4;

/// The memory of a search, kept for the next one. Its contents do not matter.
#[derive(Default)]
pub(super) struct Memory {
    numbers: Vec<[usize; GROUP]>,
    lanes: Vec<Lane>,
    answers: Vec<SearchResult>,
    bets: BetStacks,
    splits: WorkSplits,
}

/// Solves all puzzles, and reports each as soon as it is finished.
pub(super) fn search(
    kernel: &mut dyn Kernel,
    memory: &mut Memory,
    puzzles: &mut (impl PuzzleSource<2> + PuzzleSource<4> + PuzzleSource<8>),
    limits: &Limits<'_>,
) {
    match kernel.words() {
        2 => search_in_lanes::<2, _>(kernel, memory, puzzles, limits, ()),
        4 => search_in_lanes::<4, _>(kernel, memory, puzzles, limits, ()),
        _ => search_in_lanes::<8, _>(kernel, memory, puzzles, limits, ()),
    }
}

/// Solves the only puzzle of a source on a kernel with vectors of two words, and reports the steps.
pub(super) fn trace(
    kernel: &mut dyn Kernel,
    puzzles: &mut dyn PuzzleSource<2>,
    limits: &Limits<'_>,
    observer: &mut dyn Observer,
) {
    let tracer = LaneTrace::new(observer);
    search_in_lanes::<2, _>(kernel, &mut Memory::default(), puzzles, limits, tracer);
}

fn search_in_lanes<const WORDS: usize, T: LaneTracer>(
    kernel: &mut dyn Kernel,
    memory: &mut Memory,
    puzzles: &mut dyn PuzzleSource<WORDS>,
    limits: &Limits<'_>,
    tracer: T,
) {
    memory.numbers.resize(GROUPS, [0; GROUP]);
    memory.lanes.resize(LANES, Lane::default());
    memory.answers.resize_with(LANES, SearchResult::default);
    let mut search = LaneSearch {
        memory,
        all: LaneSet::all(WORDS),
        busy: LaneSet::default(),
        fresh: LaneSet::default(),
        next: 0,
        count: 0,
        puzzles,
        solution_limit: limits.solutions.max(1),
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        shares: limits.nodes.is_none()
            && (limits.solutions <= MAX_RECORDED || limits.solutions == u64::MAX)
            && !T::WATCHES,
        tracer,
    };
    if search.node_limit == 0 {
        return search.abort(Stop::NodeLimit);
    }
    let interrupt = Interrupt::new(limits);
    loop {
        if let Some(stop) = interrupt.stop() {
            return search.abort(stop);
        }
        search.serve(kernel);
        if search.busy.is_empty() {
            return;
        }
        kernel.propagate(PASSES);
    }
}

struct LaneSearch<'a, const WORDS: usize, T> {
    memory: &'a mut Memory,
    all: LaneSet,
    busy: LaneSet,
    /// The busy lanes whose puzzle has had no bet.
    fresh: LaneSet,
    /// The next puzzle that no lane has begun; `count` is the number of puzzles, or enough of them
    /// for all lanes.
    next: usize,
    count: usize,
    puzzles: &'a mut dyn PuzzleSource<WORDS>,
    solution_limit: u64,
    node_limit: u64,
    shares: bool,
    tracer: T,
}

/// The lanes that have come to rest.
struct Standing {
    dead: LaneSet,
    solved: LaneSet,
    stuck: LaneSet,
}

impl<const WORDS: usize, T: LaneTracer> LaneSearch<'_, WORDS, T> {
    /// Serves the lanes that have come to rest.
    fn serve(&mut self, kernel: &mut dyn Kernel) {
        let mut standing = self.inspect(kernel);
        if !standing.stuck.is_empty() {
            // Triads are counted before lanes bet.
            kernel.count_triads();
            standing = self.inspect(kernel);
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
            kernel.transpose();
        }
        let rows = row::rows(kernel.rows());
        let done = solved.and(self.fresh);
        dead.or(stuck).and(self.fresh).iter().for_each(|lane| self.start_tracking(lane));
        solved.without(done).iter().for_each(|lane| self.solved(lane, rows));
        dead.iter().for_each(|lane| self.dead(lane, rows));
        stuck.iter().for_each(|lane| self.bet(lane, rows));
        self.exchange(done, rows);
        if self.shares && self.next == self.count {
            self.share(rows);
        }
        if !self.busy.is_empty() {
            kernel.transpose();
        }
    }

    /// Returns what the last pass observed in busy lanes.
    fn inspect(&self, kernel: &dyn Kernel) -> Standing {
        let [dead, open, changed] =
            [DEAD, OPEN, CHANGED].map(|plane| LaneSet::of_plane(kernel.plane(plane)));
        let still = self.busy.without(dead).without(changed);
        Standing { dead: self.busy.and(dead), solved: still.without(open), stuck: still.and(open) }
    }

    /// Starts to record the search of a lane.
    fn start_tracking(&mut self, lane: usize) {
        self.fresh.remove(lane);
        self.memory.lanes[lane] = Lane::new();
        self.memory.answers[lane].clear();
    }

    /// Handles a lane with a grid. Its work is finished if that is the last solution asked for.
    fn solved(&mut self, lane: usize, rows: &mut LaneRows<WORDS>) {
        if !self.busy.contains(lane) {
            return;
        }
        if T::WATCHES {
            self.tracer.solved(&Group::new(rows, lane / GROUP).row(lane));
        }
        let Memory { lanes, answers, splits, .. } = &mut *self.memory;
        let Lane { counted, part, .. } = lanes[lane];
        let part = part.filter(|_| self.solution_limit < u64::MAX);
        if let Some(grid) = answers[lane].insert(counted, part.is_some()) {
            Group::new(rows, lane / GROUP).get(lane % GROUP, grid);
        }
        if let Some(part) = part {
            let found_by = |lane: usize| answers[lane].solutions;
            self.busy = self.busy.without(splits.count(part, self.solution_limit, found_by));
            if !self.busy.contains(lane) {
                return;
            }
        }
        if answers[lane].solutions == self.solution_limit {
            self.end(lane, Stop::SolutionLimit);
        } else {
            self.go_back(lane, rows);
        }
    }

    /// Handles a lane with a contradiction.
    fn dead(&mut self, lane: usize, rows: &mut LaneRows<WORDS>) {
        if self.busy.contains(lane) {
            self.memory.lanes[lane].counted.conflicts += 1;
            self.tracer.dead();
            self.go_back(lane, rows);
        }
    }

    /// Opens a bet on the chosen digit and band, and tries its first configuration.
    #[inline]
    fn bet(&mut self, lane: usize, rows: &mut LaneRows<WORDS>) {
        if !self.busy.contains(lane) {
            return;
        }
        let Memory { lanes, bets, .. } = &mut *self.memory;
        let place = &mut lanes[lane];
        if !place.enters_state(self.node_limit) {
            return self.end(lane, Stop::NodeLimit);
        }
        let bet = bets.at(place.open, lane);
        place.open += 1;
        let mut group = Group::new(rows, lane / GROUP);
        group.get(lane, bet);
        self.tracer.propagated(bet);
        self.tracer.bet(bet, true);
        row::divide(&mut group, lane, bet);
    }

    /// Tries the next configuration of the last bet.
    #[inline]
    fn go_back(&mut self, lane: usize, rows: &mut LaneRows<WORDS>) {
        self.tracer.leave();
        let Memory { lanes, bets, .. } = &mut *self.memory;
        let place = &mut lanes[lane];
        if !place.has_bets() {
            return self.end(lane, Stop::Exhausted);
        }
        if !place.enters_state(self.node_limit) {
            return self.end(lane, Stop::NodeLimit);
        }
        let bet = bets.at(place.open - 1, lane);
        let mut group = Group::new(rows, lane / GROUP);
        group.set(lane, bet);
        self.tracer.bet(bet, false);
        if row::has_several(bet) {
            row::divide(&mut group, lane, bet);
        } else {
            place.open -= 1;
        }
    }

    /// Reports the puzzles that were solved without a bet, and assigns the next ones to free lanes.
    fn exchange(&mut self, done: LaneSet, rows: &mut LaneRows<WORDS>) {
        let stop = if self.solution_limit == 1 { Stop::SolutionLimit } else { Stop::Exhausted };
        self.busy = self.busy.without(done);
        self.fresh = self.fresh.without(done);
        let free = self.all.without(self.busy);
        for (group, numbers) in self.memory.numbers.iter_mut().enumerate() {
            let (done, mut free) = (done.group(group), free.group(group));
            if free == 0 {
                continue;
            }
            let mut of_group = Group::new(rows, group);
            if done != 0 {
                if T::WATCHES {
                    bits(done.into()).for_each(|lane| self.tracer.solved(&of_group.row(lane)));
                }
                self.puzzles.report_solved(numbers, &of_group, done, stop);
            }
            while free.count_ones() as usize > self.count - self.next {
                free &= free - 1;
            }
            if free != 0 {
                self.puzzles.load(self.next, &mut of_group, free);
                for lane in bits(free.into()) {
                    numbers[lane] = self.next;
                    self.next += 1;
                    if T::WATCHES {
                        self.tracer.begin(&of_group.row(lane));
                    }
                }
                self.busy.insert_group(group, free);
                self.fresh.insert_group(group, free);
            }
        }
    }

    /// Moves the oldest bets of busy lanes to free lanes.
    fn share(&mut self, rows: &mut LaneRows<WORDS>) {
        let mut free = self.all.without(self.busy).iter();
        // Where more than a few solutions are asked for, their order matters: work on later parts may be in vain.
        let is_ordered = (MAX_GRIDS as u64 + 1..u64::MAX).contains(&self.solution_limit);
        for lane in self.busy.without(self.fresh).iter() {
            let mut part = self.memory.lanes[lane].part.filter(|_| is_ordered);
            if part.is_none() && self.give(lane, &mut free, rows).is_break() {
                return;
            }
            part = part.filter(|&part| self.memory.splits.is_front(part));
            while let Some(giver) = part {
                let lane = self.memory.splits.lane(giver);
                part = self.memory.splits.next(giver);
                if let Some(lane) = lane
                    && self.give(lane, &mut free, rows).is_break()
                {
                    return;
                }
            }
        }
    }

    /// Moves the oldest bet of a busy lane, if it has one, to the next free lane, if there is one.
    #[inline]
    fn give(
        &mut self,
        giver: usize,
        free: &mut impl Iterator<Item = usize>,
        rows: &mut LaneRows<WORDS>,
    ) -> ControlFlow<()> {
        if !self.memory.lanes[giver].has_bets() {
            return ControlFlow::Continue(());
        }
        let Some(taker) = free.next() else { return ControlFlow::Break(()) };
        let number = self.number(giver);
        let Memory { lanes, answers, bets, splits, .. } = &mut *self.memory;
        let Lane { oldest, part, .. } = &mut lanes[giver];
        let found = answers[giver].solutions;
        let before = *part.get_or_insert_with(|| splits.begin(number, giver, found));
        *bets.at(0, taker) = *bets.at(*oldest, giver);
        *oldest += 1;
        let part = Some(splits.insert(before, taker));
        lanes[taker] = Lane { open: 1, part, ..Lane::default() };
        answers[taker].clear();
        self.busy.insert(taker);
        self.go_back(taker, rows);
        ControlFlow::Continue(())
    }

    /// Returns the number of the puzzle of a lane.
    fn number(&self, lane: usize) -> usize {
        self.memory.numbers[lane / GROUP][lane % GROUP]
    }

    /// Ends the work of a lane, and with it the puzzle if no other lane has a part of it.
    fn end(&mut self, lane: usize, stop: Stop) {
        self.busy.remove(lane);
        let number = self.number(lane);
        let Memory { lanes, answers, splits, .. } = &mut *self.memory;
        let answer = &mut answers[lane];
        (answer.stop, answer.counted) = (stop, lanes[lane].counted);
        match lanes[lane].part {
            None => self.puzzles.report(number, answer),
            Some(part) => {
                let ended = splits.end(part, answer, self.solution_limit);
                if let Some((number, answer, dropped)) = ended {
                    self.busy = self.busy.without(dropped);
                    self.puzzles.report(number, &answer);
                }
            }
        }
    }

    /// Reports all unfinished puzzles as stopped.
    fn abort(&mut self, stop: Stop) {
        self.fresh.iter().for_each(|lane| self.start_tracking(lane));
        while let Some(lane) = self.busy.first() {
            let part = self.memory.lanes[lane].part;
            self.end(part.map_or(lane, |it| self.memory.splits.front_lane(it)), stop);
        }
        for number in self.next..self.puzzles.count(usize::MAX) {
            self.puzzles.report(number, &SearchResult::unstarted(stop));
        }
    }
}
