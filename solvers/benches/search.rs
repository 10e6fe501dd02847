//! Every row of the registry on streams of distinct puzzles. These benchmarks are regression
//! checks; their times are never published.
//!
//! A benchmark is one *pass*: every puzzle of a stream once. (Solving one puzzle repeatedly runs up
//! to three times as fast as solving different ones.) It is preceded by an untimed pass, in which
//! every answer must have the number of solutions of the stream. Publishable times come from the
//! harness, which interleaves the rows.
//!
//! | stream | contents |
//! |---|---|
//! | `easy` | 512 generated puzzles with 36 clues |
//! | `hardest` | 520: ten isomorphs of each puzzle of `datasets/hardest.txt` |
//! | `minimal` | 512 generated puzzles from which no clue can be removed |
//! | `several` | like `minimal` with one clue less, and therefore with several solutions |
//!
//! Groups are named `stream/task`, and contain every row that supports the task, with one
//! exception: brute force (the family `backtrack`) runs on `easy` only. The median puzzle of
//! `minimal` takes `backtrack/naive` 63,000 search states and `cover/dlx` 71, and the worst ones
//! take it millions.
//!
//! To run: `cargo bench -p solvers -- --quick`, with part of an id to select benchmarks:
//! `minimal/unique/cover/dlx`.

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

/// The seed of all streams.
const SEED: u64 = 1;

/// The number of puzzles generated for a stream.
const GENERATED: usize = 512;

/// The number of isomorphs of each of the hardest puzzles.
const ISOMORPHS: u64 = 10;

/// The maximum count of solutions. The puzzles of `several` have at most 1,741.
const ENOUGH: u64 = 100_000;

const HARDEST: &str = include_str!("../../datasets/hardest.txt");

/// Puzzles that are created when the first benchmark needs them.
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
                // Criterion calls this closure for every sample.
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

/// Solves every puzzle once.
fn pass(solver: &mut dyn Solver, puzzles: &[Puzzle], limits: &Limits<'_>) {
    for puzzle in puzzles {
        black_box(solver.solve(black_box(puzzle), limits));
    }
}

/// The untimed pass: a search that gives up or errs is not benchmarked.
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

/// Returns isomorphs in turn, so that two of one puzzle are far apart.
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
