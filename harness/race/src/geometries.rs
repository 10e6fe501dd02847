//! Writes `geometries.csv`: the boards of a run that the catalog does not have. There is no file if it has all.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use board::{Geometry, catalog};
use record::disk::Disk;
use record::geometries::{COLUMNS, FILE, GeometryRow};
use record::seal::Seal;
use record::structure::{has_same_structure, write_structure};
use record::whole_lines::WholeLines;
use record::{column, csv_line};

use crate::corpus::CorpusItem;

/// The file of a run folder.
pub(crate) struct GeometryTable {
    disk: Disk,
    path: PathBuf,
    /// `None` until there is a board to write.
    file: Option<WholeLines>,
    /// The lines in the file.
    known: HashSet<Vec<u8>>,
    /// The boards that were looked at. They are kept, so that no other one takes their address.
    seen: Vec<Arc<Geometry>>,
}

impl GeometryTable {
    /// Opens the file, if there is one.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn open(disk: &Disk, folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(FILE);
        let (disk, seen) = (disk.clone(), Vec::new());
        let mut table = Self { disk, path, file: None, known: HashSet::new(), seen };
        if table.path.exists() {
            let problem = || format!("cannot read {}", table.path.display());
            let mut file = WholeLines::open(&table.disk, &table.path)?;
            if file.is_empty() {
                file.append(column::header(COLUMNS).as_bytes())?;
            }
            let lines = file.read().with_context(problem)?;
            for row in csv_line::rows(lines).with_context(problem)? {
                let row: GeometryRow<'_> = row.with_context(problem)?;
                table.known.insert(line(&row)?);
            }
            table.file = Some(file);
        }
        Ok(table)
    }

    /// Appends the boards of these items that are neither in the catalog nor in the file.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn append(&mut self, items: &[CorpusItem]) -> anyhow::Result<()> {
        for item in items {
            let Some(geometry) = item.problem.puzzle().map(|puzzle| puzzle.geometry()) else {
                continue;
            };
            // The puzzles of a block are nearly always of one board.
            if !self.seen.iter().rev().any(|seen| Arc::ptr_eq(seen, geometry)) {
                self.write(geometry)?;
                self.seen.push(geometry.clone());
            }
        }
        Ok(())
    }

    /// Waits until the file would survive a power failure.
    ///
    /// # Errors
    /// When it cannot be written to the disk.
    pub(crate) fn sync(&self) -> anyhow::Result<()> {
        self.file.as_ref().map_or(Ok(()), WholeLines::sync)
    }

    /// Returns the seal of the file, if there is one.
    pub(crate) fn seal(&self) -> Option<Seal> {
        self.file.as_ref().map(WholeLines::seal)
    }

    fn write(&mut self, geometry: &Geometry) -> anyhow::Result<()> {
        let named = catalog::named(geometry.name());
        if named.is_ok_and(|named| has_same_structure(&named, geometry)) {
            return Ok(());
        }
        let (name, structure) = (geometry.name(), write_structure(geometry));
        let line = line(&GeometryRow { geometry: name.into(), structure: Cow::Owned(structure) })?;
        if !self.known.insert(line.clone()) {
            return Ok(());
        }
        if self.file.is_none() {
            let mut file = WholeLines::open(&self.disk, &self.path)?;
            file.append(column::header(COLUMNS).as_bytes())?;
            self.file = Some(file);
        }
        self.file.as_mut().map_or(Ok(()), |file| file.append(&line))
    }
}

fn line(row: &GeometryRow<'_>) -> anyhow::Result<Vec<u8>> {
    let mut line = Vec::new();
    csv_line::write(row, &mut line)?;
    Ok(line)
}
