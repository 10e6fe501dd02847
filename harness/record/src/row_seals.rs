//! The seals of rows, also of runs that were merged.
//!
//! In a merged run, the rows of each run follow each other under one header. So [`RowHasher`] hashes the header and
//! the rows of each run by themselves: the result is the hash of the file that the run wrote.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;

use crate::folder::ROWS;
use crate::seal::{Seal, Sealer, Seals, changed, in_pieces};

/// A run whose rows are in a file: its id, and the seals of its manifest, if it has any.
pub type SealedRun<'a> = (&'a str, Option<&'a Seals>);

/// Returns the rows of a file, hashed run by run.
///
/// # Errors
/// When it cannot be read.
pub fn of_rows(path: &Path) -> io::Result<RowHasher> {
    let mut hasher = RowHasher::default();
    in_pieces(File::open(path)?, |bytes| hasher.update(bytes))?;
    Ok(hasher)
}

/// Returns the files of a run folder that are not as the manifests of its runs seal them. The tables beside merged rows
/// belong to all runs, and have no seal.
pub fn changed_files(folder: &Path, runs: &[SealedRun<'_>]) -> Vec<String> {
    let mut changed = changed_tables(folder, runs);
    let is_sealed = runs.iter().any(|(_, seals)| seals.is_some());
    if is_sealed && of_rows(&folder.join(ROWS)).map_or(true, |rows| rows.differ(runs)) {
        changed.insert(0, ROWS.to_owned());
    }
    changed
}

/// Returns the same without the rows.
pub fn changed_tables(folder: &Path, runs: &[SealedRun<'_>]) -> Vec<String> {
    let [(_, Some(seals))] = runs else { return Vec::new() };
    let mut tables = Seals::clone(seals);
    tables.remove(ROWS);
    changed(folder, &tables).into_iter().map(str::to_owned).collect()
}

/// The place of the column `run_id` in the rows.
const RUN_ID: usize = 1;

/// Hashes the rows of each run in a file, as it is read.
#[derive(Debug, Default)]
pub struct RowHasher {
    header: Option<Vec<u8>>,
    runs: Vec<(Vec<u8>, Sealer)>,
    /// The run of the last line, as an index in `runs`.
    current: Option<usize>,
    /// The beginning of a line whose end was not read yet.
    kept: Vec<u8>,
}

impl RowHasher {
    /// Adds bytes of the file.
    pub fn update(&mut self, bytes: &[u8]) {
        let Some(last) = memchr::memrchr(b'\n', bytes) else {
            self.kept.extend_from_slice(bytes);
            return;
        };
        let (whole, rest) = bytes.split_at(last + 1);
        if self.kept.is_empty() {
            self.lines(whole);
        } else {
            let first = memchr::memchr(b'\n', whole).map_or(whole.len(), |at| at + 1);
            let mut line = std::mem::take(&mut self.kept);
            line.extend_from_slice(&whole[..first]);
            self.lines(&line);
            self.lines(&whole[first..]);
        }
        self.kept.extend_from_slice(rest);
    }

    /// Returns the seal of the rows of each run, by its id. A partial line at the end belongs to the last run.
    pub fn finish(mut self) -> BTreeMap<String, Seal> {
        let kept = std::mem::take(&mut self.kept);
        self.lines(&kept);
        let name = |id: &[u8]| String::from_utf8_lossy(id).into_owned();
        self.runs.iter().map(|(id, sealer)| (name(id), sealer.seal())).collect()
    }

    /// Returns whether the rows are not those that these runs sealed. A run without seals may have any rows; if all
    /// have seals, there are rows of no other run.
    pub fn differ(self, runs: &[SealedRun<'_>]) -> bool {
        let without_rows = Seal::of(self.header.as_deref().unwrap_or_default());
        let mut found = self.finish();
        let mut is_changed = false;
        for (run_id, seals) in runs {
            let rows = found.remove(*run_id).unwrap_or_else(|| without_rows.clone());
            let sealed = seals.and_then(|seals| seals.get(ROWS));
            is_changed |= sealed.is_some_and(|sealed| *sealed != rows);
        }
        is_changed || (runs.iter().all(|(_, seals)| seals.is_some()) && !found.is_empty())
    }

    /// Adds whole lines. Consecutive lines of a run are hashed together.
    fn lines(&mut self, text: &[u8]) {
        let (mut start, mut end) = (0, 0);
        while end < text.len() {
            let line = end;
            end += memchr::memchr(b'\n', &text[line..]).map_or(text.len() - line, |at| at + 1);
            if self.header.is_none() {
                self.header = Some(text[line..end].to_vec());
                start = end;
                continue;
            }
            if !self.is_of_current(&text[line..end]) {
                self.hash(&text[start..line]);
                start = line;
                self.turn_to(&text[line..end]);
            }
        }
        self.hash(&text[start..]);
    }

    fn hash(&mut self, lines: &[u8]) {
        if let Some(run) = self.current {
            self.runs[run].1.update(lines);
        }
    }

    /// Returns whether a line is of the run of the last one, as an empty line is.
    fn is_of_current(&self, line: &[u8]) -> bool {
        let current = self.current.map(|run| self.runs[run].0.as_slice());
        current.is_some() && run_id(line).is_none_or(|id| Some(id) == current)
    }

    /// Makes the run of a line the current one.
    fn turn_to(&mut self, line: &[u8]) {
        let id = run_id(line).unwrap_or_default();
        let known = self.runs.iter().position(|(known, _)| known == id);
        self.current = Some(known.unwrap_or_else(|| {
            let mut sealer = Sealer::default();
            sealer.update(self.header.as_deref().unwrap_or_default());
            self.runs.push((id.to_vec(), sealer));
            self.runs.len() - 1
        }));
    }
}

/// Returns the id of the run of a line. It has no quotes in rows that a run wrote.
fn run_id(line: &[u8]) -> Option<&[u8]> {
    let mut commas = memchr::memchr_iter(b',', line);
    let start = commas.nth(RUN_ID - 1)? + 1;
    Some(&line[start..commas.next()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "schema,run_id,corpus\n";

    fn hasher_of(text: &str) -> RowHasher {
        let mut hasher = RowHasher::default();
        hasher.update(text.as_bytes());
        hasher
    }

    fn hashed(text: &str, piece: usize) -> BTreeMap<String, Seal> {
        let mut hasher = RowHasher::default();
        text.as_bytes().chunks(piece).for_each(|bytes| hasher.update(bytes));
        hasher.finish()
    }

    #[test]
    fn each_run_of_a_merged_one_has_the_seal_of_its_own_file() {
        let (first, second) = ("2,a,x\n2,a,y\n\n", "2,b,x\n");
        let merged = [HEADER, first, second, "2,a,z\n", "2,b,torn"].concat();
        let expected = [("a", [first, "2,a,z\n"].concat()), ("b", [second, "2,b,torn"].concat())];
        let expected = expected
            .map(|(id, rows)| (id.to_owned(), Seal::of([HEADER, &rows].concat().as_bytes())));
        for piece in 1..=merged.len() {
            assert_eq!(hashed(&merged, piece), BTreeMap::from(expected.clone()), "{piece}");
        }
    }

    #[test]
    fn a_file_without_rows_has_no_run() {
        let mut hasher = RowHasher::default();
        hasher.update(HEADER.as_bytes());
        let sealed = |text: &str| Seals::from([(ROWS.to_owned(), Seal::of(text.as_bytes()))]);
        let (whole, lost) = (sealed(HEADER), sealed(&[HEADER, "2,a,x\n"].concat()));
        assert!(!hasher_of(HEADER).differ(&[("a", Some(&whole)), ("b", None)]));
        assert!(hasher_of(HEADER).differ(&[("a", Some(&lost))]));
        assert!(hasher_of(&[HEADER, "2,b,x\n"].concat()).differ(&[("a", Some(&whole))]));
        assert!(hasher.finish().is_empty());
    }
}
