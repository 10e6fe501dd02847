//! The arguments of `backend check`, `list`, `show` and `doctor`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::format::{AnyTable, FormatArgs, TextOrJson};
use super::headings::{LIMITS, OUTPUT, SELECTION};
use super::language::LanguageArgs;
use super::limits::time;
use super::{BackendRules, ExternalArgs, JobsArgs, SandboxArgs, more};

/// The subcommands of `backend`.
#[derive(Subcommand, Debug)]
pub enum BackendSubcommand {
    /// Test one backend against the conformance suite
    #[command(after_long_help = more::<BackendCheckArgs>())]
    Check(BackendCheckArgs),
}

/// What `backend check` takes.
///
/// Gives easy, hard, malformed and huge puzzles to a backend of this program or an external solver, for
/// every task that it supports, and prints a line per check: ok, FAILED (with the puzzle, the expected
/// and the actual answer) or skipped, with the reason. Refusing a geometry or a task is not a failure.
/// A typical mistake is explained in one sentence. The suite ends where everything after it would fail, too: at a
/// program that says no hello, or answers no easy puzzle.
///
/// Exit code: 0 no check failed; 1 a check failed; 2 bad usage; 130 after Ctrl-C.
#[derive(Args, Debug)]
pub struct BackendCheckArgs {
    /// The id of the backend, such as cover/dlx
    ///
    /// An external solver given by --external has the id external/NAME, after the name of its script.
    #[arg(value_name = "ID")]
    pub id: String,
    /// Which external solvers there are.
    #[command(flatten)]
    pub external: ExternalArgs,
    /// Whether they are in a sandbox.
    #[command(flatten)]
    pub sandbox: SandboxArgs,
    /// Time limit, such as 100ms, 2s or 1m
    ///
    /// It applies to each puzzle. There is always one: the suite has puzzles that no backend finishes. A program has
    /// ten seconds to say hello, whatever the limit.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time, help_heading = LIMITS)]
    pub timeout: Duration,
    /// Run only the checks whose names contain this, such as `16x16`, and those that they depend on
    #[arg(long, value_name = "TEXT", help_heading = SELECTION)]
    pub only: Option<String>,
    /// Check again whenever a file of the external solver is saved, until Ctrl-C
    ///
    /// The files are those that its command names, and those beside them with the same ending. A program that has to
    /// be compiled is checked again when its executable changes.
    #[arg(long, conflicts_with = "json", help_heading = SELECTION)]
    pub watch: bool,
    /// The language of the advice.
    #[command(flatten)]
    pub language: LanguageArgs,
    /// How the checks are printed.
    #[command(flatten)]
    pub format: FormatArgs<TextOrJson>,
}

/// What `list` takes.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// List the named geometries instead of the backends
    #[arg(long, conflicts_with_all = ["backend", "backend-not", "file", "commands"], help_heading = SELECTION)]
    pub geometries: bool,
    /// List the families of exact cover problems, such as queens:8, instead of the backends
    ///
    /// Runs, `solve` and `encode` accept a problem of a family in place of a file. The table has the parameters of
    /// each family, an example, what a solution is, and where the number of solutions is published.
    #[arg(long, conflicts_with_all = ["geometries", "sat", "deduction", "backend", "backend-not", "file", "commands"], help_heading = SELECTION)]
    pub families: bool,
    /// List the techniques, groups and presets for --techniques instead of the backends
    #[arg(long, conflicts_with_all = ["geometries", "sat", "backend", "backend-not", "file", "commands"], help_heading = SELECTION)]
    pub deduction: bool,
    /// List the SAT encodings and engines for --encoding and --engine instead of the backends
    #[arg(long, conflicts_with_all = ["geometries", "backend", "backend-not", "file", "commands"], help_heading = SELECTION)]
    pub sat: bool,
    /// Print the readable edition of a backend's algorithm instead: one short program without imports
    ///
    /// Classic puzzles are its input. It finds the solutions of the backend and makes the same bets (for CDCL: the
    /// solutions). --format json adds its name, the ids of its backends, and pseudo-code with the events of each line.
    /// `harness list --wide` says which backends have one.
    #[arg(long, value_name = "ID", conflicts_with_all = ["geometries", "families", "sat", "deduction", "backend", "backend-not", "file", "commands", "wide"], help_heading = SELECTION)]
    pub code: Option<String>,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// Which external solvers.
    #[command(flatten)]
    pub external: ExternalArgs,
    /// Print every column, as the other formats always do
    #[arg(long, help_heading = OUTPUT)]
    pub wide: bool,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs<AnyTable>,
}

/// What `show` takes.
///
/// Of a merged run, a row for each of its manifests is printed.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// The folder of a run
    #[arg(value_name = "RUN")]
    pub run: PathBuf,
    /// How the manifest is printed.
    #[command(flatten)]
    pub format: FormatArgs<TextOrJson>,
}

/// What `doctor` takes.
///
/// Prints a line per finding, the most severe first. A finding is not a failure: the exit code is 0.
#[derive(Args, Debug)]
pub struct DoctorArgs {
    /// How many workers the measurements will have.
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// How facts and findings are printed.
    #[command(flatten)]
    pub format: FormatArgs<TextOrJson>,
}
