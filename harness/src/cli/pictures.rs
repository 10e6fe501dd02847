//! The arguments of the subcommands that draw: `draw`, `plot`, `report`.

use std::path::PathBuf;

use analysis::stats::scores::Metric;
use clap::Args;
use render::plot::PlotKind;

use super::format::{FormatArgs, Page};
use super::headings::{OUTPUT, STATISTICS, STEPS};
use super::reading::ReadArgs;
use super::{BackendRules, PuzzleRules, RunsArgs};

/// What `plot` takes.
///
/// The same rows always give the same bytes. The title, the axes and the line below the title state the
/// unit, the corpus, the number of puzzles and the time limit T; caveats about the times are printed
/// below the figure. METHODOLOGY.md explains how to read each kind.
#[derive(Args, Debug)]
pub struct PlotArgs {
    /// The kind of figure
    #[arg(value_enum, value_name = "KIND")]
    pub kind: PlotKind,
    /// Which rows.
    #[command(flatten)]
    pub read: RunsArgs,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// Measured quantity
    ///
    /// Some kinds always show the same metric.
    #[arg(long, value_enum, value_name = "METRIC", default_value_t, help_heading = STATISTICS)]
    pub metric: Metric,
    /// Plot the ratio of two backends instead of one against the other (scatter)
    #[arg(long, help_heading = OUTPUT)]
    pub relative: bool,
    /// Output file; `-` for standard output
    ///
    /// The extension decides the format: .svg, or .png if this program was built with it.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: PathBuf,
}

/// What `draw` takes.
///
/// Givens are bold, solution values blue, candidates small; lines around blocks are thick, and additional
/// regions tinted. The solution is the one given by --solution or the one that accompanies the puzzle
/// in its file. An SVG or PNG file holds one puzzle, an HTML page any number.
///
/// A page for printing (--paper) has each puzzle with its level and number of clues, and the solutions on
/// separate pages; solutions that the file lacks are computed. The level is that of the file, or else the
/// one that Hurtebis' manual gives. A browser prints the page, for example
/// `chromium --headless --print-to-pdf=puzzles.pdf puzzles.html`.
#[derive(Args, Debug)]
pub struct DrawArgs {
    /// Puzzles as lines of cells, or files of puzzles in any notation; `-` is standard input
    #[arg(required = true, value_name = "PUZZLE|FILE")]
    pub puzzles: Vec<String>,
    /// How files are read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which puzzles of the files.
    #[command(flatten)]
    pub filter: PuzzleRules,
    /// Solution to draw, as a line of cells
    #[arg(long, value_name = "GRID", help_heading = STEPS)]
    pub solution: Option<String>,
    /// Omit the solutions
    #[arg(long, conflicts_with = "solution", help_heading = STEPS)]
    pub no_solution: bool,
    /// Show the candidates that the givens leave in each open cell
    #[arg(long, help_heading = STEPS)]
    pub candidates: bool,
    /// Fill each cell with a colour for its symbol, as a graph colouring
    #[arg(long, help_heading = STEPS)]
    pub fill: bool,
    /// Write a page for printing
    #[arg(long, help_heading = OUTPUT)]
    pub paper: bool,
    /// Output file; `-` for standard output
    ///
    /// The extension decides the format: .svg, .html, or .png if this program was built with it.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: PathBuf,
}

/// What `report` takes.
///
/// The page is self-contained: it works without a network, and every name is escaped. Its figures show a
/// sample of more than 2,000 puzzles, and say so; its tables cover all.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Which rows.
    #[command(flatten)]
    pub read: RunsArgs,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// Backend to compare the others with
    ///
    /// By default the first of the ranking.
    #[arg(long, value_name = "ID", help_heading = STATISTICS)]
    pub baseline: Option<String>,
    /// Output file; `-` for standard output
    ///
    /// By default standard output for Markdown; a page needs a file.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Replace the text between `<!-- begin: report -->` and `<!-- end: report -->` in FILE by Markdown
    #[arg(long, value_name = "FILE", conflicts_with = "output", help_heading = OUTPUT)]
    pub splice: Option<PathBuf>,
    /// Page or Markdown.
    #[command(flatten)]
    pub format: FormatArgs<Page>,
}
