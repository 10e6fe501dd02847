//! The graph that the arguments name: a geometry, a family, a file, or the cells of a puzzle.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use board::text::line;
use board::{Geometry, Graph, Puzzle, Vertex, catalog};
use race::corpus::{RecordEntry, Records, geometry};
use race::problem::AnyProblem;
use record::filter::Filter;
use record::plain_text;

use crate::cli::GraphArgs;
use crate::cmd::solve::is_a_file;
use crate::cmd::{self, graph_families};

/// A colouring by a backend.
#[derive(Clone, Debug)]
pub(super) struct Colouring {
    /// The colour of each vertex, from zero.
    pub(super) colours: Vec<usize>,
    /// The number of colours.
    pub(super) n_colours: usize,
    /// The id of the backend.
    pub(super) backend: &'static str,
}

/// A graph, and the board that it represents, if any.
pub(super) struct Subject {
    pub(super) name: String,
    pub(super) graph: Graph,
    /// The puzzle, or the empty board; `None` if the graph is not that of a board.
    pub(super) board: Option<Puzzle>,
    /// Whether the arguments name a puzzle or a grid rather than a board.
    is_puzzle: bool,
    /// The colouring that a backend found.
    pub(super) colouring: Option<Colouring>,
    /// The vertex to highlight, with its neighbours.
    pub(super) centre: Option<Vertex>,
}

impl Subject {
    /// Returns the graph that the arguments name.
    ///
    /// # Errors
    /// When there is none, it cannot be read, or the file has several puzzles.
    pub(super) fn of(arguments: &GraphArgs) -> anyhow::Result<Self> {
        let mut subject = Self::named(arguments)?;
        let has_relations = |puzzle: &Puzzle| !puzzle.geometry().relations().is_empty();
        if subject.board.as_ref().is_some_and(has_relations) {
            bail!(
                "{} has relations, which a graph does not express, expected regions alone",
                subject.name
            );
        }
        if let Some(text) = &arguments.highlight {
            let is_it = |vertex: &Vertex| subject.vertex_name(*vertex) == *text;
            let found = (0..subject.graph.order()).find(is_it);
            let example =
                if subject.board.is_some() { "a cell such as r1c1" } else { "its number" };
            let Some(found) = found else {
                bail!("{} has no vertex {text:?}, expected {example}", subject.name)
            };
            subject.centre = Some(found);
        }
        Ok(subject)
    }

    fn named(arguments: &GraphArgs) -> anyhow::Result<Self> {
        let what = &*arguments.what;
        let path = Path::new(what);
        if let Some(graph) = graph_families::named(what).filter(|_| !path.exists()) {
            return Ok(Self::plain(what, graph?));
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

    /// Returns the puzzle or grid whose symbols are the colours, if there is one.
    pub(super) fn puzzle(&self) -> Option<&Puzzle> {
        self.board.as_ref().filter(|_| self.is_puzzle)
    }

    /// Returns the name of a vertex: `r1c1` for a cell, or else its number from one.
    pub(super) fn vertex_name(&self, vertex: Vertex) -> String {
        match &self.board {
            Some(board) => board.geometry().position(vertex).to_string(),
            None => (vertex + 1).to_string(),
        }
    }

    /// Returns the graph as a problem: a board is a puzzle, of which all cells may be open.
    pub(super) fn problem(&self) -> AnyProblem {
        match &self.board {
            Some(board) => AnyProblem::Puzzle(board.clone()),
            None => AnyProblem::Graph(Arc::new(self.graph.clone())),
        }
    }

    /// Returns the colour of a vertex, from zero: by the backend, or else its symbol in the puzzle.
    pub(super) fn colour(&self, vertex: Vertex) -> Option<usize> {
        match &self.colouring {
            Some(colouring) => Some(colouring.colours[vertex]),
            None => self.puzzle()?.given(vertex).map(usize::from),
        }
    }

    /// Returns whether vertices may have colours.
    pub(super) fn is_coloured(&self) -> bool {
        self.colouring.is_some() || self.puzzle().is_some()
    }

    /// Returns the number of vertices with a colour.
    pub(super) fn n_coloured(&self) -> usize {
        (0..self.graph.order()).filter(|&vertex| self.colour(vertex).is_some()).count()
    }

    fn plain(name: &str, graph: Graph) -> Self {
        let name = plain_text::plain(name).into_owned();
        Self { name, graph, board: None, is_puzzle: false, colouring: None, centre: None }
    }

    fn empty(geometry: Geometry) -> Self {
        let (name, graph) = (geometry.name().to_owned(), Graph::of(&geometry));
        let board = Some(Puzzle::empty(Arc::new(geometry)));
        Self { name, graph, board, is_puzzle: false, colouring: None, centre: None }
    }

    fn coloured(name: &str, puzzle: Puzzle) -> Self {
        let name = plain_text::plain(name).into_owned();
        let graph = Graph::of(puzzle.geometry());
        let (board, is_puzzle) = (Some(puzzle), true);
        Self { name, graph, board, is_puzzle, colouring: None, centre: None }
    }

    /// Returns the only graph or puzzle of a file.
    fn listed(records: Records, filter: &Filter) -> anyhow::Result<Self> {
        let mut found = Vec::new();
        for listed in records {
            match listed? {
                RecordEntry::Record(record, name) if filter.selects(&name, true) => {
                    found.push(Self::coloured(&name, record.puzzle));
                }
                RecordEntry::Other(AnyProblem::Graph(graph), name, _) => {
                    found.push(Self::plain(&name, Graph::clone(&graph)));
                }
                RecordEntry::Other(other, ..) => {
                    bail!("{} is not a graph", other.kind().with_article());
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

/// Returns whether a file draws a geometry, recognised by a line that only these have.
fn is_drawing(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().any(|line| line.starts_with("board:") || line.starts_with("place:"))
}
