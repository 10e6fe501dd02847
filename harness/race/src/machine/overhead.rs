//! The time that the harness itself adds to a trial, measured with a backend that does nothing.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use board::{Puzzle, catalog};
use record::manifest::{BLOCK, ClockCosts};
use record::median::median;
use solvers::{Limits, Outcome, Solver, Stop};

/// The number of timed passes over a block. The result is the median of their means.
const PASSES: usize = 101;

/// A backend that answers at once, without a solution.
struct Null;

impl Solver for Null {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        black_box((puzzle, limits));
        Outcome::ended(Stop::Exhausted)
    }
}

/// Returns the time in nanoseconds of a trial whose solve takes none: two reads of the clock minus the correction for
/// them, a call of a boxed [`Solver`], and storing its outcome. Verdicts, rows and the check for cancellation are not
/// timed.
pub fn overhead_ns_per_trial(costs: &ClockCosts) -> f64 {
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
