//! What can be measured: each measurement has a name and parameters, and computes one figure.
//!
//! ```toml
//! measure = { board.edges = "classic9" }
//! measure = { search.counter = { puzzle = "escargot", backend = "candidates/bets.3", counter = "bets" } }
//! ```
//!
//! Measurements count: cells, candidates, solutions, search states. None reads a clock, samples come from seeds, and
//! corpora of others are known by their hash, so each has the same figure on every machine.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use board::{Cell, Geometry, Puzzle};
use schemars::JsonSchema;
use serde::Deserialize;
use solvers::Counter;

use self::boards::OfBoard;
use self::covers::OfCover;
use self::formulas::OfFormula;
use self::grids::OfGrids;
use self::holes::OfHoles;
use self::logic::OfPuzzle;
use self::public_corpora::{CorpusStore, OfCorpus};
use self::sample_store::SampleStore;
use self::samples::OfSample;
use self::searches::OfSearch;
use super::figure::Figure;
use super::instances::Instances;

mod arrangement;
mod boards;
mod corpora;
mod covers;
mod formulas;
mod grids;
mod holes;
mod logic;
mod public_corpora;
mod sample_store;
mod samples;
mod searches;

/// What measurements share: samples that were generated, corpora that were solved, where corpora of others are, and
/// the flag of Ctrl-C.
pub(in crate::cmd) struct Laboratory<'a> {
    samples: SampleStore,
    corpora: CorpusStore,
    cancel: &'a AtomicBool,
}

impl<'a> Laboratory<'a> {
    /// One without samples. Corpora of others are in this folder.
    pub(in crate::cmd) fn new(cancel: &'a AtomicBool, corpora: Option<PathBuf>) -> Self {
        Self { samples: SampleStore::default(), corpora: CorpusStore::new(corpora), cancel }
    }
}

/// What a measurement yields.
#[derive(Debug, Default)]
pub(super) struct Measured {
    /// The figure; none where the source lacks what it was measured on.
    pub(super) figure: Option<Figure>,
    /// How it was proved.
    pub(super) note: Option<String>,
}

impl<F: Into<Figure>> From<F> for Measured {
    fn from(figure: F) -> Self {
        Self { figure: Some(figure.into()), note: None }
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
    /// A public corpus.
    Corpus(OfCorpus),
    /// An exact cover problem of a family.
    Cover(OfCover),
    /// The filled grids of a board.
    Grids(OfGrids),
    /// Puzzles with holes.
    Holes(OfHoles),
    /// The formula of a board in an encoding.
    Formula(OfFormula),
}

impl Measure {
    /// Measures.
    ///
    /// # Errors
    /// When something that a parameter names does not exist, or a solver returns a wrong answer.
    pub(super) fn take(
        &self,
        instances: &Instances,
        laboratory: &Laboratory<'_>,
    ) -> anyhow::Result<Measured> {
        let puzzles = &instances.puzzles;
        Ok(match self {
            Self::Board(it) => it.take(laboratory.cancel)?.into(),
            Self::Puzzle(it) => it.take(puzzles)?.into(),
            Self::Search(it) => it.take(puzzles, laboratory.cancel)?.into(),
            Self::Sample(it) => it.take(laboratory)?.into(),
            Self::Corpus(it) => it.take(&instances.corpora, laboratory)?.into(),
            Self::Cover(it) => it.take(laboratory.cancel)?,
            Self::Grids(it) => it.take()?.into(),
            Self::Holes(it) => it.take(laboratory)?.into(),
            Self::Formula(it) => it.take()?.into(),
        })
    }
}

/// The puzzle of this name.
fn puzzle<'p>(puzzles: &'p BTreeMap<String, Puzzle>, name: &str) -> anyhow::Result<&'p Puzzle> {
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
