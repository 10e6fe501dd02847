//! Solves a puzzle with every backend that decides whether there is only one solution, and lets the referee check it.
//!
//! ```text
//! cargo run -p solvers --example solve_one -- 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! ```

use std::{error::Error, time::Duration};

use board::text::{line, reading};
use board::{Puzzle, referee};
use solvers::{BACKENDS, Limits, Stop, Task};

fn main() -> Result<(), Box<dyn Error>> {
    let cells = std::env::args().nth(1).unwrap_or("....1.3.431.2...".into());
    print!("{}", solved(&cells)?);
    Ok(())
}

/// Returns a line for each backend: its id, the number of bets and the grid.
pub(crate) fn solved(cells: &str) -> Result<String, Box<dyn Error>> {
    let puzzle = reading::read(cells, "")?.puzzle;
    let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::solutions(2) };
    let mut text = String::new();
    for backend in BACKENDS.iter().filter(|row| row.tasks.contains(&Task::Unique)) {
        let Ok(mut solver) = backend.prepare::<Puzzle>(puzzle.geometry()) else { continue };
        let outcome = solver.solve(&puzzle, &limits);
        let (Stop::Exhausted, Some(grid)) = (outcome.stop, &outcome.first) else { continue };
        referee::check(&puzzle, grid)?;
        let grid = line::write_grid(puzzle.geometry().alphabet(), grid);
        text += &format!("{:30} {:6} bets  {grid}\n", backend.id, outcome.counters.bets);
    }
    Ok(text)
}
