//! What can be measured: each measurement has a name and parameters, and computes one figure.
//!
//! ```toml
//! measure = { board.edges = "classic9" }
//! measure = { search.counter = { puzzle = "escargot", backend = "candidates/bets.3", counter = "bets" } }
//! ```
//!
//! Measurements count: cells, candidates, solutions, search states. None reads a clock, and samples come from
//! seeds, so each has the same figure on every machine.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use board::{Cell, Geometry, Puzzle};
use schemars::JsonSchema;
use serde::Deserialize;
use solvers::Counter;

use self::boards::OfBoard;
use self::logic::OfPuzzle;
use self::sample_store::SampleStore;
use self::samples::OfSample;
use self::searches::OfSearch;
use super::figure::Figure;

mod arrangement;
mod boards;
mod corpora;
mod logic;
mod sample_store;
mod samples;
mod searches;

/// The puzzles of a file, by name.
pub(super) type Puzzles = BTreeMap<String, Puzzle>;

/// What measurements share: samples that were generated, and the flag of Ctrl-C.
pub(in crate::cmd) struct Laboratory<'a> {
    samples: SampleStore,
    cancel: &'a AtomicBool,
}

impl<'a> Laboratory<'a> {
    /// One without samples.
    pub(in crate::cmd) fn new(cancel: &'a AtomicBool) -> Self {
        Self { samples: SampleStore::default(), cancel }
    }
}

/// A measurement, by what it is about.
///
/// Boards, backends, counters, techniques and levels are given by their names, puzzles by those that they have in
/// the file, and cells as r1c1.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Measure {
    /// A board, or its graph.
    Board(OfBoard),
    /// A puzzle or a grid, and what techniques conclude.
    Puzzle(OfPuzzle),
    /// The search of a backend.
    Search(OfSearch),
    /// Many puzzles.
    Sample(OfSample),
}

impl Measure {
    /// Measures.
    ///
    /// # Errors
    /// When something that a parameter names does not exist, or a solver returns a wrong answer.
    pub(super) fn take(
        &self,
        puzzles: &Puzzles,
        laboratory: &Laboratory<'_>,
    ) -> anyhow::Result<Figure> {
        match self {
            Self::Board(it) => it.take(laboratory.cancel),
            Self::Puzzle(it) => it.take(puzzles),
            Self::Search(it) => it.take(puzzles, laboratory.cancel),
            Self::Sample(it) => it.take(laboratory),
        }
    }
}

/// The puzzle of this name.
fn puzzle<'p>(puzzles: &'p Puzzles, name: &str) -> anyhow::Result<&'p Puzzle> {
    puzzles.get(name).with_context(|| format!("no puzzle is called {name:?} in this file"))
}

/// The cell at a position such as r1c1.
fn cell(geometry: &Geometry, position: &str) -> anyhow::Result<Cell> {
    let is_it = |cell: &Cell| geometry.position(*cell).to_string() == position;
    let found = (0..geometry.cells()).find(is_it);
    found.with_context(|| format!("the board has no cell {position:?}, expected one such as r1c1"))
}

/// The counter of this name, which is that of its column.
fn counter(name: &str) -> anyhow::Result<Counter> {
    match Counter::ALL.into_iter().find(|it| it.name() == name) {
        Some(counter) => Ok(counter),
        None => bail!("no counter is called {name:?}"),
    }
}
