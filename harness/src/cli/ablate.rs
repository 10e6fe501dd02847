//! The arguments of `ablate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use solvers::logic::choice::TechniqueSet;

use super::format::{FormatArgs, Statistics};
use super::headings::{LIMITS, OUTPUT, REPETITIONS, SELECTION, STATISTICS};
use super::limits::{Limit, whole};
use super::techniques::set;
use super::{CorpusRules, ResultPlotArgs, SeedArgs, SwitchedRow, TimedJobsArgs};

/// What `ablate` takes.
///
/// For each technique of deduction: what it adds *alone*, to the smallest set (--base), and *last*, to the full set
/// without it. Cells filled and candidates removed are shares of what there was to do, in percentage points, with
/// intervals; puzzles solved, and time, beside them. With --switches, for each technique of a search: the time and
/// the conflicts of the search without it, over those with all. Corpora are run first, as `harness run --ablate` or
/// `harness run --switches` would run them; a run made that way is only read.
#[derive(Args, Debug)]
pub struct AblateArgs {
    /// Files of puzzles, or runs with the rows of an ablation
    #[arg(required = true, value_name = "FILE|RUN")]
    pub inputs: Vec<PathBuf>,
    /// Which corpora.
    #[command(flatten)]
    pub corpora: CorpusRules,
    /// The smallest set, a list as for --techniques; `nothing` for no technique
    #[arg(long, value_name = "LIST", default_value = "naked-single", value_parser = set, help_heading = SELECTION)]
    pub base: TechniqueSet,
    /// The full set, a list as for `harness run --techniques`
    #[arg(long, value_name = "LIST", default_value = "all", allow_hyphen_values = true, value_parser = set, help_heading = SELECTION)]
    pub full: TechniqueSet,
    /// A backend whose techniques can be switched off one by one, such as sat/reduced.alldiff
    ///
    /// They are measured in place of the techniques of deduction.
    #[arg(long, value_name = "BACKEND", conflicts_with_all = ["base", "full"], help_heading = SELECTION)]
    pub switches: Option<SwitchedRow>,
    /// Time limit, such as 100ms, 2s or 1m; `none` for no limit
    ///
    /// It applies to each trial: one backend on one puzzle.
    #[arg(long, value_name = "TIME", default_value = "2s", help_heading = LIMITS)]
    pub timeout: Limit<Duration>,
    /// Number of repetitions
    ///
    /// Several tell differences of times from noise.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=u32::MAX), help_heading = REPETITIONS)]
    pub reps: u32,
    /// How many workers.
    #[command(flatten)]
    pub jobs: TimedJobsArgs,
    /// Number of bootstrap samples per confidence interval
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole(100..=u32::MAX), help_heading = STATISTICS)]
    pub resamples: u32,
    /// The seed of the samples.
    #[command(flatten, next_help_heading = STATISTICS)]
    pub seed: SeedArgs,
    /// The picture.
    #[command(flatten)]
    pub picture: ResultPlotArgs,
    /// Output folder of the run; an interrupted run in it continues
    ///
    /// By default results/TIME-CORPUS, with the time in UTC.
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs<Statistics>,
}
