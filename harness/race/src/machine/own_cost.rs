//! What the harness itself adds to the time of a trial, measured with a backend that costs nothing.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use board::{Puzzle, catalog};
use record::manifest::{BLOCK, ClockCosts};
use record::median::median;
use solvers::{Limits, Outcome, Solver, Stop};

/// How many passes over a block are timed; the median of their means counts.
const PASSES: usize = 101;

/// Answers at once, and nothing.
struct Null;

impl Solver for Null {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        black_box((puzzle, limits));
        Outcome::ended(Stop::Exhausted)
    }
}

/// The nanoseconds that a trial has which takes no time at all: the two reads of the clock without
/// what is subtracted for them, a call of a boxed [`Solver`], and its outcome put beside the others.
/// Verdicts and rows are outside of the time, and so is the look at the flag that cancels.
pub fn own_cost_ns_per_trial(costs: &ClockCosts) -> f64 {
    let geometry = match catalog::named("classic9") {
        Ok(geometry) => Arc::new(geometry),
        Err(_) => return f64::NAN,
    };
    let puzzles: Vec<Puzzle> = (0..BLOCK).map(|_| Puzzle::empty(geometry.clone())).collect();
    let cancel = black_box(AtomicBool::new(false));
    let limits = Limits { cancel: Some(&cancel), ..Limits::solutions(2) };
    let mut solver: Box<dyn Solver> = black_box(Box::new(Null));
    let mut outcomes = Vec::with_capacity(BLOCK);
    let mut sums = [0; PASSES];
    for sum in &mut sums {
        outcomes.clear();
        for puzzle in puzzles.iter().take_while(|_| !cancel.load(Ordering::Relaxed)) {
            let start = Instant::now();
            outcomes.push(solver.solve(puzzle, &limits));
            *sum += costs.corrected_ns(start.elapsed());
        }
        black_box(&outcomes);
    }
    median(&sums).unwrap_or_default() / BLOCK as f64
}
