//! Writes `puzzles.csv`: the puzzles of each corpus of a run, and their boards.
//!
//! The rows of a block are appended before it is run, so that memory does not grow with the run, and the file of a
//! killed run has the puzzles of all its rows. Each puzzle is written once: a resumed run skips those that the
//! file already has.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use board::text::line;
use record::disk::Disk;
use record::hash::{self, PuzzleHash};
use record::puzzles::{COLUMNS, FILE, PuzzleRow};
use record::seal::Seal;
use record::whole_lines::WholeLines;
use record::{column, csv_line, geometries};

use crate::corpus::{CorpusItem, Expectation};
use crate::description::{self, hexadecimal};
use crate::geometries::GeometryTable;

fn row(item: &CorpusItem) -> PuzzleRow<'_> {
    let puzzle = item.problem.puzzle();
    PuzzleRow {
        puzzle_hash: item.hash,
        corpus: Cow::Borrowed(&item.corpus),
        puzzle: Cow::Borrowed(&item.name),
        iso_class: item.class,
        iso_seed: item.iso_seed,
        geometry: Cow::Borrowed(item.problem.geometry_name()),
        cells: puzzle.map(|puzzle| puzzle.geometry().cells()),
        clues: puzzle.map(|_| item.clues),
        level: item.level.as_deref().map(Cow::Borrowed),
        expect: item.expect.as_ref().map(Expectation::header),
        givens: puzzle.map(line::write_givens).unwrap_or_default(),
        candidates: puzzle.and_then(description::marks).as_deref().map(hexadecimal),
    }
}

/// Returns the 128-bit key of a row, of which each is written once.
fn key(hash: PuzzleHash, corpus: &str, puzzle: &str, iso_seed: Option<u64>) -> u128 {
    hash::key(format!("{hash}\n{corpus}\n{puzzle}\n{iso_seed:?}").as_bytes())
}

/// The file of a run folder, shared by its workers.
pub struct PuzzleTable {
    file: Mutex<WholeLines>,
    geometries: Mutex<GeometryTable>,
    /// The keys of the rows in the file when it was opened.
    known: HashSet<u128>,
}

impl PuzzleTable {
    /// Opens the file for appending, or creates it.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn open(disk: &Disk, folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(FILE);
        let (mut file, mut known) = (WholeLines::open(disk, &path)?, HashSet::new());
        if file.is_empty() {
            file.append(column::header(COLUMNS).as_bytes())?;
        } else {
            let problem = || format!("cannot read {}", path.display());
            let lines = file.read().with_context(problem)?;
            for row in csv_line::rows(lines).with_context(problem)? {
                let row: PuzzleRow<'_> = row.with_context(problem)?;
                known.insert(key(row.puzzle_hash, &row.corpus, &row.puzzle, row.iso_seed));
            }
        }
        let geometries = Mutex::new(GeometryTable::open(disk, folder)?);
        Ok(Self { file: Mutex::new(file), geometries, known })
    }

    /// Waits until the files would survive a power failure.
    ///
    /// # Errors
    /// When they cannot be written to the disk.
    pub fn sync(&self) -> anyhow::Result<()> {
        unpoisoned(&self.file).sync()?;
        unpoisoned(&self.geometries).sync()
    }

    /// Returns the seals of the files, by their names.
    pub fn seals(&self) -> impl Iterator<Item = (String, Seal)> {
        let boards =
            unpoisoned(&self.geometries).seal().map(|seal| (geometries::FILE.into(), seal));
        [(FILE.into(), unpoisoned(&self.file).seal())].into_iter().chain(boards)
    }

    /// Appends the items that the file did not have when it was opened.
    ///
    /// # Errors
    /// When they cannot be written; the file then contains none of them.
    pub fn append(&self, items: &[CorpusItem]) -> anyhow::Result<()> {
        let is_new = |item: &&CorpusItem| {
            let key = || key(item.hash, &item.corpus, &item.name, item.iso_seed);
            self.known.is_empty() || !self.known.contains(&key())
        };
        unpoisoned(&self.geometries).append(items)?;
        // Written before the lock is taken.
        let mut csv = Vec::new();
        for item in items.iter().filter(is_new) {
            csv_line::write(&row(item), &mut csv)?;
        }
        unpoisoned(&self.file).append(&csv)
    }
}

/// Returns a holder of the lock that panicked has written whole lines or none.
fn unpoisoned<T>(file: &Mutex<T>) -> MutexGuard<'_, T> {
    file.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Reader;

    #[test]
    fn the_file_has_each_puzzle_once_in_the_documented_columns() {
        let folder = tempfile::tempdir().expect("a folder");
        let corpus = folder.path().join("c.txt");
        let text = "# level: easy\n....1.3.431.2... one\n3421............ two\n";
        std::fs::write(&corpus, text).expect("a corpus");
        let items: Vec<CorpusItem> = (Reader::open(&[corpus]).expect("a reader"))
            .filter_map(|entry| match entry.expect("an entry") {
                crate::corpus::ReadEvent::Puzzle(item) => Some(item),
                _ => None,
            })
            .collect();
        for some in [&items[..1], &items[..], &items[..]] {
            PuzzleTable::open(&Disk::default(), folder.path())
                .expect("a file")
                .append(some)
                .expect("room");
        }
        let mut reader = csv::Reader::from_path(folder.path().join(FILE)).expect("the file");
        let names: Vec<String> = reader.headers().expect("names").iter().map(Into::into).collect();
        assert_eq!(names, COLUMNS.iter().map(|column| column.name).collect::<Vec<_>>());
        let rows: Vec<PuzzleRow<'_>> =
            reader.deserialize().collect::<Result<_, _>>().expect("rows");
        assert_eq!(rows.len(), 2);
        assert_eq!((&*rows[0].puzzle, &*rows[0].givens), ("one", "....1.3.431.2..."));
        assert_eq!((rows[1].clues, rows[1].cells), (Some(4), Some(16)));
        assert_eq!(rows[1].level.as_deref(), Some("easy"));
    }
}
