//! The arguments of `verify`.

use std::path::PathBuf;

use clap::Args;

use super::FormatArgs;
use super::format::TextOrJson;
use super::headings::INPUT;
use super::reading::ReadArgs;

/// What `verify` takes.
///
/// Shows every grid of a run to the referee again, on the puzzles in its folder; checks that its files are as the run
/// left them, that each trial of its plan has one row, and that no row contradicts itself, the others or its limits.
/// Prints a line for each check: ok, FAILED, or unknown with the reason. Merged runs, shards, runs in archives, and older
/// runs are checked as far as their files allow. Exit code: 0 nothing failed; 1 a check failed; 2 bad usage or bad input.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// The folder of a run
    #[arg(value_name = "RUN")]
    pub run: PathBuf,
    /// Its corpora, for problems that its folder does not contain: instances, and the puzzles of older runs
    #[arg(value_name = "CORPUS")]
    pub corpora: Vec<PathBuf>,
    /// Folder of the proofs that `run --keep-proofs` kept, which are checked again
    #[arg(long, value_name = "DIR", help_heading = INPUT)]
    pub proofs: Option<PathBuf>,
    /// How the corpora are read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// How the checks are printed.
    #[command(flatten)]
    pub format: FormatArgs<TextOrJson>,
}
