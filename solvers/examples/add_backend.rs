//! Adds a backend to those of the registry: a search, and a row that describes it. `docs/own-backend` has one with the
//! whole program around it.
//!
//! ```text
//! cargo run -p solvers --example add_backend
//! ```

use std::ops::ControlFlow;

use board::{Puzzle, Symbol, referee::violations, text::reading};
use solvers::candidates::mrv::MRV;
use solvers::{
    Backend, Counter, Limits, Meter, Observer, SEARCH, Search, StepSupport, Stop, Takes,
};

/// Brute force from the last cell to the first. What is not stated is as in another row.
pub(crate) const LAST_FIRST: Backend = Backend {
    id: "own/last-first",
    counts: &[Counter::Nodes],
    steps: StepSupport::SolutionsOnly("it reports none"),
    takes: Takes::puzzles(|_| Ok(Box::new(LastFirst))),
    ..MRV
};

struct LastFirst;

impl Search for LastFirst {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        let mut grid = puzzle.givens();
        let is_possible = violations(puzzle.geometry(), &grid).next().is_none();
        if is_possible { fill(puzzle, &mut grid, meter) } else { ControlFlow::Continue(()) }
    }
}

fn fill<O: Observer>(
    puzzle: &Puzzle,
    grid: &mut [Option<Symbol>],
    meter: &mut Meter<'_, O>,
) -> ControlFlow<Stop> {
    meter.node()?;
    let Some(cell) = grid.iter().rposition(Option::is_none) else {
        return meter.solution(&grid.iter().copied().flatten().collect::<Vec<_>>());
    };
    for symbol in puzzle.allowed_in(cell).iter() {
        if puzzle.geometry().peers(cell).iter().all(|&peer| grid[peer] != Some(symbol)) {
            grid[cell] = Some(symbol);
            fill(puzzle, grid, meter)?;
            grid[cell] = None;
        }
    }
    ControlFlow::Continue(())
}

fn main() {
    print!("{}", compared());
}

/// Returns the nodes of this row and of one of the registry, for the same puzzle.
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
