//! The arguments of `history`.

use std::path::PathBuf;

use analysis::stats::scores::Metric;
use clap::{Args, Subcommand};

use super::format::{AnyTable, FormatArgs};
use super::headings::{INPUT, OUTPUT, STATISTICS};
use super::{BackendRules, SeedArgs, SizeArgs, more};

/// The name of a history, unless another one is given.
const DEFAULT: &str = record::history::HISTORY;

/// The subcommands of `history`.
#[derive(Subcommand, Debug)]
pub enum HistorySubcommand {
    /// Add runs to a history
    #[command(after_long_help = more::<HistoryAddArgs>())]
    Add(HistoryAddArgs),
    /// Show the entries of a history, and what changed
    #[command(after_long_help = more::<HistoryShowArgs>())]
    Show(HistoryShowArgs),
}

/// Which history.
#[derive(Args, Clone, Debug)]
pub struct HistoryFileArgs {
    /// File of the history
    ///
    /// `history add` creates it if it does not exist.
    #[arg(id = "history", long = "history", value_name = "FILE", default_value = DEFAULT, help_heading = INPUT)]
    pub file: PathBuf,
}

/// What `history add` takes.
///
/// A history is a text file to be kept with the code: a JSON object a line, one for each run and backend, in the order in
/// which they were added. It has all figures that `history show` needs, so that the runs may be deleted. Each run is added
/// once, and of two writers at a time one waits. METHODOLOGY.md describes the fields.
#[derive(Args, Debug)]
pub struct HistoryAddArgs {
    /// Runs: their folders; of a study (its file or folder), the newest run
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// The history.
    #[command(flatten)]
    pub history: HistoryFileArgs,
    /// Name of the entry, such as a version
    ///
    /// By default the commit, or else the date.
    #[arg(long, value_name = "TEXT", help_heading = OUTPUT)]
    pub label: Option<String>,
    /// Revision that was measured
    ///
    /// By default that of the harness, as the manifest states it. The repository in which the command runs is not asked.
    #[arg(long, value_name = "REVISION", help_heading = OUTPUT)]
    pub commit: Option<String>,
}

/// What `history show` takes.
///
/// Entries of one backend are compared if they were measured on the same puzzles and machine, with the same task, limit
/// and number of workers; others are separate series. A change point is a step of the times that is larger than the noise
/// floor and than chance explains; it takes eight entries at least. Counters are exact, so that every difference is a
/// change. METHODOLOGY.md describes the method.
#[derive(Args, Debug)]
pub struct HistoryShowArgs {
    /// The file, where it stood before --history named it.
    #[arg(value_name = "FILE", hide = true, conflicts_with = "history")]
    pub former: Option<PathBuf>,
    /// The history.
    #[command(flatten)]
    pub history: HistoryFileArgs,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// Measured quantity
    ///
    /// Histories have time, cpu, nodes, bets and conflicts.
    #[arg(long, value_enum, value_name = "METRIC", default_value_t, help_heading = STATISTICS)]
    pub metric: Metric,
    /// The seed of the permutations.
    #[command(flatten, next_help_heading = STATISTICS)]
    pub seed: SeedArgs,
    /// The size of the figure.
    #[command(flatten)]
    pub size: SizeArgs,
    /// Also write the trends to a file; `-` prints them as SVG instead of the table
    ///
    /// The extension decides the format: .html for a page, .svg, .pdf, .png, or .tex for TikZ.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs<AnyTable>,
}
