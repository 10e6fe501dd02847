//! The arguments of `graph`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::PuzzleRules;
use super::limits::time;
use crate::cli::reading::ReadArgs;

/// What `graph` takes.
///
/// The vertices are the cells, and two cells that share a region are joined; the symbols are colours,
/// and a grid colours the graph. Without an option it says how large the graph is and how many colours
/// it needs: at least as many as a clique has vertices, and the chromatic number where it is found in
/// time. It is written for Graphviz (--dot), as a graph of DIMACS (--col), or as vertices with their
/// neighbours (--json). `dot -Tpng FILE.dot -o FILE.png` makes a picture of what --dot writes.
#[derive(Args, Debug)]
pub struct GraphArgs {
    /// A geometry (a name or a file), a puzzle or grid (its cells, or a file with one), a graph
    /// (.col), or a family: queens:N, mycielski:N, petersen
    #[arg(value_name = "GEOMETRY|PUZZLE|FILE")]
    pub what: String,
    /// How a file of puzzles is to be read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which puzzle, where the file has several.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Write the graph for Graphviz; a puzzle or grid has its symbols as colours. osage: the cells
    /// alone, in their places
    #[arg(
        long,
        value_enum,
        value_name = "LAYOUT",
        num_args = 0..=1,
        default_missing_value = "dot",
        conflicts_with_all = ["col", "json"]
    )]
    pub dot: Option<Layout>,
    /// Write the graph as DIMACS does for colouring
    #[arg(long, conflicts_with = "json")]
    pub col: bool,
    /// Print JSON: each vertex with its neighbours, and its colour in a puzzle, 0 where it has none;
    /// cells as row and column
    #[arg(long)]
    pub json: bool,
    /// Time for the clique and for the chromatic number, each, like 100ms, 2s or 1m
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time)]
    pub timeout: Duration,
    /// A new file; by default standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A program of Graphviz that places the vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Layout {
    /// In layers
    Dot,
    /// In a circle
    Circo,
    /// By springs
    Neato,
    /// In a rectangle: the cells of a board where they are, without edges
    Osage,
}
