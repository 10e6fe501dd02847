//! The journal of mining: a header that describes the search, and a line of JSON per completed climb.
//!
//! A line is written in one call when its climb is complete. A process that is killed loses the climbs
//! in progress; an incomplete last line is truncated when the journal is opened again. A lock excludes
//! other processes.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use board::Geometry;
use board::text::line;
use record::lock;
use serde::{Deserialize, Serialize};

/// The header: a journal with another header cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct JournalHeader {
    pub(super) geometry: String,
    pub(super) seed: u64,
    /// The backend for which puzzles are to be hard, if that is the goal.
    pub(super) backend: Option<String>,
    pub(super) by: String,
    pub(super) patience: u64,
    pub(super) drawings: u16,
    /// The hash of the starting puzzles, if they are not random.
    pub(super) from: Option<String>,
    pub(super) version: String,
}

/// A completed climb.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Climb {
    /// Its number.
    pub(super) climb: u64,
    /// The cost of the puzzle; `None` without one.
    pub(super) cost: Option<u64>,
    /// The number of its steps.
    pub(super) steps: u64,
    /// The puzzle, as a line of cells.
    pub(super) puzzle: Option<String>,
}

/// Completed climbs, recorded in a file if there is one.
pub(super) struct Journal {
    file: Option<(PathBuf, File)>,
    done: BTreeMap<u64, Climb>,
}

impl Journal {
    /// Opens or creates the journal at a path; without a path, nothing is recorded.
    ///
    /// # Errors
    /// When the file cannot be read or written, or is not a journal of this search.
    pub(super) fn open(
        path: Option<&Path>,
        header: &JournalHeader,
        geometry: &Arc<Geometry>,
    ) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self { file: None, done: BTreeMap::new() }) };
        let name = path.display();
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .read(true)
            .open(path)
            .with_context(|| format!("cannot open {name}"))?;
        lock::exclusive(&file, path)?;
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).with_context(|| format!("cannot write {name}"))?;
        let mut lines = (1..).zip(text[..whole].lines());
        match lines.next() {
            None => {
                write_line(&mut file, header).with_context(|| format!("cannot write {name}"))?
            }
            Some((_, first)) if serde_json::from_str(first).ok().as_ref() == Some(header) => {}
            Some(_) => bail!(
                "{name}:1:1: this is the journal of another search, expected {}",
                serde_json::to_string(header)?
            ),
        }
        let climbs = lines.map(|(number, text)| {
            let climb = climb(text, geometry).with_context(|| format!("{name}:{number}:1"))?;
            Ok((climb.climb, climb))
        });
        let done = climbs.collect::<anyhow::Result<_>>()?;
        Ok(Self { file: Some((path.into(), file)), done })
    }

    /// Returns whether a climb is complete.
    pub(super) fn has(&self, climb: u64) -> bool {
        self.done.contains_key(&climb)
    }

    /// Records a climb.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn add(&mut self, climb: Climb) -> anyhow::Result<()> {
        if let Some((path, file)) = &mut self.file {
            write_line(file, &climb).with_context(|| format!("cannot write {}", path.display()))?;
        }
        self.done.insert(climb.climb, climb);
        Ok(())
    }

    /// Returns the completed climbs with numbers below `first`.
    pub(super) fn climbs(self, first: u64) -> Vec<Climb> {
        self.done.into_values().take_while(|climb| climb.climb < first).collect()
    }
}

/// Parses a line of the journal.
fn climb(text: &str, geometry: &Arc<Geometry>) -> anyhow::Result<Climb> {
    let climb: Climb =
        serde_json::from_str(text).context("not a climb, expected a line of this journal")?;
    if let Some(puzzle) = &climb.puzzle {
        line::parse(puzzle, geometry).context("not a puzzle")?;
    }
    Ok(climb)
}

fn write_line(file: &mut File, value: &impl Serialize) -> anyhow::Result<()> {
    let line = serde_json::to_string(value)? + "\n";
    file.write_all(line.as_bytes())?;
    // A climb may take minutes, so its result should survive a power failure.
    Ok(file.sync_data()?)
}

#[cfg(test)]
mod tests {
    use board::catalog;

    use super::*;

    fn header(seed: u64) -> JournalHeader {
        let (geometry, backend) = ("classic4".into(), Some("candidates/mrv".into()));
        let (by, version) = ("bets".into(), "0".into());
        JournalHeader { geometry, seed, backend, by, patience: 3, drawings: 1, from: None, version }
    }

    fn climb_of(number: u64) -> Climb {
        let puzzle = Some("....1.3.431.2...".into());
        Climb { climb: number, cost: Some(number * 2), steps: 9, puzzle }
    }

    #[test]
    fn complete_lines_are_read_again_and_an_incomplete_one_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let geometry = Arc::new(catalog::classic(4).unwrap());
        let open = |seed| Journal::open(Some(&path), &header(seed), &geometry);
        let mut journal = open(1).unwrap();
        journal.add(climb_of(4)).unwrap();
        journal.add(climb_of(2)).unwrap();
        drop(journal);
        let mut text = std::fs::read_to_string(&path).unwrap();
        text.push_str("{\"climb\":5,\"co");
        std::fs::write(&path, text).unwrap();
        let mut journal = open(1).unwrap();
        assert!(journal.has(2) && journal.has(4) && !journal.has(5));
        journal.add(climb_of(5)).unwrap();
        assert!(open(1).err().unwrap().to_string().contains("is being written by another process"));
        drop(journal);
        assert_eq!(open(1).unwrap().climbs(5), [climb_of(2), climb_of(4)]);
        assert_eq!(open(1).unwrap().climbs(9).len(), 3);
        let refused = open(2).err().unwrap().to_string();
        assert!(
            refused.contains("journal:1:1: this is the journal of another search"),
            "{refused}"
        );
    }

    #[test]
    fn an_invalid_line_is_reported_with_its_position() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let geometry = Arc::new(catalog::classic(4).unwrap());
        let header = header(1);
        drop(Journal::open(Some(&path), &header, &geometry).unwrap());
        let text = std::fs::read_to_string(&path).unwrap() + "nonsense\n";
        std::fs::write(&path, text).unwrap();
        let refused = Journal::open(Some(&path), &header, &geometry).err().unwrap();
        assert!(format!("{refused:#}").contains("journal:2:1: not a climb"), "{refused:#}");
    }
}
