//! The arguments of `count`.

use std::path::PathBuf;
use std::time::Duration;

use board::Count;
use clap::Args;

use super::format::{FormatArgs, TextOrJson};
use super::headings::{LIMITS, STEPS};
use super::limits::{Bytes, Limit, whole};
use super::shared::SampleSeedArgs;
use super::{JobsArgs, ProblemArgs};

/// What `count` takes.
///
/// Without other options the solutions are counted by the search of count/fewest, which all workers divide among
/// themselves; the count does not depend on their number. If the problem has more symmetries than reflections, states that
/// are images of each other are counted once, as by count/fewest.symmetric. Models of a formula are counted by one worker
/// as by sat/extended.count, and so are the solutions of puzzles with relations, if candidates/mrv does not find all of
/// them within 131,072 nodes.
///
/// The other options are computed by one worker and need all states of the search in memory, as a decision diagram. It
/// numbers the solutions from 1 without listing them. In JSON, numbers of solutions beyond 2⁵³ are strings.
///
/// Nothing here is cross-checked: `harness run --task count` compares the counts of several backends.
///
/// Exit code: 0 all well; 1 the time limit was reached; 2 bad usage or bad input, or the diagram is too large;
/// 130 after Ctrl-C.
#[derive(Args, Debug)]
pub struct CountArgs {
    /// The problem whose solutions are counted.
    #[command(flatten)]
    pub problem: ProblemArgs,
    /// Print N random solutions, each drawn with the same probability
    #[arg(long, value_name = "N", value_parser = whole(0..=u32::MAX), help_heading = STEPS)]
    pub sample: Option<u32>,
    /// The seed of `--sample`.
    #[command(flatten, next_help_heading = STEPS)]
    pub seed: SampleSeedArgs,
    /// Print the solution with this number, from 1; may be repeated
    #[arg(long, value_name = "NUMBER", help_heading = STEPS)]
    pub nth: Vec<Count>,
    /// Print the number of a solution, written as in the column `solution` of rows.csv
    ///
    /// That is a grid in one line or, for an exact cover problem, a 1 for each chosen option and a 0 for the
    /// others.
    #[arg(long, value_name = "SOLUTION", help_heading = STEPS)]
    pub rank: Option<String>,
    /// Print how many solutions contain each option; for a puzzle, each symbol in each cell
    #[arg(long, help_heading = STEPS)]
    pub options: bool,
    /// Print a solution of least cost
    ///
    /// The file has an integer for each option, separated by blanks or lines; for a puzzle with S symbols the
    /// cost of symbol s in cell c is the one at (c - 1)·S + s.
    #[arg(long, value_name = "FILE", help_heading = STEPS)]
    pub costs: Option<PathBuf>,
    /// Print the K solutions of least cost, by branch and bound; nothing is counted then
    ///
    /// The costs are those of the file of the problem (`|5` in an option of Knuth's format, or the number before the
    /// length in rows of the OR-Library), or those of --costs. One worker searches, and keeps no states: problems are
    /// solved whose solutions are far too many to count, if costs exclude most of them. Multiplicities are refused; --costs
    /// alone takes them.
    #[arg(long, value_name = "K", value_parser = whole(1..=u32::MAX), help_heading = STEPS,
          conflicts_with_all = ["sample", "nth", "rank", "options"])]
    pub cheapest: Option<u32>,
    /// Time limit, such as 100ms, 2s or 1m; `none` for no limit
    #[arg(long, value_name = "TIME", default_value = "none", help_heading = LIMITS)]
    pub timeout: Limit<Duration>,
    /// Maximum memory for the states, such as 512MB or 2GiB; `none` for no limit
    ///
    /// Half of it is for states whose solutions are known. If the other half might not suffice for the searches of all
    /// workers, fewer of them count.
    #[arg(long, value_name = "SIZE", default_value = "2GiB", help_heading = LIMITS)]
    pub max_memory: Limit<Bytes>,
    /// How many workers count.
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// How the result is printed.
    #[command(flatten)]
    pub format: FormatArgs<TextOrJson>,
}
