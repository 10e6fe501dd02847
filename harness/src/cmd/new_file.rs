//! Files that a command creates, and removes again if it wrote nothing.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// A file that did not exist. Without any content it is removed when it is dropped, so that a command that failed can be
/// repeated.
pub(super) struct NewFile {
    path: PathBuf,
    file: BufWriter<File>,
    is_empty: bool,
}

impl NewFile {
    /// # Errors
    /// When the file exists, or cannot be created.
    pub(super) fn create(path: &Path) -> anyhow::Result<Self> {
        let file =
            File::create_new(path).with_context(|| format!("cannot create {}", path.display()))?;
        Ok(Self { path: path.to_owned(), file: BufWriter::new(file), is_empty: true })
    }

    /// Returns the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty &= bytes.is_empty();
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.is_empty {
            // Whoever finds an empty file here knows as much as from an error.
            fs::remove_file(&self.path).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_content_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        drop(NewFile::create(&path).unwrap());
        assert!(!path.exists());
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"text").unwrap();
        assert!(NewFile::create(&path).is_err(), "it exists");
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
    }
}
