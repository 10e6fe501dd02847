//! Options that several subcommands share, each with one meaning.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ArgMatches, Args};
use race::sandbox::Sandbox;

use super::headings::{EXTERNAL, PROCESSES, SELECTION, STATISTICS};
use super::limits::whole;

/// How many workers there are.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct JobsArgs {
    /// Number of workers; by default one per physical core
    #[arg(id = "jobs", short = 'j', long = "jobs", value_name = "N", value_parser = whole(1..=u16::MAX), help_heading = PROCESSES)]
    pub number: Option<u16>,
}

/// How many workers there are that measure times.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct TimedJobsArgs {
    /// Number of workers; by default one per physical core
    ///
    /// Publish only times that were measured with one worker: parallel workers slow each other down.
    #[arg(id = "jobs", short = 'j', long = "jobs", value_name = "N", value_parser = whole(1..=u16::MAX), help_heading = PROCESSES)]
    pub number: Option<u16>,
}

/// The seed of random choices.
#[derive(Args, Clone, Copy, Debug)]
pub struct SeedArgs {
    /// Seed of the random choices; `random` draws one and prints it
    #[arg(id = "seed", short = 's', long = "seed", value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = seed)]
    pub number: u64,
}

/// The seed of random choices that are to be secret, and so are drawn by default.
#[derive(Args, Clone, Copy, Debug)]
pub struct DrawnSeedArgs {
    /// Seed of the random choices; `random` draws one and prints it
    #[arg(id = "seed", short = 's', long = "seed", value_name = "N", default_value = DRAWN, allow_negative_numbers = true, value_parser = seed)]
    pub number: u64,
}

/// The seed of random samples that are drawn on request.
#[derive(Args, Clone, Copy, Debug)]
pub struct SampleSeedArgs {
    /// Seed of the random choices; `random` draws one and prints it
    #[arg(id = "seed", short = 's', long = "seed", value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = seed, requires = "sample")]
    pub number: u64,
}

/// A seed of random choices in place of those that files state.
#[derive(Args, Clone, Copy, Debug)]
pub struct OtherSeedArgs {
    /// Seed of the random choices; `random` draws one and prints it
    ///
    /// By default each sample has the seed that its source states. Figures of samples should agree with any seed, within
    /// their tolerances; others do not depend on it.
    #[arg(id = "seed", short = 's', long = "seed", value_name = "N", allow_negative_numbers = true, value_parser = seed, conflicts_with_all = ["list", "schema"])]
    pub number: Option<u64>,
}

/// The word that draws a seed.
const DRAWN: &str = "random";

/// Parses a seed. The drawn ones have at most ten digits; they come from the randomness that the standard
/// library keeps for its hash tables.
fn seed(text: &str) -> Result<u64, String> {
    match text {
        DRAWN => Ok(RandomState::new().build_hasher().finish() >> 32),
        _ => text
            .parse()
            .map_err(|_| format!("expected a number from 0 to {}, or `{DRAWN}`", u64::MAX)),
    }
}

/// Returns the seed that was drawn because of `--seed random`, if any.
pub(super) fn drawn_seed(matches: &ArgMatches) -> Option<u64> {
    let mut words = matches.try_get_raw("seed").ok()??;
    if words.any(|word| word == DRAWN) { matches.get_one("seed").copied() } else { None }
}

/// A built-in puzzle in place of files.
#[derive(Args, Clone, Debug)]
pub struct BuiltinArgs {
    /// Take a built-in puzzle, such as `2 3`
    ///
    /// A level (1 easy, 2 medium, 3 hard, 4 fiendish, 5 unknown; number or name) and a number from 1
    /// to 5.
    #[arg(
        id = "builtin",
        long = "builtin",
        num_args = 2,
        value_names = ["LEVEL", "N"],
        conflicts_with_all = ["notation", "geometry", "symbols", "puzzle_column"],
        help_heading = SELECTION
    )]
    pub words: Option<Vec<String>>,
}

/// How the bootstrap is done.
#[derive(Args, Clone, Copy, Debug)]
pub struct BootstrapArgs {
    /// Number of bootstrap samples per confidence interval
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole(100..=u32::MAX), help_heading = STATISTICS)]
    pub resamples: u32,
    /// The seed of the samples.
    #[command(flatten, next_help_heading = STATISTICS)]
    pub seed: SeedArgs,
}

/// Which external solvers take part.
#[derive(Args, Clone, Debug, Default)]
pub struct ExternalArgs {
    /// Definitions of external solvers (TOML); by default backends.toml, if it exists
    #[arg(long = "external-file", value_name = "FILE", help_heading = EXTERNAL)]
    pub file: Option<PathBuf>,
    /// Command of an external solver that speaks sudoku-backend/1; repeatable
    ///
    /// For example --external 'python3 my_solver.py'. It takes part whatever -b and -B select.
    #[arg(long = "external", value_name = "COMMAND", help_heading = EXTERNAL)]
    pub commands: Vec<String>,
}

/// Whether external solvers are confined.
#[derive(Args, Clone, Debug, Default)]
pub struct SandboxArgs {
    /// Run external solvers in a sandbox: no corpora, no results, no network, nothing to write
    ///
    /// Each sees the programs of the system, the files that its command names with those beside them, and an empty
    /// temporary folder. Whatever it starts ends with it. This needs bubblewrap (bwrap); where it does not work, the
    /// command is refused.
    #[arg(id = "sandbox", long = "sandbox", help_heading = EXTERNAL)]
    pub is_on: bool,
    /// Another file or folder that external solvers see in the sandbox; repeatable
    #[arg(long = "sandbox-show", value_name = "PATH", requires = "sandbox", help_heading = EXTERNAL)]
    pub shown: Vec<PathBuf>,
}

impl SandboxArgs {
    /// Returns the sandbox, in which the files and folders `hidden` cannot be seen; `None` if none was asked for.
    ///
    /// # Errors
    /// When it cannot be had on this machine.
    pub fn sandbox(&self, hidden: Vec<PathBuf>) -> anyhow::Result<Option<Arc<Sandbox>>> {
        let sandbox = || Sandbox::new(hidden, self.shown.clone()).map(Arc::new);
        self.is_on.then(sandbox).transpose()
    }
}
