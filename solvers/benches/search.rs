//! Every row of the registry over streams of distinct puzzles: regression checks, never published
//! times.
//!
//! A benchmark is one *pass*: every puzzle of a stream once. (The same puzzle again and again runs
//! up to three times faster than one puzzle after another.) Before it goes a pass that is not
//! timed, in which every answer must have the number of solutions that the stream is made for.
//! Times that can be published come from the harness, which interleaves the rows.
//!
//! | stream | what it is |
//! |---|---|
//! | `easy` | 512 generated puzzles with 36 clues |
//! | `hardest` | 520: ten isomorphs of each puzzle of `datasets/hardest.txt` |
//! | `minimal` | 512 generated puzzles from which no clue can be taken away |
//! | `several` | the like of `minimal` with one clue less, and so with several solutions |
//!
//! Groups are named `stream/task`, and every row that takes the task is in them, but for one rule:
//! brute force (the family `backtrack`) runs on `easy` alone. The median puzzle of `minimal` takes
//! `backtrack/naive` 63,000 search states, `cover/dlx` 71, and the worst take it millions.
//!
//! `cargo bench -p solvers -- --quick`, and part of an id to choose: `minimal/unique/cover/dlx`.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::hint::black_box;
use std::sync::Arc;

use board::symmetry::Symmetries;
use board::text::line;
use board::{Geometry, Puzzle, catalog};
use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use generate::{Generator, Solutions, Spec};
use solvers::{BACKENDS, Backend, Limits, Solver, Stop, Task};

/// What all streams start from.
const SEED: u64 = 1;

/// How many puzzles are generated for a stream.
const GENERATED: usize = 512;

/// How many isomorphs of each of the hardest puzzles there are.
const ISOMORPHS: u64 = 10;

/// Where counting ends. The puzzles of `several` have 1,741 solutions at most.
const ENOUGH: u64 = 100_000;

const HARDEST: &str = include_str!("../../datasets/hardest.txt");

/// Puzzles that are made when the first benchmark asks for them.
struct Stream {
    name: &'static str,
    size: usize,
    tasks: &'static [Task],
    puzzles: LazyCell<Vec<Puzzle>, Box<dyn FnOnce() -> Vec<Puzzle>>>,
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    streams().iter().for_each(|stream| bench(&mut criterion, stream));
    criterion.final_summary();
}

fn streams() -> [Stream; 4] {
    let stream = |name, tasks, size, puzzles: Box<dyn FnOnce() -> Vec<Puzzle>>| Stream {
        name,
        size,
        tasks,
        puzzles: LazyCell::new(puzzles),
    };
    let generate = |name, tasks, solutions, clues| {
        let spec = Spec { solutions, clues, ..Spec::default() };
        stream(name, tasks, GENERATED, Box::new(move || generated(spec)))
    };
    let one: &[Task] = &[Task::First, Task::Unique];
    [
        generate("easy", one, Solutions::One, Some(36)),
        stream("hardest", one, hardest_lines().count() * ISOMORPHS as usize, Box::new(hardest)),
        generate("minimal", one, Solutions::One, None),
        generate("several", &[Task::Count], Solutions::Several, None),
    ]
}

fn bench(criterion: &mut Criterion, stream: &Stream) {
    for &task in stream.tasks {
        let name = format!("{}/{}", stream.name, format!("{task:?}").to_lowercase());
        let mut group = criterion.benchmark_group(name);
        group
            .sample_size(10)
            .sampling_mode(SamplingMode::Flat)
            .throughput(Throughput::Elements(stream.size as u64));
        for backend in BACKENDS.iter().filter(|row| is_enrolled(row, stream, task)) {
            let Ok(mut solver) = backend.prepare::<Puzzle>(&nine()) else { continue };
            let mut is_checked = false;
            group.bench_function(BenchmarkId::from_parameter(backend.id), |bencher| {
                // Criterion comes here for every sample.
                if !std::mem::replace(&mut is_checked, true) {
                    check_distinct(&stream.puzzles, stream.size);
                    check(backend, &mut *solver, &stream.puzzles, task);
                }
                bencher.iter(|| pass(&mut *solver, &stream.puzzles, &limits(task)));
            });
        }
        group.finish();
    }
}

fn is_enrolled(backend: &Backend, stream: &Stream, task: Task) -> bool {
    let is_brute_force = backend.family() == "backtrack";
    backend.tasks.contains(&task) && (stream.name == "easy" || !is_brute_force)
}

/// Every puzzle once.
fn pass(solver: &mut dyn Solver, puzzles: &[Puzzle], limits: &Limits<'_>) {
    for puzzle in puzzles {
        black_box(solver.solve(black_box(puzzle), limits));
    }
}

/// The pass that is not timed: a search that gives up or errs is no benchmark.
fn check(backend: &Backend, solver: &mut dyn Solver, puzzles: &[Puzzle], task: Task) {
    for puzzle in puzzles {
        let outcome = solver.solve(puzzle, &limits(task));
        let is_right = match task {
            Task::First => (outcome.stop, outcome.solutions) == (Stop::SolutionLimit, 1),
            Task::Unique => (outcome.stop, outcome.solutions) == (Stop::Exhausted, 1),
            Task::Count => outcome.stop == Stop::Exhausted && outcome.solutions > 1,
        };
        let (stop, solutions) = (outcome.stop, outcome.solutions);
        assert!(is_right, "{}, {task:?}: {stop:?} with {solutions} solutions", backend.id);
    }
}

fn limits(task: Task) -> Limits<'static> {
    Limits::solutions(match task {
        Task::First => 1,
        Task::Unique => 2,
        Task::Count => ENOUGH,
    })
}

fn check_distinct(puzzles: &[Puzzle], size: usize) {
    let distinct: BTreeSet<_> = puzzles.iter().map(Puzzle::givens).collect();
    assert_eq!((puzzles.len(), distinct.len()), (size, size), "a stream of distinct puzzles");
}

fn nine() -> Arc<Geometry> {
    Arc::new(catalog::classic(9).expect("nine symbols"))
}

fn generated(spec: Spec) -> Vec<Puzzle> {
    let mut generator = Generator::new(nine());
    (0..).filter_map(|number| generator.puzzle(SEED, number, spec)).take(GENERATED).collect()
}

/// Isomorphs by turns, so that two of one puzzle stand far apart.
fn hardest() -> Vec<Puzzle> {
    let nine = nine();
    let symmetries = Symmetries::of(&nine);
    let lines = (0..ISOMORPHS).flat_map(|_| hardest_lines());
    (SEED..)
        .zip(lines)
        .map(|(seed, text)| {
            let puzzle = line::parse(text, &nine).expect("a line of the dataset");
            symmetries.random(seed).apply(&puzzle)
        })
        .collect()
}

fn hardest_lines() -> impl Iterator<Item = &'static str> {
    HARDEST.lines().filter(|text| !line::without_comment(text).trim().is_empty())
}
