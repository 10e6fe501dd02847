//! The arguments of `explain`.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use analysis::stats::scores::Metric;
use clap::Args;

use super::format::{FormatArgs, Statistics};
use super::headings::{LIMITS, OUTPUT, STATISTICS};
use super::limits::Limit;
use super::{BootstrapArgs, JobsArgs, ResultPlotArgs, RunsArgs, SizeArgs};

/// What `explain` takes.
///
/// The ratio is that of B to A. Features of the puzzles (clues, rating, bets of a reference search, …) divide
/// the puzzles into groups with different ratios, by a regression tree. A group is named only if trees predict
/// the ratios of puzzles that they have not seen better than a mean does; otherwise the sentence says that no
/// tree predicts them. METHODOLOGY.md defines the features and the statistics.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// The backend to compare with
    #[arg(value_name = "A")]
    pub a: String,
    /// The backend whose ratio to A is explained
    #[arg(value_name = "B")]
    pub b: String,
    /// Which rows.
    #[command(flatten)]
    pub read: RunsArgs,
    /// Measured quantity
    #[arg(long, value_enum, value_name = "METRIC", default_value_t, help_heading = STATISTICS)]
    pub metric: Metric,
    /// Maximum number of puzzles; `none` for no limit
    ///
    /// Of more puzzles, those with the smallest hashes are a sample.
    #[arg(long, value_name = "N", default_value = "2000", help_heading = LIMITS)]
    pub max_puzzles: Limit<NonZeroU64>,
    /// Time limit, such as 100ms, 2s or 1m; `none` for no limit
    ///
    /// It applies to all features of a puzzle together. Features that are not known in time are unknown.
    #[arg(long, value_name = "TIME", default_value = "1s", help_heading = LIMITS)]
    pub timeout: Limit<Duration>,
    /// How the bootstrap and the samples of features are drawn.
    #[command(flatten)]
    pub bootstrap: BootstrapArgs,
    /// How many workers.
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// Write the features of each puzzle to a new file (CSV)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub features: Option<PathBuf>,
    /// The picture.
    #[command(flatten)]
    pub picture: ResultPlotArgs,
    /// The size of the picture.
    #[command(flatten)]
    pub size: SizeArgs,
    /// How the tables are printed.
    #[command(flatten)]
    pub format: FormatArgs<Statistics>,
}
