//! The choices of a run, as they stand in its manifest.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How many puzzles a block has, if the corpus has enough of them. With fewer distinct puzzles in
/// a pass the processor learns them by heart, and short solves look faster than they are.
pub const BLOCK: usize = 512;

/// How often each backend passes over a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repetitions {
    /// At least so often.
    pub least: u32,
    /// And on until a backend has spent so much time on the block.
    pub least_time: Option<Duration>,
    /// But no more often than this.
    pub most: u32,
}

impl Repetitions {
    /// Once: the only pass is the measurement.
    pub const ONCE: Self = Self { least: 1, least_time: None, most: 1 };

    /// The first repetition: 0, a pilot that is left out of statistics, where there are several.
    pub fn first(self) -> u32 {
        u32::from(self.most <= 1)
    }

    /// How many passes there are at the most, a pilot among them.
    pub fn passes(self) -> u64 {
        u64::from(self.most + 1 - self.first())
    }
}

/// In which order backends and puzzles meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Pass by pass, the backends in the rows of a Williams design
    #[default]
    Interleaved,
    /// Pass by pass, the backends shuffled by the seed
    Random,
    /// All repetitions of a puzzle in a row, backend by backend: a trap, kept to show it
    Batch,
}

/// Whose clock times the programs of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// Their own, where what they tell is plausible beside the round trip
    #[default]
    Own,
    /// Ours, from the question into the pipe to the answer out of it
    Pipe,
}

/// Which backends run in child processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Isolate {
    /// Those that obey no time limit, where there is one; all, where memory is limited
    #[default]
    Needed,
    /// All
    All,
    /// None: what obeys no limit may run for ever
    None,
}

/// How a program is asked.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// A formula in a file, its path the last argument; `s` and `v` lines come back.
    Dimacs,
    /// A block of puzzles on standard input, a solution line for each.
    Lines,
    /// Puzzle by puzzle: `sudoku-backend/1`.
    #[default]
    Protocol,
}
