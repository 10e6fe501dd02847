//! A backend of your own beside those of the registry: a search, and a row that describes it.
//!
//! ```text
//! cargo run -p solvers --example add_backend
//! ```
//!
//! `docs/own-backend` is such a row in a crate of its own, with the whole program around it.

use std::ops::ControlFlow;

use board::referee::violations;
use board::text::reading;
use board::{Geometry, Puzzle, Symbol};
use solvers::candidates::mrv::MRV;
use solvers::{
    Backend, Counter, Limits, Meter, Method, Observer, Origin, ProblemKind, SEARCH, Search, Stop,
    Takes,
};

/// What is not stated is as in another row.
pub(crate) const LAST_FIRST: Backend = Backend {
    id: "own/last-first",
    about: "brute force from the last cell to the first",
    method: Method { state: "grid", inference: "none", choice: "last open cell" },
    counts: &[Counter::Nodes, Counter::Bets, Counter::MaxDepth],
    origin: Origin { code: "own", reads: ProblemKind::Puzzle },
    takes: Takes::puzzles(|geometry| Ok(Box::new(LastFirst(geometry.clone())))),
    ..MRV
};

struct LastFirst(Geometry);

impl LastFirst {
    fn fill<O: Observer>(
        &self,
        puzzle: &Puzzle,
        grid: &mut [Option<Symbol>],
        n_left: usize,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        let Some(cell) = n_left.checked_sub(1) else {
            return meter.solution(&grid.iter().copied().flatten().collect::<Vec<_>>());
        };
        if puzzle.given(cell).is_some() {
            return self.fill(puzzle, grid, cell, meter);
        }
        let allowed = puzzle.allowed()[cell];
        for symbol in allowed.iter() {
            if self.0.peers(cell).iter().all(|&peer| grid[peer] != Some(symbol)) {
                meter.bet(cell, symbol, allowed.len());
                meter.node()?;
                grid[cell] = Some(symbol);
                self.fill(puzzle, grid, cell, meter)?;
                grid[cell] = None;
                meter.undo();
            }
        }
        ControlFlow::Continue(())
    }
}

impl Search for LastFirst {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        let mut grid = puzzle.givens();
        let is_possible = violations(&self.0, &grid).next().is_none();
        if is_possible {
            self.fill(puzzle, &mut grid, self.0.cells(), meter)
        } else {
            ControlFlow::Continue(())
        }
    }
}

fn main() {
    print!("{}", compared());
}

/// The nodes of this row and of one of the registry, for the same puzzle.
pub(crate) fn compared() -> String {
    let cells = "6...1483..2..6...5.........14..........7..32.3.7.2.6..81..36..4.....5..6....82...";
    let puzzle = reading::read(cells, "").expect("81 cells").puzzle;
    let line = |backend: &Backend| {
        let mut solver = backend.prepare::<Puzzle>(puzzle.geometry()).expect("it takes puzzles");
        let outcome = solver.solve(&puzzle, &Limits::solutions(2));
        let nodes = outcome.counters.nodes;
        format!("{:16} {} solution, {nodes} nodes\n", backend.id, outcome.solutions)
    };
    [&LAST_FIRST, SEARCH].into_iter().map(line).collect()
}
