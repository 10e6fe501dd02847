//! The interference probe: how much slower a worker becomes when others work beside it.
//!
//! Workers of one machine share caches, memory, power and, on a shared host, cores. How much that
//! costs is measured, not guessed: one worker solves a fixed block of work alone, then beside busy
//! neighbours that solve the same, in several rounds one after the other, so that a machine that
//! changes its pace changes it for both. Each worker is pinned where that is possible. The
//! neighbours begin elsewhere in the block, so that no two do the same at the same time.
//!
//! The block is [`PUZZLES`] distinct puzzles, [`PASSES`] times in the same order, by
//! `candidates/mrv`: some 40 ms here. A search of that kind lives in the first caches: a backend
//! that needs more memory suffers more from its neighbours than the probe says.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier, OnceLock};
use std::thread;
use std::time::Instant;

use board::{Puzzle, catalog};
use serde::{Deserialize, Serialize};
use solvers::candidates::mrv::MRV;
use solvers::generate::{Generator, Wish};
use solvers::{Limits, Solver};

use super::clock::ThreadClock;
use super::pin::pin_worker;
use crate::stats;

/// The inflation beyond which the times of a run cannot stand without a word of caution.
pub const TOLERANCE: f64 = 1.05;

/// How many distinct puzzles the block has.
pub const PUZZLES: usize = 512;

/// How many times they are solved, in order, in one measurement.
pub const PASSES: usize = 6;

/// How many times each is measured, alone and beside.
const ROUNDS: usize = 5;

/// The puzzles are those of this seed, with so many clues.
const SEED: u64 = 512;
const CLUES: usize = 26;

/// One measurement of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// Its wall time.
    pub wall_ns: u64,
    /// Its thread CPU time, where there is such a clock.
    pub cpu_ns: Option<u64>,
}

/// What the probe found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interference {
    /// How many workers there were, the measured one among them.
    pub jobs: usize,
    /// The median wall time of the block alone.
    pub alone_ns: u64,
    /// The median wall time of the block beside busy neighbours.
    pub beside_ns: u64,
    /// The second over the first.
    pub inflation: f64,
    /// The same ratio of thread CPU times, where there is such a clock.
    pub cpu_inflation: Option<f64>,
    /// The measurements alone, in their order.
    pub alone: Vec<Sample>,
    /// The measurements beside neighbours, each taken after the one alone of the same place.
    pub beside: Vec<Sample>,
}

impl Interference {
    /// Sums up measurements; none when there is none of a kind.
    fn of(jobs: usize, alone: Vec<Sample>, beside: Vec<Sample>) -> Option<Self> {
        let (alone_ns, beside_ns) = (median_wall(&alone)?, median_wall(&beside)?);
        let cpu = median_cpu(&alone).zip(median_cpu(&beside));
        Some(Self {
            jobs,
            alone_ns: alone_ns as u64,
            beside_ns: beside_ns as u64,
            inflation: beside_ns / alone_ns,
            cpu_inflation: cpu.map(|(alone, beside)| beside / alone),
            alone,
            beside,
        })
    }

    /// Whether every table of the times of such a run has to say so.
    pub fn exceeds_tolerance(&self) -> bool {
        self.inflation > TOLERANCE
    }

    /// Which part of the wall time a worker alone was on a core: less than all of it when somebody
    /// else was there, on the machine or on its host. None where there is no thread CPU clock.
    pub fn share_alone(&self) -> Option<f64> {
        median_cpu(&self.alone).zip(median_wall(&self.alone)).map(|(cpu, wall)| cpu / wall)
    }

    /// How far the measurements alone lie apart, as a part of their median. An inflation below it
    /// may be chance.
    pub fn spread_alone(&self) -> f64 {
        let walls = || self.alone.iter().map(|sample| sample.wall_ns);
        let apart = walls().max().unwrap_or_default() - walls().min().unwrap_or_default();
        apart as f64 / self.alone_ns.max(1) as f64
    }
}

/// Probes with so many workers, in less than a second on most machines. None for one worker, which
/// nobody can disturb.
pub fn probe(jobs: usize) -> Option<Interference> {
    if jobs <= 1 {
        return None;
    }
    measure(1)?; // Warms up.
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        alone.push(measure(1)?);
        beside.push(measure(jobs)?);
    }
    Interference::of(jobs, alone, beside)
}

/// Measures worker 0 among so many. None when a worker cannot start.
fn measure(workers: usize) -> Option<Sample> {
    let puzzles = block();
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

/// A pinned worker's solver.
fn prepare(index: usize, puzzles: &[Puzzle]) -> Option<Box<dyn Solver>> {
    pin_worker(index);
    (MRV.prepare)(puzzles.first()?.geometry()).ok()
}

fn timed(solver: &mut dyn Solver, puzzles: &[Puzzle]) -> Sample {
    let limits = Limits::solutions(2);
    let cpu = ThreadClock::now();
    let wall = Instant::now();
    for puzzle in (0..PASSES).flat_map(|_| puzzles) {
        std::hint::black_box(solver.solve(puzzle, &limits));
    }
    let wall_ns = wall.elapsed().as_nanos() as u64;
    let cpu = cpu.and_then(ThreadClock::since);
    Sample { wall_ns, cpu_ns: cpu.map(|time| time.as_nanos() as u64) }
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

/// The puzzles, made once: the same in every process and on every machine.
fn block() -> &'static [Puzzle] {
    static PUZZLES_OF_THE_SEED: OnceLock<Vec<Puzzle>> = OnceLock::new();
    PUZZLES_OF_THE_SEED.get_or_init(|| {
        let Ok(geometry) = catalog::named("classic9") else { return Vec::new() };
        let mut generator = Generator::new(Arc::new(geometry));
        let wish = Wish { clues: Some(CLUES), ..Wish::default() };
        let puzzles = (0..).filter_map(|number| generator.puzzle(SEED, number, wish));
        puzzles.take(PUZZLES).collect()
    })
}

fn median_wall(samples: &[Sample]) -> Option<f64> {
    let walls: Vec<u64> = samples.iter().map(|sample| sample.wall_ns).collect();
    stats::median(&walls).filter(|&median| median > 0.0)
}

fn median_cpu(samples: &[Sample]) -> Option<f64> {
    let times: Vec<u64> = samples.iter().filter_map(|sample| sample.cpu_ns).collect();
    stats::median(&times).filter(|&median| median > 0.0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn samples(walls: [u64; 3]) -> Vec<Sample> {
        walls.map(|wall_ns| Sample { wall_ns, cpu_ns: Some(wall_ns / 2) }).to_vec()
    }

    #[test]
    fn the_block_has_enough_puzzles_and_no_two_are_the_same() {
        let distinct: HashSet<_> = block().iter().map(Puzzle::givens).collect();
        assert_eq!(distinct.len(), PUZZLES.max(crate::plan::BLOCK));
    }

    #[test]
    fn one_worker_has_nobody_beside_it() {
        assert_eq!(probe(0), None);
        assert_eq!(probe(1), None);
    }

    #[test]
    fn the_probe_measures_as_often_alone_as_beside() {
        let found = probe(2).expect("two workers");
        assert_eq!((found.jobs, found.alone.len(), found.beside.len()), (2, ROUNDS, ROUNDS));
        assert_eq!(found.cpu_inflation.is_some(), ThreadClock::now().is_some());
        let json = serde_json::to_value(&found).expect("JSON");
        for key in ["jobs", "alone_ns", "beside_ns", "inflation", "cpu_inflation"] {
            assert!(json[key].is_number() || json[key].is_null(), "{key}");
        }
    }

    #[test]
    fn inflation_is_the_ratio_of_medians() {
        let found = Interference::of(2, samples([100, 90, 800]), samples([130, 120, 10]));
        let found = found.expect("samples");
        assert_eq!((found.alone_ns, found.beside_ns), (100, 120));
        assert_eq!((found.inflation, found.cpu_inflation), (1.2, Some(1.2)));
        assert!(found.exceeds_tolerance());
        assert_eq!(found.spread_alone(), 7.1);
        assert_eq!(found.share_alone(), Some(0.5));
        assert_eq!(Interference::of(2, Vec::new(), samples([1, 1, 1])), None);
    }
}
