//! The arguments of `rate`.

use std::path::PathBuf;
use std::time::Duration;

use board::text::Notation;
use clap::Args;

use super::format::{AnyTable, FORM, FormatArgs};
use super::headings::{CHECKS, LIMITS, OUTPUT};
use super::limits::Limit;
use super::reading::{self, PuzzleFilesArgs};
use super::{JobsArgs, RatedTechniquesArgs};

/// The text below the options in `--help`. It is a constant because clap would rewrap the table in a
/// doc comment.
pub(super) const ABOUT: &str = "\
Each puzzle is solved by a player who always takes the easiest step available. The score is that of \
the hardest step, on the scale of Sudoku Explainer 1.2.1; the sum adds weights, as HoDoKu does.

  easy      1.0–2.8  singles, locked candidates
  medium    3.0–4.0  pairs, triples, X-Wing, Swordfish
  hard      4.2–6.2  wings, quads, Jellyfish, uniqueness, aligned pairs
  fiendish  6.5–7.9  chains, Nishio
  beyond    8.0–     forcing chains (cell, region); 9.5 means that these do not solve the puzzle

A puzzle without a unique solution has a status and no level. The column hurtebis is Hurtebis' \
estimate: of 81 cells at least 33 givens are easy, at least 28 medium, fewer hard; a puzzle is fiendish \
if singles do not solve it. With --stars, the columns moves and stars are Sudoto's, of candidates/bets.8; \
without a bet they count the empty cells. \
The table has a row for each of up to 20 puzzles, and summaries of any number. METHODOLOGY.md explains \
the ratings.

Exit code: 0 all puzzles were read, whatever their ratings; 2 bad usage or bad input; 130 after Ctrl-C.";

/// What `rate` takes.
#[derive(Args, Debug)]
pub struct RateArgs {
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleFilesArgs,
    /// What the player knows.
    #[command(flatten)]
    pub known: RatedTechniquesArgs,
    /// Time limit, such as 100ms, 2s or 1m; `none` for no limit
    ///
    /// It applies to each puzzle, once to count its solutions and once to rate it.
    #[arg(long, value_name = "TIME", default_value = "5s", help_heading = LIMITS)]
    pub timeout: Limit<Duration>,
    /// Count Sudoto's moves and stars (50 moves are one star)
    #[arg(long, help_heading = CHECKS)]
    pub stars: bool,
    /// How many workers.
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// Notation to write
    ///
    /// A name as in --notation. Writes the puzzles, each with its level (`# level: hard`), instead of
    /// a table.
    #[arg(long, value_name = "NOTATION", value_parser = reading::named, group = FORM, help_heading = OUTPUT)]
    pub to: Option<&'static Notation>,
    /// Output file; it must not exist
    ///
    /// By default standard output.
    #[arg(short, long, value_name = "FILE", requires = "to", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs<AnyTable>,
}
