//! The arguments of `run`, which stand for themselves where no verb is said.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use record::Task;
use record::manifest::{Clock, Isolate, Order};

use super::limits::{RoundLimit, TimeLimit, round_limit, size, time, time_limit};
use super::{BackendRules, CorpusRules, ExternalArgs, PairingArgs, PuzzleRules};
use crate::cli::format::FormatArgs;
use crate::cli::reading::ReadArgs;

/// What comes of a corpus that verified answers contradict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CorpusErrors {
    /// Exit code 1
    Fail,
    /// A warning, and the exit code of a run without it
    Warn,
}

/// What `run` takes.
///
/// Without -b the default rows run; `harness list` marks them.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Corpora in any notation (see --format): a puzzle a line, tables, grids, …; also in gzip or
    /// zstd; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// Which pairings of SAT encodings and engines.
    #[command(flatten)]
    pub pairings: PairingArgs,
    /// Which programs of others.
    #[command(flatten)]
    pub external: ExternalArgs,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Which corpora.
    #[command(flatten)]
    pub corpora: CorpusRules,
    /// How the corpora are to be read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// What to ask of each puzzle
    #[arg(long, value_enum, default_value_t = Task::Unique)]
    pub task: Task,
    /// Time for each trial, like 100ms, 2s or 1m; `none` for no limit
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time_limit)]
    pub timeout: TimeLimit,
    /// Whose clock times external solvers
    #[arg(long, value_enum, default_value_t = Clock::Own)]
    pub clock: Clock,
    /// Search states for each trial, for the backends that obey it
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Rounds for each trial, for the backends that count them; 0 is no limit
    #[arg(long, value_name = "N", default_value = "0", value_parser = round_limit)]
    pub max_rounds: RoundLimit,
    /// Where `--task count` stops counting
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub max_solutions: u64,
    /// How many workers; by default one for each physical core. 1 for times that are published
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// How often each backend passes over the puzzles, after a pilot pass (rep 0) if more than once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub reps: u32,
    /// Pass on until each backend has spent so much time on a block of puzzles
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub min_time: Option<Duration>,
    /// But no more often than this
    #[arg(long, value_name = "N", default_value_t = 100, requires = "min_time", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_reps: u32,
    /// Run the whole plan in so many processes, one after the other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub invocations: u32,
    /// Which of them this is: the run starts itself with it
    #[arg(long, hide = true)]
    pub invocation: Option<u32>,
    /// Run so many random isomorphs of each puzzle in its place
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub isomorphs: Option<u64>,
    /// The seed of the isomorphs and of the random order
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// In which order backends and puzzles meet
    #[arg(long, value_enum, default_value_t = Order::Interleaved)]
    pub order: Order,
    /// Measure memory too, in passes of their own that are not timed: the most that is held, and the
    /// accesses of structures that count them
    #[arg(long)]
    pub memory: bool,
    /// Prove answers that say that there is no solution, or no other, and check the proofs, in passes
    /// that are not timed: for the backends that write proofs. A proof that does not hold is a failure
    #[arg(long)]
    pub certify: bool,
    /// Keep each proof (DRAT) and its formula (DIMACS) in this folder, which must be new or empty
    #[arg(long, value_name = "DIR", requires = "certify")]
    pub keep_proofs: Option<PathBuf>,
    /// What comes of a corpus that says something else than verified answers: exit code 1, or a warning
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = CorpusErrors::Fail)]
    pub corpus_errors: CorpusErrors,
    /// Keep one row in a thousand, and failures; the rest is summed up in the manifest, with a digest
    /// of the solutions
    #[arg(long, conflicts_with_all = ["resume", "invocations", "csv"])]
    pub summary_only: bool,
    /// Leave out the probe of how much parallel workers disturb each other (half a second)
    #[arg(long)]
    pub no_probe: bool,
    /// Which backends run in child processes, which can be killed
    #[arg(long, value_enum, default_value_t = Isolate::Needed)]
    pub isolate: Isolate,
    /// Memory for each trial, like 512MB or 2GiB: the address space of its process
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory_limit: Option<u64>,
    /// The program whose verb `child` is started; by default this one
    #[arg(long, value_name = "FILE", hide = true)]
    pub program: Option<PathBuf>,
    /// Print the passes of the plan, and run nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Go on with the run in --output where it was interrupted; start it if there is none
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// The folder of the run; by default results/TIME-CORPUS, time in UTC. It must not exist
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Write the rows to standard output, and no folder and no table
    #[arg(long, conflicts_with_all = ["output", "format"])]
    pub csv: bool,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs,
}
