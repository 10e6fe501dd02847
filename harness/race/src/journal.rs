//! The journal of a run: `rows.csv` in its folder, to which finished rows are appended.
//!
//! A run may be killed at any moment. Rows are written whole, many at a time, and no field contains a line break,
//! so that anything after the last line break of the file is a partial row: it is truncated when the run is
//! resumed. When a write fails, as on a full disk, the file is truncated to the last whole row at once.
//!
//! Only one process writes a folder at a time: it holds a lock from before it reads the manifest until the run
//! ends. The rows are synced to disk before the manifest marks the run as complete, but not during the run,
//! because that would disturb the times. So a crash of the system may lose the last rows, but not the run.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::SystemTime;

use anyhow::{Context, bail};
use record::Row;
use record::disk::Disk;
use record::folder::{MANIFEST, ROWS};
use record::seal::Seal;
use record::whole_lines::WholeLines;

use crate::corpus::CorpusItem;
use crate::manifest;

/// The folder of the runs that are given none.
pub const RESULTS: &str = "results";

/// Appends whole rows.
pub struct Journal {
    output: Output,
    /// Whether the header line is still to be written.
    needs_header: bool,
}

enum Output {
    File(Box<WholeLines>),
    Stdout,
}

/// The identity of a trial, by which a resumed run recognises it: 128 bits of the hash of its backend, corpus,
/// puzzle, isomorph, repetition and invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TrialKey([u8; 16]);

impl TrialKey {
    /// Creates the key of a trial of a backend on an item.
    pub fn new(backend: &str, item: &CorpusItem, rep: u32, invocation: u32) -> Self {
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

/// The trials that were already run.
#[derive(Clone, Debug, Default)]
pub struct CompletedTrials(HashSet<TrialKey>);

impl CompletedTrials {
    /// Returns whether a trial was already run. Computes no key if there are none.
    pub fn contains(&self, trial: impl FnOnce() -> TrialKey) -> bool {
        !self.0.is_empty() && self.0.contains(&trial())
    }
}

impl Journal {
    /// Opens and locks the journal of a folder, without changing it.
    ///
    /// # Errors
    /// When another process has locked it, or the rows cannot be opened.
    pub fn claim(disk: &Disk, folder: &Path) -> anyhow::Result<Self> {
        let rows = WholeLines::open_untruncated(disk, &folder.join(ROWS))?;
        rows.file().lock(folder)?;
        Ok(Self { output: Output::File(Box::new(rows)), needs_header: true })
    }

    /// Opens the journal of a folder that the parent process has locked.
    ///
    /// # Errors
    /// When the rows cannot be opened.
    pub fn inherited(disk: &Disk, folder: &Path) -> anyhow::Result<Self> {
        let rows = WholeLines::open_untruncated(disk, &folder.join(ROWS))?;
        Ok(Self { output: Output::File(Box::new(rows)), needs_header: true })
    }

    /// Resumes after the last whole row. Returns the trials that were already run, and passes their rows to `seen`.
    ///
    /// # Errors
    /// When the rows cannot be read.
    pub fn resume(
        &mut self,
        folder: &Path,
        mut seen: impl FnMut(Row),
    ) -> anyhow::Result<CompletedTrials> {
        let mut done = CompletedTrials::default();
        let Output::File(rows) = &mut self.output else { return Ok(done) };
        let path = folder.join(ROWS);
        rows.truncate()?;
        self.needs_header = rows.is_empty();
        let problem = || format!("cannot read {}", path.display());
        let mut reader = csv::Reader::from_reader(rows.read().with_context(problem)?);
        // The rows to be appended have the columns of this version.
        let columns = reader.byte_headers().with_context(problem)?;
        let columns = columns.iter().collect::<Vec<_>>().join(&b',');
        if !self.needs_header && columns != record::csv_header()?.trim_ascii_end() {
            bail!(
                "{} does not have the columns of this version, expected a run that it started",
                path.display()
            );
        }
        for (row, line) in reader.deserialize().zip(2_u64..) {
            let row: Row = row.map_err(|error| unread(error, &path))?;
            if !done.0.insert(TrialKey::of_row(&row)) {
                let (path, Row { backend, puzzle, rep, .. }) = (path.display(), row);
                bail!(
                    "{path}:{line}: the trial of {backend} on {puzzle}, repetition {rep}, is repeated; expected each \
                     trial once, so the file was changed"
                );
            }
            seen(row);
        }
        Ok(done)
    }

    /// Returns a journal on standard output.
    pub fn on_stdout() -> Self {
        Self { output: Output::Stdout, needs_header: true }
    }

    /// Passes the lock to a child process that is to write the rows, as its standard input, so that the folder
    /// remains locked until both have ended.
    ///
    /// # Errors
    /// When the system cannot duplicate the file.
    pub fn for_child(&self) -> io::Result<Stdio> {
        match &self.output {
            Output::File(rows) => rows.file().file().try_clone().map(Stdio::from),
            Output::Stdout => Ok(Stdio::null()),
        }
    }

    /// Returns the seal of the rows; `None` on standard output.
    pub fn seal(&self) -> Option<Seal> {
        match &self.output {
            Output::File(rows) => Some(rows.seal()),
            Output::Stdout => None,
        }
    }

    /// Syncs the rows to disk.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn sync(&self) -> anyhow::Result<()> {
        match &self.output {
            Output::File(rows) => rows.sync(),
            Output::Stdout => Ok(()),
        }
    }

    /// Appends rows, as [`record::to_csv`] writes them.
    ///
    /// # Errors
    /// When they cannot be written; the file then contains none of them.
    pub fn append(&mut self, rows: &[u8]) -> anyhow::Result<()> {
        if self.needs_header {
            self.write(&record::csv_header()?)?;
            self.needs_header = false;
        }
        self.write(rows)
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match &mut self.output {
            Output::Stdout => {
                let mut stdout = io::stdout().lock();
                Ok(stdout.write_all(bytes).and_then(|()| stdout.flush())?)
            }
            Output::File(rows) => rows.append(bytes),
        }
    }
}

/// Returns why a row cannot be read.
fn unread(error: csv::Error, path: &Path) -> anyhow::Error {
    let problem = match error.kind() {
        csv::ErrorKind::Io(_) => format!("cannot read {}", path.display()),
        _ => format!("{} has a row that is not of this version", path.display()),
    };
    anyhow::Error::new(error).context(problem)
}

/// Creates the folder of a new run.
///
/// # Errors
/// When the folder exists and is not empty, or it cannot be created.
pub fn create_folder(disk: &Disk, folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        check_is_new(folder)?;
    }
    disk.create_folders(folder).with_context(|| format!("cannot create {}", folder.display()))
}

/// Checks that a folder contains no run.
///
/// # Errors
/// When it contains a run or anything else, is no folder, or cannot be read.
pub fn check_is_new(folder: &Path) -> anyhow::Result<()> {
    if !is_new(folder).with_context(|| format!("cannot read the folder {}", folder.display()))? {
        bail!(
            "{} already exists, and a run is never overwritten; --resume continues it",
            folder.display()
        );
    }
    Ok(())
}

/// Returns whether a folder is empty except for the draft of a manifest and an empty file of rows, which a run killed
/// at its start leaves behind.
fn is_new(folder: &Path) -> io::Result<bool> {
    let draft = format!("{MANIFEST}.new");
    let is_left = |entry: fs::DirEntry| match entry.file_name().to_str() {
        Some(ROWS) => entry.metadata().is_ok_and(|data| data.len() == 0),
        name => name == Some(&draft),
    };
    Ok(fs::read_dir(folder)?.all(|entry| entry.is_ok_and(is_left)))
}

/// The maximum number of bytes of a corpus' name in that of a folder, which file systems limit to 255.
const MOST_OF_A_NAME: usize = 200;

/// Returns the default folder of a run: `results/<UTC time>-<corpus>`, followed by a number if that one exists.
pub fn default_folder(time: SystemTime, corpus: &str) -> PathBuf {
    let plain = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' };
    let corpus: String = corpus.chars().map(plain).collect();
    let second =
        humantime::format_rfc3339_seconds(manifest::writable(time)).to_string().replace(':', "-");
    let name = format!("{second}-{}", &corpus[..corpus.floor_char_boundary(MOST_OF_A_NAME)]);
    let free = |number: usize| match number {
        1 => PathBuf::from(RESULTS).join(&name),
        _ => PathBuf::from(RESULTS).join(format!("{name}-{number}")),
    };
    (1..).map(free).find(|folder| !folder.exists()).expect("some number is free")
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

    fn opened(folder: &Path, seen: impl FnMut(Row)) -> (Journal, CompletedTrials) {
        let mut journal = Journal::claim(&Disk::default(), folder).expect("a journal");
        let done = journal.resume(folder, seen).expect("rows");
        (journal, done)
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names = Vec::new();
        opened(folder, |row| names.push(row.puzzle.to_string()));
        names
    }

    #[test]
    fn a_partial_row_is_truncated_wherever_it_ends() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::claim(&Disk::default(), folder.path()).expect("a journal");
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
    fn a_run_with_other_columns_is_not_resumed() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::claim(&Disk::default(), folder.path()).expect("a journal");
        journal.append(&csv(&[row("first")])).expect("room");
        let path = folder.path().join(ROWS);
        let text = fs::read_to_string(&path).expect("rows");
        fs::write(&path, text.replacen(",level,", ",grade,", 1)).expect("room");
        let refused = journal.resume(folder.path(), drop).expect_err("an error");
        assert!(refused.to_string().contains("the columns of this version"), "{refused}");
    }

    #[test]
    fn a_repeated_trial_is_not_resumed() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::claim(&Disk::default(), folder.path()).expect("a journal");
        let rows = csv(&[row("first"), row("second"), row("first")]);
        journal.append(&rows).expect("room");
        let refused = journal.resume(folder.path(), drop).expect_err("an error").to_string();
        assert!(refused.contains("rows.csv:4: the trial of a/b on first, "), "{refused}");
        let header = record::csv_header().expect("a header");
        assert_eq!(journal.seal(), Some(Seal::of(&[header, rows].concat())));
    }

    #[test]
    fn completed_trials_are_recognised() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::claim(&Disk::default(), folder.path()).expect("a journal");
        journal.append(&csv(&[Row { rep: 2, ..row("one") }])).expect("room");
        drop(journal);
        let (_, done) = opened(folder.path(), drop);
        let trial = |rep, puzzle| TrialKey::of("a/b", "", puzzle, None, rep, 0);
        assert!(done.contains(|| trial(2, "one")));
        assert!(!done.contains(|| trial(1, "one")));
        assert!(!done.contains(|| trial(2, "two")));
    }
}
