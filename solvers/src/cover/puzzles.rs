//! Puzzles over any structure: givens are options that are chosen before the search.
//!
//! The matrix is built once for a geometry, and a puzzle costs only the covering of its givens, and
//! the taking away of what its pencil marks forbid.

use std::ops::ControlFlow;

use board::instance::ExactCover;
use board::{Geometry, Puzzle, Symbol};

use super::rule::Rule;
use super::search::AlgorithmX;
use super::structure::{Panel, Structure};
use super::{cell_and_symbol, encode};
use crate::meter::Meter;
use crate::observer::Observer;
use crate::origin::{Origin, Problem};
use crate::outcome::{Counter, Stop};
use crate::solver::{Backend, Honors, Method, Obeys, Search, Solver, Task, Unsupported};

/// A row of the registry that takes the smallest item: structures differ in their time alone.
pub(super) const fn row(
    id: &'static str,
    about: &'static str,
    state: &'static str,
    prepare: fn(&Geometry) -> Result<Box<dyn Solver>, Unsupported>,
) -> Backend {
    Backend {
        id,
        about,
        method: Method { state, inference: "forced items", choice: "item with fewest options" },
        tasks: &[Task::First, Task::Unique, Task::Count],
        counts: &[
            Counter::Nodes,
            Counter::Bets,
            Counter::Conflicts,
            Counter::Deductions,
            Counter::Propagations,
            Counter::MaxDepth,
        ],
        counts_traced: &[
            Counter::Updates,
            Counter::Accesses,
            Counter::InputUpdates,
            Counter::InputAccesses,
        ],
        honors: Honors { nodes: Obeys::Exactly, time: Obeys::Exactly },
        assumes_unique: false,
        complete: true,
        stateful: false,
        batches: false,
        package: None,
        instructions: None,
        origin: Origin { code: "cover", reads: Problem::ExactCover },
        prepare,
    }
}

/// Solves the puzzles of a geometry.
pub(super) struct Puzzles<S, R> {
    symbols: usize,
    search: AlgorithmX<S, R>,
    /// The symbol of each cell, for a solution.
    grid: Vec<Symbol>,
}

impl<S: Structure, R: Rule> Puzzles<S, R> {
    /// # Errors
    /// When the structure cannot hold the geometry's matrix.
    pub(super) fn new(
        geometry: &Geometry,
        structure: fn(&ExactCover) -> Result<S, Unsupported>,
        rule: fn(&ExactCover) -> R,
    ) -> Result<Self, Unsupported> {
        let problem = encode(geometry);
        Ok(Self {
            symbols: geometry.symbols(),
            search: AlgorithmX::new(structure(&problem)?, rule(&problem)),
            grid: vec![0; geometry.cells()],
        })
    }

    /// What the search runs on.
    #[cfg(test)]
    pub(super) fn structure(&self) -> &S {
        &self.search.structure
    }

    fn enter<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        let mut input = Input(meter);
        self.forbid_marks(puzzle, &mut input);
        if !self.force_givens(puzzle, &mut input) {
            meter.conflict();
            return ControlFlow::Continue(());
        }
        let mut panel = Told { meter, symbols: self.symbols, grid: &mut self.grid };
        self.search.run(&mut panel)
    }

    fn forbid_marks<P: Panel>(&mut self, puzzle: &Puzzle, input: &mut P) {
        for (cell, &allowed) in puzzle.allowed().iter().enumerate() {
            if allowed.len() == 1 || allowed.len() == self.symbols {
                continue;
            }
            for symbol in (0..self.symbols).filter(|&s| !allowed.contains(s as Symbol)) {
                self.search.structure.forbid(cell * self.symbols + symbol, input);
            }
        }
    }

    /// False when two givens clash.
    fn force_givens<P: Panel>(&mut self, puzzle: &Puzzle, input: &mut P) -> bool {
        for (cell, allowed) in puzzle.allowed().iter().enumerate() {
            let Some(symbol) = allowed.single() else { continue };
            self.grid[cell] = symbol;
            let option = cell * self.symbols + usize::from(symbol);
            if !self.search.structure.force(option, input) {
                return false;
            }
        }
        true
    }
}

impl<S: Structure, R: Rule> Search for Puzzles<S, R> {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        let flow = self.enter(puzzle, meter);
        self.search.reset();
        flow
    }
}

/// The meter of a puzzle while its givens and marks are taken in: what this costs stands apart.
struct Input<'s, 'a, O: Observer>(&'s mut Meter<'a, O>);

impl<O: Observer> Panel for Input<'_, '_, O> {
    #[inline]
    fn update(&mut self, changes: usize) {
        self.0.input_update(changes);
    }

    #[inline]
    fn access(&mut self, words: usize) {
        self.0.input_access(words);
    }
}

/// The meter of a puzzle, told in cells and symbols.
struct Told<'s, 'a, O: Observer> {
    meter: &'s mut Meter<'a, O>,
    symbols: usize,
    grid: &'s mut [Symbol],
}

impl<O: Observer> Panel for Told<'_, '_, O> {
    #[inline]
    fn node(&mut self) -> ControlFlow<Stop> {
        self.meter.node()
    }

    #[inline]
    fn cover(&mut self, _: usize) {
        self.meter.propagate(1);
    }

    #[inline]
    fn choose(&mut self, option: usize, among: usize) {
        let (cell, symbol) = cell_and_symbol(option, self.symbols);
        if among > 1 {
            self.meter.bet(cell, symbol, among);
        } else {
            self.meter.deduce(cell, symbol);
        }
    }

    #[inline]
    fn undo(&mut self) {
        self.meter.undo();
    }

    #[inline]
    fn conflict(&mut self) {
        self.meter.conflict();
    }

    #[inline]
    fn update(&mut self, changes: usize) {
        self.meter.update(changes);
    }

    #[inline]
    fn access(&mut self, words: usize) {
        self.meter.access(words);
    }

    fn solution(&mut self, options: &[usize]) -> ControlFlow<Stop> {
        for &option in options {
            let (cell, symbol) = cell_and_symbol(option, self.symbols);
            self.grid[cell] = symbol;
        }
        self.meter.solution(self.grid)
    }
}
