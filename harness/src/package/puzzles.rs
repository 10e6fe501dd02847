//! `puzzles.csv`: each puzzle of each corpus of a run, with its cells. A puzzle that stands in two corpora
//! has two rows with one hash.
//!
//! The rows are appended as blocks of puzzles are begun, so that a run of any size has them, and one that
//! is killed has those of all its rows. A run has each once; one that goes on leaves out those that are
//! there already.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use board::text::line;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use super::{Column, Kind};
use crate::corpus::Item;
use crate::csv_line;
use crate::external::description;
use crate::external::protocol::hexadecimal;
use crate::hash::PuzzleHash;
use crate::whole_lines::WholeLines;

/// The name of the file in a run folder.
pub const FILE: &str = "puzzles.csv";

/// The columns, in their order.
pub const COLUMNS: &[Column] = &[
    word("puzzle_hash", "As in rows.csv"),
    word("corpus", "As in rows.csv"),
    word("puzzle", "The name of the puzzle in this corpus"),
    word("iso_class", "As in rows.csv"),
    Column { name: "iso_seed", kind: Kind::Integer, unit: "", meaning: "As in rows.csv" },
    word("geometry", "The name of the geometry"),
    Column { name: "cells", kind: Kind::Integer, unit: "", meaning: "Cells of the geometry" },
    Column { name: "clues", kind: Kind::Integer, unit: "", meaning: "Given cells" },
    word("level", "The difficulty that the corpus states"),
    word(
        "expect",
        "What the corpus states of the solutions: unique, multiple, impossible, satisfiable or a \
         number; of a graph the number of colours that it needs",
    ),
    word("givens", "The cells in reading order, . for an open one; empty for other instances"),
    word(
        "candidates",
        "Where open cells may not take every symbol: a hexadecimal set for each cell",
    ),
];

const fn word(name: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: Kind::Word, unit: "", meaning }
}

/// A row of the file. A row to be written borrows from its item: reference counts of shared strings would
/// make the workers wait for each other.
#[derive(Serialize, Deserialize)]
struct Row<'a> {
    puzzle_hash: PuzzleHash,
    corpus: Cow<'a, str>,
    puzzle: Cow<'a, str>,
    iso_class: PuzzleHash,
    iso_seed: Option<u64>,
    geometry: Cow<'a, str>,
    cells: Option<usize>,
    clues: Option<usize>,
    level: Option<Cow<'a, str>>,
    expect: Option<String>,
    givens: String,
    candidates: Option<String>,
}

impl<'a> Row<'a> {
    fn of(item: &'a Item) -> Self {
        let (geometry, is_puzzle) = (item.puzzle.geometry(), item.instance.is_none());
        let puzzle = is_puzzle.then_some(&item.puzzle);
        Self {
            puzzle_hash: item.hash,
            corpus: Cow::Borrowed(&item.corpus),
            puzzle: Cow::Borrowed(&item.name),
            iso_class: item.class,
            iso_seed: item.iso_seed,
            geometry: Cow::Borrowed(geometry.name()),
            cells: is_puzzle.then(|| geometry.cells()),
            clues: is_puzzle.then_some(item.clues),
            level: item.level.as_deref().map(Cow::Borrowed),
            expect: item.expect.map(|expect| expect.header()),
            givens: puzzle.map(line::write_givens).unwrap_or_default(),
            candidates: puzzle.and_then(description::marks).as_deref().map(hexadecimal),
        }
    }
}

/// What a row is there for once, in 128 bits.
fn key(hash: PuzzleHash, corpus: &str, puzzle: &str) -> u128 {
    xxh3_128(format!("{hash}\n{corpus}\n{puzzle}").as_bytes())
}

/// The file of a run folder, shared by its workers.
pub struct Puzzles {
    file: Mutex<WholeLines>,
    /// The puzzles that it had when it was opened.
    known: HashSet<u128>,
}

impl Puzzles {
    /// Opens the file for appending, or makes it.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(FILE);
        let (mut file, mut known) = (WholeLines::open(&path)?, HashSet::new());
        if file.is_empty() {
            let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
            file.append((names.join(",") + "\n").as_bytes())?;
        } else {
            for row in csv::Reader::from_reader(file.read()?).deserialize() {
                let row: Row<'_> =
                    row.with_context(|| format!("cannot read {}", path.display()))?;
                known.insert(key(row.puzzle_hash, &row.corpus, &row.puzzle));
            }
        }
        Ok(Self { file: Mutex::new(file), known })
    }

    /// Appends the rows of those of these items that the file did not have when it was opened.
    ///
    /// # Errors
    /// When they cannot be written: none of them is in the file then.
    pub fn append(&self, items: &[Item]) -> anyhow::Result<()> {
        let is_new = |item: &&Item| {
            self.known.is_empty() || !self.known.contains(&key(item.hash, &item.corpus, &item.name))
        };
        // Made outside of the lock.
        let mut csv = Vec::new();
        for item in items.iter().filter(is_new) {
            csv_line::write(&Row::of(item), &mut csv)?;
        }
        // The lines of a panicking holder are whole or not there at all.
        self.file.lock().unwrap_or_else(PoisonError::into_inner).append(&csv)
    }
}

/// The givens of the puzzles of a run folder that are wanted, by hash: a line each, as the file has them.
/// A file that is not there, or breaks off, has those that can be read.
pub fn givens(folder: &Path, wanted: &HashSet<&str>) -> HashMap<String, String> {
    let reader = csv::Reader::from_path(folder.join(FILE)).ok();
    let rows = reader.into_iter().flat_map(csv::Reader::into_deserialize::<Row<'_>>);
    rows.map_while(Result::ok)
        .map(|row| (row.puzzle_hash.to_string(), row.givens))
        .filter(|(hash, givens)| wanted.contains(&**hash) && !givens.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Reader;

    #[test]
    fn the_file_has_each_puzzle_once_in_the_columns_that_are_described() {
        let folder = tempfile::tempdir().expect("a folder");
        let corpus = folder.path().join("c.txt");
        let text = "# level: easy\n....1.3.431.2... one\n3421............ two\n";
        std::fs::write(&corpus, text).expect("a corpus");
        let items: Vec<Item> = (Reader::open(&[corpus]).expect("a reader"))
            .filter_map(|entry| match entry.expect("an entry") {
                crate::corpus::Entry::Puzzle(item) => Some(item),
                _ => None,
            })
            .collect();
        for some in [&items[..1], &items[..], &items[..]] {
            Puzzles::open(folder.path()).expect("a file").append(some).expect("room");
        }
        let mut reader = csv::Reader::from_path(folder.path().join(FILE)).expect("the file");
        let names: Vec<String> = reader.headers().expect("names").iter().map(Into::into).collect();
        assert_eq!(names, COLUMNS.iter().map(|column| column.name).collect::<Vec<_>>());
        let rows: Vec<Row<'_>> = reader.deserialize().collect::<Result<_, _>>().expect("rows");
        assert_eq!(rows.len(), 2);
        assert_eq!((&*rows[0].puzzle, &*rows[0].givens), ("one", "....1.3.431.2..."));
        assert_eq!((rows[1].clues, rows[1].cells), (Some(4), Some(16)));
        assert_eq!(rows[1].level.as_deref(), Some("easy"));
    }
}
