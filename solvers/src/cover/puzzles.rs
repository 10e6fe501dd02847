//! Puzzles as exact cover problems, for any search: givens are options chosen before it.
//!
//! The search is prepared once for a geometry. A puzzle costs only covering its givens and removing the
//! options that its pencil marks forbid.

use std::ops::ControlFlow;

use board::instance::ExactCover;
use board::{Geometry, Puzzle, Symbol};

use super::heuristic::ItemHeuristic;
use super::matrix::CoverMatrix;
use super::search::{AlgorithmX, CoverSearch};
use super::tracer::{InputTracer, PuzzleTracer};
use super::{cell_and_symbol, encode};
use crate::contract::{
    Backend, Counter, LimitSupport, Meter, Method, Observer, Origin, ProblemKind, Search, Solver,
    StepSupport, Stop, Takes, Task, Unsupported,
};

/// Returns a row of the registry that chooses the item with the fewest options. Matrices differ only in time.
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
        tasks: &Task::ALL,
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
        steps: StepSupport::All,
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
    let search = |problem: &_| Ok(AlgorithmX::new(matrix(problem)?, heuristic(problem)));
    Ok(Box::new(PuzzleSearch::new(geometry, search)?))
}

/// Solves the puzzles of a geometry.
pub(crate) struct PuzzleSearch<T> {
    symbols: usize,
    pub(super) search: T,
    /// The symbol of each cell, filled in for a solution.
    grid: Vec<Symbol>,
}

impl<T: CoverSearch> PuzzleSearch<T> {
    /// Returns the solver on this search of the problem of a geometry.
    ///
    /// # Errors
    /// Fails if the search cannot hold the problem.
    pub(crate) fn new(
        geometry: &Geometry,
        search: impl Fn(&ExactCover) -> Result<T, Unsupported>,
    ) -> Result<Self, Unsupported> {
        Ok(Self {
            symbols: geometry.symbols(),
            search: search(&encode(geometry))?,
            grid: vec![0; geometry.cells()],
        })
    }

    fn enter<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        let mut input = InputTracer(meter);
        forbid_marks(puzzle, |option| self.search.forbid(option, &mut input));
        let is_possible = force_givens(puzzle, |option| {
            let (cell, symbol) = cell_and_symbol(option, self.symbols);
            self.grid[cell] = symbol;
            self.search.force(option, &mut input)
        });
        if !is_possible {
            meter.conflict();
            return ControlFlow::Continue(());
        }
        let mut tracer = PuzzleTracer { meter, symbols: self.symbols, grid: &mut self.grid };
        self.search.run(&mut tracer)
    }
}

/// Forbids the options that the pencil marks of a puzzle exclude.
pub(crate) fn forbid_marks(puzzle: &Puzzle, mut forbid: impl FnMut(usize)) {
    if puzzle.plain().is_some() {
        return;
    }
    let symbols = puzzle.geometry().symbols();
    for (cell, allowed) in puzzle.allowed().enumerate() {
        if allowed.len() == 1 || allowed.len() == symbols {
            continue;
        }
        for symbol in (0..symbols).filter(|&symbol| !allowed.contains(symbol as Symbol)) {
            forbid(cell * symbols + symbol);
        }
    }
}

/// Chooses the options of the givens of a puzzle. Returns `false` as soon as `force` does, because two givens
/// clash.
pub(crate) fn force_givens(puzzle: &Puzzle, mut force: impl FnMut(usize) -> bool) -> bool {
    let symbols = puzzle.geometry().symbols();
    let mut cells = 0..puzzle.geometry().cells();
    cells.all(|cell| {
        puzzle.given(cell).is_none_or(|symbol| force(cell * symbols + usize::from(symbol)))
    })
}

impl<T: CoverSearch> Search for PuzzleSearch<T> {
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
