//! Where a run is kept: a folder with `manifest.json`, and `rows.csv`, to which rows are appended as
//! they are finished.
//!
//! A run may be killed at any moment. Rows are written whole, many at a time, and no field holds a
//! line break, so that whatever follows the last line break of the file is a torn row: it is cut
//! off when the run is resumed. When a write fails, as on a full disk, the file is cut back to the
//! last whole row at once.
//!
//! One process writes a folder at a time, from before its manifest is read until the run has ended. The
//! rows reach the disk before the manifest says that they are all there; while the race is on, nobody
//! waits for the disk, which would be heard in the times. So a crash of the system may cost the last
//! rows, but not the run.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, bail};
use record::folder::{MANIFEST, ROWS};
use record::whole_lines::WholeLines;
use record::{Row, lock};

use crate::corpus::Item;

/// Appends rows, whole ones only.
pub struct Journal {
    place: Place,
    /// Whether the line with the names of the columns is still to be written.
    needs_header: bool,
}

enum Place {
    File(WholeLines),
    Stdout,
}

/// A trial, as a run that is resumed knows it again: 128 bits of the hash of its backend, corpus,
/// puzzle, repetition and invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TrialKey([u8; 16]);

impl TrialKey {
    /// The trial of a backend on an item.
    pub fn new(backend: &str, item: &Item, rep: u32, invocation: u32) -> Self {
        Self::of(backend, &item.corpus, &item.name, item.iso_seed, rep, invocation)
    }

    fn of_row(row: &Row) -> Self {
        Self::of(&row.backend, &row.corpus, &row.puzzle, row.iso_seed, row.rep, row.invocation)
    }

    fn of(
        backend: &str,
        corpus: &str,
        puzzle: &str,
        iso_seed: Option<u64>,
        rep: u32,
        invocation: u32,
    ) -> Self {
        let text = format!("{backend}\n{corpus}\n{puzzle}\n{iso_seed:?}\n{rep}\n{invocation}");
        let mut key = [0; 16];
        key.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..16]);
        Self(key)
    }
}

/// The trials that are done.
#[derive(Clone, Debug, Default)]
pub struct Done(HashSet<TrialKey>);

impl Done {
    /// Whether a trial is done. Costs nothing when none is.
    pub fn contains(&self, trial: impl FnOnce() -> TrialKey) -> bool {
        !self.0.is_empty() && self.0.contains(&trial())
    }
}

impl Journal {
    /// The journal of a folder, which no other process writes until this one is dropped. Nothing is
    /// changed yet.
    ///
    /// # Errors
    /// When another process writes it, or the rows cannot be opened.
    pub fn claim(folder: &Path) -> anyhow::Result<Self> {
        let rows = WholeLines::open_untruncated(&folder.join(ROWS))?;
        lock::exclusive(rows.file(), folder)?;
        Ok(Self { place: Place::File(rows), needs_header: true })
    }

    /// The journal of a folder that the process claimed which started this one.
    ///
    /// # Errors
    /// When the rows cannot be opened.
    pub fn of_parent(folder: &Path) -> anyhow::Result<Self> {
        let rows = WholeLines::open_untruncated(&folder.join(ROWS))?;
        Ok(Self { place: Place::File(rows), needs_header: true })
    }

    /// Goes on behind the last whole row: returns the trials that are done, and `seen` takes their rows.
    ///
    /// # Errors
    /// When the rows cannot be read.
    pub fn resume(&mut self, folder: &Path, mut seen: impl FnMut(Row)) -> anyhow::Result<Done> {
        let mut done = Done::default();
        let Place::File(rows) = &mut self.place else { return Ok(done) };
        let path = folder.join(ROWS);
        rows.truncate()?;
        self.needs_header = rows.is_empty();
        let mut reader = csv::Reader::from_reader(rows.read()?);
        // What is appended has the columns of this version.
        let columns = reader.byte_headers()?.iter().collect::<Vec<_>>().join(&b',');
        if !self.needs_header && columns != record::csv_header()?.trim_ascii_end() {
            bail!(
                "{} has not the columns of this version, expected a run that it began",
                path.display()
            );
        }
        for row in reader.deserialize() {
            let row: Row =
                row.with_context(|| format!("{} is not one of this version", path.display()))?;
            done.0.insert(TrialKey::of_row(&row));
            seen(row);
        }
        Ok(done)
    }

    /// A journal on standard output.
    pub fn on_stdout() -> Self {
        Self { place: Place::Stdout, needs_header: true }
    }

    /// The claim, as a child holds it that is to write the rows: as its standard input, so that the
    /// folder stays claimed as long as one of both lives.
    ///
    /// # Errors
    /// When the system has no room for one more open file.
    pub fn for_child(&self) -> io::Result<Stdio> {
        match &self.place {
            Place::File(rows) => rows.file().try_clone().map(Stdio::from),
            Place::Stdout => Ok(Stdio::null()),
        }
    }

    /// Waits until the rows are on the disk.
    ///
    /// # Errors
    /// When the disk takes them no more.
    pub fn sync(&self) -> anyhow::Result<()> {
        match &self.place {
            Place::File(rows) => {
                rows.file().sync_data().context("cannot write rows.csv to the disk")
            }
            Place::Stdout => Ok(()),
        }
    }

    /// Appends rows, as [`record::to_csv`] writes them.
    ///
    /// # Errors
    /// When they cannot be written: none of them is in the file then.
    pub fn append(&mut self, rows: &[u8]) -> anyhow::Result<()> {
        if self.needs_header {
            self.write(&record::csv_header()?)?;
            self.needs_header = false;
        }
        self.write(rows)
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match &mut self.place {
            Place::Stdout => {
                let mut stdout = io::stdout().lock();
                Ok(stdout.write_all(bytes).and_then(|()| stdout.flush())?)
            }
            Place::File(rows) => rows.append(bytes),
        }
    }
}

/// Makes the folder of a new run.
///
/// # Errors
/// When there is something in the folder already, or it cannot be made.
pub fn make_folder(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        must_be_unbegun(folder)?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// # Errors
/// When there is a run in the folder, or something else.
pub fn must_be_unbegun(folder: &Path) -> anyhow::Result<()> {
    if !is_unbegun(folder) {
        bail!(
            "{} is there already, and a run is never overwritten; --resume goes on with it",
            folder.display()
        );
    }
    Ok(())
}

/// Whether a folder is empty but for the draft of a manifest and a file without rows: so a run leaves it
/// that is killed before its first word.
fn is_unbegun(folder: &Path) -> bool {
    let draft = format!("{MANIFEST}.new");
    let is_left = |entry: fs::DirEntry| match entry.file_name().to_str() {
        Some(ROWS) => entry.metadata().is_ok_and(|data| data.len() == 0),
        name => name == Some(&draft),
    };
    fs::read_dir(folder).is_ok_and(|mut entries| entries.all(|entry| entry.is_ok_and(is_left)))
}

/// The folder of a run that was not named: `results/<UTC time>-<corpus>`, with a number behind it
/// if that one is taken.
pub fn default_folder(time: jiff::Timestamp, corpus: &str) -> PathBuf {
    let plain = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' };
    let corpus: String = corpus.chars().map(plain).collect();
    let name = format!("{}-{corpus}", time.strftime("%Y-%m-%dT%H-%M-%SZ"));
    let free = |number: usize| match number {
        1 => PathBuf::from("results").join(&name),
        _ => PathBuf::from("results").join(format!("{name}-{number}")),
    };
    (1..).map(free).find(|folder| !folder.exists()).expect("one of all numbers is free")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(puzzle: &str) -> Row {
        Row { puzzle: puzzle.into(), backend: "a/b".into(), ..Row::default() }
    }

    fn csv(rows: &[Row]) -> Vec<u8> {
        let mut csv = Vec::new();
        record::to_csv(rows, &mut csv).expect("rows");
        csv
    }

    fn opened(folder: &Path, seen: impl FnMut(Row)) -> (Journal, Done) {
        let mut journal = Journal::claim(folder).expect("a journal");
        let done = journal.resume(folder, seen).expect("rows");
        (journal, done)
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names = Vec::new();
        opened(folder, |row| names.push(row.puzzle.to_string()));
        names
    }

    #[test]
    fn a_torn_row_is_cut_off_wherever_it_was_torn() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::claim(folder.path()).expect("a journal");
        journal.append(&csv(&[row("first"), row("second, \"quoted\"")])).expect("room");
        drop(journal);
        let path = folder.path().join(ROWS);
        let bytes = fs::read(&path).expect("rows");
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).expect("room");
            let whole = bytes[..length].iter().filter(|&&byte| byte == b'\n').count();
            let before = names(folder.path());
            assert_eq!(before.len(), whole.saturating_sub(1));
            let (mut journal, _) = opened(folder.path(), drop);
            journal.append(&csv(&[row("third")])).expect("room");
            drop(journal);
            assert_eq!(names(folder.path()).last().map(String::as_str), Some("third"));
            assert_eq!(names(folder.path()).len(), before.len() + 1);
        }
    }

    #[test]
    fn rows_with_other_columns_are_not_gone_on_with() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::claim(folder.path()).expect("a journal");
        journal.append(&csv(&[row("first")])).expect("room");
        let path = folder.path().join(ROWS);
        let text = fs::read_to_string(&path).expect("rows");
        fs::write(&path, text.replacen(",level,", ",grade,", 1)).expect("room");
        let refused = journal.resume(folder.path(), drop).expect_err("an error");
        assert!(refused.to_string().contains("the columns of this version"), "{refused}");
    }

    #[test]
    fn trials_that_are_done_are_known_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::claim(folder.path()).expect("a journal");
        journal.append(&csv(&[Row { rep: 2, ..row("one") }])).expect("room");
        drop(journal);
        let (_, done) = opened(folder.path(), drop);
        let trial = |rep, puzzle| TrialKey::of("a/b", "", puzzle, None, rep, 0);
        assert!(done.contains(|| trial(2, "one")));
        assert!(!done.contains(|| trial(1, "one")));
        assert!(!done.contains(|| trial(2, "two")));
    }
}
