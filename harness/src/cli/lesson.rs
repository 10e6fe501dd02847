//! The arguments of `lesson`.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::headings::{LIMITS, OUTPUT};
use super::limits::Limit;
use super::reading::ReadArgs;
use super::{BackendRules, LanguageArgs, PuzzleRules};

/// What `lesson` takes.
///
/// Records how each backend solves each problem, step by step, and writes one HTML page that plays the searches
/// side by side: the board with its candidates, the search tree, the matrix of an exact cover problem, the graph
/// that is coloured, the trail of a SAT engine, and the counters. The page loads nothing, so it works without a
/// network.
///
/// Exit code: 0 all well; 2 bad usage or bad input; 130 after Ctrl-C.
#[derive(Args, Debug)]
pub struct LessonArgs {
    /// The cells of a puzzle, or a file of puzzles, exact cover problems (.dlx, .xcc, .ec), formulas (.cnf) or graphs (.col)
    ///
    /// `-` is standard input. In place of a file, queens:8 is a problem of a family.
    #[arg(required = true, value_name = "PUZZLE|FILE")]
    pub puzzles: Vec<PathBuf>,
    /// Which backends; by default one, which depends on the problem.
    #[command(flatten)]
    pub backends: BackendRules,
    /// Which puzzles.
    #[command(flatten)]
    pub filter: PuzzleRules,
    /// How the files are read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Maximum number of events that are steps in each recording; `none` for no limit
    ///
    /// A longer recording is sampled: the page has all steps up to some level of open bets, a tenth of N steps from
    /// the beginning, and the first 100 solutions. Each gap states how many steps are omitted.
    #[arg(long, value_name = "N", default_value = "200000", help_heading = LIMITS)]
    pub events: Limit<NonZeroU64>,
    /// Maximum number of solutions to find; `none` for no limit
    ///
    /// By default the search looks for two, which decides whether a solution is unique.
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub max_solutions: Option<Limit<NonZeroU64>>,
    /// Time limit, such as 100ms, 2s or 1m; `none` for no limit
    ///
    /// It applies to each recording.
    #[arg(long, value_name = "TIME", default_value = "10s", help_heading = LIMITS)]
    pub timeout: Limit<Duration>,
    /// The language of the page.
    #[command(flatten)]
    pub language: LanguageArgs,
    /// Folder for pictures of the board after each step, for slides
    ///
    /// Of each search on a puzzle, in a folder of its own: the first 500 steps, numbered.
    #[arg(long, value_name = "FOLDER", help_heading = OUTPUT)]
    pub frames: Option<PathBuf>,
    /// Formats of the frames
    #[arg(long, value_enum, value_name = "FORMATS", value_delimiter = ',', default_value = "svg", requires = "frames", help_heading = OUTPUT)]
    pub to: Vec<FrameFormat>,
    /// Output file of the page; `-` is standard output
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: PathBuf,
}

/// A format of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FrameFormat {
    /// One picture that plays, for each search
    Gif,
    /// Pixels, two for each of the screen
    Png,
    /// Text that browsers and drawing programs open
    Svg,
}
