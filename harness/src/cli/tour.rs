//! The arguments of `tour`.

use clap::Args;

use super::JobsArgs;
use super::format::{AnyTable, FORM, FormatArgs};
use super::headings::OUTPUT;

/// What `tour` takes.
///
/// For each figure and claim: its place, what is printed, what this program measures now, and whether the two
/// agree. A note states why they differ or cannot be compared. Everything is measured again; no result is
/// stored. Samples are generated from seeds, and costs are counted, not timed, so two tours print the same.
///
/// Exit code: 0 whatever is expected to agree agrees; 1 something no longer does; 2 bad usage or bad input.
#[derive(Args, Debug)]
pub struct TourArgs {
    /// A document: falissard, malherbe, sae, hurtebis, sudoto, or a file of expected cells (TOML)
    ///
    /// By default the five documents.
    #[arg(value_name = "DOCUMENT")]
    pub documents: Vec<String>,
    /// How many workers.
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// Print the JSON schema of files of expected cells
    #[arg(long, group = FORM, conflicts_with = "documents", help_heading = OUTPUT)]
    pub schema: bool,
    /// How the tables are printed.
    #[command(flatten)]
    pub format: FormatArgs<AnyTable>,
}
