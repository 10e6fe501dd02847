//! `puzzles.csv`: the puzzles of each corpus of a run, with their cells. A puzzle that occurs in two
//! corpora has two rows with the same hash.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::column::Column;
use crate::hash::PuzzleHash;

/// The name of the file in a run folder.
pub const FILE: &str = "puzzles.csv";

/// The columns, in their order.
pub const COLUMNS: &[Column] = &[
    Column::text("puzzle_hash", "As in rows.csv"),
    Column::text("corpus", "As in rows.csv"),
    Column::text("puzzle", "The name of the puzzle in this corpus"),
    Column::text("iso_class", "As in rows.csv"),
    Column::integer("iso_seed", "As in rows.csv"),
    Column::text("geometry", "The name of the geometry"),
    Column::integer("cells", "Cells of the geometry"),
    Column::integer("clues", "Given cells"),
    Column::text("level", "The difficulty that the corpus states"),
    Column::text(
        "expect",
        "The solutions that the corpus states: unique, multiple, impossible, satisfiable or a \
         number; for a graph, the number of colours that it needs",
    ),
    Column::text(
        "givens",
        "The cells in reading order, . for an empty cell; blank for other instances",
    ),
    Column::text(
        "candidates",
        "If empty cells are restricted to some symbols: a hexadecimal set for each cell",
    ),
];

/// A row of the file. A row to be written borrows from its item, because the reference counts of shared
/// strings would cause contention between workers.
#[derive(Serialize, Deserialize)]
pub struct PuzzleRow<'a> {
    /// As in rows.csv.
    pub puzzle_hash: PuzzleHash,
    /// As in rows.csv.
    pub corpus: Cow<'a, str>,
    /// The name of the puzzle in this corpus.
    pub puzzle: Cow<'a, str>,
    /// As in rows.csv.
    pub iso_class: PuzzleHash,
    /// As in rows.csv.
    pub iso_seed: Option<u64>,
    /// The name of the geometry.
    pub geometry: Cow<'a, str>,
    /// Cells of the geometry; `None` for other instances.
    pub cells: Option<usize>,
    /// Given cells; `None` for other instances.
    pub clues: Option<usize>,
    /// The difficulty that the corpus states.
    pub level: Option<Cow<'a, str>>,
    /// The solutions that the corpus states.
    pub expect: Option<String>,
    /// The cells in reading order; empty for other instances.
    pub givens: String,
    /// If empty cells are restricted to some symbols: a hexadecimal set for each cell.
    pub candidates: Option<String>,
}

/// Returns the rows of the wanted puzzles of a run folder, by their hashes. If the file is missing or truncated, the
/// result contains those that can be read.
pub fn rows(folder: &Path, wanted: &HashSet<&str>) -> impl Iterator<Item = PuzzleRow<'static>> {
    let reader = csv::Reader::from_path(folder.join(FILE)).ok();
    let rows = reader.into_iter().flat_map(csv::Reader::into_deserialize::<PuzzleRow<'static>>);
    rows.map_while(Result::ok).filter(|row| wanted.contains(&*row.puzzle_hash.to_string()))
}
