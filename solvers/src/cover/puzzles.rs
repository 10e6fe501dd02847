//! Puzzles on any matrix: givens are options chosen before the search.
//!
//! The matrix is built once for a geometry. A puzzle costs only covering its givens and removing the
//! options that its pencil marks forbid.

use std::ops::ControlFlow;

use board::instance::ExactCover;
use board::{Geometry, Puzzle, Symbol};

use super::encode;
use super::heuristic::ItemHeuristic;
use super::matrix::CoverMatrix;
use super::search::AlgorithmX;
use super::tracer::{InputTracer, PuzzleTracer, Tracer};
use crate::contract::{
    Backend, Counter, LimitSupport, Meter, Method, Observer, Origin, ProblemKind, Search, Solver,
    Stop, Takes, Task, Unsupported,
};

/// A row of the registry that chooses the item with the fewest options. Matrices differ only in time.
pub(super) const fn row(
    id: &'static str,
    about: &'static str,
    state: &'static str,
    takes: Takes,
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
        node_limit: LimitSupport::Exact,
        time_limit: LimitSupport::Exact,
        assumes_unique: false,
        complete: true,
        stateful: false,
        batch: None,
        lines: None,
        package: None,
        instructions: None,
        origin: Origin { code: "cover", reads: ProblemKind::ExactCover },
        takes,
    }
}

/// Creates a solver for the puzzles of a geometry.
///
/// # Errors
/// Fails if the matrix cannot hold the geometry.
pub(super) fn prepare<S: CoverMatrix + 'static, R: ItemHeuristic + 'static>(
    geometry: &Geometry,
    matrix: fn(&ExactCover) -> Result<S, Unsupported>,
    heuristic: fn(&ExactCover) -> R,
) -> Result<Box<dyn Solver>, Unsupported> {
    Ok(Box::new(PuzzleSearch::new(geometry, matrix, heuristic)?))
}

/// Solves the puzzles of a geometry.
pub(super) struct PuzzleSearch<S, R> {
    symbols: usize,
    search: AlgorithmX<S, R>,
    /// The symbol of each cell, filled in for a solution.
    grid: Vec<Symbol>,
}

impl<S: CoverMatrix, R: ItemHeuristic> PuzzleSearch<S, R> {
    /// # Errors
    /// Fails if the matrix cannot hold the geometry.
    pub(super) fn new(
        geometry: &Geometry,
        matrix: fn(&ExactCover) -> Result<S, Unsupported>,
        heuristic: fn(&ExactCover) -> R,
    ) -> Result<Self, Unsupported> {
        let problem = encode(geometry);
        Ok(Self {
            symbols: geometry.symbols(),
            search: AlgorithmX::new(matrix(&problem)?, heuristic(&problem)),
            grid: vec![0; geometry.cells()],
        })
    }

    /// Returns the matrix of the search.
    #[cfg(test)]
    pub(super) fn matrix(&self) -> &S {
        &self.search.matrix
    }

    fn enter<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        let mut input = InputTracer(meter);
        self.forbid_marks(puzzle, &mut input);
        if !self.force_givens(puzzle, &mut input) {
            meter.conflict();
            return ControlFlow::Continue(());
        }
        let mut tracer = PuzzleTracer { meter, symbols: self.symbols, grid: &mut self.grid };
        self.search.run(&mut tracer)
    }

    fn forbid_marks<P: Tracer>(&mut self, puzzle: &Puzzle, input: &mut P) {
        for (cell, &allowed) in puzzle.allowed().iter().enumerate() {
            if allowed.len() == 1 || allowed.len() == self.symbols {
                continue;
            }
            for symbol in (0..self.symbols).filter(|&s| !allowed.contains(s as Symbol)) {
                self.search.matrix.forbid(cell * self.symbols + symbol, input);
            }
        }
    }

    /// Returns `false` if two givens clash.
    fn force_givens<P: Tracer>(&mut self, puzzle: &Puzzle, input: &mut P) -> bool {
        for (cell, allowed) in puzzle.allowed().iter().enumerate() {
            let Some(symbol) = allowed.single() else { continue };
            self.grid[cell] = symbol;
            let option = cell * self.symbols + usize::from(symbol);
            if !self.search.matrix.force(option, input) {
                return false;
            }
        }
        true
    }
}

impl<S: CoverMatrix, R: ItemHeuristic> Search for PuzzleSearch<S, R> {
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
