//! The laws: each is a function of a backend that says what is wrong with it, and each is held
//! against every row of the registry. `faulty` turns them on backends with a known fault: a law
//! that nobody can break proves nothing.

mod conformance;
mod counters;
mod encodings;
mod events;
mod faulty;
mod independence;
mod limits;
mod puzzles;
mod representations;
mod stuck;
mod symmetry;
mod tidy;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use board::{Geometry, Puzzle, referee};
use solvers::{BACKENDS, Backend, Limits, Outcome, Solver, Task};

/// What a law finds: nothing, or what is wrong.
type Law = fn(&Backend) -> Result<(), String>;

/// The laws that every backend is under, with what each says.
const LAWS: &[(&str, Law)] = &[
    ("it finds as many solutions as there are", conformance::known_counts),
    ("it agrees with the oracle on every kind of geometry", conformance::agrees_with_the_oracle),
    ("it answers on every geometry that is shipped", conformance::every_geometry),
    ("givens that clash are impossible", conformance::clashing_givens),
    ("pencil marks are obeyed", conformance::pencil_marks),
    ("it fills the counters that it claims, and no other", counters::claimed_and_not_claimed),
    ("what is given is no bet and no deduction", counters::givens_cost_nothing),
    ("its events tell what its counters count", events::events_agree),
    ("it remembers nothing of earlier puzzles", independence::any_order),
    ("it remembers nothing on any geometry", independence::any_order_on_every_geometry),
    ("a batch answers like its puzzles one by one", independence::batches),
    ("a line answers like its puzzle", independence::lines),
    ("it obeys the node limit as it says", limits::nodes),
    ("it obeys the round limit if it counts rounds", limits::rounds),
    ("it obeys time and cancellation as it says", limits::cancellation),
    ("it stops at as many solutions as were asked for", limits::solutions),
    ("what it concludes holds in every solution", stuck::holds_in_every_solution),
    ("a relabelled, permuted puzzle ends alike", symmetry::as_many_solutions),
];

#[test]
fn every_row_is_under_every_law() {
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    let work = || {
        while let Some(backend) = BACKENDS.get(next.fetch_add(1, Ordering::Relaxed)) {
            for (says, law) in LAWS {
                if let Err(complaint) = law(backend) {
                    let complaint = format!("{}: {says}: {complaint}", backend.id);
                    complaints.lock().expect("no law panics").push(complaint);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        (0..std::thread::available_parallelism().map_or(1, usize::from)).for_each(|_| {
            scope.spawn(work);
        });
    });
    let complaints = complaints.into_inner().expect("no law panics");
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// A solver of the row; a row that refuses a geometry is under no law there.
fn prepare(backend: &Backend, geometry: &Geometry) -> Option<Box<dyn Solver>> {
    (backend.prepare)(geometry).ok()
}

/// The number of solutions at which a search for `task` ends.
fn solution_limit(task: Task, count: u64) -> u64 {
    match task {
        Task::First => 1,
        Task::Unique => 2,
        Task::Count => count,
    }
}

/// Solves under a limit of solutions, and shows every grid to the referee.
fn solve(solver: &mut dyn Solver, puzzle: &Puzzle, solutions: u64) -> Result<Outcome, String> {
    let outcome = solver.solve(puzzle, &Limits::solutions(solutions));
    refereed(puzzle, &outcome)?;
    Ok(outcome)
}

/// Every grid of an outcome solves the puzzle, and there are as many as can be shown.
fn refereed(puzzle: &Puzzle, outcome: &Outcome) -> Result<(), String> {
    for grid in outcome.first.iter().chain(&outcome.second) {
        referee::check(puzzle, grid).map_err(|error| format!("{}: {error}", written(puzzle)))?;
    }
    let shown = (outcome.first.is_some(), outcome.second.is_some());
    let expected = (outcome.solutions > 0, outcome.solutions > 1);
    if shown != expected || (shown.1 && outcome.first == outcome.second) {
        return Err(format!(
            "{}: {} solutions, but the grids shown do not prove them",
            written(puzzle),
            outcome.solutions
        ));
    }
    Ok(())
}

/// A puzzle as a complaint names it.
fn written(puzzle: &Puzzle) -> String {
    let geometry = puzzle.geometry();
    let cells = board::text::line::write(geometry.alphabet(), &puzzle.givens());
    format!("{} {cells}", geometry.name())
}
