//! What the verbs take that read runs: `rank`, `compare`, `diff`, `merge`, `export`.

use std::path::PathBuf;
use std::time::Duration;

use analysis::stats::ranking::Statistic;
use analysis::stats::sheet::{Metric, Passes};
use clap::{ArgGroup, Args, ValueEnum};
use record::Task;

use super::limits::time;
use super::{BackendRules, CorpusRules, PuzzleRules};
use crate::cli::format::StatisticsFormatArgs;

/// Which rows a verb works on.
#[derive(Args, Debug)]
pub struct RunsArgs {
    /// Runs: their folders, or files of rows; `-` is standard input
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Which corpora.
    #[command(flatten)]
    pub corpora: CorpusRules,
    /// Keep to puzzles of this level, as their corpus says it
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<String>,
    /// Which of several tasks, where the rows have more than one
    #[arg(long, value_enum)]
    pub task: Option<Task>,
    /// Which of several passes over a puzzle stands for all
    #[arg(long, value_enum, default_value_t)]
    pub passes: Passes,
    /// Keep to the puzzles that all backends have and support
    #[arg(long)]
    pub intersection: bool,
}

/// What `rank` takes.
///
/// Failures cost: PAR-2 is the mean time, a puzzle that was not solved within the limit T counting 2T.
/// A backend that lacks puzzles which others have is named, and has no place. METHODOLOGY.md explains
/// each figure.
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
    /// By corpus
    Corpus,
    /// By geometry
    Geometry,
    /// By the level that the corpus states (`harness rate --to line` writes it)
    Level,
    /// By what is known of the answer: unique, multiple, …, or not solved by anyone
    Status,
}

/// What `compare` takes.
///
/// The ratio is that of B to A: below 1, B is faster. -a and -b may be repeated for several pairs; one
/// -a stands against every -b. METHODOLOGY.md explains each figure.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// Which rows.
    #[command(flatten)]
    pub read: RunsArgs,
    /// The backend that is compared with
    #[arg(short = 'a', long = "a", value_name = "ID", required = true)]
    pub a: Vec<String>,
    /// The backend that is compared
    #[arg(short = 'b', long = "b", value_name = "ID", required = true)]
    pub b: Vec<String>,
    /// What is compared
    #[arg(long, value_enum, default_value_t)]
    pub metric: Metric,
    /// A comparison for each part of the puzzles
    #[arg(long, value_enum)]
    pub by: Option<By>,
    /// How many puzzles are named where the two differ most, in each direction
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub top: usize,
    /// With --csv: print a row for each pair of backends, not for each puzzle of each pair
    #[arg(long, requires = "csv")]
    pub pairs: bool,
    /// How the bootstrap is done.
    #[command(flatten)]
    pub bootstrap: BootstrapArgs,
    /// How the tables are printed.
    #[command(flatten)]
    pub format: StatisticsFormatArgs,
}

/// What `diff` takes.
///
/// The ratio is that of the second run to the first: above 1, the second is slower. Only backends
/// that both runs have are compared, on the puzzles that both runs have if --intersection says so.
#[derive(Args, Debug)]
pub struct DiffArgs {
    /// The run before: its folder, or a file of rows
    #[arg(value_name = "RUN1")]
    pub before: PathBuf,
    /// The run after
    #[arg(value_name = "RUN2")]
    pub after: PathBuf,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Which corpora.
    #[command(flatten)]
    pub corpora: CorpusRules,
    /// Which of several tasks, where the rows have more than one
    #[arg(long, value_enum)]
    pub task: Option<Task>,
    /// Which of several passes over a puzzle stands for all
    #[arg(long, value_enum, default_value_t)]
    pub passes: Passes,
    /// Keep to the puzzles that both runs have
    #[arg(long)]
    pub intersection: bool,
    /// What is compared
    #[arg(long, value_enum, default_value_t)]
    pub metric: Metric,
    /// Exit with 1 when a backend became slower by at least so much, like 5%, or solves less. Both
    /// runs must have at least five invocations
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub fail_on: Option<f64>,
    /// How the bootstrap is done.
    #[command(flatten)]
    pub bootstrap: BootstrapArgs,
    /// How the table is printed.
    #[command(flatten)]
    pub format: StatisticsFormatArgs,
}

/// How the bootstrap is done.
#[derive(Args, Clone, Copy, Debug)]
pub struct BootstrapArgs {
    /// How many samples are drawn for an interval
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..))]
    pub resamples: u32,
    /// The seed of the draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// What `merge` takes.
///
/// Every row is kept as it is. The manifests are kept side by side, one for each run.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// Runs: their folders, or files of rows
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// The folder of the merged run, or a file that ends in .csv. It must not exist
    #[arg(short, long, value_name = "RUN")]
    pub output: PathBuf,
}

/// What `export` takes.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("target").required(true))]
pub struct ExportArgs {
    /// Which rows.
    #[command(flatten)]
    pub read: RunsArgs,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// A new folder for a scenario of the algorithm selection library
    #[arg(long, value_name = "DIR", group = "target")]
    pub aslib: Option<PathBuf>,
    /// A new file for mkplot, which draws cactus and scatter plots: JSON, one backend a file
    #[arg(long, value_name = "FILE", group = "target")]
    pub mkplot: Option<PathBuf>,
}

/// A share, as `5%` or `0.05`.
fn percent(text: &str) -> Result<f64, String> {
    let (number, scale) = match text.strip_suffix('%') {
        Some(number) => (number.trim_end(), 100.0),
        None => (text, 1.0),
    };
    let share = number.parse::<f64>().ok().map(|number| number / scale);
    let share = share.filter(|share| share.is_finite() && *share > 0.0);
    share.ok_or_else(|| format!("{text:?} is no share, expected one like 5% or 0.05"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_percent_or_numbers() {
        assert_eq!(percent("5%"), Ok(0.05));
        assert_eq!(percent("0.05"), Ok(0.05));
        for text in ["", "%", "-5%", "0", "five", "inf"] {
            assert!(percent(text).is_err(), "{text}");
        }
    }
}
