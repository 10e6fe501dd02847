//! What the verbs take that make pictures and pages: `draw`, `plot`, `report`.

use std::path::PathBuf;

use analysis::stats::sheet::Metric;
use clap::Args;
use render::plot::Kind;

use super::{BackendRules, PuzzleRules, RunsArgs};
use crate::cli::reading::ReadArgs;

/// What `plot` takes.
///
/// The same rows give the same bytes. Title, axes and the line under the title say what is shown: the
/// unit, the corpus, how many puzzles, and the limit T; what has to be said against the times stands
/// below. METHODOLOGY.md says how to read each kind.
#[derive(Args, Debug)]
pub struct PlotArgs {
    /// Which picture
    #[arg(value_enum, value_name = "KIND")]
    pub kind: Kind,
    /// Which rows.
    #[command(flatten)]
    pub read: RunsArgs,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// What is shown, where the kind leaves a choice
    #[arg(long, value_enum, default_value_t)]
    pub metric: Metric,
    /// Show the ratio of two backends, instead of one against the other (scatter)
    #[arg(long)]
    pub relative: bool,
    /// The file of the picture, like cactus.svg; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// What `draw` takes.
///
/// Givens are bold, found values blue, candidates small; lines are thick around blocks, and further
/// regions tinted. The solution is the one that stands beside the puzzle in its file, or the one of
/// --solution. An SVG or PNG holds one puzzle, an HTML page any number.
///
/// A page for paper (--print) has each puzzle with its level and the number of its clues below, and the
/// solutions on pages of their own; those that do not stand in the file are found. The level is that of
/// the file, else the one that Hurtebis' manual would give. A browser prints it, as in
/// `chromium --headless --print-to-pdf=puzzles.pdf puzzles.html`.
#[derive(Args, Debug)]
pub struct DrawArgs {
    /// A puzzle as a line of cells, or files of puzzles in any notation; `-` is standard input
    #[arg(required = true, value_name = "PUZZLE|FILE")]
    pub puzzles: Vec<String>,
    /// How files are to be read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which puzzles of the files.
    #[command(flatten)]
    pub filter: PuzzleRules,
    /// A grid as a line of cells: its values in the cells that are not given
    #[arg(long, value_name = "GRID")]
    pub solution: Option<String>,
    /// Leave out the solutions
    #[arg(short = 's', long, conflicts_with = "solution")]
    pub no_solution: bool,
    /// Show in each open cell what the givens leave
    #[arg(long)]
    pub candidates: bool,
    /// Give each cell the colour of its symbol: the coloured graph seen as a grid
    #[arg(long)]
    pub colours: bool,
    /// Make a page for paper
    #[arg(long)]
    pub print: bool,
    /// The file of the picture, like puzzle.svg, puzzle.png or puzzles.html; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// What `report` takes.
///
/// The page holds everything that it shows, works without a network, and escapes every name. Its
/// pictures show a sample where there are more than 2,000 puzzles, and say so; its tables are about
/// all.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Which rows.
    #[command(flatten)]
    pub read: RunsArgs,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// The file, like report.html; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The backend that each other one is compared with; by default the first of the ranking
    #[arg(long, value_name = "ID")]
    pub baseline: Option<String>,
    /// Write Markdown, without pictures
    #[arg(long)]
    pub markdown: bool,
    /// Write Markdown between the lines `<!-- begin: report -->` and `<!-- end: report -->` of a file
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub splice: Option<PathBuf>,
}
