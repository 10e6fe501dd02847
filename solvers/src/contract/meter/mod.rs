//! The limits, counters and observer of a search, behind the same calls, so that they cannot disagree
//! and every backend counts alike.
//!
//! A search reports its steps: `node()?`, `bet`, `deduce`, `remove_candidates`, `conflict`, `undo`,
//! `solution()?`. The `?` on [`ControlFlow`] unwinds the search when a limit is met. Every call is
//! a tick; [`node`](Meter::node) reads the clock and the cancel flag once [`INTERVAL`] ticks have
//! passed since the last time.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use board::{Cell, Count, Grid, Puzzle, Symbol};

use super::{Counters, Event, Interrupt, Limits, Observer, Outcome, Step, Stop};

mod answers;
mod counted;
mod phases;

pub use phases::Phase;
pub(crate) use phases::PhaseTimer;

/// The number of ticks between two readings of the clock.
pub const INTERVAL: u64 = 1024;

/// The limits, counters and observer of one solve. Answers are of type `A`.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use board::Grid;
/// use solvers::{Limits, Meter, Stop};
///
/// let mut meter: Meter<'_, (), Grid> = Meter::new(&Limits::solutions(1), ());
/// assert_eq!(meter.node(), ControlFlow::Continue(()));
/// meter.bet(0, 2, 3);
/// // The limit is one solution: the search has to stop.
/// let flow = meter.solution(&[2]);
/// assert_eq!(flow, ControlFlow::Break(Stop::SolutionLimit));
/// let outcome = meter.finish(flow);
/// assert_eq!((outcome.counters.nodes, outcome.counters.bets), (1, 1));
/// assert_eq!(outcome.first, Some(Grid::new([2])));
/// ```
#[derive(Debug)]
pub struct Meter<'a, O: Observer, A = Grid> {
    /// The counters so far. Engines that count for themselves write here.
    pub counters: Counters,
    node_limit: u64,
    round_limit: u64,
    /// `None` if there is no limit.
    solution_limit: Option<u64>,
    memory: Option<u64>,
    interrupt: Interrupt<'a>,
    ticks: u64,
    next_poll: u64,
    depth: u64,
    solutions: Count,
    /// The number of solutions already added to `found`.
    reported: u64,
    found: Option<&'a AtomicU64>,
    first: Option<A>,
    second: Option<A>,
    partial: Option<Puzzle>,
    techniques: Vec<(&'static str, u64)>,
    timer: PhaseTimer,
    observer: O,
}

impl<'a, O: Observer, A> Meter<'a, O, A> {
    /// Returns the meter of a problem, and starts its clock.
    pub fn new(limits: &Limits<'a>, observer: O) -> Self {
        let interrupt = Interrupt::new(limits);
        let watched = interrupt.is_set() || limits.found.is_some();
        Self {
            counters: Counters::default(),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            round_limit: limits.rounds.unwrap_or(u64::MAX),
            solution_limit: Some(limits.solutions.max(1)).filter(|&limit| limit < u64::MAX),
            memory: limits.memory,
            interrupt,
            ticks: 0,
            next_poll: if watched { INTERVAL } else { u64::MAX },
            depth: 0,
            solutions: Count::ZERO,
            reported: 0,
            found: limits.found,
            first: None,
            second: None,
            partial: None,
            techniques: Vec::new(),
            timer: PhaseTimer::default(),
            observer,
        }
    }

    /// Returns when the search has to stop, for engines that poll.
    pub fn interrupt(&self) -> Interrupt<'a> {
        self.interrupt
    }

    /// Returns the observer, for engines that report to it themselves.
    pub fn observer(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Begins a phase, and ends the one before it.
    pub fn phase(&mut self, phase: Phase) {
        self.timer.begin(phase);
    }

    /// Returns the number of solutions at which the search stops, if it is limited.
    pub fn solution_limit(&self) -> Option<u64> {
        self.solution_limit
    }

    /// Returns the memory that the process may use, in bytes, if it is limited.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Reports that a search state is entered, unless a limit forbids it.
    #[inline]
    pub fn node(&mut self) -> ControlFlow<Stop> {
        if self.counters.nodes == self.node_limit {
            return ControlFlow::Break(Stop::NodeLimit);
        }
        self.tick();
        if self.ticks >= self.next_poll {
            self.poll()?;
        }
        self.counters.nodes += 1;
        self.observer.event(Event::Node);
        ControlFlow::Continue(())
    }

    /// Reports that `symbol` is tried in `cell`, one of `alternatives` possibilities of the chosen
    /// place.
    #[inline]
    pub fn bet(&mut self, cell: Cell, symbol: Symbol, alternatives: usize) {
        self.tick();
        self.report_counters();
        self.count_bet();
        self.observer.event(Event::Bet { cell, symbol, alternatives });
    }

    /// Reports a bet on several cells at once: `symbol` stays possible in the first of the two lists
    /// of `cells`, and is removed from the second. `cells` is called only if there is an observer.
    #[inline]
    pub fn confine(
        &mut self,
        symbol: Symbol,
        alternatives: usize,
        cells: impl FnOnce() -> (Vec<Cell>, Vec<Cell>),
    ) {
        self.tick();
        self.report_counters();
        self.count_bet();
        if self.observer.watches() {
            let (cells, others) = cells();
            let (cells, others) = (&cells[..], &others[..]);
            self.observer.event(Event::Confine { symbol, cells, others, alternatives });
        }
    }

    /// Reports that the last open bet is undone.
    #[inline]
    pub fn undo(&mut self) {
        self.tick();
        self.report_counters();
        self.depth -= 1;
        self.observer.event(Event::Undo);
    }

    /// Counts bets as right and wrong up to the first solution: each undone one is wrong, and those that are
    /// open there are right. A search that counts them calls this where it undoes a bet, and before it
    /// reports a solution.
    #[inline]
    pub fn judge_bets(&mut self, is_solution: bool) {
        match (self.solutions.saturated(), is_solution) {
            (0, true) => self.counters.right_bets = self.depth,
            (0, false) => self.counters.wrong_bets += 1,
            _ => {}
        }
    }

    /// Reports that `symbol` is the only possibility left and is placed in `cell`.
    #[inline]
    pub fn deduce(&mut self, cell: Cell, symbol: Symbol) {
        self.tick();
        self.report_counters();
        self.counters.deductions += 1;
        self.observer.event(Event::Deduce { cell, symbol });
    }

    /// Reports that candidates are removed.
    #[inline]
    pub fn remove_candidates(&mut self, candidates: usize) {
        self.tick();
        self.counters.removals += candidates as u64;
    }

    /// Reports that a technique removes candidates, beyond those that a placement removes.
    #[inline]
    pub fn eliminate(&mut self, candidates: usize) {
        self.tick();
        self.counters.eliminations += candidates as u64;
    }

    /// Reports work beside the steps, as so many ticks, so that the clock is read in time.
    #[inline]
    pub fn spend(&mut self, ticks: usize) {
        self.ticks += ticks as u64;
    }

    /// Reports that a technique has its turn, unless the search has to stop. The cost of a turn is
    /// not known in advance, so the clock is read at each.
    #[inline]
    pub fn turn(&mut self) -> ControlFlow<Stop> {
        self.tick();
        if self.next_poll == u64::MAX { ControlFlow::Continue(()) } else { self.poll() }
    }

    /// Reports that a round begins, unless a limit forbids it. The clock is read at each, as at a
    /// turn.
    #[inline]
    pub fn round(&mut self) -> ControlFlow<Stop> {
        if self.counters.rounds == self.round_limit {
            return ControlFlow::Break(Stop::RoundLimit);
        }
        self.turn()?;
        self.counters.rounds += 1;
        self.observer.event(Event::Round);
        ControlFlow::Continue(())
    }

    /// Reports that a technique succeeded in its turn, or that a sweep of a round begins.
    #[inline]
    pub fn pass(&mut self) {
        self.counters.passes += 1;
        self.observer.event(Event::Pass);
    }

    /// Reports a step that is about to be applied. `step` is called only if there is an observer.
    #[inline]
    pub fn step(&mut self, technique: &'static str, step: impl FnOnce() -> Step) {
        self.tick();
        if self.observer.watches() {
            self.observer.event(Event::Step { technique, step: &step() });
        }
    }

    /// Sets how often each technique succeeded.
    pub fn techniques(&mut self, counts: Vec<(&'static str, u64)>) {
        self.techniques = counts;
    }

    /// Reports that nothing more can be deduced, and what is left of the puzzle.
    pub fn stuck(&mut self, partial: Option<Puzzle>) -> ControlFlow<Stop> {
        self.partial = partial;
        ControlFlow::Break(Stop::Stuck)
    }

    /// Reports that literals or cover operations are propagated.
    #[inline]
    pub fn propagate(&mut self, operations: usize) {
        self.tick();
        self.counters.propagations += operations as u64;
    }

    /// Returns whether updates and accesses are counted: only if there is an observer, like all events of innermost
    /// loops.
    #[inline]
    pub fn counts(&self) -> bool {
        self.observer.watches()
    }

    /// Reports that lists of a data structure are changed while the puzzle is loaded.
    #[inline]
    pub fn input_update(&mut self, changes: usize) {
        if self.counts() {
            self.counters.input_updates += changes as u64;
        }
    }

    /// Reports that words of a data structure are read or written while the puzzle is loaded.
    #[inline]
    pub fn input_access(&mut self, words: usize) {
        if self.counts() {
            self.counters.input_accesses += words as u64;
        }
    }

    /// Reports that lists of a data structure are changed by the search.
    #[inline]
    pub fn update(&mut self, changes: usize) {
        if self.counts() {
            self.counters.updates += changes as u64;
        }
    }

    /// Reports that words of a data structure are read or written by the search.
    #[inline]
    pub fn access(&mut self, words: usize) {
        if self.counts() {
            self.counters.accesses += words as u64;
        }
    }

    /// Reports that the search state is abandoned, because a place has no possibility left.
    #[inline]
    pub fn conflict(&mut self) {
        self.tick();
        self.counters.conflicts += 1;
        self.observer.event(Event::Conflict);
    }

    /// Reports that the state that was just entered has this many solutions, which is known from before.
    pub fn known(&mut self, solutions: &Count) -> ControlFlow<Stop> {
        self.tick();
        self.observer.event(Event::Known { solutions });
        self.further_solutions(solutions)
    }

    /// Returns the outcome of a search that ended with `flow`.
    pub fn finish(mut self, flow: ControlFlow<Stop>) -> Outcome<A> {
        self.publish_solutions();
        Outcome {
            first: self.first,
            second: self.second,
            partial: self.partial,
            techniques: self.techniques,
            counters: self.counters,
            phases: self.timer.end(),
            ..Outcome::ended(flow.break_value().unwrap_or(Stop::Exhausted))
        }
        .with_count(self.solutions)
    }

    #[inline]
    fn tick(&mut self) {
        self.ticks += 1;
    }

    #[inline]
    fn report_counters(&mut self) {
        if self.observer.watches() {
            self.observer.event(Event::Counted { counters: &self.counters });
        }
    }

    #[inline]
    fn count_bet(&mut self) {
        self.counters.bets += 1;
        self.depth += 1;
        self.counters.max_depth = self.counters.max_depth.max(self.depth);
    }

    /// Counts a choice among `alternatives` possibilities.
    #[inline]
    fn count_alternatives(&mut self, alternatives: usize) {
        if alternatives > 1 {
            self.count_bet();
        } else {
            self.counters.deductions += 1;
        }
    }

    fn answer(&mut self, answer: impl FnOnce() -> A) -> ControlFlow<Stop> {
        self.solutions += &Count::ONE;
        match self.solutions.to_u64() {
            Some(1) => self.first = Some(answer()),
            Some(2) => self.second = Some(answer()),
            _ => {}
        }
        self.continue_below_limit()
    }

    #[inline]
    fn continue_below_limit(&self) -> ControlFlow<Stop> {
        match self.solution_limit.is_some_and(|limit| self.solutions == limit) {
            true => ControlFlow::Break(Stop::SolutionLimit),
            false => ControlFlow::Continue(()),
        }
    }

    #[cold]
    fn poll(&mut self) -> ControlFlow<Stop> {
        self.next_poll = self.ticks + INTERVAL;
        self.publish_solutions();
        self.interrupt.stop().map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    fn publish_solutions(&mut self) {
        if let Some(found) = self.found {
            let solutions = self.solutions.saturated();
            found.fetch_add(solutions - self.reported, Ordering::Relaxed);
            self.reported = solutions;
        }
    }
}

#[cfg(test)]
mod tests;
