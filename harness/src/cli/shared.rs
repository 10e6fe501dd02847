//! Options that several subcommands share, each with one meaning.

use std::path::PathBuf;

use clap::{Args, value_parser};

use super::headings::{EXTERNAL, PROCESSES, STATISTICS};

/// How many workers there are.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct JobsArgs {
    /// Number of workers; by default one per physical core
    ///
    /// Publish only times that were measured with one worker: parallel workers slow each other down.
    #[arg(id = "jobs", short = 'j', long = "jobs", value_name = "N", value_parser = value_parser!(u16).range(1..), help_heading = PROCESSES)]
    pub number: Option<u16>,
}

/// The seed of random choices.
#[derive(Args, Clone, Copy, Debug)]
pub struct SeedArgs {
    /// Seed of the random choices
    #[arg(id = "seed", short = 's', long = "seed", value_name = "N", default_value_t = 1)]
    pub number: u64,
}

/// How the bootstrap is done.
#[derive(Args, Clone, Copy, Debug)]
pub struct BootstrapArgs {
    /// Number of bootstrap samples per confidence interval
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u32).range(100..), help_heading = STATISTICS)]
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
