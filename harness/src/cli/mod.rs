//! The command line: subcommands, options, their help, and hints for mistakes.

use std::ffi::OsString;
use std::path::Path;
use std::slice;

use clap::{ArgMatches, Args, ColorChoice, Command, CommandFactory, FromArgMatches, Parser};

use crate::colours;

pub use self::ablate::AblateArgs;
pub use self::archive::{ArchiveArgs, PublishArgs};
pub use self::backend::{BackendCheckArgs, BackendSubcommand, DoctorArgs, ListArgs, ShowArgs};
pub use self::check::{CheckArgs, ConvertArgs};
pub use self::count::CountArgs;
pub use self::encode::{CheckCountArgs, DecodeArgs, EncodeArgs, Form, ProblemArgs};
pub use self::explain::ExplainArgs;
pub use self::format::FormatArgs;
pub use self::generate::{
    BalanceOf, Expect, FamilyOf, GenerateArgs, GridsBy, Hardness, StrategyChoice, VariantChoice,
    symmetry,
};
pub use self::grade::{GradeArgs, LeaderboardArgs};
pub use self::graph::{GraphArgs, LayoutEngine, PictureLayout};
pub use self::growth::GrowthArgs;
pub use self::history::{HistoryAddArgs, HistoryShowArgs, HistorySubcommand};
pub use self::language::{Language, LanguageArgs};
pub use self::lesson::{FrameFormat, LessonArgs};
pub use self::limits::{Bytes, Limit, Quantity};
pub use self::mining::{Cost, MiningArgs};
pub use self::own::{ChildArgs, CompletionsArgs, GuardedArgs, ManArgs, ReferenceArgs};
pub use self::pairings::PairingArgs;
pub use self::pictures::{
    DrawArgs, LookArgs, PictureFormat, PlotArgs, ReportArgs, ResultPlotArgs, SizeArgs,
};
pub use self::rate::RateArgs;
pub use self::reproduce::ReproduceArgs;
pub use self::rules::{BackendRules, CorpusRules, PuzzleRules};
pub use self::run::{CorpusErrors, RunArgs};
pub use self::shared::{
    BootstrapArgs, BuiltinArgs, DrawnSeedArgs, ExternalArgs, JobsArgs, OtherSeedArgs, SandboxArgs,
    SeedArgs, TimedJobsArgs,
};
pub use self::site::SiteArgs;
pub use self::solve::{ColourChoice, SolveArgs};
pub use self::statistics::{
    By, CompareArgs, DiffArgs, ExportArgs, HowCompared, MergeArgs, RankArgs, RunsArgs, TrialsArgs,
};
pub use self::status::StatusArgs;
pub use self::study::{StudyArgs, StudySubcommand};
pub use self::submit::{CancelArgs, EngineArgs, RunWords, ShardJobsArgs, SubmitArgs};
pub use self::switches::SwitchedRow;
pub use self::symmetries::SymmetriesArgs;
pub use self::techniques::{RatedTechniquesArgs, TechniqueArgs};
pub use self::tour::TourArgs;
pub use self::verify::VerifyArgs;

mod ablate;
mod archive;
mod backend;
mod check;
mod count;
mod encode;
mod explain;
mod format;
mod generate;
mod grade;
mod graph;
mod growth;
mod headings;
mod help;
mod hints;
mod history;
mod language;
mod lesson;
mod limits;
mod mining;
mod own;
mod pairings;
mod pictures;
mod rate;
mod reading;
mod reproduce;
mod rules;
mod run;
mod shared;
mod site;
mod solve;
mod statistics;
mod status;
mod study;
mod submit;
mod switches;
mod symmetries;
mod techniques;
#[cfg(test)]
mod tests;
mod tour;
mod verify;

/// Benchmark solvers of sudoku, exact cover, SAT and graph colouring
///
/// `harness FILE…` is short for `harness run FILE…`: each backend solves each puzzle, every answer is
/// checked, a table is printed, and a folder receives a row per trial (rows.csv) and a description of
/// the run (manifest.json). Without -b, the default backends run; `harness list` marks them.
///
/// Exit code: 0 all well (including timeouts); 1 a wrong answer, a crash or a failed check; 2 bad
/// usage or bad input; 130 after Ctrl-C.
#[derive(Parser, Debug)]
#[command(
    name = "harness",
    version,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    subcommand_value_name = "SUBCOMMAND",
    subcommand_help_heading = "Subcommands",
    disable_help_subcommand = true,
    max_term_width = 100
)]
pub struct Cli {
    /// The subcommand; `run` if there is none.
    #[command(subcommand)]
    pub subcommand: Option<Subcommand>,
    /// The arguments of `run`.
    #[command(flatten)]
    pub run: RunArgs,
    /// The seed that was drawn because of `--seed random`.
    #[arg(skip)]
    pub drawn_seed: Option<u64>,
}

/// The subcommands.
#[derive(clap::Subcommand, Debug)]
pub enum Subcommand {
    /// Run backends on corpora (the default subcommand)
    #[command(after_long_help = more::<RunArgs>())]
    Run(Box<RunArgs>),
    /// List backends, geometries, techniques, or parts of SAT backends
    #[command(after_long_help = more::<ListArgs>())]
    List(ListArgs),
    /// Show the manifest of a run
    #[command(after_long_help = more::<ShowArgs>())]
    Show(ShowArgs),
    /// Check a run again: grids, seals, plan, claims, times
    #[command(after_long_help = more::<VerifyArgs>())]
    Verify(VerifyArgs),
    /// Solve a puzzle: print the grid, each step, or a hint
    #[command(after_long_help = more::<SolveArgs>())]
    Solve(Box<SolveArgs>),
    /// Write a page that plays searches step by step
    #[command(after_long_help = more::<LessonArgs>())]
    Lesson(Box<LessonArgs>),
    /// Check puzzles and grids: violated rules, uniqueness
    #[command(after_long_help = more::<CheckArgs>())]
    Check(CheckArgs),
    /// Count solutions exactly, number them, and draw random ones
    #[command(after_long_help = more::<CountArgs>())]
    Count(CountArgs),
    /// Find the symmetries of puzzles and other problems
    #[command(after_long_help = more::<SymmetriesArgs>())]
    Symmetries(SymmetriesArgs),
    /// Rate puzzles: the techniques they require, and their difficulty
    #[command(after_long_help = rate::ABOUT)]
    Rate(RateArgs),
    /// Convert puzzles to another notation
    #[command(after_long_help = more::<ConvertArgs>())]
    Convert(ConvertArgs),
    /// Encode problems for other solvers (DIMACS, OPB, Knuth's format)
    #[command(after_long_help = more::<EncodeArgs>())]
    Encode(EncodeArgs),
    /// Decode and check the answer of a SAT or pseudo-Boolean solver
    #[command(after_long_help = more::<DecodeArgs>())]
    Decode(DecodeArgs),
    /// Check the certificate of a count, line by line
    #[command(after_long_help = more::<CheckCountArgs>())]
    CheckCount(CheckCountArgs),
    /// Rank the backends of runs
    #[command(after_long_help = more::<RankArgs>())]
    Rank(RankArgs),
    /// Compare backends puzzle by puzzle: ratios, intervals, tests
    #[command(after_long_help = more::<CompareArgs>())]
    Compare(CompareArgs),
    /// Explain on which puzzles a backend needs more than another
    #[command(after_long_help = more::<ExplainArgs>())]
    Explain(ExplainArgs),
    /// Fit how costs grow with the order of the board
    #[command(after_long_help = more::<GrowthArgs>())]
    Growth(GrowthArgs),
    /// Measure what each technique of deduction, or of a search, adds
    #[command(after_long_help = more::<AblateArgs>())]
    Ablate(AblateArgs),
    /// Compare two runs: which backends became faster or slower
    #[command(after_long_help = more::<DiffArgs>())]
    Diff(DiffArgs),
    /// Keep figures of runs over commits and versions, and find changes
    #[command(
        subcommand,
        subcommand_value_name = "SUBCOMMAND",
        subcommand_help_heading = "Subcommands"
    )]
    History(HistorySubcommand),
    /// Merge the rows of several runs
    #[command(after_long_help = more::<MergeArgs>())]
    Merge(MergeArgs),
    /// Submit the shards of a study or run to Slurm or by ssh
    #[command(
        after_long_help = more::<SubmitArgs>(),
        override_usage = "harness submit [OPTIONS] --slurm|--parallel FILE|--htcondor|--pbs\n                      <STUDY|FILE>..."
    )]
    Submit(Box<SubmitArgs>),
    /// Cancel the jobs that `submit` submitted to Slurm
    #[command(after_long_help = more::<CancelArgs>())]
    Cancel(CancelArgs),
    /// Show which shards are done, running, lost or missing
    #[command(after_long_help = more::<StatusArgs>())]
    Status(StatusArgs),
    /// Archive a study or runs with everything that repeats them
    #[command(after_long_help = more::<ArchiveArgs>())]
    Archive(ArchiveArgs),
    /// Export runs for other programs (ASlib, BenchExec, mkplot)
    #[command(
        after_long_help = more::<ExportArgs>(),
        override_usage = "harness export [OPTIONS]\n       \
            --aslib|--benchexec|--data-package|--gbd|--mkplot PATH <RUN>..."
    )]
    Export(ExportArgs),
    /// Draw puzzles
    #[command(after_long_help = more::<DrawArgs>())]
    Draw(DrawArgs),
    /// Analyse a board or graph: size, clique, chromatic number
    #[command(after_long_help = more::<GraphArgs>())]
    Graph(GraphArgs),
    /// Plot a comparison of backends
    #[command(after_long_help = more::<PlotArgs>())]
    Plot(PlotArgs),
    /// Write a one-page HTML report
    #[command(after_long_help = more::<ReportArgs>())]
    Report(ReportArgs),
    /// Write a site: solvers in a browser, lessons, and a report
    #[command(after_long_help = more::<SiteArgs>())]
    Site(SiteArgs),
    /// Generate puzzles reproducibly from a seed
    #[command(after_long_help = generate::ABOUT)]
    Generate(Box<GenerateArgs>),
    /// Diagnose what disturbs measurements on this machine
    #[command(after_long_help = more::<DoctorArgs>())]
    Doctor(DoctorArgs),
    /// Test one backend against the conformance suite
    #[command(
        subcommand,
        subcommand_value_name = "SUBCOMMAND",
        subcommand_help_heading = "Subcommands"
    )]
    Backend(BackendSubcommand),
    /// Grade the programs of a class in a sandbox
    #[command(
        after_long_help = more::<GradeArgs>(),
        override_usage = "harness grade [OPTIONS] --assignment FILE --output DIR <SUBMISSION>..."
    )]
    Grade(GradeArgs),
    /// Write a leaderboard of a course without names
    #[command(after_long_help = more::<LeaderboardArgs>())]
    Leaderboard(LeaderboardArgs),
    /// Run and check a study: corpora, backends and outputs in one file
    #[command(
        subcommand,
        subcommand_value_name = "SUBCOMMAND",
        subcommand_help_heading = "Subcommands"
    )]
    Study(StudySubcommand),
    /// Measure published figures again, and compare them
    #[command(after_long_help = more::<ReproduceArgs>())]
    Reproduce(ReproduceArgs),
    /// Replay the printed figures and claims of five documents
    #[command(after_long_help = more::<TourArgs>())]
    Tour(TourArgs),
    /// Print a completion script for a shell
    #[command(after_long_help = more::<CompletionsArgs>())]
    Completions(CompletionsArgs),
    /// Print the manual page, or write one page per subcommand
    #[command(after_long_help = more::<ManArgs>())]
    Man(ManArgs),
    /// Write pages of all columns, options and names
    #[command(after_long_help = more::<ReferenceArgs>())]
    Reference(ReferenceArgs),
    /// Serve one backend over standard input and output: runs start themselves with it
    #[command(hide = true)]
    Child(ChildArgs),
    /// Become a program that dies with its parent: runs start external solvers with it
    #[command(hide = true)]
    ExecGuarded(GuardedArgs),
    /// Kill what a run leaves behind when it is killed: runs start it beside external solvers
    #[command(hide = true)]
    Reaper,
}

/// Returns the documentation of a subcommand's arguments without its first line. On its own, clap shows only that of
/// the subcommand.
fn more<A: Args>() -> String {
    let command = A::augment_args(Command::new(""));
    let about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    about.split_once("\n\n").map(|(_, rest)| rest.to_owned()).unwrap_or_default()
}

/// Returns the command line with an overview as its help.
fn command() -> Command {
    let command = help::with_overview(Cli::command());
    // On its own, clap writes colours to a dumb terminal where the variable CI is set.
    if colours::may_be_shown() { command } else { command.color(ColorChoice::Never) }
}

/// Parses the words of a command line, the name of the program first. `help SUBCOMMAND` asks for the help of a subcommand,
/// unless there is a file of this name.
///
/// # Errors
/// When the words are not a valid command line, or ask for help or the version.
pub fn parse(words: &[OsString]) -> Result<Cli, Refusal> {
    if let [program, help, rest @ ..] = words
        && help == "help"
        && !Path::new(help).exists()
    {
        let topic = rest.first().and_then(|word| hints::unknown_topic(&word.to_string_lossy()));
        if let Some(hint) = topic {
            return Err(Refusal::Hint(hint));
        }
        return parse(&[slice::from_ref(program), rest, &["--help".into()]].concat());
    }
    let first = words.get(1).map_or("".into(), |word| word.to_string_lossy());
    if let Some(hint) = hints::mistyped_subcommand(&first) {
        return Err(Refusal::Hint(hint));
    }
    let command = command();
    let parsed = command.clone().try_get_matches_from(words);
    let read = |matches: ArgMatches| {
        let of = matches.subcommand().map_or(&matches, |(_, of)| of);
        let drawn_seed = shared::drawn_seed(of);
        Cli::from_arg_matches(&matches).map(|cli| Cli { drawn_seed, ..cli })
    };
    parsed.and_then(read).map_err(|error| {
        let hint = hints::hint(&error, &first, &command);
        hint.map_or_else(|| Refusal::Clap(Box::new(error)), Refusal::Hint)
    })
}

/// The reason why there is nothing to run.
#[derive(Debug)]
pub enum Refusal {
    /// A hint, in one line.
    Hint(String),
    /// An error of clap, or the requested help.
    Clap(Box<clap::Error>),
}
