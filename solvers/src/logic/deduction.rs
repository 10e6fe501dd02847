//! Deduction: techniques that a player uses, applied as long as one leads to something, and never a
//! guess.
//!
//! The loop is that of the SAÉ: remove the givens from their peers, then let the techniques have
//! their turns, until the grid is full or a whole round changed nothing. After each turn that led to
//! something the easiest technique is the next again, so that a puzzle is solved with the easiest
//! steps that do. A turn applies all that the technique finds in the store before it; a step of which
//! nothing is left by then is dropped.
//!
//! ```text
//!   full house   naked single   hidden single   locked pair   …   chains   …   forcing
//!       ↑                                                              │
//!       └──────────────── it led to something ────────────────────────┘
//! ```
//!
//! Every step holds in every solution. So what is left when nothing helps holds too: the search is
//! [`Stuck`](Stop::Stuck) and shows it; and a grid that was filled is the only one. The
//! techniques that take uniqueness for granted are the exception: with them a grid is a solution
//! and proves nothing about others, and a contradiction proves nothing at all.
//!
//! Which techniques there are, in which order and with which weights, is data: the
//! [`table`]. A row of the registry is a choice among them. Singles are read from counts that the [store](super::store) keeps;
//! everything else looks at the whole store, which costs some microseconds for locked candidates and
//! pairs and some hundred for chains, on 9×9.

use std::ops::ControlFlow;
use std::sync::Arc;

use board::{Geometry, Puzzle, Symbol};

use super::board_index::BoardIndex;
use super::memory::{self, Memory, is_remembered};
use super::store::{CandidateStore, Conflict, Last, Single};
use super::table;
use super::technique::{StepSink, Technique};
use crate::contract::{Meter, Observer, Search, Step, Stop, Unsupported};

/// What a technique saw, until a limit was met.
struct Collector<'s, 'm, O: Observer> {
    steps: Vec<Step>,
    stop: Option<Stop>,
    meter: &'s mut Meter<'m, O>,
}

impl<O: Observer> StepSink for Collector<'_, '_, O> {
    fn report(&mut self, step: Step) -> ControlFlow<()> {
        self.steps.push(step);
        ControlFlow::Continue(())
    }

    fn keep_going(&mut self) -> ControlFlow<()> {
        self.stop = self.meter.turn().break_value();
        if self.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The loop over some of the techniques.
pub struct Deduction {
    turns: Vec<Turn>,
    store: CandidateStore,
    singles: Vec<Single>,
    /// The grid, when it is full.
    grid: Vec<Symbol>,
    /// Whether a step took uniqueness for granted.
    assumed: bool,
}

/// A technique in the loop.
struct Turn {
    technique: &'static Technique,
    /// What singles it places, if it does.
    last: Option<Last>,
    /// How often it led to something in this puzzle.
    uses: u64,
    /// What it saw when it last looked, if it looks only at what has changed.
    memory: Option<Memory>,
}

impl Deduction {
    /// Returns the loop on `geometry` over the techniques of the table that are chosen.
    ///
    /// # Errors
    /// If the geometry has more than 64 symbols.
    pub fn new(
        geometry: &Geometry,
        choose: impl Fn(&Technique) -> bool,
    ) -> Result<Self, Unsupported> {
        let techniques = table::in_turn().iter().copied();
        Self::in_order(geometry, techniques.filter(|it| choose(it)).collect())
    }

    /// Returns the loop over these techniques, in this order.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn in_order(
        geometry: &Geometry,
        techniques: Vec<&'static Technique>,
    ) -> Result<Self, Unsupported> {
        let turn = |technique| {
            let memory = is_remembered(technique).then(Memory::default);
            Turn { technique, last: last(technique), uses: 0, memory }
        };
        Ok(Self {
            turns: techniques.into_iter().map(turn).collect(),
            store: CandidateStore::new(Arc::new(BoardIndex::new(geometry)?)),
            singles: Vec::new(),
            grid: Vec::new(),
            assumed: false,
        })
    }
}

/// Returns what singles a technique places, if it does.
fn last(technique: &Technique) -> Option<Last> {
    match technique.id {
        "full-house" => Some(Last::Cell),
        "naked-single" => Some(Last::Candidate),
        "hidden-single" => Some(Last::Place),
        _ => None,
    }
}

impl Search for Deduction {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        for turn in &mut self.turns {
            turn.uses = 0;
            turn.memory.iter_mut().for_each(Memory::clear);
        }
        self.assumed = false;
        let loaded = self.store.load(puzzle);
        let end = match loaded {
            Ok(()) => self.reason(meter),
            Err(Conflict) => ControlFlow::Continue(Err(Conflict)),
        };
        meter.remove_candidates(self.store.removals() as usize);
        let used = self.turns.iter().filter(|turn| turn.uses > 0);
        meter.techniques(used.map(|turn| (turn.technique.id, turn.uses)).collect());
        match end? {
            Err(Conflict) => {
                meter.conflict();
                // What contradicts itself may be the assumption: nothing is known.
                if self.assumed { meter.stuck(Some(puzzle.clone())) } else { CONTINUE }
            }
            Ok(()) if self.store.n_open() == 0 => {
                self.store.write_grid(&mut self.grid);
                meter.solution(&self.grid)?;
                if self.assumed { meter.stuck(None) } else { CONTINUE }
            }
            Ok(()) => {
                let left = Puzzle::from_allowed(puzzle.geometry().clone(), self.store.sets());
                meter.stuck(Some(left))
            }
        }
    }
}

const CONTINUE: ControlFlow<Stop> = ControlFlow::Continue(());

impl Deduction {
    /// Lets the techniques have their turns until the grid is full or none leads to anything.
    fn reason<O: Observer>(
        &mut self,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop, Result<(), Conflict>> {
        let mut turn = 0;
        meter.turn()?;
        while turn < self.turns.len() && self.store.n_open() > 0 {
            let before = self.turns[turn].uses;
            let taken = match self.turns[turn].last {
                Some(last) => self.singles(turn, last, meter),
                None => self.look(turn, meter)?,
            };
            if taken.is_err() {
                return ControlFlow::Continue(taken);
            }
            if self.turns[turn].uses > before {
                meter.pass();
                turn = 0;
            } else {
                turn += 1;
            }
        }
        ControlFlow::Continue(Ok(()))
    }

    /// Takes the steps of a technique that looks at the whole store.
    fn look<O: Observer>(
        &mut self,
        turn: usize,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop, Result<(), Conflict>> {
        // Not where singles are placed: to read the clock takes as long as some of them, and there are
        // no more than cells.
        meter.turn()?;
        self.store.make_index();
        if !memory::look(&mut self.turns[turn].memory, &mut self.store) {
            return ControlFlow::Continue(Ok(()));
        }
        let mut seen = Collector { steps: Vec::new(), stop: None, meter };
        // Why it was broken off, if it was, stands there.
        let _ = (self.turns[turn].technique.find)(&self.store, &mut seen);
        if let Some(stop) = seen.stop {
            return ControlFlow::Break(stop);
        }
        let taken = seen.steps.into_iter().try_for_each(|step| self.take(turn, step, seen.meter));
        ControlFlow::Continue(taken)
    }

    /// Places the singles of one kind that there are.
    fn singles<O: Observer>(
        &mut self,
        turn: usize,
        last: Last,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        let Turn { technique, uses, .. } = &mut self.turns[turn];
        self.singles.clear();
        self.store.add_singles(last, &mut self.singles)?;
        for &Single { cell, symbol, region } in &self.singles {
            if self.store.has(cell, symbol) {
                meter.step(technique.id, || {
                    Step::single(cell, symbol, region.into_iter().collect())
                });
                meter.deduce(cell, symbol);
                *uses += 1;
                self.store.place(cell, symbol)?;
            }
        }
        Ok(())
    }

    /// Takes a step, unless nothing of it is left to do.
    fn take<O: Observer>(
        &mut self,
        turn: usize,
        mut step: Step,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        let Turn { technique, uses, .. } = &mut self.turns[turn];
        step.placements.retain(|&(cell, symbol)| self.store.has(cell, symbol));
        step.eliminations.retain(|&(cell, symbol)| self.store.has(cell, symbol));
        if step.placements.is_empty() && step.eliminations.is_empty() {
            return Ok(());
        }
        *uses += 1;
        self.assumed |= technique.assumes_unique;
        meter.step(technique.id, || step.clone());
        meter.eliminate(step.eliminations.len());
        for &(cell, symbol) in &step.eliminations {
            self.store.eliminate(cell, symbol)?;
        }
        for &(cell, symbol) in &step.placements {
            // Another placement of the same step may have removed it.
            if !self.store.has(cell, symbol) {
                return Err(Conflict);
            }
            meter.deduce(cell, symbol);
            self.store.place(cell, symbol)?;
        }
        Ok(())
    }
}
