//! The arguments of the subcommands that draw: `draw`, `plot`, `report`.

use std::path::{Path, PathBuf};

use analysis::stats::scores::Metric;
use clap::{Args, ValueEnum};
use render::plot::colour::Rgb;
use render::plot::{Layout, PlotKind};

use super::format::{FormatArgs, Page};
use super::headings::{FIGURE, OUTPUT, STATISTICS, STEPS};
use super::reading::ReadArgs;
use super::{BackendRules, BuiltinArgs, By, PuzzleRules, RunsArgs};

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
    /// Draw a panel for each value of a property, with common axes and one legend
    ///
    /// Kinds without common axes have no panels: bets, critical-difference and hardness.
    #[arg(long, value_enum, value_name = "PROPERTY", help_heading = OUTPUT)]
    pub panels: Option<By>,
    /// How the figure looks.
    #[command(flatten)]
    pub look: LookArgs,
    /// Write the data behind the figure to a CSV file, too
    ///
    /// Columns: panel, series, puzzle, x, y, low, high. Times are in nanoseconds, shares from 0 to 1;
    /// `inf` is unsolved.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub data: Option<PathBuf>,
    /// The formats of the picture.
    #[command(flatten)]
    pub formats: FormatsArgs,
    /// Output file; `-` for standard output
    ///
    /// The extension decides the format: .svg, .pdf, .png, or .tex for TikZ.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: PathBuf,
}

/// In which formats a picture is written.
#[derive(Args, Debug)]
pub struct FormatsArgs {
    /// Formats of the picture, in place of what the extension of the output says
    ///
    /// Writes a file for each, with its own extension.
    #[arg(long, value_enum, value_name = "FORMATS", value_delimiter = ',', help_heading = OUTPUT)]
    pub to: Vec<PictureFormat>,
}

/// A format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    /// A page with vector outlines, which LaTeX includes
    Pdf,
    /// Pixels: 300 an inch with a width or a font size, else two for each of the screen
    Png,
    /// Text that browsers and drawing programs open
    Svg,
    /// A LaTeX document, whose texts have the font of the paper
    #[value(alias = "tex")]
    Tikz,
}

impl PictureFormat {
    /// Returns the format of a file by its extension.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_lowercase();
        Self::value_variants().iter().copied().find(|format| format.extension() == extension)
    }

    /// Returns the extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Tikz => "tex",
        }
    }
}

/// How a figure looks: its size, and the names, colours and order of the backends.
#[derive(Args, Clone, Debug, Default)]
pub struct LookArgs {
    /// Its size.
    #[command(flatten)]
    pub size: SizeArgs,
    /// Order of the backends: `rank`, or ids separated by commas
    ///
    /// Backends that are not listed follow in their usual order. Colours and markers do not change.
    #[arg(long, value_name = "IDS", value_delimiter = ',', help_heading = FIGURE)]
    pub sort: Vec<String>,
    /// Name of a backend in the figure
    #[arg(long, value_name = "ID=TEXT", value_parser = assignment, help_heading = FIGURE)]
    pub label: Vec<(String, String)>,
    /// Colour of a backend, such as `cover/dlx=#0072b2`
    #[arg(long, value_name = "ID=COLOUR", value_parser = colour, help_heading = FIGURE)]
    pub colour: Vec<(String, Rgb)>,
}

/// The size of a figure.
#[derive(Args, Clone, Debug, Default)]
pub struct SizeArgs {
    /// Width in millimetres, or `column` (84) or `page` (174)
    ///
    /// In a narrow figure, the legend is below the plot, and text wraps. Diagrams that do not fit
    /// (critical-difference, hardness) are scaled as a whole; shorter names (--label) help.
    #[arg(long, value_name = "MM", value_parser = millimetres, help_heading = FIGURE)]
    pub width: Option<f64>,
    /// Size of letters in points; by default 8 if there is a width
    ///
    /// Notes are slightly smaller, and titles larger.
    #[arg(long, value_name = "POINTS", value_parser = points, help_heading = FIGURE)]
    pub font_size: Option<f64>,
}

impl SizeArgs {
    /// Returns the layout of a figure of this size.
    pub fn layout(&self) -> Layout {
        Layout { width_mm: self.width, font_pt: self.font_size }
    }
}

/// Parses a width.
fn millimetres(text: &str) -> Result<f64, String> {
    match text {
        "column" => Ok(84.0),
        "page" => Ok(174.0),
        _ => within(text, 30.0, 2_000.0, "millimetres, `column` or `page`"),
    }
}

fn points(text: &str) -> Result<f64, String> {
    within(text, 3.0, 72.0, "points")
}

/// Parses a number between two ends.
fn within(text: &str, low: f64, high: f64, unit: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| format!("expected {low} to {high} {unit}"))
}

/// Parses what is assigned to an id.
fn assignment(text: &str) -> Result<(String, String), String> {
    let (id, value) = text.split_once('=').ok_or("expected ID=VALUE")?;
    match value.trim() {
        "" => Err("expected a value after `=`".into()),
        value => Ok((id.trim().to_owned(), value.to_owned())),
    }
}

fn colour(text: &str) -> Result<(String, Rgb), String> {
    let (id, colour) = assignment(text)?;
    Ok((id, colour.parse()?))
}

/// The picture of a result that is also printed.
#[derive(Args, Debug)]
pub struct ResultPlotArgs {
    /// Draw the result: FILE.svg, .pdf, .png or .tex; `-` prints it as SVG instead of the table
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub plot: Option<PathBuf>,
}

/// What `draw` takes.
///
/// Givens are bold, solution values blue, candidates small; lines around blocks are thick, and additional
/// regions tinted. The solution is the one given by --solution or the one that accompanies the puzzle
/// in its file. A picture holds one puzzle, an HTML page any number.
///
/// A page for printing (--paper) has each puzzle with its level and number of clues, and the solutions on
/// separate pages; solutions that the file lacks are computed. The level is that of the file, or else the
/// one that Hurtebis' manual gives. A browser prints the page, for example
/// `chromium --headless --print-to-pdf=puzzles.pdf puzzles.html`.
#[derive(Args, Debug)]
pub struct DrawArgs {
    /// Puzzles as lines of cells, or files of puzzles in any notation; `-` is standard input
    #[arg(
        required_unless_present = "builtin",
        conflicts_with = "builtin",
        value_name = "PUZZLE|FILE"
    )]
    pub puzzles: Vec<String>,
    /// Or a built-in puzzle.
    #[command(flatten)]
    pub builtin: BuiltinArgs,
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
    /// Show the candidates that are left in each open cell
    ///
    /// `solve --candidates` draws those that steps of deduction leave.
    #[arg(long, help_heading = STEPS)]
    pub candidates: bool,
    /// Fill each cell with a colour for its symbol, as a graph colouring
    #[arg(long, help_heading = STEPS)]
    pub fill: bool,
    /// Write a page for printing
    #[arg(long, help_heading = OUTPUT)]
    pub paper: bool,
    /// The formats of the picture.
    #[command(flatten)]
    pub formats: FormatsArgs,
    /// Output file; `-` for standard output
    ///
    /// The extension decides the format: .html for a page, .svg, .pdf, .png, or .tex for TikZ.
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
