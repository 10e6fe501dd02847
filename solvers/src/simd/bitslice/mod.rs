//! Bit slicing: one bit for each candidate of each puzzle, and up to 512 puzzles in a vector.
//!
//! The idea is old in cryptography (Biham 1997, DES in software): lay the data of many problems side
//! by side, one bit of each in a register, and a logic operation is done for all of them. A state is
//! 729 vectors, one for each candidate, 47 kB for 512 puzzles; [`settle`](self) and `choose` are plain
//! logic on them, on rules of tdoku. Bets are each lane's own business: for them the planes are turned into
//! rows, a row for each puzzle, and back.
//!
//! The cost is that of the slowest part: a lane that has come to rest waits for the next service, and
//! at the end of a batch a few hard puzzles would keep one lane each, so lanes share them. Below a few
//! hundred puzzles the gain is gone. [`solve_lines`] is the way in for those who have lines of text
//! and need no harness, [`LineSolver::solve_each`] for those who would not keep what came of them all.

mod boxes;
mod choose;
mod found;
mod kernel;
mod lane;
mod lines;
mod parts;
mod planes;
mod row;
mod search;
mod set;
mod settle;
mod sink;
#[cfg(test)]
mod tests;
mod text;
mod triads;
mod ways;

use board::{Geometry, Grid, Puzzle};

pub use found::LineError;
pub use lines::{LineSolver, solve_lines};

use self::parts::Answer;
use self::row::Group;
use self::search::Puzzles;
use self::set::{GROUP, bits};
use super::{Choice, Instructions, Solved, only_classic};
use crate::meter::Limits;
use crate::origin::{Origin, Problem};
use crate::outcome::{Counter, Counters, Outcome, Stop};
use crate::solver::{Backend, Honors, Method, Obeys, Solver, Task, Unsupported};

/// The row `simd/bitslice`.
pub const BITSLICE: Backend = Backend {
    id: "simd/bitslice",
    about: "up to 512 classic9 puzzles at once, one bit of each in a vector",
    method: Method {
        state: "a bit plane for each candidate",
        inference: "singles, locked candidates, triples in a line of a box",
        choice: "digit with two ways through the band that has the fewest ways",
    },
    tasks: &[Task::First, Task::Unique, Task::Count],
    counts: &[Counter::Nodes, Counter::Bets, Counter::Conflicts],
    counts_traced: &[],
    honors: Honors { nodes: Obeys::Exactly, time: Obeys::Coarsely },
    assumes_unique: false,
    complete: true,
    stateful: false,
    batches: true,
    package: None,
    instructions: Some(Choice::Best),
    prepare: |geometry| prepare(geometry, Choice::Best),
    origin: Origin { code: "simd", reads: Problem::Puzzle },
};

/// The row `simd/bitslice.avx2`.
pub const BITSLICE_AVX2: Backend = Backend {
    id: "simd/bitslice.avx2",
    about: "simd/bitslice with AVX2, 256 puzzles at once, whatever else the processor has",
    instructions: Some(Choice::Only(Instructions::Avx2)),
    prepare: |geometry| prepare(geometry, Choice::Only(Instructions::Avx2)),
    ..BITSLICE
};

/// The row `simd/bitslice.avx512`.
pub const BITSLICE_AVX512: Backend = Backend {
    id: "simd/bitslice.avx512",
    about: "simd/bitslice with AVX-512, 512 puzzles at once",
    instructions: Some(Choice::Only(Instructions::Avx512)),
    prepare: |geometry| prepare(geometry, Choice::Only(Instructions::Avx512)),
    ..BITSLICE
};

/// The row `simd/bitslice.portable`.
pub const BITSLICE_PORTABLE: Backend = Backend {
    id: "simd/bitslice.portable",
    about: "simd/bitslice with the instructions that the whole build may use, 128 puzzles at once",
    instructions: Some(Choice::Only(Instructions::Portable)),
    prepare: |geometry| prepare(geometry, Choice::Only(Instructions::Portable)),
    ..BITSLICE
};

fn prepare(geometry: &Geometry, choice: Choice) -> Result<Box<dyn Solver>, Unsupported> {
    only_classic(geometry)?;
    Ok(Box::new(LineSolver::with(choice.instructions())?))
}

impl Solver for LineSolver {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        let mut outcomes = Vec::with_capacity(1);
        self.solve_batch(std::slice::from_ref(puzzle), limits, &mut outcomes);
        outcomes.pop().expect("an outcome for the puzzle")
    }

    fn solve_batch(
        &mut self,
        puzzles: &[Puzzle],
        limits: &Limits<'_>,
        outcomes: &mut Vec<Outcome>,
    ) {
        let mut batch = Batch { puzzles, outcomes: vec![None; puzzles.len()] };
        search::search(&mut *self.kernel, &mut self.memory, &mut batch, limits);
        outcomes
            .extend(batch.outcomes.into_iter().map(|it| it.expect("an outcome for each puzzle")));
    }

    fn solve_lines(&mut self, text: &[u8], limits: &Limits<'_>, solved: &mut Vec<Solved>) -> bool {
        self.solve_within(text, limits, solved).is_ok()
    }
}

/// Puzzles, and what came of each that is done.
struct Batch<'a> {
    puzzles: &'a [Puzzle],
    outcomes: Vec<Option<Outcome>>,
}

impl<const WORDS: usize> Puzzles<WORDS> for Batch<'_> {
    fn count(&mut self, _wanted: usize) -> usize {
        self.puzzles.len()
    }

    fn load(&mut self, first: usize, group: &mut Group<'_, WORDS>, lanes: u8) {
        for (lane, puzzle) in bits(lanes.into()).zip(&self.puzzles[first..]) {
            group.set(lane, &row::of_puzzle(puzzle));
        }
    }

    fn tell_solved(
        &mut self,
        numbers: &[usize; GROUP],
        group: &Group<'_, WORDS>,
        lanes: u8,
        stop: Stop,
    ) {
        for lane in bits(lanes.into()) {
            let mut answer = Answer { solutions: 1, ..Answer::nothing(stop) };
            group.get(lane, &mut answer.grids[0]);
            answer.counted.nodes = 1;
            self.outcomes[numbers[lane]] = Some(outcome(&answer));
        }
    }

    fn tell(&mut self, number: usize, answer: &Answer) {
        self.outcomes[number] = Some(outcome(answer));
    }
}

fn outcome(answer: &Answer) -> Outcome {
    let grid = |nth: usize| {
        (answer.solutions > nth as u64).then(|| Grid::new(row::symbols(&answer.grids[nth])))
    };
    Outcome {
        solutions: answer.solutions,
        first: grid(0),
        second: grid(1),
        counters: Counters {
            nodes: answer.counted.nodes,
            bets: answer.bets(),
            conflicts: answer.counted.conflicts,
            ..Counters::default()
        },
        ..Outcome::ended(answer.stop)
    }
}
