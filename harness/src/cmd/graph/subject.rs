//! The graph that the arguments name: a geometry, a family, a file, or the cells of a puzzle.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use board::text::line;
use board::{Geometry, Graph, Puzzle, catalog};
use generate::instances::{mycielski, petersen, queen_graph};
use race::corpus::{RecordEntry, Records, geometry};
use race::problem::AnyProblem;
use record::filter::Filter;

use crate::cli::GraphArgs;
use crate::cmd::solve::is_a_file;
use crate::cmd::{self, families};

/// The maximum number of steps of a Mycielski graph; each doubles it.
const MOST_STEPS: usize = 10;

/// The maximum side of a board of queens.
const MOST_QUEENS: usize = 64;

/// A graph, and the board that it represents, if any.
pub(super) struct Subject {
    pub(super) name: String,
    pub(super) graph: Graph,
    /// The puzzle, or the empty board; `None` if the graph is not that of a board.
    pub(super) board: Option<Puzzle>,
    /// Whether the arguments name a puzzle or a grid rather than a board.
    is_puzzle: bool,
}

impl Subject {
    /// Returns the graph that the arguments name.
    ///
    /// # Errors
    /// When there is none, it cannot be read, or the file has several puzzles.
    pub(super) fn of(arguments: &GraphArgs) -> anyhow::Result<Self> {
        let what = &*arguments.what;
        let path = Path::new(what);
        if let Some(graph) = family(what).filter(|_| !path.exists()) {
            return Ok(Self::plain(what.into(), graph?));
        }
        if catalog::named(what).is_ok() || (path.is_file() && is_drawing(path)) {
            return Ok(Self::empty(geometry::find(what, Path::new(""))?.geometry));
        }
        let (options, _) = arguments.read.options()?;
        let records = match is_a_file(path) {
            true => Records::open(&[PathBuf::from(what)], options)?,
            false if options.geometry.is_none() && line::order(what).is_err() => {
                return Ok(Self::empty(geometry::find(what, Path::new(""))?.geometry));
            }
            false => Records::of_text("puzzle", what, options),
        };
        Self::listed(records, &Filter::new(arguments.puzzles.0.clone(), &[])?)
    }

    /// The puzzle or grid whose symbols are the colours, if there is one.
    pub(super) fn puzzle(&self) -> Option<&Puzzle> {
        self.board.as_ref().filter(|_| self.is_puzzle)
    }

    fn plain(name: String, graph: Graph) -> Self {
        Self { name, graph, board: None, is_puzzle: false }
    }

    fn empty(geometry: Geometry) -> Self {
        let (name, graph) = (geometry.name().to_owned(), Graph::of(&geometry));
        let board = Some(Puzzle::empty(Arc::new(geometry)));
        Self { name, graph, board, is_puzzle: false }
    }

    fn coloured(name: String, puzzle: Puzzle) -> Self {
        let graph = Graph::of(puzzle.geometry());
        Self { name, graph, board: Some(puzzle), is_puzzle: true }
    }

    /// The only graph or puzzle of a file.
    fn listed(records: Records, filter: &Filter) -> anyhow::Result<Self> {
        let mut found = Vec::new();
        for listed in records {
            match listed? {
                RecordEntry::Record(record, name) if filter.selects(&name, true) => {
                    found.push(Self::coloured(name, record.puzzle));
                }
                RecordEntry::Other(AnyProblem::Graph(graph), name) => {
                    found.push(Self::plain(name, Graph::clone(&graph)));
                }
                RecordEntry::Other(other, _) => {
                    bail!("a{} {} is not a graph", article(&other), other.kind().in_words());
                }
                RecordEntry::Bad(bad) => bail!(bad),
                RecordEntry::Note(note) => cmd::note(&note),
                RecordEntry::Record(..) => {}
            }
        }
        let n_found = found.len();
        if n_found > 1 {
            bail!("{n_found} puzzles, expected one: choose it with -f NAME");
        }
        let none = "neither a puzzle nor a graph: the file has none, or the filters exclude all";
        found.into_iter().next().context(none)
    }
}

/// The graph of a family, by name; `None` if it does not name a family.
fn family(text: &str) -> Option<anyhow::Result<Graph>> {
    Some(match text.split_once(':') {
        None if text == "petersen" => Ok(petersen()),
        Some(("mycielski", steps)) => families::one(steps, MOST_STEPS).map(mycielski),
        Some(("queens", n)) => families::one(n, MOST_QUEENS).map(queen_graph),
        _ => return None,
    })
}

/// Whether a file draws a geometry, recognised by a line that only these have.
fn is_drawing(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().any(|line| line.starts_with("board:") || line.starts_with("place:"))
}

fn article(problem: &AnyProblem) -> &'static str {
    if matches!(problem, AnyProblem::Cover(_)) { "n" } else { "" }
}
