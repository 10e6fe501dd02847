//! The command line.

use std::path::{Path, PathBuf};
use std::time::Duration;

use board::text::Notation;
use board::text::symbols::Symbols;
use clap::{Args, Command, CommandFactory, Parser, Subcommand};

pub use self::encode::{DecodeArgs, EncodeArgs, Form, ProblemArgs};
pub use self::generate::{
    Cost, Expect, FamilyOf, GenerateArgs, GridsBy, Hardness, Method, MiningArgs, symmetry,
};
pub use self::graph::{GraphArgs, Layout};
use self::limits::time;
pub use self::limits::{RoundLimit, TimeLimit};
pub use self::own::{ChildArgs, GuardedArgs};
pub use self::pairings::PairingArgs;
pub use self::pictures::{DrawArgs, PlotArgs, ReportArgs};
pub use self::rate::RateArgs;
pub use self::rules::{BackendRules, CorpusRules, PuzzleRules};
pub use self::run::{CorpusErrors, RunArgs};
pub use self::solve::{Colour, SolveArgs};
pub use self::statistics::{
    BootstrapArgs, By, CompareArgs, DiffArgs, ExportArgs, MergeArgs, RankArgs, RunsArgs,
};
use crate::cli::format::FormatArgs;
use crate::cli::reading::ReadArgs;

mod encode;
pub mod format;
mod generate;
mod graph;
mod limits;
mod own;
mod pairings;
mod pictures;
mod rate;
pub mod reading;
mod rules;
mod run;
mod solve;
mod statistics;

/// Compare sudoku solvers: exact cover, SAT and search, checked and measured
///
/// `harness FILE…` is `harness run FILE…`: each backend on each puzzle, every answer checked, a
/// table on the terminal, and a folder with a row for each trial (rows.csv) and what the run was
/// (manifest.json). Without -b the default rows run; `harness list` marks them.
///
/// Exit code: 0 all well (time-outs included), 1 a wrong answer, a crash or a failed check, 2 bad
/// usage or bad input, 130 after Ctrl-C.
#[derive(Parser, Debug)]
#[command(
    name = "harness",
    version,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    max_term_width = 100
)]
pub struct Cli {
    /// What to do; `run` if nothing is said.
    #[command(subcommand)]
    pub verb: Option<Verb>,
    /// What `run` takes.
    #[command(flatten)]
    pub run: RunArgs,
}

/// The verbs.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Run backends over corpora (the default verb)
    #[command(after_long_help = more::<RunArgs>())]
    Run(Box<RunArgs>),
    /// List the backends, or the geometries that have a name
    #[command(after_long_help = more::<ListArgs>())]
    List(ListArgs),
    /// Show what a run was: its manifest
    #[command(after_long_help = more::<ShowArgs>())]
    Show(ShowArgs),
    /// Solve a puzzle: the grid, each step, or the next one as a hint
    #[command(after_long_help = more::<SolveArgs>())]
    Solve(Box<SolveArgs>),
    /// Check puzzles and grids: is a rule violated, where, is the solution unique
    #[command(after_long_help = more::<CheckArgs>())]
    Check(CheckArgs),
    /// Rate puzzles: which techniques they need, how hard the hardest is
    #[command(long_about = rate::ABOUT)]
    Rate(RateArgs),
    /// Write puzzles in another notation
    #[command(after_long_help = more::<ConvertArgs>())]
    Convert(ConvertArgs),
    /// Write a puzzle or an instance for programs of others: DIMACS, OPB, Knuth's format
    #[command(after_long_help = more::<EncodeArgs>())]
    Encode(EncodeArgs),
    /// Read the answer of a SAT or pseudo-Boolean solver back, and referee it
    #[command(after_long_help = more::<DecodeArgs>())]
    Decode(DecodeArgs),
    /// Rank the backends of runs
    #[command(after_long_help = more::<RankArgs>())]
    Rank(RankArgs),
    /// Compare two backends puzzle by puzzle: how much, where, and how sure
    #[command(after_long_help = more::<CompareArgs>())]
    Compare(CompareArgs),
    /// Compare two runs of the same backends: faster or slower than before?
    #[command(after_long_help = more::<DiffArgs>())]
    Diff(DiffArgs),
    /// Put the rows of several runs together
    #[command(after_long_help = more::<MergeArgs>())]
    Merge(MergeArgs),
    /// Write runs for other programs: an ASlib scenario, or JSON for mkplot
    #[command(after_long_help = more::<ExportArgs>())]
    Export(ExportArgs),
    /// Draw puzzles
    #[command(after_long_help = more::<DrawArgs>())]
    Draw(DrawArgs),
    /// Look at a board, a puzzle or a file as a graph: its size, how many colours it needs
    #[command(after_long_help = more::<GraphArgs>())]
    Graph(GraphArgs),
    /// Draw a comparison of runs
    #[command(after_long_help = more::<PlotArgs>())]
    Plot(PlotArgs),
    /// Say what came of runs, on one page
    #[command(after_long_help = more::<ReportArgs>())]
    Report(ReportArgs),
    /// Make puzzles by seed, as a corpus
    #[command(long_about = generate::ABOUT)]
    Generate(Box<GenerateArgs>),
    /// Say what on this machine will spoil measurements
    #[command(after_long_help = more::<DoctorArgs>())]
    Doctor(DoctorArgs),
    /// Look after one backend: check what it answers
    #[command(subcommand)]
    Backend(BackendVerb),
    /// Serve one backend over standard input and output: runs start themselves with it
    #[command(hide = true)]
    Child(ChildArgs),
    /// Become a program that dies with its parent: runs start programs of others with it
    #[command(hide = true)]
    ExecGuarded(GuardedArgs),
    /// Kill what a run leaves behind when it is killed: runs start it beside other programs
    #[command(hide = true)]
    Warden,
}

/// What the documentation of a verb's arguments says behind its first line: clap shows that of the
/// verb alone.
fn more<A: Args>() -> String {
    let command = A::augment_args(Command::new(""));
    let said = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    said.split_once("\n\n").map(|(_, rest)| rest.to_owned()).unwrap_or_default()
}

/// What `backend` does.
#[derive(Subcommand, Debug)]
pub enum BackendVerb {
    /// Ask a backend what can go wrong: a line for each check
    #[command(after_long_help = more::<BackendCheckArgs>())]
    Check(BackendCheckArgs),
}

/// What `backend check` takes.
///
/// Asks a row of the registry or a program of others easy, hard, broken and vast puzzles with every
/// task that it takes, by the code that runs trials, and prints a line for each check: ok, FAILED
/// (with the puzzle, what was expected and what came) or skipped, with the reason. To refuse a
/// geometry or a task is no failure.
///
/// Exit code: 0 nothing failed, 1 a check failed, 2 bad usage.
#[derive(Args, Debug)]
pub struct BackendCheckArgs {
    /// The id of the backend, like cover/dlx; a program named by --external is external/ and the
    /// name of its script
    #[arg(value_name = "ID")]
    pub id: String,
    /// Which programs of others.
    #[command(flatten)]
    pub external: ExternalArgs,
    /// Time for each puzzle, like 100ms, 2s or 1m
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time)]
    pub timeout: Duration,
    /// Print the checks as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What `check` takes.
///
/// A row for each puzzle: Malherbe's answer (1 complete and right, -1 violated, 0 incomplete and
/// consistent), and each symbol that stands twice in a region, with both cells. A solution that
/// stands beside a puzzle is checked, too.
///
/// Exit code: 0 nothing is wrong, 1 a rule is violated, a solution beside a puzzle is wrong or, with
/// --unique, a puzzle has not exactly one solution or it was not found out in time, 2 bad input.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Puzzles or grids in any notation; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How the files are to be read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Which corpora.
    #[command(flatten)]
    pub corpora: CorpusRules,
    /// Find out how many solutions there are: none, one, or at least 2
    #[arg(short, long)]
    pub unique: bool,
    /// Time for each puzzle and each of the two solvers that are asked, like 100ms, 2s or 1m
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time)]
    pub timeout: Duration,
    /// Print the table as CSV
    #[arg(long, group = "format")]
    pub csv: bool,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs,
}

/// What `convert` takes.
///
/// What is written reads back as the same puzzle, without another file: a board that has no name is
/// drawn in the headers. A puzzle that a notation cannot hold is refused, and the others are written:
/// one with candidates in a notation of givens, or one on another than a classic board in json,
/// opensudoku, sdk, sdm or ss, which have no headers. Names, comments and solutions are written where
/// there is a place for them.
///
/// Exit code: 0 all puzzles were written, 2 bad usage, bad input or a puzzle that was refused.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Puzzles in any notation; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How the files are to be read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Which corpora.
    #[command(flatten)]
    pub corpora: CorpusRules,
    /// The notation to write, named as in --format; by default the ending of --output tells
    #[arg(long, value_name = "NOTATION", value_parser = reading::named)]
    pub to: Option<&'static Notation>,
    /// The symbols to write, named or listed as in --symbols; by default those that were read
    #[arg(long, value_name = "CHARACTERS|NAME", value_parser = reading::symbols)]
    pub to_symbols: Option<Symbols>,
    /// A new file; by default standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `list` takes.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// List the geometries that have a name, not the backends
    #[arg(long, conflicts_with_all = ["backend", "backend-not", "file", "commands"])]
    pub geometries: bool,
    /// List the SAT encodings and engines that --encoding and --engine of `run` and `solve` put together
    #[arg(long, conflicts_with_all = ["geometries", "backend", "backend-not", "file", "commands"])]
    pub sat: bool,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// Which programs of others.
    #[command(flatten)]
    pub external: ExternalArgs,
    /// Print every column, however wide the table becomes; CSV, JSON and Markdown always have all
    #[arg(long)]
    pub wide: bool,
    /// Print the table as CSV
    #[arg(long, group = "format")]
    pub csv: bool,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs,
}

/// What `show` takes.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// The folder of a run
    #[arg(value_name = "RUN")]
    pub run: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What `doctor` takes.
///
/// A line for each finding, the worst first. A finding is no failure: the exit code is 0.
#[derive(Args, Debug)]
pub struct DoctorArgs {
    /// How many workers the measurements are to have; by default one for each physical core
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Print facts and findings as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Which programs of others take part.
#[derive(Args, Clone, Debug, Default)]
pub struct ExternalArgs {
    /// A file of solvers of others; by default backends.toml, if it is there
    #[arg(long = "backends", value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// A solver of others that speaks sudoku-backend/1, like 'python3 my_solver.py'. Repeatable
    #[arg(long = "external", value_name = "COMMAND")]
    pub commands: Vec<String>,
}

/// The verb that a first argument is probably meant to be, where it is neither one nor the name of a
/// file.
pub fn mistyped_verb(word: &str) -> Option<String> {
    let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    if !is_word || word.starts_with('-') || Path::new(word).exists() {
        return None;
    }
    let verbs = Cli::command();
    let names = verbs.get_subcommands().filter(|verb| !verb.is_hide_set()).map(Command::get_name);
    let alike = |name: &str| strsim::normalized_damerau_levenshtein(word, name);
    let nearest = names.max_by(|one, other| alike(one).total_cmp(&alike(other)))?;
    (ALIKE..1.0).contains(&alike(nearest)).then(|| nearest.to_owned())
}

/// How like a verb a word is that was meant to be one: `racnk` and `rank` are 0.8 alike.
const ALIKE: f64 = 0.6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_nearly_a_verb_is_taken_for_one() {
        for (word, verb) in
            [("racnk", "rank"), ("reprot", "report"), ("lst", "list"), ("comapre", "compare")]
        {
            assert_eq!(mistyped_verb(word).as_deref(), Some(verb), "{word}");
        }
        for word in ["rank", "", "-b", "src", "hardest", "rank.txt", "no/rnak", "-"] {
            assert_eq!(mistyped_verb(word), None, "{word}");
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_file_alone_is_a_run_and_rules_keep_their_order() {
        let cli = Cli::parse_from(["harness", "a.txt", "-B", "x", "-b", "y", "-B", "z"]);
        assert!(cli.verb.is_none());
        assert_eq!(cli.run.files, [PathBuf::from("a.txt")]);
        let rules: Vec<_> = cli.run.backends.0.iter().map(|(b, p)| (*b, p.as_str())).collect();
        assert_eq!(rules, [(false, "x"), (true, "y"), (false, "z")]);
    }
}
