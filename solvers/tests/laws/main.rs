//! The laws: each is a function that takes a backend and returns what is wrong with it, and each is
//! checked on every row of the registry, and on rows of chosen techniques and switches. `faulty` applies them to
//! backends with a known fault: a law that cannot fail proves nothing.

mod bets;
mod conformance;
mod counters;
mod encodings;
mod ends;
mod events;
mod faulty;
mod independence;
mod kinds;
mod limits;
mod proofs;
mod puzzles;
#[path = "../recorder/mod.rs"]
mod recorder;
mod relations;
mod replay;
mod representations;
mod stuck;
mod symmetry;
mod tidy;
mod watchdog;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use board::instance::{ExactCover, Formula};
use board::{Geometry, Graph, Puzzle};
use kinds::{Case, Kind};
use solvers::logic::choice::TechniqueSet;
use solvers::sat::switched::VARIANTS;
use solvers::{
    BACKENDS, Backend, Event, Limits, Observer, Outcome, ProblemKind, Solver, Step, Task,
};

/// A check of a backend. The error says what is wrong.
type Law = fn(&Backend) -> Result<(), String>;

/// Returns the laws that apply to every backend for each kind of problem that it accepts, with
/// their statements.
fn laws<P: Kind>() -> [(&'static str, Law); 9] {
    [
        ("it finds the known number of solutions", ends::as_known::<P>),
        ("renumbering a problem does not change its result", ends::renumbered::<P>),
        ("it fills exactly the counters that it claims", counters::claimed_and_not_claimed::<P>),
        ("its events agree with its counters", events::agree::<P>),
        ("it is independent of earlier searches", independence::again::<P>),
        ("it obeys the node limit as claimed", limits::nodes::<P>),
        ("it obeys the round limit if it counts rounds", limits::rounds::<P>),
        ("it obeys time and cancellation as claimed", limits::cancellation::<P>),
        ("its proofs are valid", proofs::hold::<P>),
    ]
}

/// The laws that apply to puzzles only.
const PUZZLE_LAWS: &[(&str, Law)] = &[
    ("it finds the published number of grids", conformance::known_counts),
    ("it agrees with the oracle on every kind of geometry", conformance::agrees_with_the_oracle),
    ("it solves every shipped geometry", conformance::every_geometry),
    ("clashing givens have no solution", conformance::clashing_givens),
    ("pencil marks are obeyed", conformance::pencil_marks),
    ("givens are neither bets nor deductions", counters::givens_cost_nothing),
    ("it is independent of earlier puzzles", independence::any_order),
    (
        "it is independent of earlier puzzles on every geometry",
        independence::any_order_on_every_geometry,
    ),
    ("a batch gives the results of its puzzles", independence::batches),
    ("a line gives the result of its puzzle", independence::lines),
    ("its conclusions hold in every solution", stuck::holds_in_every_solution),
    ("its steps lead to its solutions", replay::leads_to_solutions),
    ("relabelling and permuting a puzzle does not change its result", symmetry::as_many_solutions),
];

/// The laws that apply to exact cover problems only.
const COVER_LAWS: &[(&str, Law)] = &[("its certificates of counts are valid", proofs::count)];

/// Returns all laws that apply to a backend, with the kind of problem of each.
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
    if backend.takes::<ExactCover>() {
        all.extend(COVER_LAWS.iter().map(|&(says, law)| (ProblemKind::ExactCover, says, law)));
    }
    all
}

/// Rows made of techniques that are chosen, which the registry does not list.
const CHOSEN: [&str; 4] = [
    "deduce/naked-single",
    "deduce/tuples.hidden-single",
    "deduce/all.no-chains",
    "deduce/all-unique.no-fish",
];

/// Rows without some techniques of clause learning, which the registry does not list.
const SWITCHED: [&str; 3] = [
    "sat/reduced.alldiff.no-matchings",
    "sat/reduced.alldiff.no-minimisation.no-saving.no-targets",
    "sat/reduced.alldiff.no-averages.no-subsumption.no-tiers.no-vivification",
];

/// Returns whether a row may look for rare techniques or for symmetries, or try swaps in vain, for a minute, so that
/// only CI checks it.
fn is_slow(row: &Backend) -> bool {
    row.id.starts_with("deduce/everything")
        || ["local/annealing", "sat/reduced.lexleader"].contains(&row.id)
}

/// Returns the problems on which a row is solved under many limits, and in many orders: a slow row keeps limits on small
/// boards as on large ones, on which it takes seconds.
fn repeated<P: Kind>(row: &Backend) -> impl Iterator<Item = &'static Case<P>> {
    let is_slow = is_slow(row);
    P::cases().iter().filter(move |case| !(is_slow && case.problem.is_large()))
}

/// Checks all rows, or those whose ids contain the environment variable `ROW`. A row that panics fails like any
/// other, and one that takes long is named while it does.
#[test]
fn every_row_is_under_every_law() {
    let wanted = std::env::var("ROW").unwrap_or_default();
    let chosen =
        CHOSEN.map(|id| TechniqueSet::from_id(id).expect("deduction").expect("a set").row());
    let switched = VARIANTS.iter().filter(|row| SWITCHED.contains(&row.id));
    assert_eq!(switched.clone().count(), SWITCHED.len());
    let rows =
        BACKENDS.iter().chain(&chosen).chain(switched).filter(|row| row.id.contains(&wanted));
    let takes_slow = !wanted.is_empty() || std::env::var_os("SLOW_TESTS").is_some();
    let rows: Vec<&Backend> = rows.filter(|row| takes_slow || !is_slow(row)).collect();
    assert!(!rows.is_empty(), "no row contains {wanted}");
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    let work = || {
        while let Some(&backend) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
            for (kind, says, law) in laws_of(backend) {
                let _watched = watchdog::watch(format!("{}, {}: {says}", backend.id, kind.name()));
                if let Err(complaint) = watchdog::unless_it_panics(|| law(backend)) {
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

/// Returns a solver of the row, or `None` if the row refuses the frame: no law applies then.
fn prepare_for<P: Kind>(backend: &Backend, frame: &P::Frame) -> Option<Box<dyn Solver<P>>> {
    backend.prepare::<P>(frame).ok()
}

/// Returns a solver of the row for puzzles.
fn prepare(backend: &Backend, geometry: &Geometry) -> Option<Box<dyn Solver>> {
    prepare_for::<Puzzle>(backend, geometry)
}

/// Returns the number of solutions at which a search for `task` ends.
fn solution_limit(task: Task, count: u64) -> u64 {
    match task {
        Task::First => 1,
        Task::Unique => 2,
        Task::Count => count,
    }
}

/// Solves with a limit of solutions, and has the referee check every grid.
fn solve(solver: &mut dyn Solver, puzzle: &Puzzle, solutions: u64) -> Result<Outcome, String> {
    let outcome = solver.solve(puzzle, &Limits::solutions(solutions));
    puzzle.refereed(&outcome)?;
    Ok(outcome)
}

/// Returns a puzzle as text, for complaints.
fn written(puzzle: &Puzzle) -> String {
    let geometry = puzzle.geometry();
    let cells = board::text::line::write(geometry.alphabet(), &puzzle.givens());
    format!("{} {cells}", geometry.name())
}
