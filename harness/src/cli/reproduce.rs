//! The arguments of `reproduce`.

use std::path::PathBuf;

use clap::Args;

use super::format::{AnyTable, FORM, FormatArgs};
use super::headings::{INPUT, OUTPUT};
use super::{JobsArgs, OtherSeedArgs};

/// What `reproduce` takes.
///
/// For each published figure and claim: its place, what is printed, what this program measures now, and whether
/// the two agree. A note states why they differ or cannot be compared. Everything is measured again; no result is
/// stored. Costs are counted; the few times are ratios of two backends, with a tolerance. A figure that needs a file
/// that is not here is not reproducible, which is no failure.
///
/// Exit code: 0 whatever is expected to agree agrees; 1 something no longer does; 2 bad usage or bad input.
#[derive(Args, Debug)]
pub struct ReproduceArgs {
    /// A source that --list names, `tour` for the five documents, or a file of expected cells (TOML)
    ///
    /// By default the cheapest that together take ten minutes of processor time; the others are named.
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// List the sources: what each is, its cells, the processor time it takes and the files it needs
    #[arg(long, conflicts_with = "names", help_heading = OUTPUT)]
    pub list: bool,
    /// Folder of public corpora; by default the environment variable SUDOKU_CORPORA
    ///
    /// A file is known by its SHA-256, in this folder or in one directly below it.
    #[arg(long, value_name = "FOLDER", help_heading = INPUT)]
    pub corpora: Option<PathBuf>,
    /// The seed of all samples.
    #[command(flatten, next_help_heading = INPUT)]
    pub seed: OtherSeedArgs,
    /// How many workers.
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// Output file of an HTML page with all cells, beside what is printed
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Print the JSON schema of files of expected cells
    #[arg(long, group = FORM, conflicts_with_all = ["names", "list"], help_heading = OUTPUT)]
    pub schema: bool,
    /// How the tables are printed.
    #[command(flatten)]
    pub format: FormatArgs<AnyTable>,
}
