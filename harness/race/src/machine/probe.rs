//! The interference probe: how much busy neighbours slow a worker down.
//!
//! The workers of a machine share caches, memory, power and, on a shared host, cores. The cost is measured: one
//! worker solves a fixed workload alone, and then beside busy neighbours with the same workload. The two alternate
//! for several rounds, so that a drift of the machine affects both. Workers are pinned if possible. The neighbours
//! start elsewhere in the workload, so that no two do the same at the same time.
//!
//! The workload is [`PUZZLES`] distinct puzzles, solved [`PASSES`] times in the same order by `candidates/mrv`,
//! in some 40 ms. Such a search fits into the first-level caches: a backend that needs more memory suffers more
//! from its neighbours than the probe shows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier, OnceLock};
use std::thread;
use std::time::Instant;

use board::{Puzzle, catalog};
use generate::{Generator, Spec};
use record::manifest::{Interference, ProbeSample};
use record::row::nanoseconds;
use solvers::{Limits, SEARCH, Solver};

use super::clock::ThreadClock;
use super::pin::pin_worker;

/// The number of distinct puzzles in the workload.
pub const PUZZLES: usize = 512;

/// The number of times they are solved, in order, in one measurement.
pub const PASSES: usize = 6;

/// The number of measurements of each kind.
const ROUNDS: usize = 5;

/// The seed of the puzzles.
const SEED: u64 = 512;
/// Their number of clues.
const CLUES: usize = 26;

/// Runs the probe with this number of workers, in less than a second on most machines, and in proportion longer where
/// several workers share a processor. `None` for one worker, which has no neighbours.
pub fn probe(jobs: usize) -> Option<Interference> {
    if jobs <= 1 {
        return None;
    }
    measure(1)?; // Warm-up.
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        alone.push(measure(1)?);
        beside.push(measure(jobs)?);
    }
    Interference::of(jobs, alone, beside)
}

/// Measures worker 0 among this number of workers. `None` if its solver cannot be prepared.
fn measure(workers: usize) -> Option<ProbeSample> {
    let puzzles = workload();
    let (together, over) = (&Barrier::new(workers), &AtomicBool::new(false));
    thread::scope(|scope| {
        let measured = scope.spawn(move || {
            let solver = prepare(0, puzzles);
            together.wait();
            let sample = solver.map(|mut solver| timed(solver.as_mut(), puzzles));
            over.store(true, Ordering::Relaxed);
            sample
        });
        for index in 1..workers {
            scope.spawn(move || {
                let solver = prepare(index, puzzles);
                together.wait();
                let first = index * puzzles.len() / workers;
                let endless = puzzles.iter().cycle().skip(first);
                if let Some(mut solver) = solver {
                    keep_busy(solver.as_mut(), endless, over);
                }
            });
        }
        measured.join().ok().flatten()
    })
}

/// Pins a worker and prepares its solver.
fn prepare(index: usize, puzzles: &[Puzzle]) -> Option<Box<dyn Solver>> {
    pin_worker(index);
    SEARCH.prepare::<Puzzle>(puzzles.first()?.geometry()).ok()
}

fn timed(solver: &mut dyn Solver, puzzles: &[Puzzle]) -> ProbeSample {
    let limits = Limits::solutions(2);
    let cpu = ThreadClock::now();
    let wall = Instant::now();
    for puzzle in (0..PASSES).flat_map(|_| puzzles) {
        std::hint::black_box(solver.solve(puzzle, &limits));
    }
    let wall_ns = nanoseconds(wall.elapsed());
    let cpu = cpu.and_then(ThreadClock::since);
    ProbeSample { wall_ns, cpu_ns: cpu.map(nanoseconds) }
}

fn keep_busy<'a>(
    solver: &mut dyn Solver,
    puzzles: impl Iterator<Item = &'a Puzzle>,
    over: &AtomicBool,
) {
    let limits = Limits::solutions(2);
    for puzzle in puzzles.take_while(|_| !over.load(Ordering::Relaxed)) {
        std::hint::black_box(solver.solve(puzzle, &limits));
    }
}

/// Returns the puzzles, generated once; the same in every process and on every machine.
fn workload() -> &'static [Puzzle] {
    static PUZZLES_OF_THE_SEED: OnceLock<Vec<Puzzle>> = OnceLock::new();
    PUZZLES_OF_THE_SEED.get_or_init(|| {
        let Ok(geometry) = catalog::named("classic9") else { return Vec::new() };
        let mut generator = Generator::new(Arc::new(geometry));
        let spec = Spec { clues: Some(CLUES), ..Spec::default() };
        let puzzles = (0..).filter_map(|number| generator.puzzle(SEED, number, spec));
        puzzles.take(PUZZLES).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_workload_has_enough_puzzles_all_distinct() {
        let distinct: HashSet<_> = workload().iter().map(Puzzle::givens).collect();
        assert_eq!(distinct.len(), PUZZLES.max(record::manifest::BLOCK));
    }

    #[test]
    fn one_worker_has_no_neighbours() {
        assert_eq!(probe(0), None);
        assert_eq!(probe(1), None);
    }

    #[test]
    fn the_probe_measures_equally_often_alone_and_beside() {
        let found = probe(2).expect("two workers");
        assert_eq!((found.jobs, found.alone.len(), found.beside.len()), (2, ROUNDS, ROUNDS));
        assert_eq!(found.cpu_inflation.is_some(), ThreadClock::now().is_some());
        let json = serde_json::to_value(&found).expect("JSON");
        for key in ["jobs", "alone_ns", "beside_ns", "inflation", "cpu_inflation"] {
            assert!(json[key].is_number() || json[key].is_null(), "{key}");
        }
    }
}
