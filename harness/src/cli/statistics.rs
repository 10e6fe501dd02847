//! What the verbs take that read runs: `rank`, `compare`, `diff`, `merge`, `export`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{BackendRules, PuzzleRules, time};
use crate::record::Task;
use crate::stats::ranking::Statistic;
use crate::stats::sheet::{Metric, Passes};
use crate::table::StatisticsFormatArgs;

/// Which rows a verb works on.
#[derive(Args, Debug)]
pub struct RunsArgs {
    /// Runs: their folders, or files of rows; `-` is standard input
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Which of several tasks, where the rows have more than one
    #[arg(long, value_enum)]
    pub task: Option<Task>,
    /// Which of several passes over a puzzle stands for all
    #[arg(long, value_enum, default_value_t)]
    pub passes: Passes,
    /// Keep to the puzzles that all backends have, where they have different ones
    #[arg(long)]
    pub intersection: bool,
}

/// What `rank` takes.
///
/// Failures cost: PAR-2 is the mean time, a puzzle that was not solved within the limit T counting 2T.
/// Backends are ranked where they took the same puzzles; otherwise the verb refuses, and names what
/// is missing. METHODOLOGY.md explains each figure.
#[derive(Args, Debug)]
pub struct RankArgs {
    /// Which rows.
    #[command(flatten)]
    pub read: RunsArgs,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// The figure that decides the places; par2 for times, geomean for counts
    #[arg(short, long, value_enum)]
    pub statistic: Option<Statistic>,
    /// What is compared
    #[arg(long, value_enum, default_value_t)]
    pub metric: Metric,
    /// Further limits T, like 10ms,1s: the same rows, what lasted longer counting as not solved
    #[arg(long, value_name = "TIMES", value_delimiter = ',', value_parser = time)]
    pub par_at: Vec<Duration>,
    /// The shift of the geometric mean; times far below it count as equal
    #[arg(long, value_name = "TIME", default_value = "1µs", value_parser = time)]
    pub shift: Duration,
    /// A ranking for each part of the puzzles
    #[arg(long, value_enum)]
    pub by: Option<By>,
    /// How the table is printed.
    #[command(flatten)]
    pub format: StatisticsFormatArgs,
}

/// How puzzles are parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// By the number of givens
    Clues,
    /// By corpus: often the level
    Corpus,
    /// By geometry
    Geometry,
    /// By what is known of the answer: unique, multiple, …, or not solved by anyone
    Status,
}
