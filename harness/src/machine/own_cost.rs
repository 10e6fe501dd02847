//! What the harness itself adds to each trial of a timed block, measured with a backend that costs
//! nothing.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use board::{Puzzle, catalog};
use solvers::{Limits, Outcome, Solver, Stop};

use crate::plan::BLOCK;
use crate::stats;

/// How many blocks are timed; their median counts.
const BLOCKS: usize = 101;

/// Answers at once, and nothing.
struct Null;

impl Solver for Null {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        black_box((puzzle, limits));
        Outcome::ended(Stop::Exhausted)
    }
}

/// The nanoseconds that the harness adds to a trial inside a timed block: a step to the next
/// puzzle, a look at the flag that cancels, a call of a boxed [`Solver`], and its outcome put
/// beside the others. Dropping the outcomes is outside, as are verdicts and rows.
pub fn own_cost_ns_per_trial() -> f64 {
    let geometry = match catalog::named("classic9") {
        Ok(geometry) => Arc::new(geometry),
        Err(_) => return f64::NAN,
    };
    let puzzles: Vec<Puzzle> = (0..BLOCK).map(|_| Puzzle::empty(geometry.clone())).collect();
    let cancel = black_box(AtomicBool::new(false));
    let limits = Limits { cancel: Some(&cancel), ..Limits::solutions(2) };
    let mut solver: Box<dyn Solver> = black_box(Box::new(Null));
    let mut outcomes = Vec::with_capacity(BLOCK);
    let mut times = [0; BLOCKS];
    for time in &mut times {
        outcomes.clear();
        let start = Instant::now();
        for puzzle in &puzzles {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            outcomes.push(solver.solve(puzzle, &limits));
        }
        *time = start.elapsed().as_nanos() as u64;
        black_box(&outcomes);
    }
    stats::median(&times).unwrap_or_default() / BLOCK as f64
}
