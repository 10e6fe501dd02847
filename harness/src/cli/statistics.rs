//! The arguments of the subcommands that read runs: `rank`, `compare`, `diff`, `merge`, `export`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, ValueEnum};

use super::format::{FormatArgs, Statistics};
use super::headings::{INPUT, OUTPUT, ROWS, STATISTICS};
use super::limits::{time, whole};
use super::{BackendRules, BootstrapArgs, CorpusRules, PublishArgs, PuzzleRules, SeedArgs};
use analysis::stats::ranking::Statistic;
use analysis::stats::scores::{Metric, Passes};
use record::Task;
use render::table::Format;

/// Which rows of runs a subcommand reads.
#[derive(Args, Debug)]
pub struct RunsArgs {
    /// Runs: their folders, files of rows, or studies for all of their runs; `-` is standard input
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Which corpora.
    #[command(flatten)]
    pub corpora: CorpusRules,
    /// Only puzzles of this level
    ///
    /// The level is the one that the corpus states; `harness rate --to line` writes it.
    #[arg(long, value_name = "LEVEL", help_heading = ROWS)]
    pub level: Option<String>,
    /// How trials are chosen and combined.
    #[command(flatten)]
    pub trials: TrialsArgs,
}

/// How trials are chosen and combined.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct TrialsArgs {
    /// Task for each puzzle
    ///
    /// Required if the rows have several tasks.
    #[arg(long, value_enum, value_name = "TASK", help_heading = ROWS)]
    pub task: Option<Task>,
    /// How repeated passes over a puzzle are combined
    #[arg(long, value_enum, value_name = "HOW", default_value_t, help_heading = ROWS)]
    pub passes: Passes,
    /// Restrict to the puzzles that every backend has and supports
    #[arg(long, help_heading = ROWS)]
    pub intersection: bool,
}

/// What `rank` takes.
///
/// PAR-2 is the mean time, where a puzzle that was not solved within the time limit T counts 2T. A
/// backend that lacks puzzles which others have is listed without a place. METHODOLOGY.md defines each
/// statistic.
#[derive(Args, Debug)]
pub struct RankArgs {
    /// Which rows.
    #[command(flatten)]
    pub read: RunsArgs,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// Statistic to rank by; by default par2 for times, geomean for counts
    #[arg(long, value_enum, value_name = "STATISTIC", help_heading = STATISTICS)]
    pub statistic: Option<Statistic>,
    /// Measured quantity
    #[arg(long, value_enum, value_name = "METRIC", default_value_t, help_heading = STATISTICS)]
    pub metric: Metric,
    /// Additional time limits T, such as 10ms,1s
    ///
    /// The same rows count as unsolved if they took longer.
    #[arg(long, value_name = "TIMES", value_delimiter = ',', value_parser = time, help_heading = STATISTICS)]
    pub par_at: Vec<Duration>,
    /// Shift of the geometric mean; times far below it count as equal
    #[arg(long, value_name = "TIME", default_value = "1µs", value_parser = time, help_heading = STATISTICS)]
    pub shift: Duration,
    /// One table per group of puzzles; several properties, such as geometry,level, are crossed
    ///
    /// A last ranking gives all groups the same weight.
    #[arg(long, value_enum, value_name = "PROPERTIES", value_delimiter = ',', help_heading = STATISTICS)]
    pub by: Vec<By>,
    /// Number of bootstrap samples per confidence interval
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole(100..=u32::MAX), help_heading = STATISTICS)]
    pub resamples: u32,
    /// The seed of the samples.
    #[command(flatten, next_help_heading = STATISTICS)]
    pub seed: SeedArgs,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs<Statistics>,
}

impl RankArgs {
    /// Returns a ranking by PAR-2, without options.
    pub fn of_times(read: RunsArgs) -> Self {
        Self {
            read,
            backends: BackendRules::default(),
            statistic: None,
            metric: Metric::Time,
            par_at: Vec::new(),
            shift: Duration::from_micros(1),
            by: Vec::new(),
            resamples: 1_000,
            seed: SeedArgs { number: 1 },
            format: FormatArgs::of(Format::Text),
        }
    }
}

/// How puzzles are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// Number of givens
    Clues,
    /// Corpus
    Corpus,
    /// Geometry
    Geometry,
    /// Level that the corpus states (`harness rate --to line` writes it)
    Level,
    /// Known answer: unique, multiple, …, or not solved
    Status,
}

/// What `compare` takes.
///
/// Each other backend is compared with the baseline; --pairs without a baseline compares all pairs. The ratio
/// is that of the backend to the baseline: below 1, the backend is faster. METHODOLOGY.md defines each
/// statistic.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// Which rows.
    #[command(flatten)]
    pub read: RunsArgs,
    /// Which backends are compared with the baseline.
    #[command(flatten)]
    pub backends: BackendRules,
    /// Backend to compare the others with
    ///
    /// By default the first of two backends.
    #[arg(long, value_name = "ID", help_heading = STATISTICS)]
    pub baseline: Option<String>,
    /// How backends are compared.
    #[command(flatten)]
    pub how: HowCompared,
    /// Print one row per pair of backends: ratio, interval, wins, p-value
    ///
    /// Without --baseline, all pairs are compared.
    #[arg(long, help_heading = OUTPUT)]
    pub pairs: bool,
    /// How the tables are printed.
    #[command(flatten)]
    pub format: FormatArgs<Statistics>,
}

/// How backends are compared.
#[derive(Args, Clone, Debug)]
pub struct HowCompared {
    /// Measured quantity
    #[arg(long, value_enum, value_name = "METRIC", default_value_t, help_heading = STATISTICS)]
    pub metric: Metric,
    /// One table per group of puzzles; several properties, such as geometry,level, are crossed
    #[arg(long, value_enum, value_name = "PROPERTIES", value_delimiter = ',', help_heading = STATISTICS)]
    pub by: Vec<By>,
    /// Number of puzzles to name where the two differ most, in each direction
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole(0..=usize::MAX), help_heading = STATISTICS)]
    pub top: usize,
    /// How the bootstrap is done.
    #[command(flatten)]
    pub bootstrap: BootstrapArgs,
}

/// What `diff` takes.
///
/// The ratio is that of the second run to the first: above 1, the second is slower. Only backends that
/// occur in both runs are compared.
///
/// Exit code: 0 all well; 1 --fail-on found a backend that is worse; 2 bad usage or bad input, or --fail-on cannot tell.
#[derive(Args, Debug)]
pub struct DiffArgs {
    /// The run before a change: its folder, or a file of rows
    #[arg(value_name = "RUN1")]
    pub before: PathBuf,
    /// The run after it
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
    /// How trials are chosen and combined.
    #[command(flatten)]
    pub trials: TrialsArgs,
    /// Measured quantity
    #[arg(long, value_enum, value_name = "METRIC", default_value_t, help_heading = STATISTICS)]
    pub metric: Metric,
    /// Exit with 1 if a backend became slower by at least this much, such as 5%, or solves fewer puzzles
    ///
    /// Differences within the noise do not count. Times require at least five invocations of both runs, on one machine;
    /// counters, which are exact, do not. The exit code is 2 if a backend cannot be judged, also because only the first
    /// run has it.
    #[arg(long, value_name = "PERCENT", value_parser = percent, help_heading = STATISTICS)]
    pub fail_on: Option<f64>,
    /// How the bootstrap is done.
    #[command(flatten)]
    pub bootstrap: BootstrapArgs,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs<Statistics>,
}

/// What `merge` takes.
///
/// Every row is kept unchanged. The manifests are kept side by side, one per run.
///
/// Exit code: 0 all well; 1 a shard is missing (--complete), or a run was changed; 2 bad usage or bad
/// input.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// Runs: their folders, or files of rows
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// Output folder, or file that ends in .csv; it must not exist
    #[arg(short, long, value_name = "RUN", help_heading = OUTPUT)]
    pub output: PathBuf,
    /// Merge the shards of one run, if none is missing
    ///
    /// Expects the folder that machines shared (`run --shard`), or folders of shards. Missing shards are listed by
    /// their numbers. A shard that occurs several times is taken once. Shards of another plan, corpus or version
    /// are refused.
    #[arg(long, help_heading = INPUT)]
    pub complete: bool,
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
    /// Write a scenario of the algorithm selection library (ASlib) to a new folder
    #[arg(long, value_name = "DIR", group = "target", help_heading = OUTPUT)]
    pub aslib: Option<PathBuf>,
    /// Write result files of BenchExec to a new folder, for its table-generator
    ///
    /// One file per backend and corpus, and table.xml, which puts them side by side: `table-generator -x
    /// DIR/table.xml`. The status is true if a solution is claimed, and false if none is.
    #[arg(long, value_name = "DIR", group = "target", help_heading = OUTPUT)]
    pub benchexec: Option<PathBuf>,
    /// Write the rows and tables of the selection to a new folder, as a Frictionless Data Package
    ///
    /// Beside datapackage.json, which describes every column, the folder has the manifests, CITATION.cff and
    /// ro-crate-metadata.json. Pilot passes are excluded.
    #[arg(long, value_name = "DIR", group = "target", help_heading = OUTPUT)]
    pub data_package: Option<PathBuf>,
    /// Write the hashes of formulas in the Global Benchmark Database to a new table
    ///
    /// The columns are puzzle_hash, encoding and gbd_hash. The corpora of the runs are read again. A puzzle is
    /// hashed in the extended encoding, as `harness encode --to cnf` writes it.
    #[arg(long, value_name = "FILE", group = "target", help_heading = OUTPUT)]
    pub gbd: Option<PathBuf>,
    /// Write JSON for mkplot, which draws cactus and scatter plots, to a new file; one backend only
    #[arg(long, value_name = "FILE", group = "target", help_heading = OUTPUT)]
    pub mkplot: Option<PathBuf>,
    /// Folder to search for the files that the runs read, besides the current one
    #[arg(long, value_name = "DIR", requires = "gbd", help_heading = INPUT)]
    pub inputs: Vec<PathBuf>,
    /// Who publishes the data package.
    #[command(flatten)]
    pub publish: PublishArgs,
}

/// Returns a share, as `5%` or `0.05`. A plain number of 1 or more is probably meant as a percentage, and is refused.
fn percent(text: &str) -> Result<f64, String> {
    let (number, scale, largest) = match text.strip_suffix('%') {
        Some(number) => (number.trim_end(), 100.0, f64::INFINITY),
        None => (text, 1.0, 1.0),
    };
    let number = number.parse::<f64>().ok().filter(|&number| number > 0.0 && number < largest);
    let share = number.map(|number| number / scale);
    share.ok_or_else(|| format!("{text}: expected a percentage such as 5%, or a fraction below 1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_percent_or_numbers() {
        assert_eq!(percent("5%"), Ok(0.05));
        assert_eq!(percent("0.05"), Ok(0.05));
        assert_eq!(percent("150%"), Ok(1.5));
        for text in ["", "%", "-5%", "0", "five", "inf", "inf%", "NaN", "1", "5"] {
            assert!(percent(text).is_err(), "{text}");
        }
    }
}
