//! The laws: each is a function of a backend that says what is wrong with it, and each is held
//! against every row of the registry. `faulty` turns them on backends with a known fault: a law
//! that nobody can break proves nothing.

mod conformance;
mod counters;
mod encodings;
mod ends;
mod events;
mod faulty;
mod imports;
mod independence;
mod kinds;
mod limits;
mod proofs;
mod puzzles;
#[path = "../recorder/mod.rs"]
mod recorder;
mod representations;
mod stuck;
mod symmetry;
mod tidy;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use board::instance::{ExactCover, Formula};
use board::{Geometry, Graph, Puzzle};
use kinds::Kind;
use solvers::{
    BACKENDS, Backend, Event, Limits, Observer, Outcome, ProblemKind, Solver, Step, Task,
};

/// What a law finds: nothing, or what is wrong.
type Law = fn(&Backend) -> Result<(), String>;

/// The laws that every backend is under for each kind of problem that it takes, with what each says.
fn laws<P: Kind>() -> [(&'static str, Law); 9] {
    [
        ("it finds as many solutions as there are", ends::as_known::<P>),
        ("a problem that is renumbered ends alike", ends::renumbered::<P>),
        (
            "it fills the counters that it claims, and no other",
            counters::claimed_and_not_claimed::<P>,
        ),
        ("its events tell what its counters count", events::agree::<P>),
        ("it remembers nothing of earlier searches", independence::again::<P>),
        ("it obeys the node limit as it says", limits::nodes::<P>),
        ("it obeys the round limit if it counts rounds", limits::rounds::<P>),
        ("it obeys time and cancellation as it says", limits::cancellation::<P>),
        ("its proofs hold", proofs::hold::<P>),
    ]
}

/// The laws that are about boards, and what is done with puzzles alone.
const PUZZLE_LAWS: &[(&str, Law)] = &[
    ("it finds as many grids as are published", conformance::known_counts),
    ("it agrees with the oracle on every kind of geometry", conformance::agrees_with_the_oracle),
    ("it answers on every geometry that is shipped", conformance::every_geometry),
    ("givens that clash are impossible", conformance::clashing_givens),
    ("pencil marks are obeyed", conformance::pencil_marks),
    ("what is given is no bet and no deduction", counters::givens_cost_nothing),
    ("it remembers nothing of earlier puzzles", independence::any_order),
    ("it remembers nothing on any geometry", independence::any_order_on_every_geometry),
    ("a batch answers like its puzzles one by one", independence::batches),
    ("a line answers like its puzzle", independence::lines),
    ("what it concludes holds in every solution", stuck::holds_in_every_solution),
    ("a relabelled, permuted puzzle ends alike", symmetry::as_many_solutions),
];

/// All laws that a backend is under, with the kind of problem that each is about.
fn laws_of(backend: &Backend) -> Vec<(ProblemKind, &'static str, Law)> {
    fn of_kind<P: Kind>(backend: &Backend, all: &mut Vec<(ProblemKind, &'static str, Law)>) {
        if backend.takes::<P>() {
            all.extend(laws::<P>().map(|(says, law)| (P::KIND, says, law)));
        }
    }
    let mut all = Vec::new();
    of_kind::<Puzzle>(backend, &mut all);
    of_kind::<ExactCover>(backend, &mut all);
    of_kind::<Formula>(backend, &mut all);
    of_kind::<Graph>(backend, &mut all);
    if backend.takes::<Puzzle>() {
        all.extend(PUZZLE_LAWS.iter().map(|&(says, law)| (ProblemKind::Puzzle, says, law)));
    }
    all
}

#[test]
fn every_row_is_under_every_law() {
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    let work = || {
        while let Some(backend) = BACKENDS.get(next.fetch_add(1, Ordering::Relaxed)) {
            for (kind, says, law) in laws_of(backend) {
                if let Err(complaint) = law(backend) {
                    let complaint = format!("{}, {}: {says}: {complaint}", backend.id, kind.name());
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

/// A solver of the row; a row that refuses a frame is under no law there.
fn prepare_for<P: Kind>(backend: &Backend, frame: &P::Frame) -> Option<Box<dyn Solver<P>>> {
    backend.prepare::<P>(frame).ok()
}

/// A solver of the row for puzzles.
fn prepare(backend: &Backend, geometry: &Geometry) -> Option<Box<dyn Solver>> {
    prepare_for::<Puzzle>(backend, geometry)
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
    puzzle.refereed(&outcome)?;
    Ok(outcome)
}

/// A puzzle as a complaint names it.
fn written(puzzle: &Puzzle) -> String {
    let geometry = puzzle.geometry();
    let cells = board::text::line::write(geometry.alphabet(), &puzzle.givens());
    format!("{} {cells}", geometry.name())
}
