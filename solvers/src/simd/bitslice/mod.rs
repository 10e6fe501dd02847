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
//! and need no harness, [`Bitslice::solve_each`] for those who would not keep what came of them all.

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
pub use lines::{Bitslice, solve_lines};

use self::parts::Answer;
use self::row::Group;
use self::search::Puzzles;
use self::set::{GROUP, bits};
use super::only_classic;
use crate::contract::{
    Backend, BatchSolver, Counter, Counters, InstructionChoice, Instructions, LimitSupport, Limits,
    LineResult, LineSolver, Method, Origin, Outcome, ProblemKind, Solver, Stop, Takes, Task,
    Unsupported,
};

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
    node_limit: LimitSupport::Exact,
    time_limit: LimitSupport::Coarse,
    assumes_unique: false,
    complete: true,
    stateful: false,
    package: None,
    instructions: Some(InstructionChoice::Best),
    takes: Takes::puzzles(|it| Ok(prepare(it, InstructionChoice::Best)?)),
    batch: Some(|it| Ok(prepare(it, InstructionChoice::Best)?)),
    lines: Some(|it| Ok(prepare(it, InstructionChoice::Best)?)),
    origin: Origin { code: "simd", reads: ProblemKind::Puzzle },
};

/// The row for fixed instructions.
macro_rules! fixed {
    ($id:literal, $about:literal, $instructions:expr) => {
        Backend {
            id: $id,
            about: $about,
            instructions: Some(InstructionChoice::Only($instructions)),
            takes: Takes::puzzles(|it| Ok(prepare(it, InstructionChoice::Only($instructions))?)),
            batch: Some(|it| Ok(prepare(it, InstructionChoice::Only($instructions))?)),
            lines: Some(|it| Ok(prepare(it, InstructionChoice::Only($instructions))?)),
            ..BITSLICE
        }
    };
}

/// The row `simd/bitslice.avx2`.
pub const BITSLICE_AVX2: Backend = fixed!(
    "simd/bitslice.avx2",
    "simd/bitslice with AVX2, 256 puzzles at once, whatever else the processor has",
    Instructions::Avx2
);

/// The row `simd/bitslice.avx512`.
pub const BITSLICE_AVX512: Backend = fixed!(
    "simd/bitslice.avx512",
    "simd/bitslice with AVX-512, 512 puzzles at once",
    Instructions::Avx512
);

/// The row `simd/bitslice.portable`.
pub const BITSLICE_PORTABLE: Backend = fixed!(
    "simd/bitslice.portable",
    "simd/bitslice with the instructions that the whole build may use, 128 puzzles at once",
    Instructions::Portable
);

fn prepare(geometry: &Geometry, choice: InstructionChoice) -> Result<Box<Bitslice>, Unsupported> {
    only_classic(geometry)?;
    Ok(Box::new(Bitslice::with(choice.instructions())?))
}

impl Solver for Bitslice {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        let mut outcomes = Vec::with_capacity(1);
        self.solve_batch(std::slice::from_ref(puzzle), limits, &mut outcomes);
        outcomes.pop().expect("an outcome for the puzzle")
    }
}

impl BatchSolver for Bitslice {
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
}

impl LineSolver for Bitslice {
    fn solve_lines(
        &mut self,
        text: &[u8],
        limits: &Limits<'_>,
        solved: &mut Vec<LineResult>,
    ) -> bool {
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
