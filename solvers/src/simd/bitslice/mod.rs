//! Bit slicing: one bit for each candidate of each puzzle, and up to 512 puzzles in a vector.
//!
//! The idea comes from cryptography (Biham 1997, DES in software): with one bit of each of many
//! problems side by side in a register, a logic operation applies to all of them. A state is 729
//! vectors, one for each candidate, or 47 kB for 512 puzzles; [`propagate`](self) and `choose` are
//! plain logic on them, with rules of tdoku. Each lane makes its own bets: for these, planes are
//! transposed into rows, one row for each puzzle, and back.
//!
//! The slowest lane determines the cost. A lane that has come to rest waits until lanes are next
//! served, and at the end of a batch a few hard puzzles would occupy one lane each, so lanes share
//! them. Below a few hundred puzzles there is no gain. Callers with lines of text who do not need
//! the harness use [`solve_lines`], or [`Bitslice::solve_each`] if the results need not all be
//! kept.

mod batch;
mod boxes;
mod choose;
mod configurations;
mod kernel;
mod lane;
mod lane_set;
mod line_index;
mod lines;
mod planes;
mod propagate;
mod row;
mod search;
mod sink;
mod source;
#[cfg(test)]
mod tests;
mod text;
mod trace;
mod triads;
mod work_splits;

use board::{Geometry, Puzzle};

pub use line_index::LineError;
pub use lines::{Bitslice, solve_lines};

use self::batch::MarkedBatch;
use self::kernel::kernel;
use super::only_classic;
use crate::contract::{
    Backend, BatchSolver, Counter, InstructionChoice, Instructions, LimitSupport, Limits,
    LineResult, LineSolver, Method, Observer, Origin, Outcome, Phase, PhaseTimer, ProblemKind,
    Solver, StepSupport, Takes, Task, Unsupported,
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
    tasks: &Task::ALL,
    counts: &[Counter::Nodes, Counter::Bets, Counter::Conflicts],
    counts_traced: &[],
    steps: StepSupport::All,
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

/// A row for one instruction set.
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
    "simd/bitslice with AVX2, 256 puzzles at once",
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
    "simd/bitslice with the instruction set of the build, 128 puzzles at once",
    Instructions::Portable
);

fn prepare(geometry: &Geometry, choice: InstructionChoice) -> Result<Box<Bitslice>, Unsupported> {
    only_classic(geometry)?;
    Ok(Box::new(Bitslice::with(choice.instructions())?))
}

impl Solver for Bitslice {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        let mut outcomes = Vec::with_capacity(1);
        self.solve_batch(&[puzzle], limits, &mut outcomes);
        outcomes.pop().expect("an outcome for the puzzle")
    }

    /// The search in a lane is the same with any vector, so that it is observed on the portable one.
    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let mut batch = MarkedBatch::new(&[puzzle]);
        search::trace(&mut *kernel(Instructions::Portable), &mut batch, limits, observer);
        batch.outcomes().next().expect("an outcome for the puzzle")
    }
}

impl BatchSolver for Bitslice {
    fn solve_batch(
        &mut self,
        puzzles: &[&Puzzle],
        limits: &Limits<'_>,
        outcomes: &mut Vec<Outcome>,
    ) {
        let (mut timer, first) = (PhaseTimer::default(), outcomes.len());
        timer.begin(Phase::Encode);
        let mut batch = std::mem::take(&mut self.batch);
        if batch.take(puzzles) {
            timer.begin(Phase::Solve);
            let solved = self.solve_into(&batch.text, limits, &mut batch.results);
            solved.expect("cells and line feeds");
            timer.begin(Phase::Decode);
            batch.results.append_to(puzzles.len(), outcomes);
        } else {
            let mut marked = MarkedBatch::new(puzzles);
            timer.begin(Phase::Solve);
            search::search(&mut *self.kernel, &mut self.memory, &mut marked, limits);
            timer.begin(Phase::Decode);
            outcomes.extend(marked.outcomes());
        }
        self.batch = batch;
        let phases = timer.end().mean_of(puzzles.len());
        outcomes[first..].iter_mut().for_each(|outcome| outcome.phases = phases);
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
