//! What `solve` takes.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{PuzzleRules, time};
use crate::corpus::arguments::ReadArgs;

/// What `solve` takes.
///
/// Solves the puzzles of a file, or one that is typed on the command line, with one backend, and
/// shows the grid, how far the backend came, and on request each of its steps.
///
/// Exit code: 0 all well (also when there is no solution, or the backend gets stuck), 1 a wrong
/// answer, 2 bad usage or bad input, 130 after Ctrl-C.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// A file of puzzles in any notation, `-` for standard input, or the cells of one puzzle
    #[arg(required = true, value_name = "PUZZLE|FILE")]
    pub puzzle: PathBuf,
    /// The backend, like cover/dlx; by default candidates/mrv, and deduce/all with --steps or --hint
    #[arg(short, long, value_name = "ID")]
    pub backend: Option<String>,
    /// Print each step
    #[arg(long, conflicts_with_all = ["hint", "candidates"])]
    pub steps: bool,
    /// Print only the next step of a backend that reasons
    #[arg(long, conflicts_with = "candidates")]
    pub hint: bool,
    /// Print the candidates at the start, and solve nothing
    #[arg(long)]
    pub candidates: bool,
    /// Time for each puzzle, like 100ms, 2s or 1m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    pub timeout: Duration,
    /// When grids are in colour: givens bold, filled cells green, open ones dim
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub color: Colour,
    /// Print a JSON object for each puzzle, one a line
    #[arg(long)]
    pub json: bool,
    /// How the file is to be read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
}

/// When output is in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
