//! The arguments of `graph`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::PuzzleRules;
use super::format::{FORM, FormatArgs, TextOrJson};
use super::headings::{LIMITS, OUTPUT, SELECTION, STEPS};
use super::limits::Limit;
use super::reading::ReadArgs;

/// What `graph` takes.
///
/// The vertices are the cells; two cells that share a region are adjacent. The symbols are colours, and a
/// completed grid is a colouring. By default, `graph` prints the size of the graph and how many
/// colours it needs: at least as many as its largest known clique, and the chromatic number if it is
/// found within the time limit. `dot -Tpng FILE.dot -o FILE.png` renders the output of --dot; a picture
/// (-o FILE.svg) needs no other program.
///
/// Malherbe's four steps in one command: `harness graph PUZZLE -b colour/dsatur-exact.brelaz -o solved.svg`
/// checks a puzzle, constructs its graph, colours it, and draws it.
#[derive(Args, Debug)]
pub struct GraphArgs {
    /// A geometry, a puzzle, a graph (.col) or a family of graphs
    ///
    /// A geometry is given by name or file, a puzzle or grid by its cells or a file. The families are
    /// queens:N, mycielski:N and petersen. mycielski:N is an edge after N of Mycielski's steps, with 3·2^N - 1
    /// vertices and N + 2 colours: the graph that DIMACS calls myciel(N + 1).
    #[arg(value_name = "GEOMETRY|PUZZLE|FILE")]
    pub what: String,
    /// How a file of puzzles is read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which puzzle, if the file has several.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Colour the graph with this backend, such as colour/dsatur-exact.brelaz
    ///
    /// A puzzle may be solved by any backend; another graph needs one of the family colour. The answer is
    /// checked.
    #[arg(short, long, value_name = "ID", help_heading = SELECTION)]
    pub backend: Option<String>,
    /// Highlight a vertex and its neighbours: a cell, such as r1c1, or a number
    #[arg(long, value_name = "VERTEX", help_heading = STEPS)]
    pub highlight: Option<String>,
    /// Time limit, such as 100ms, 2s or 1m; `none` for no limit
    ///
    /// It applies to the search for a clique, to that for the chromatic number and to the backend, each.
    #[arg(long, value_name = "TIME", default_value = "5s", help_heading = LIMITS)]
    pub timeout: Limit<Duration>,
    /// Write the graph for Graphviz, in this layout
    ///
    /// The colours of a puzzle or grid are its symbols.
    #[arg(
        long,
        value_enum,
        value_name = "LAYOUT",
        num_args = 0..=1,
        default_missing_value = "dot",
        group = FORM,
        help_heading = OUTPUT
    )]
    pub dot: Option<LayoutEngine>,
    /// Write the graph in the DIMACS format for graph colouring
    #[arg(long, group = FORM, help_heading = OUTPUT)]
    pub col: bool,
    /// Placement of the vertices in a picture; by default `board` for a puzzle, otherwise `circle`
    #[arg(long, value_enum, value_name = "LAYOUT", help_heading = OUTPUT)]
    pub layout: Option<PictureLayout>,
    /// Output file; it must not exist
    ///
    /// By default standard output. With the extension .svg, .pdf, .png or .tex, it is
    /// a picture of the graph.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// How the graph is printed.
    #[command(flatten)]
    pub format: FormatArgs<TextOrJson>,
}

/// A layout program of Graphviz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LayoutEngine {
    /// In layers
    Dot,
    /// In a circle
    Circo,
    /// By springs
    Neato,
    /// The cells at their places on the board, without edges
    Osage,
}

/// How a picture places vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PictureLayout {
    /// The cells at their places on the board, without edges
    Board,
    /// In a circle
    Circle,
    /// By springs
    Springs,
}
