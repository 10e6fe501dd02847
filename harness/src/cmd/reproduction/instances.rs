//! What cells are measured on: puzzles and studies that a file contains, and corpora of others, which it names by their
//! hash.
//!
//! A corpus that this project does not ship is a file of the reader's. It is found by its name in a folder, and
//! taken only if its SHA-256 is that of the file: what is measured is the same everywhere, or nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use board::text::line;
use board::{Geometry, Puzzle, catalog};
use schemars::JsonSchema;
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// A puzzle or a grid.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedPuzzle {
    /// The name of its board.
    board: String,
    /// Its cells in reading order, `.` or `0` where one is empty; by default all are empty.
    cells: Option<String>,
}

/// A public corpus, of which this project has no copy.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedCorpus {
    /// The name of the file.
    pub(super) file: String,
    /// Its SHA-256, as hex digits.
    pub(super) sha256: String,
    /// Where it is published.
    from: String,
}

/// The puzzles, corpora and studies of a file, by name.
#[derive(Default)]
pub(super) struct Instances {
    pub(super) puzzles: BTreeMap<String, Puzzle>,
    pub(super) corpora: BTreeMap<String, NamedCorpus>,
    /// The texts of study files.
    pub(super) studies: BTreeMap<String, String>,
}

/// A file that a measurement needs is not here, or is another one.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct MissingFile(String);

impl NamedPuzzle {
    pub(super) fn puzzle(&self) -> anyhow::Result<Puzzle> {
        let geometry: Arc<Geometry> = Arc::new(catalog::named(&self.board)?);
        match &self.cells {
            Some(cells) => Ok(line::parse(cells, &geometry)?),
            None => Ok(Puzzle::empty(geometry)),
        }
    }
}

impl NamedCorpus {
    /// Returns the text of the corpus, from a file in this folder or in a folder directly below it.
    ///
    /// # Errors
    /// [`MissingFile`] if no folder is given, or it has no such file with this hash; else what cannot be read.
    pub(super) fn text(&self, folder: Option<&Path>) -> anyhow::Result<String> {
        let Self { file, sha256, from } = self;
        let Some(folder) = folder else {
            let how = "--corpora or the environment variable SUDOKU_CORPORA names its folder";
            return Err(MissingFile(format!("{file} is needed, from {from}; {how}.")).into());
        };
        let mut last = None;
        for path in places(folder, file)? {
            let cannot = || format!("cannot read {}", path.display());
            let bytes = fs::read(&path).with_context(cannot)?;
            let found = hex(&Sha256::digest(&bytes));
            if found == *sha256 {
                return String::from_utf8(bytes).with_context(cannot);
            }
            last = Some((path, found));
        }
        let why = match last {
            Some((path, found)) => {
                format!("{} has the SHA-256 {found}, expected {sha256}.", path.display())
            }
            None => format!("{} has no {file}, which is in {from}.", folder.display()),
        };
        Err(MissingFile(why).into())
    }
}

/// Returns the files of this name in a folder and in those directly below it.
fn places(folder: &Path, file: &str) -> anyhow::Result<Vec<PathBuf>> {
    let cannot = || format!("cannot read the folder {}", folder.display());
    let mut places = vec![folder.join(file)];
    for entry in fs::read_dir(folder).with_context(cannot)? {
        places.push(entry.with_context(cannot)?.path().join(file));
    }
    places.retain(|path| path.is_file());
    places.sort();
    Ok(places)
}

/// Returns the hex digits of bytes.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
