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
    /// Pass by pass, the backends in a Williams design
    #[default]
    Interleaved,
    /// Pass by pass, the backends shuffled
    Random,
    /// All repetitions of a puzzle in a row: biased, kept to demonstrate the bias
    Batch,
}

/// Whose clock times the programs of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// The solver's own clock, if its times are plausible against the round trip
    #[default]
    Own,
    /// The clock of this program, from the request to the answer
    Pipe,
}

/// Which backends run in child processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Isolate {
    /// Backends that obey no time limit, if there is one; all with a memory limit
    #[default]
    Needed,
    /// All backends
    All,
    /// No backend; one that obeys no limit may run forever
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
