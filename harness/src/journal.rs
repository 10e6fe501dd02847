//! Where a run is kept: a folder with `rows.csv`, to which rows are appended as they are finished,
//! and `manifest.json`.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::manifest::Manifest;
use crate::record::Row;

/// The name of the rows in a run folder.
pub const ROWS: &str = "rows.csv";

/// The name of the manifest in a run folder.
pub const MANIFEST: &str = "manifest.json";

/// Writes rows, whole ones only, and flushes them each time.
pub struct Journal {
    rows: csv::Writer<Box<dyn Write + Send>>,
}

impl Journal {
    /// A journal in a new folder.
    ///
    /// # Errors
    /// When the folder is there already, or cannot be made or written.
    pub fn in_folder(folder: &Path) -> anyhow::Result<Self> {
        make_folder(folder)?;
        let path = folder.join(ROWS);
        let file =
            File::create_new(&path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self::new(Box::new(BufWriter::new(file))))
    }

    /// A journal on standard output.
    pub fn on_stdout() -> Self {
        Self::new(Box::new(io::stdout()))
    }

    fn new(writer: Box<dyn Write + Send>) -> Self {
        Self { rows: csv::Writer::from_writer(writer) }
    }

    /// Appends rows.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn append(&mut self, rows: &[Row]) -> anyhow::Result<()> {
        rows.iter().try_for_each(|row| self.rows.serialize(row)).map_err(io_error)?;
        Ok(self.rows.flush()?)
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

/// The folder of a run that was not named: `results/<UTC time>-<corpus>`, with a number behind it
/// if that one is taken.
pub fn default_folder(time: jiff::Timestamp, corpus: &str) -> PathBuf {
    let plain: String = corpus
        .chars()
        .map(|c| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' })
        .collect();
    let name = format!("{}-{plain}", time.strftime("%Y-%m-%dT%H-%M-%SZ"));
    let free = |number: usize| match number {
        1 => PathBuf::from("results").join(&name),
        _ => PathBuf::from("results").join(format!("{name}-{number}")),
    };
    (1..).map(free).find(|folder| !folder.exists()).expect("one of all numbers is free")
}

fn make_folder(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        bail!("{} is there already, and a run is never overwritten", folder.display());
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// An I/O error as itself, so that a closed pipe is known for what it is.
fn io_error(error: csv::Error) -> anyhow::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        kind => anyhow::anyhow!("{kind:?}"),
    }
}
