//! Measurements on a board and on its graph.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use board::{Cell, Geometry, Graph, catalog};
use generate::instances::petersen;
use race::judge;
use record::filter;
use schemars::JsonSchema;
use serde::Deserialize;
use solvers::colour::graphs::n_colours;
use solvers::{BACKENDS, Limits, Problem};

use super::super::figure::Figure;

/// A measurement on a board, or on the graph of its constraints.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) enum OfBoard {
    /// The number of symbols.
    Symbols(String),
    /// How the symbols are written.
    Alphabet(String),
    /// The number of cells of each region.
    RegionSize(String),
    /// The number of regions of each cell.
    RegionsOfACell(String),
    /// The number of vertices.
    Vertices(String),
    /// The number of edges.
    Edges(String),
    /// The neighbours of a cell: those of its row, of its column, and the others.
    Neighbours { board: String, cell: String },
    /// The colours that a backend needs for the graph of a board, or for `petersen`.
    Colours { graph: String, backend: String },
}

impl OfBoard {
    pub(super) fn take(&self, cancel: &AtomicBool) -> anyhow::Result<Figure> {
        Ok(match self {
            Self::Symbols(board) => named(board)?.symbols().into(),
            Self::Alphabet(board) => {
                let geometry = named(board)?;
                let alphabet = geometry.alphabet();
                let symbols = 0..geometry.symbols() as u8;
                symbols.map(|it| alphabet.character(it)).collect::<String>().into()
            }
            Self::RegionSize(board) => {
                let geometry = named(board)?;
                only(geometry.regions().iter().map(|region| region.cells.len()))?.into()
            }
            Self::RegionsOfACell(board) => {
                let geometry = named(board)?;
                only((0..geometry.cells()).map(|cell| geometry.regions_of(cell).len()))?.into()
            }
            Self::Vertices(board) => Graph::of(&named(board)?).order().into(),
            Self::Edges(board) => Graph::of(&named(board)?).size().into(),
            Self::Neighbours { board, cell } => neighbours(board, cell)?.into(),
            Self::Colours { graph, backend } => colours(graph, backend, cancel)?.into(),
        })
    }
}

fn named(board: &str) -> anyhow::Result<Geometry> {
    Ok(catalog::named(board)?)
}

/// Returns the size that all have.
fn only(sizes: impl Iterator<Item = usize>) -> anyhow::Result<usize> {
    let sizes: BTreeSet<usize> = sizes.collect();
    match sizes.first() {
        Some(&size) if sizes.len() == 1 => Ok(size),
        _ => bail!("the sizes are {sizes:?}, expected one"),
    }
}

/// `(1, 2), (1, 3), …`: Malherbe's order.
fn neighbours(board: &str, cell: &str) -> anyhow::Result<String> {
    let geometry = named(board)?;
    let graph = Graph::of(&geometry);
    let cell = super::cell(&geometry, cell)?;
    let at = |cell: Cell| geometry.position(cell);
    let mut all: Vec<Cell> = graph.neighbours(cell).to_vec();
    let (row, column) = (at(cell).row, at(cell).column);
    all.sort_by_key(|&it| (at(it).row != row, at(it).column != column, at(it)));
    let written = all.iter().map(|&it| format!("({}, {})", at(it).row + 1, at(it).column + 1));
    Ok(written.collect::<Vec<_>>().join(", "))
}

fn colours(graph: &str, backend: &str, cancel: &AtomicBool) -> anyhow::Result<usize> {
    let backend = filter::backend_of_id(backend, BACKENDS)?;
    let graph = if graph == "petersen" { petersen() } else { Graph::of(&named(graph)?) };
    let limits = Limits { cancel: Some(cancel), ..Limits::solutions(1) };
    let outcome = backend.prepare::<Graph>(&graph)?.solve(&graph, &limits);
    judge::referee_answers(|it| graph.check(it), &outcome).map_err(anyhow::Error::msg)?;
    match outcome.first {
        Some(colouring) => Ok(n_colours(&colouring)),
        None => bail!("{} found no colouring", backend.id),
    }
}
