//! Where a run is kept: a folder with `manifest.json`, and `rows.csv`, to which rows are appended as
//! they are finished.
//!
//! A run may be killed at any moment. Rows are written whole, many at a time, and no field holds a
//! line break, so that whatever follows the last line break of the file is a torn row: it is cut
//! off when the run is resumed. When a write fails, as on a full disk, the file is cut back to the
//! last whole row at once.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::corpus::Item;
use crate::manifest::Manifest;
use crate::record::{self, Row};

/// The name of the rows in a run folder.
pub const ROWS: &str = "rows.csv";

/// The name of the manifest in a run folder.
pub const MANIFEST: &str = "manifest.json";

/// Appends rows, whole ones only.
pub struct Journal {
    place: Place,
    /// Whether the line with the names of the columns is still to be written.
    needs_header: bool,
}

enum Place {
    /// A file, and how long it is up to its last whole row.
    File(File, u64),
    Stdout,
}

/// A trial, as a run that is resumed knows it again: 128 bits of the hash of its backend, corpus,
/// puzzle, repetition and invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trial([u8; 16]);

impl Trial {
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
pub struct Done(HashSet<Trial>);

impl Done {
    /// Whether a trial is done. Costs nothing when none is.
    pub fn contains(&self, trial: impl FnOnce() -> Trial) -> bool {
        !self.0.is_empty() && self.0.contains(&trial())
    }
}

impl Journal {
    /// A journal in a [new folder](make_folder). The manifest is there before any row.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(folder: &Path, manifest: &Manifest) -> anyhow::Result<Self> {
        write_manifest(folder, manifest)?;
        Self::open(folder)
    }

    /// The journal of a run that goes on, and the trials that are done; `seen` takes their rows.
    ///
    /// # Errors
    /// When the rows cannot be read.
    pub fn resume(folder: &Path, mut seen: impl FnMut(Row)) -> anyhow::Result<(Self, Done)> {
        let mut journal = Self::open(folder)?;
        let mut done = Done::default();
        if let Place::File(file, whole) = &mut journal.place {
            let mut reader = csv::Reader::from_reader((&*file).take(*whole));
            // What is appended has the columns of this version.
            let columns = reader.byte_headers()?.iter().collect::<Vec<_>>().join(&b',');
            if *whole > 0 && columns != record::csv_header()?.trim_ascii_end() {
                bail!(
                    "{} has not the columns of this version, expected a run that it began",
                    folder.join(ROWS).display()
                );
            }
            for row in reader.deserialize() {
                let row: Row = row.with_context(|| {
                    format!("{} is not one of this version", folder.join(ROWS).display())
                })?;
                done.0.insert(Trial::of_row(&row));
                seen(row);
            }
            file.seek(SeekFrom::Start(*whole))?;
        }
        Ok((journal, done))
    }

    /// A journal on standard output.
    pub fn on_stdout() -> Self {
        Self { place: Place::Stdout, needs_header: true }
    }

    /// Opens the rows of a folder for appending, and cuts off a torn one.
    fn open(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(ROWS);
        let problem = || format!("cannot write {}", path.display());
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .with_context(problem)?;
        let whole = length_of_whole_lines(&mut file).with_context(problem)?;
        file.set_len(whole).with_context(problem)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Self { place: Place::File(file, whole), needs_header: whole == 0 })
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
                stdout.write_all(bytes).and_then(|()| stdout.flush())?;
            }
            Place::File(file, whole) => {
                if let Err(error) = file.write_all(bytes) {
                    // What was written of these rows is cut off; if that fails, too, a resumed run
                    // will cut it off.
                    drop(file.set_len(*whole));
                    return Err(error).context("cannot write rows.csv any further");
                }
                *whole += bytes.len() as u64;
            }
        }
        Ok(())
    }
}

/// Writes the manifest of a run, in place of an earlier one.
///
/// # Errors
/// When it cannot be written.
pub fn write_manifest(folder: &Path, manifest: &Manifest) -> anyhow::Result<()> {
    let path = folder.join(MANIFEST);
    let text = serde_json::to_string_pretty(manifest)? + "\n";
    let draft = folder.join(format!("{MANIFEST}.new"));
    fs::write(&draft, text)
        .and_then(|()| fs::rename(&draft, &path))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Makes the folder of a new run.
///
/// # Errors
/// When there is something in the folder already, or it cannot be made.
pub fn make_folder(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() && !is_unbegun(folder) {
        bail!(
            "{} is there already, and a run is never overwritten; --resume goes on with it",
            folder.display()
        );
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Whether a folder is empty but for the draft of a manifest: so a run leaves it that is killed before
/// its first word.
fn is_unbegun(folder: &Path) -> bool {
    let draft = format!("{MANIFEST}.new");
    let is_draft = |entry: io::Result<fs::DirEntry>| {
        entry.is_ok_and(|entry| entry.file_name().to_str() == Some(&draft))
    };
    fs::read_dir(folder).is_ok_and(|mut entries| entries.all(is_draft))
}

/// Reads the manifest of a run.
///
/// # Errors
/// When there is none, or it is not one of this version.
pub fn read_manifest(folder: &Path) -> anyhow::Result<Manifest> {
    let path = folder.join(MANIFEST);
    let text = fs::read_to_string(&path)
        .with_context(|| format!("{} is no run: cannot read {MANIFEST}", folder.display()))?;
    serde_json::from_str(&text)
        .with_context(|| format!("{} is not one of this version", path.display()))
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

/// How long a file is up to its last line break; reads backwards.
fn length_of_whole_lines(file: &mut File) -> io::Result<u64> {
    const STEP: u64 = 1 << 16;
    let mut end = file.seek(SeekFrom::End(0))?;
    while end > 0 {
        let start = end.saturating_sub(STEP);
        let mut bytes = vec![0; (end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut bytes)?;
        if let Some(at) = bytes.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
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

    fn names(folder: &Path) -> Vec<String> {
        let mut names = Vec::new();
        Journal::resume(folder, |row| names.push(row.puzzle.to_string())).expect("a journal");
        names
    }

    #[test]
    fn a_torn_row_is_cut_off_wherever_it_was_torn() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::open(folder.path()).expect("a journal");
        journal.append(&csv(&[row("first"), row("second, \"quoted\"")])).expect("room");
        let path = folder.path().join(ROWS);
        let bytes = fs::read(&path).expect("rows");
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).expect("room");
            let whole = bytes[..length].iter().filter(|&&byte| byte == b'\n').count();
            let before = names(folder.path());
            assert_eq!(before.len(), whole.saturating_sub(1));
            let (mut journal, _) = Journal::resume(folder.path(), drop).expect("a journal");
            journal.append(&csv(&[row("third")])).expect("room");
            assert_eq!(names(folder.path()).last().map(String::as_str), Some("third"));
            assert_eq!(names(folder.path()).len(), before.len() + 1);
        }
    }

    #[test]
    fn rows_with_other_columns_are_not_gone_on_with() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::open(folder.path()).expect("a journal");
        journal.append(&csv(&[row("first")])).expect("room");
        let path = folder.path().join(ROWS);
        let text = fs::read_to_string(&path).expect("rows");
        fs::write(&path, text.replacen(",level,", ",grade,", 1)).expect("room");
        let refused = Journal::resume(folder.path(), drop).err().expect("an error");
        assert!(refused.to_string().contains("the columns of this version"), "{refused}");
    }

    #[test]
    fn trials_that_are_done_are_known_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::open(folder.path()).expect("a journal");
        journal.append(&csv(&[Row { rep: 2, ..row("one") }])).expect("room");
        let (_, done) = Journal::resume(folder.path(), drop).expect("a journal");
        let trial = |rep, puzzle| Trial::of("a/b", "", puzzle, None, rep, 0);
        assert!(done.contains(|| trial(2, "one")));
        assert!(!done.contains(|| trial(1, "one")));
        assert!(!done.contains(|| trial(2, "two")));
    }
}
