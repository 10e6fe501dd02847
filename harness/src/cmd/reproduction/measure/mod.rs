//! What can be measured: each measurement has a name and parameters, and computes one figure.
//!
//! ```toml
//! measure = { board.edges = "classic9" }
//! measure = { search.counter = { puzzle = "escargot", backend = "candidates/bets.3", counter = "bets" } }
//! ```
//!
//! Measurements count: cells, candidates, solutions, search states. Samples come from seeds, and corpora of others
//! are known by their hash, so a count is the same on every machine. Only a study reads a clock ([`studies`]).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use analysis::stats::bootstrap::{self, Bootstrap, Interval};
use analysis::stats::share_interval::share_interval;
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
use self::studies::{OfStudy, StudyStore};
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
mod studies;

/// What measurements share: samples that were generated, corpora that were solved, studies that ran, where corpora of
/// others are, and the flag of Ctrl-C.
pub(in crate::cmd) struct Laboratory<'a> {
    samples: SampleStore,
    corpora: CorpusStore,
    studies: StudyStore,
    cancel: &'a AtomicBool,
}

impl<'a> Laboratory<'a> {
    /// Creates one without samples. Corpora of others are in this folder.
    pub(in crate::cmd) fn new(cancel: &'a AtomicBool, corpora: Option<PathBuf>) -> Self {
        let (samples, studies) = Default::default();
        Self { samples, corpora: CorpusStore::new(corpora), studies, cancel }
    }
}

/// What a measurement yields.
#[derive(Debug, Default)]
pub(super) struct Measured {
    /// The figure; none where the source lacks what it was measured on.
    pub(super) figure: Option<Figure>,
    /// What a sample leaves open: an interval that has the figure with a confidence of 95 %.
    pub(super) interval: Option<Interval>,
    /// How it was proved.
    pub(super) proof: Option<String>,
    /// Where it was measured, if it depends on that.
    pub(super) setting: Option<String>,
}

impl<F: Into<Figure>> From<F> for Measured {
    fn from(figure: F) -> Self {
        Self { figure: Some(figure.into()), ..Self::default() }
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
    /// A study of this file.
    Study(OfStudy),
}

impl Measured {
    /// Returns the share of a sample for which something holds, in percent.
    fn share(hits: usize, n: usize) -> Self {
        let percent = |share: f64| 100.0 * share;
        let interval = share_interval(hits, n).map(|it| it.map(percent));
        Self { interval, ..percent(hits as f64 / n.max(1) as f64).into() }
    }

    /// Returns the quotient of the sums of two values of each member of a sample.
    fn ratio(pairs: impl Iterator<Item = (f64, f64)>) -> Self {
        let pairs: Vec<[(f64, f64); 1]> = pairs.map(|pair| [pair]).collect();
        let sum = |part: fn(&(f64, f64)) -> f64| pairs.iter().map(|[pair]| part(pair)).sum::<f64>();
        let [interval] = bootstrap::intervals(&pairs, Bootstrap::default());
        Self { interval, ..(sum(|it| it.0) / sum(|it| it.1)).into() }
    }
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
            Self::Sample(it) => it.take(laboratory)?,
            Self::Corpus(it) => it.take(&instances.corpora, laboratory)?.into(),
            Self::Cover(it) => it.take(laboratory.cancel)?,
            Self::Grids(it) => it.take()?.into(),
            Self::Holes(it) => it.take(laboratory)?,
            Self::Formula(it) => it.take()?.into(),
            Self::Study(it) => it.take(instances, laboratory)?,
        })
    }
}

/// Returns the puzzle of this name.
fn puzzle<'p>(puzzles: &'p BTreeMap<String, Puzzle>, name: &str) -> anyhow::Result<&'p Puzzle> {
    puzzles.get(name).with_context(|| format!("no puzzle is called {name:?} in this file"))
}

/// Returns the cell at a position such as r1c1.
fn cell(geometry: &Geometry, position: &str) -> anyhow::Result<Cell> {
    let is_it = |cell: &Cell| geometry.position(*cell).to_string() == position;
    let found = (0..geometry.cells()).find(is_it);
    found.with_context(|| format!("the board has no cell {position:?}, expected one such as r1c1"))
}

/// The probability with which an interval misses its figure.
const ALPHA: f64 = 0.05;

/// Returns the counter of this name, which is that of its column.
fn counter(name: &str) -> anyhow::Result<Counter> {
    match Counter::ALL.into_iter().find(|it| it.name() == name) {
        Some(counter) => Ok(counter),
        None => bail!("no counter is called {name:?}"),
    }
}
