//! The arguments of `check` and `convert`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use board::text::Notation;
use board::text::symbols::Symbols;
use clap::Args;

use super::SeedArgs;
use super::format::{AnyTable, FormatArgs};
use super::headings::{CHECKS, LIMITS, OUTPUT, SELECTION};
use super::limits::{Limit, whole};
use super::reading::{self, PuzzleFilesArgs};

/// What `check` takes.
///
/// Prints a row per puzzle: Malherbe's answer (1 complete and correct, -1 violated, 0 incomplete and
/// consistent), and each symbol that occurs twice in a region, with both cells. A solution that accompanies
/// a puzzle is checked, too. How an exact cover problem, a formula or a graph is read is stated on standard error,
/// and so is the number of solutions of the first two.
///
/// Exit code: 0 nothing is wrong; 1 a rule is violated, an item is in no option, a clause is empty, an accompanying
/// solution is wrong or, with --unique, a puzzle, exact cover problem or formula has not as many solutions as its file
/// states (one, if it states nothing) or the time limit was reached; 2 bad usage or bad input; 130 after Ctrl-C.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleFilesArgs,
    /// Determine whether each problem has no solution, one, or at least two
    #[arg(short, long, help_heading = CHECKS)]
    pub unique: bool,
    /// Time limit, such as 100ms, 2s or 1m; `none` for no limit
    ///
    /// It applies to each problem and each of the two solvers that --unique consults.
    #[arg(long, value_name = "TIME", default_value = "5s", help_heading = LIMITS)]
    pub timeout: Limit<Duration>,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs<AnyTable>,
}

/// What `convert` takes.
///
/// The output reads back as the same puzzle without any other file: a geometry without a name is drawn in
/// the headers. A puzzle that the notation cannot express is refused, and the others are written: one with
/// candidates in a notation of givens, or one on a board that is not classic in json, opensudoku, sdk, sdm
/// or ss, which have no headers, or one with a rule for which f-puzzles, killer, scl or sumocue have no place. Names,
/// comments and solutions are written where the notation allows them.
///
/// Exit code: 0 all puzzles were written; 2 bad usage, bad input or a refused puzzle; 130 after Ctrl-C.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleFilesArgs,
    /// Notation to write
    ///
    /// A name as in --notation; by default the extension of --output decides.
    #[arg(long, value_name = "NOTATION", value_parser = reading::named, help_heading = OUTPUT)]
    pub to: Option<&'static Notation>,
    /// Symbols to write, as in --symbols; by default those that were read
    #[arg(long, value_name = "CHARACTERS|NAME", value_parser = reading::symbols, help_heading = OUTPUT)]
    pub to_symbols: Option<Symbols>,
    /// Write a random sample of N puzzles, in their order
    #[arg(long, value_name = "N", value_parser = whole(NonZeroUsize::MIN..=NonZeroUsize::MAX), help_heading = SELECTION)]
    pub take: Option<NonZeroUsize>,
    /// The seed of the sample.
    #[command(flatten, next_help_heading = SELECTION)]
    pub seed: SeedArgs,
    /// Output file; it must not exist
    ///
    /// By default standard output.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
}
