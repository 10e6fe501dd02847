//! One puzzle at a time: a vector has a lane for each of the nine boxes, and each step applies to
//! all of them at once.
//!
//! The candidates of the 81 cells are nine vectors: the first holds the top left cell of each box,
//! and so on. A rule within a box is then logic on whole vectors, and a rule along a band or a
//! stack is the same after rotating the lanes by one and by two. [`propagate`](self) contains the
//! rules and `choose` the choice of a bet. Both ideas, lines of three cells and configurations of a
//! band, are those of tdoku, which has a vector for each box instead. Only the number of sweeps
//! depends on the puzzle: there is no queue, no lookup table for cases, and hardly an unpredictable
//! branch.
//!
//! The code is compiled for three vector types ([`boxes`](self)), which give the same results and
//! counters. `NOTES.md` compares it with other solvers, and with an earlier version that used bands
//! of 27 bits.

mod boxes;
mod choose;
mod propagate;
mod search;
mod swap;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "x86_64")]
use std::ops::ControlFlow;

use board::{Cell, Geometry, Grid, Puzzle};

use self::boxes::{ALL, PortableBoxes};
use self::search::{BoxState, LineBet, digits_mut, run, state};
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512Vl};
use super::{character, is_cell, only_classic};
use crate::contract::{
    Backend, Counter, InstructionChoice, Instructions, LimitSupport, Limits, LineResult,
    LineSolver, Meter, Method, Observer, Origin, Outcome, ProblemKind, Solver, StepSupport, Stop,
    Takes, Task, Unsupported,
};

/// The row `simd/single`.
pub const SINGLE: Backend = Backend {
    id: "simd/single",
    about: "one classic9 puzzle at a time, its nine boxes side by side in a vector (after tdoku)",
    method: Method {
        state: "a vector of nine boxes for each place in a box",
        inference: "singles, locked candidates, triples in a line of a box",
        choice: "digit with two ways through the band that has the fewest ways",
    },
    tasks: &Task::ALL,
    counts: &[Counter::Nodes, Counter::Bets, Counter::Conflicts, Counter::MaxDepth],
    counts_traced: &[],
    steps: StepSupport::All,
    node_limit: LimitSupport::Exact,
    time_limit: LimitSupport::Exact,
    assumes_unique: false,
    complete: true,
    stateful: false,
    package: None,
    instructions: Some(InstructionChoice::Best),
    takes: Takes::puzzles(|it| Ok(prepare(it, InstructionChoice::Best)?)),
    batch: None,
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
            lines: Some(|it| Ok(prepare(it, InstructionChoice::Only($instructions))?)),
            ..SINGLE
        }
    };
}

/// The row `simd/single.avx2`.
pub const SINGLE_AVX2: Backend =
    fixed!("simd/single.avx2", "simd/single with AVX2", Instructions::Avx2);

/// The row `simd/single.avx512`.
pub const SINGLE_AVX512: Backend =
    fixed!("simd/single.avx512", "simd/single with AVX-512", Instructions::Avx512);

/// The row `simd/single.portable`.
pub const SINGLE_PORTABLE: Backend = fixed!(
    "simd/single.portable",
    "simd/single with the instruction set of the build",
    Instructions::Portable
);

fn prepare(
    geometry: &Geometry,
    choice: InstructionChoice,
) -> Result<Box<SingleSolver>, Unsupported> {
    only_classic(geometry)?;
    Ok(Box::new(SingleSolver::with(choice.instructions())?))
}

/// A solver of one puzzle at a time.
pub struct SingleSolver {
    instructions: Instructions,
    bets: Vec<LineBet>,
}

impl Solver for SingleSolver {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        self.search(&boxes(puzzle), limits)
    }

    /// The search is the same with any vector, so that it is observed on the portable one.
    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let mut meter = Meter::new(limits, observer);
        let flow = run::<PortableBoxes, _>(&boxes(puzzle), &mut self.bets, &mut meter);
        meter.finish(flow)
    }
}

impl LineSolver for SingleSolver {
    fn solve_lines(
        &mut self,
        text: &[u8],
        limits: &Limits<'_>,
        solved: &mut Vec<LineResult>,
    ) -> bool {
        solved.clear();
        text.chunks(82).all(|line| match line.split_first_chunk() {
            Some((cells, b"\n")) if cells.iter().all(|&byte| is_cell(byte)) => {
                solved.push(self.solve_line(cells, limits));
                true
            }
            _ => false,
        })
    }
}

impl Default for SingleSolver {
    /// Returns a solver with the best instructions of this processor.
    fn default() -> Self {
        Self { instructions: Instructions::best(), bets: Vec::new() }
    }
}

impl SingleSolver {
    /// Returns a solver with these instructions.
    ///
    /// # Errors
    /// If this processor does not have them.
    pub fn with(instructions: Instructions) -> Result<Self, Unsupported> {
        Ok(Self { instructions: instructions.checked()?, bets: Vec::new() })
    }

    /// Solves a line of 81 characters, of which `1` to `9` are givens and all others are open
    /// cells.
    pub fn solve_line(&mut self, line: &[u8; 81], limits: &Limits<'_>) -> LineResult {
        let state = state(|cell| ALLOWED[usize::from(line[cell])]);
        let outcome = self.search(&state, limits);
        let digits =
            |grid: Grid| grid.symbols().try_into().map(|it: [u8; 81]| it.map(|s| s + b'1'));
        LineResult {
            solutions: outcome.solutions,
            is_all: outcome.stop == Stop::Exhausted,
            bets: outcome.counters.bets,
            grid: outcome.first.and_then(|grid| digits(grid).ok()).unwrap_or([b'.'; 81]),
        }
    }

    /// Solves a puzzle in which a cell has any digit that the puzzle does not allow there. If it has a given, this follows
    /// from the rest where there is no such solution.
    pub fn solve_otherwise(&mut self, puzzle: &Puzzle, cell: Cell, limits: &Limits<'_>) -> Outcome {
        let mut state = boxes(puzzle);
        *digits_mut(&mut state, cell) ^= ALL;
        self.search(&state, limits)
    }

    fn search(&mut self, state: &BoxState, limits: &Limits<'_>) -> Outcome {
        let mut meter = Meter::new(limits, ());
        let flow = match self.instructions {
            // SAFETY: the processor was asked when the solver was made.
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the processor was asked")]
            Instructions::Avx512 => unsafe { run_avx512(state, &mut self.bets, &mut meter) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the processor was asked")]
            Instructions::Avx2 => unsafe { run_avx2(state, &mut self.bets, &mut meter) },
            _ => run::<PortableBoxes, _>(state, &mut self.bets, &mut meter),
        };
        meter.finish(flow)
    }
}

/// Returns the boxes of a puzzle.
fn boxes(puzzle: &Puzzle) -> BoxState {
    match puzzle.plain() {
        Some(cells) => state(|cell| ALLOWED[usize::from(character(cells[cell]))]),
        None => state(|cell| puzzle.allowed_in(cell).word() as u16),
    }
}

/// The digits that each character of a line allows.
static ALLOWED: [u16; 256] = allowed();

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512bitalg,avx512bw,avx512f,avx512vbmi,avx512vl,bmi1,popcnt")]
fn run_avx512(
    state: &BoxState,
    bets: &mut Vec<LineBet>,
    meter: &mut Meter<'_, ()>,
) -> ControlFlow<Stop> {
    run::<Avx512Vl, _>(state, bets, meter)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn run_avx2(
    state: &BoxState,
    bets: &mut Vec<LineBet>,
    meter: &mut Meter<'_, ()>,
) -> ControlFlow<Stop> {
    run::<Avx2, _>(state, bets, meter)
}

const fn allowed() -> [u16; 256] {
    let mut table = [ALL; 256];
    let mut digit = 0;
    while digit < 9 {
        table[b'1' as usize + digit] = 1 << digit;
        digit += 1;
    }
    table
}
