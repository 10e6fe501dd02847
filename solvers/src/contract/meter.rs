//! The instrument panel of a search: limits, counters and observer behind the same calls, so that
//! they cannot disagree and every backend counts alike.
//!
//! A search says what it does: `node()?`, `bet`, `deduce`, `remove_candidates`, `conflict`, `undo`,
//! `solution()?`. The `?` on [`ControlFlow`] unwinds it when a limit is met. Every call is a tick;
//! [`node`](Meter::node) looks at the clock and at the cancel flag when [`INTERVAL`] ticks have
//! gone by since the last look.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use board::instance::VertexColour;
use board::{Cell, Grid, Puzzle, Symbol, Vertex};

use super::{Counters, Event, Interrupt, Limits, Observer, Outcome, Phases, Step, Stop};

/// How many ticks lie between two looks at the clock.
pub const INTERVAL: u64 = 1024;

/// A part of a solve whose time is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Turning the puzzle into what the engine takes.
    Encode,
    /// The engine's own search.
    Solve,
    /// Turning its answer into grids.
    Decode,
}

/// Limits, counters and observer of one solve, whose answers are grids or something else.
#[derive(Debug)]
pub struct Meter<'a, O: Observer, A = Grid> {
    /// What was counted. Engines that count for themselves write here.
    pub counters: Counters,
    node_limit: u64,
    round_limit: u64,
    solution_limit: u64,
    interrupt: Interrupt<'a>,
    ticks: u64,
    next_look: u64,
    depth: u64,
    solutions: u64,
    /// How many of the solutions were told.
    told: u64,
    found: Option<&'a AtomicU64>,
    first: Option<A>,
    second: Option<A>,
    partial: Option<Puzzle>,
    techniques: Vec<(&'static str, u64)>,
    phase: Option<(Phase, Instant)>,
    phases: Phases,
    observer: O,
}

impl<O: Observer> Meter<'_, O> {
    /// A solution is found: the symbol of each cell.
    pub fn solution(&mut self, symbols: &[Symbol]) -> ControlFlow<Stop> {
        self.observer.event(Event::Solution { grid: symbols });
        self.answer(|| Grid::new(symbols))
    }
}

impl<O: Observer> Meter<'_, O, Vec<usize>> {
    /// An item is covered.
    #[inline]
    pub fn cover(&mut self, item: usize) {
        self.propagate(1);
        self.observer.event(Event::Cover { item });
    }

    /// An item that was covered is uncovered again.
    #[inline]
    pub fn uncover(&mut self, item: usize) {
        self.observer.event(Event::Uncover { item });
    }

    /// `option` is tried, one of `alternatives` that an item has left: a bet, or a deduction where it is
    /// the only one.
    #[inline]
    pub fn choose(&mut self, option: usize, alternatives: usize) {
        self.tick();
        self.count_alternatives(alternatives);
        self.observer.event(Event::Choose { option, alternatives });
    }

    /// A solution is found: the numbers of the options.
    pub fn solution(&mut self, options: &[usize]) -> ControlFlow<Stop> {
        self.observer.event(Event::Chosen { options });
        self.answer(|| options.to_vec())
    }
}

impl<O: Observer> Meter<'_, O, Vec<bool>> {
    /// A solution is found: the value of each variable.
    pub fn solution(&mut self, values: Vec<bool>) -> ControlFlow<Stop> {
        self.observer.event(Event::Model { values: &values });
        self.answer(|| values)
    }
}

impl<O: Observer> Meter<'_, O, Vec<VertexColour>> {
    /// `vertex` gets `colour`, one of `alternatives` that are left for it: a bet, or a deduction where it is
    /// the only one.
    #[inline]
    pub fn paint(&mut self, vertex: Vertex, colour: VertexColour, alternatives: usize) {
        self.tick();
        self.count_alternatives(alternatives);
        self.observer.event(Event::Paint { vertex, colour, alternatives });
    }

    /// The best colouring that was found, at the end of the search. A search that has ended can ignore
    /// that as many were asked for.
    pub fn solution(&mut self, colours: Vec<VertexColour>) -> ControlFlow<Stop> {
        self.observer.event(Event::Coloured { colours: &colours });
        self.answer(|| colours)
    }
}

impl<'a, O: Observer, A> Meter<'a, O, A> {
    /// The meter of a problem. Starts the clock.
    pub fn new(limits: &Limits<'a>, observer: O) -> Self {
        let interrupt = Interrupt::new(limits);
        let watched = interrupt.is_set() || limits.found.is_some();
        Self {
            counters: Counters::default(),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            round_limit: limits.rounds.unwrap_or(u64::MAX),
            solution_limit: limits.solutions.max(1),
            interrupt,
            ticks: 0,
            next_look: if watched { INTERVAL } else { u64::MAX },
            depth: 0,
            solutions: 0,
            told: 0,
            found: limits.found,
            first: None,
            second: None,
            partial: None,
            techniques: Vec::new(),
            phase: None,
            phases: Phases::default(),
            observer,
        }
    }

    /// When the search has to stop, for engines that ask for themselves.
    pub fn interrupt(&self) -> Interrupt<'a> {
        self.interrupt
    }

    /// A search state is entered, unless a limit forbids it.
    #[inline]
    pub fn node(&mut self) -> ControlFlow<Stop> {
        if self.counters.nodes == self.node_limit {
            return ControlFlow::Break(Stop::NodeLimit);
        }
        self.tick();
        if self.ticks >= self.next_look {
            self.look()?;
        }
        self.counters.nodes += 1;
        self.observer.event(Event::Node);
        ControlFlow::Continue(())
    }

    /// `symbol` is tried in `cell`, one of `alternatives` possibilities of the place that was chosen.
    #[inline]
    pub fn bet(&mut self, cell: Cell, symbol: Symbol, alternatives: usize) {
        self.tick();
        self.count_bet();
        self.observer.event(Event::Bet { cell, symbol, alternatives });
    }

    /// The last open bet is taken back.
    #[inline]
    pub fn undo(&mut self) {
        self.tick();
        self.depth -= 1;
        self.observer.event(Event::Undo);
    }

    /// `symbol` is the only possibility left and is placed in `cell`.
    #[inline]
    pub fn deduce(&mut self, cell: Cell, symbol: Symbol) {
        self.tick();
        self.counters.deductions += 1;
        self.observer.event(Event::Deduce { cell, symbol });
    }

    /// Candidates are removed.
    #[inline]
    pub fn remove_candidates(&mut self, candidates: usize) {
        self.tick();
        self.counters.removals += candidates as u64;
    }

    /// A technique removes candidates, beyond those that a placement removes.
    #[inline]
    pub fn eliminate(&mut self, candidates: usize) {
        self.tick();
        self.counters.eliminations += candidates as u64;
    }

    /// A technique has its turn, unless it is time to stop. What a turn costs is not known
    /// beforehand, so that the clock is read at each.
    #[inline]
    pub fn turn(&mut self) -> ControlFlow<Stop> {
        self.tick();
        if self.next_look == u64::MAX { ControlFlow::Continue(()) } else { self.look() }
    }

    /// A round begins, unless a limit forbids it. The clock is read at each, as at a turn.
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

    /// The turn of a technique led to something, or a sweep of a round begins.
    #[inline]
    pub fn pass(&mut self) {
        self.counters.passes += 1;
        self.observer.event(Event::Pass);
    }

    /// A step that is about to be taken: it is made only for somebody who watches.
    #[inline]
    pub fn step(&mut self, technique: &'static str, step: impl FnOnce() -> Step) {
        self.tick();
        if self.observer.watches() {
            self.observer.event(Event::Step { technique, step: &step() });
        }
    }

    /// How often each technique led to something.
    pub fn techniques(&mut self, counts: Vec<(&'static str, u64)>) {
        self.techniques = counts;
    }

    /// Nothing more can be concluded: this is what is left of the puzzle.
    pub fn stuck(&mut self, partial: Option<Puzzle>) -> ControlFlow<Stop> {
        self.partial = partial;
        ControlFlow::Break(Stop::Stuck)
    }

    /// Literals or cover operations are propagated.
    #[inline]
    pub fn propagate(&mut self, operations: usize) {
        self.tick();
        self.counters.propagations += operations as u64;
    }

    /// Lists of a structure are changed, by taking in the puzzle. Counted only for somebody who
    /// watches, as all that goes on in innermost loops.
    #[inline]
    pub fn input_update(&mut self, changes: usize) {
        if self.observer.watches() {
            self.counters.input_updates += changes as u64;
        }
    }

    /// Words of a structure are read or written, by taking in the puzzle.
    #[inline]
    pub fn input_access(&mut self, words: usize) {
        if self.observer.watches() {
            self.counters.input_accesses += words as u64;
        }
    }

    /// Lists of a structure are changed, by the search.
    #[inline]
    pub fn update(&mut self, changes: usize) {
        if self.observer.watches() {
            self.counters.updates += changes as u64;
        }
    }

    /// Words of a structure are read or written, by the search.
    #[inline]
    pub fn access(&mut self, words: usize) {
        if self.observer.watches() {
            self.counters.accesses += words as u64;
        }
    }

    /// The search state is abandoned: something has no possibility left.
    #[inline]
    pub fn conflict(&mut self) {
        self.tick();
        self.counters.conflicts += 1;
        self.observer.event(Event::Conflict);
    }

    /// A phase begins, and the one before it ends.
    pub fn phase(&mut self, phase: Phase) {
        let now = Instant::now();
        self.end_phase(now);
        self.phase = Some((phase, now));
    }

    /// What came of it, when `flow` is how the search ended.
    pub fn finish(mut self, flow: ControlFlow<Stop>) -> Outcome<A> {
        if self.phase.is_some() {
            self.end_phase(Instant::now());
        }
        self.tell_found();
        Outcome {
            stop: flow.break_value().unwrap_or(Stop::Exhausted),
            solutions: self.solutions,
            first: self.first,
            second: self.second,
            partial: self.partial,
            techniques: self.techniques,
            counters: self.counters,
            phases: self.phases,
        }
    }

    #[inline]
    fn tick(&mut self) {
        self.ticks += 1;
    }

    #[inline]
    fn count_bet(&mut self) {
        self.counters.bets += 1;
        self.depth += 1;
        self.counters.max_depth = self.counters.max_depth.max(self.depth);
    }

    /// Counts one of `alternatives` possibilities that is taken.
    #[inline]
    fn count_alternatives(&mut self, alternatives: usize) {
        if alternatives > 1 {
            self.count_bet();
        } else {
            self.counters.deductions += 1;
        }
    }

    fn answer(&mut self, answer: impl FnOnce() -> A) -> ControlFlow<Stop> {
        self.solutions += 1;
        match self.solutions {
            1 => self.first = Some(answer()),
            2 => self.second = Some(answer()),
            _ => {}
        }
        if self.solutions == self.solution_limit {
            return ControlFlow::Break(Stop::SolutionLimit);
        }
        ControlFlow::Continue(())
    }

    #[cold]
    fn look(&mut self) -> ControlFlow<Stop> {
        self.next_look = self.ticks + INTERVAL;
        self.tell_found();
        self.interrupt.stop().map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    fn tell_found(&mut self) {
        if let Some(found) = self.found {
            found.fetch_add(self.solutions - self.told, Ordering::Relaxed);
            self.told = self.solutions;
        }
    }

    fn end_phase(&mut self, now: Instant) {
        let Some((phase, start)) = self.phase.take() else { return };
        let total = match phase {
            Phase::Encode => &mut self.phases.encode,
            Phase::Solve => &mut self.phases.solve,
            Phase::Decode => &mut self.phases.decode,
        };
        *total = Some(total.unwrap_or_default() + (now - start));
    }
}

#[cfg(test)]
mod tests;
