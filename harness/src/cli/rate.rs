//! The arguments of `rate`.

use std::path::PathBuf;
use std::time::Duration;

use board::text::Notation;
use clap::{Args, value_parser};

use super::limits::time;
use super::{CorpusRules, PuzzleRules};
use crate::cli::format::FormatArgs;
use crate::cli::reading::{self, ReadArgs};

/// What `--help` says before the options.
pub(super) const ABOUT: &str = "\
Rate puzzles: which techniques they need, how hard the hardest is

A player who always takes the easiest step there is solves each puzzle. The score is that of the \
hardest step, on the scale of Sudoku Explainer 1.2.1; the sum adds up weights, as HoDoKu does.

  easy      1.0–2.8  singles, locked candidates
  medium    3.0–4.0  pairs, triples, X-Wing, Swordfish
  hard      4.2–5.6  wings, quads, Jellyfish, uniqueness
  fiendish  6.5–7.9  chains; one symbol supposed
  beyond    8.0–     distinction of cases; suppositions; 9.5 stands for what these do not solve

A puzzle with no or with several solutions has a status and no level. The column hurtebis is his \
estimate: of 81 cells at least 33 given easy, at least 28 medium, else hard; fiendish where singles \
do not do. The columns moves and stars are Sudoto's, of candidates/bets.8, with --stars. For people \
there is a row for each of up to 20 puzzles, and of any number what they need and how many are of \
which level. METHODOLOGY.md says more.

Exit code: 0 all puzzles were read, whatever came of them, 2 bad usage or bad input, 130 after \
Ctrl-C.";

/// What `rate` takes.
#[derive(Args, Debug)]
pub struct RateArgs {
    /// Puzzles in any notation; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How the files are to be read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Which corpora.
    #[command(flatten)]
    pub corpora: CorpusRules,
    /// Time for each puzzle, to count its solutions and again to rate it, like 100ms, 2s or 1m
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time)]
    pub timeout: Duration,
    /// Count Sudoto's moves, and his stars: 50 moves each
    #[arg(long)]
    pub stars: bool,
    /// How many workers; by default one for each physical core
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Write the puzzles in this notation, each with its level (`# level: hard`), and no table
    #[arg(long, value_name = "NOTATION", value_parser = reading::named, group = "format")]
    pub to: Option<&'static Notation>,
    /// A new file for what --to writes; by default standard output
    #[arg(short, long, value_name = "FILE", requires = "to")]
    pub output: Option<PathBuf>,
    /// Print a row for each puzzle as CSV, while they are rated
    #[arg(long, group = "format")]
    pub csv: bool,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs,
}
