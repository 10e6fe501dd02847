//! The options of a run, as its manifest stores them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The number of puzzles in a block, if the corpus has enough. With fewer distinct puzzles in a pass, the
/// branch predictor memorises them, and short solves appear faster than they are.
pub const BLOCK: usize = 512;

/// The number of passes of each backend over a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repetitions {
    /// The minimum number of passes.
    #[serde(alias = "least")]
    pub min: u32,
    /// Passes continue until each backend has accumulated at least this time on the block.
    #[serde(alias = "least_time")]
    pub min_time: Option<Duration>,
    /// The maximum number of passes.
    #[serde(alias = "most")]
    pub max: u32,
}

impl Repetitions {
    /// Once: the only pass is the measurement.
    pub const ONCE: Self = Self { min: 1, min_time: None, max: 1 };

    /// Returns the first repetition: with several passes 0, a pilot that is excluded from
    /// statistics.
    pub fn first(self) -> u32 {
        u32::from(self.max <= 1)
    }

    /// Returns the maximum number of passes, including the pilot.
    pub fn passes(self) -> u64 {
        u64::from(self.max + 1 - self.first())
    }
}

/// The order of the trials.
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

/// The clock that times external solvers.
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

/// What each trial or repetition has anew, so that nothing that a solver remembers helps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Fresh {
    /// Another isomorph of the puzzle in each repetition, the same for all backends
    Isomorph,
    /// A new process for each trial of an external solver; its start and its hello are not timed
    Process,
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

/// The protocol of an external solver.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// A formula in a file, whose path is the last argument; the answer is `s` and `v` lines.
    Dimacs,
    /// A block of puzzles on standard input, a line with the solution for each.
    Lines,
    /// The protocol `sudoku-backend/1`, puzzle by puzzle.
    #[default]
    Protocol,
}
