//! The arguments of `run`, the default subcommand.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::format::{FormatArgs, OfRun};
use super::headings::{CHECKS, LIMITS, OUTPUT, PROCESSES, REPETITIONS, WHAT_RUNS};
use super::limits::{Bytes, Limit, time, whole};
use super::reading::ReadArgs;
use super::{
    BackendRules, CorpusRules, ExternalArgs, PairingArgs, PuzzleRules, SandboxArgs, SeedArgs,
    SwitchedRow, TechniqueArgs, TimedJobsArgs,
};
use record::Task;
use record::disk::Disk;
use record::manifest::{Clock, Fresh, Isolate, Order, Shard, Until};
use render::table::Format;
use solvers::logic::choice::TechniqueSet;

/// The most isomorphs of a puzzle: those of a puzzle are in memory together.
const MAX_ISOMORPHS: u64 = 1 << 16;

/// The consequence of a corpus that verified answers contradict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CorpusErrors {
    /// The run fails with exit code 1
    Fail,
    /// The run prints a warning
    Warn,
}

/// What `run` takes.
///
/// Without `-b`, the default backends run; `harness list` marks them.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Files of puzzles, exact cover problems (.dlx, .xcc, .ec), formulas (.cnf) or graphs (.col)
    ///
    /// Puzzles may be in any notation (see --notation). Files may be compressed with gzip or zstd. `-` is
    /// standard input. In place of a file, queens:8 is the problem that `encode queens:8` writes; `harness list
    /// --families` lists the families.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// Which pairings of SAT encodings and engines.
    #[command(flatten)]
    pub pairings: PairingArgs,
    /// Which sets of techniques.
    #[command(flatten)]
    pub techniques: TechniqueArgs,
    /// Every set of techniques that an ablation compares, from the smallest set LIST
    ///
    /// LIST with each technique alone, and the full set without it: that of --techniques, by default of
    /// deduce/all. `harness ablate` says what each adds.
    #[arg(long, value_name = "LIST", value_parser = super::techniques::set, help_heading = super::headings::SELECTION)]
    pub ablate: Option<TechniqueSet>,
    /// A backend whose techniques can be switched off one by one, such as sat/reduced.alldiff
    ///
    /// It runs, and the same without each technique. `harness ablate --switches` says what each adds.
    #[arg(long, value_name = "BACKEND", help_heading = super::headings::SELECTION)]
    pub switches: Option<SwitchedRow>,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Which corpora.
    #[command(flatten)]
    pub corpora: CorpusRules,
    /// Task for each puzzle
    #[arg(long, value_enum, value_name = "TASK", default_value_t = Task::Unique, help_heading = WHAT_RUNS)]
    pub task: Task,
    /// Replace each puzzle by N random isomorphs of it, at most 65536
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_ISOMORPHS), help_heading = WHAT_RUNS)]
    pub isomorphs: Option<u64>,
    /// What is new in each repetition or trial, against solvers that remember; separate several by commas
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', help_heading = REPETITIONS)]
    pub fresh: Vec<Fresh>,
    /// The seed of the isomorphs and of the random order.
    #[command(flatten, next_help_heading = WHAT_RUNS)]
    pub seed: SeedArgs,
    /// Run only shard K of N; `merge --complete` puts the shards together
    ///
    /// The hash of a puzzle decides to which shard it belongs, with all its isomorphs, backends and repetitions.
    /// --output is a folder that all machines share: a shard is written to attempts/ and, when it is complete,
    /// moved to shards/. A shard that is already there is not run again.
    #[arg(long, value_name = "K/N", requires = "output", conflicts_with_all = ["until", "summary_only"], help_heading = WHAT_RUNS)]
    pub shard: Option<Shard>,
    /// Balance the shards by the times of an earlier run of these puzzles, or of some of them
    ///
    /// A puzzle costs the sum over the backends of its median times; unknown times count as the median of the
    /// corpus. Each puzzle, the most expensive first, goes to the shard that has the least to do. The results are
    /// the same, and all shards must be balanced by the same RUN.
    #[arg(long, value_name = "RUN", requires = "shard", help_heading = WHAT_RUNS)]
    pub balance_by: Option<PathBuf>,
    /// Name of this attempt at the shard; by default a new one
    ///
    /// The default is the job of Slurm and its restart, or the host and the process. --resume continues the
    /// attempt of that name.
    #[arg(long, value_name = "NAME", requires = "shard", value_parser = attempt_name, help_heading = WHAT_RUNS)]
    pub attempt: Option<String>,
    /// Print the passes of the plan without running them
    #[arg(long, help_heading = WHAT_RUNS)]
    pub dry_run: bool,
    /// Time limit, such as 100ms, 2s or 1m; `none` for no limit
    ///
    /// It applies to each trial: one backend on one puzzle.
    #[arg(long, value_name = "TIME", default_value = "2s", help_heading = LIMITS)]
    pub timeout: Limit<Duration>,
    /// Maximum number of search states per trial; `none` for no limit
    ///
    /// Only the backends that support a node limit obey it (`harness list --wide`).
    #[arg(long, value_name = "N", default_value = "none", help_heading = LIMITS)]
    pub node_limit: Limit<NonZeroU64>,
    /// Maximum number of rounds per puzzle; `none` for no limit
    ///
    /// Only the backends that work in rounds obey it, such as candidates/rounds.
    #[arg(long, value_name = "N", default_value = "none", help_heading = LIMITS)]
    pub max_rounds: Limit<NonZeroU64>,
    /// Maximum number of solutions to find; `none` for no limit
    ///
    /// For `--task count`.
    #[arg(long, value_name = "N", default_value = "100000", help_heading = LIMITS)]
    pub max_solutions: Limit<NonZeroU64>,
    /// Memory limit per trial, such as 512MB or 2GiB; `none` for no limit
    ///
    /// A backend runs in a child process, whose address space is limited. Of an external solver it is the resident memory of
    /// all its processes together: the kernel enforces that where the harness may make control groups.
    #[arg(long, value_name = "SIZE", default_value = "none", help_heading = LIMITS)]
    pub memory_limit: Limit<Bytes>,
    /// Number of repetitions
    ///
    /// If there is more than one, an untimed pilot pass (rep 0) precedes them.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=u32::MAX), help_heading = REPETITIONS)]
    pub reps: u32,
    /// Repeat until each backend has accumulated at least TIME per block of puzzles
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = REPETITIONS)]
    pub min_time: Option<Duration>,
    /// Maximum number of repetitions
    #[arg(long, value_name = "N", default_value_t = 100, requires = "min_time", value_parser = whole(1..=u32::MAX), help_heading = REPETITIONS)]
    pub max_reps: u32,
    /// Run the whole plan in N consecutive processes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=u32::MAX), help_heading = REPETITIONS)]
    pub invocations: u32,
    /// The disk to which the run is written.
    #[arg(skip)]
    pub disk: Disk,
    /// The number of this process among the invocations: the run starts itself with it
    #[arg(long, hide = true)]
    pub invocation: Option<u32>,
    /// The process to die with, which started this invocation
    #[arg(long, hide = true, value_name = "PID", requires = "invocation")]
    pub parent: Option<u32>,
    /// Order in which backends and puzzles are combined
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = Order::Interleaved, help_heading = REPETITIONS)]
    pub order: Order,
    /// Stop as soon as the order of the backends is decided
    ///
    /// The puzzles run in random order (--seed), and a backend leaves when its place is known. With a
    /// probability of 95 %, all places are those of the full run, by the geometric mean of the times;
    /// differences below 3 % are ties.
    #[arg(long, value_enum, value_name = "WHEN", hide_possible_values = true, conflicts_with_all = ["dry_run", "invocations", "summary_only"], help_heading = REPETITIONS)]
    pub until: Option<Until>,
    /// Prove counts and claims that there is no solution or no second one; check the proofs
    ///
    /// Proofs are written and checked in passes that are not timed, by the backends that write proofs: `sat`
    /// ones that there is no other solution, `count` ones how many an exact cover problem or a puzzle has. A
    /// proof that does not hold is a failure.
    #[arg(long, help_heading = CHECKS)]
    pub certify: bool,
    /// Keep each proof and its problem in a new or empty folder
    ///
    /// A formula (DIMACS) and its proof (DRAT), or an exact cover problem (Knuth's format) and the certificate
    /// of its count, which `check-count` reads.
    #[arg(long, value_name = "DIR", requires = "certify", help_heading = CHECKS)]
    pub keep_proofs: Option<PathBuf>,
    /// Consequence of a corpus that contradicts verified answers
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = CorpusErrors::Fail, help_heading = CHECKS)]
    pub corpus_errors: CorpusErrors,
    /// Measure memory in additional passes that are not timed
    ///
    /// Records the peak allocation of each backend, and the memory accesses of data structures that
    /// count them.
    #[arg(long, help_heading = CHECKS)]
    pub memory: bool,
    /// Skip the probe of how much parallel workers slow each other down (half a second)
    #[arg(long, help_heading = CHECKS)]
    pub no_probe: bool,
    /// How the corpora are read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which external solvers take part.
    #[command(flatten)]
    pub external: ExternalArgs,
    /// Whether they are in a sandbox.
    #[command(flatten)]
    pub sandbox: SandboxArgs,
    /// Clock that times external solvers
    #[arg(long, value_enum, value_name = "CLOCK", default_value_t = Clock::Own, help_heading = super::headings::EXTERNAL)]
    pub clock: Clock,
    /// How many workers.
    #[command(flatten)]
    pub jobs: TimedJobsArgs,
    /// Backends that run in child processes, which can be killed
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Isolate::Needed, help_heading = PROCESSES)]
    pub isolate: Isolate,
    /// The program whose subcommand `child` is started; by default this one
    #[arg(long, value_name = "FILE", hide = true)]
    pub program: Option<PathBuf>,
    /// Output folder; it must not exist
    ///
    /// By default results/TIME-CORPUS, with the time in UTC.
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Continue the interrupted run in --output, or start it if there is none
    #[arg(long, requires = "output", help_heading = OUTPUT)]
    pub resume: bool,
    /// Keep one row in a thousand, and all failures
    ///
    /// The manifest summarises the other rows, with a digest of the solutions.
    #[arg(long, conflicts_with_all = ["resume", "invocations"], help_heading = OUTPUT)]
    pub summary_only: bool,
    /// How the result is printed.
    #[command(flatten)]
    pub format: FormatArgs<OfRun>,
}

impl RunArgs {
    /// Checks what clap cannot: with rows on standard output there is no folder.
    ///
    /// # Errors
    /// When `--format csv` is combined with an option about the folder.
    pub fn check(&self) -> anyhow::Result<()> {
        if self.ablate.is_some() && self.techniques.sets.len() > 1 {
            bail!("--ablate takes one full set: expected --techniques once");
        }
        if self.balance_by.is_some() && self.files.iter().any(|file| file.as_os_str() == "-") {
            bail!("--balance-by reads the corpora twice, which standard input does not support");
        }
        if self.shard.is_some() && self.resume && self.attempt.is_none() {
            bail!("--resume continues one attempt at a shard: expected its name (--attempt)");
        }
        let of_folder = [
            (self.output.is_some(), "--output"),
            (self.summary_only, "--summary-only"),
            (self.invocations > 1, "--invocations"),
            (self.until.is_some(), "--until"),
        ];
        match of_folder.iter().find(|(is_given, _)| *is_given && self.streams_rows()) {
            Some((_, option)) => bail!("{option} cannot be combined with --format csv"),
            None => Ok(()),
        }
    }

    /// Returns whether the rows go to standard output, instead of a folder and a table.
    pub fn streams_rows(&self) -> bool {
        self.format.format() == Format::Csv
    }
}

/// Returns a part of the name of a folder.
fn attempt_name(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => Ok(text.into()),
        false => Err(format!("{text:?} is not a name, expected letters, digits and ._-")),
    }
}
