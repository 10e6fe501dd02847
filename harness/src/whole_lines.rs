//! A file of lines that grows by whole lines, whatever happens to its writer.
//!
//! What follows the last line break is a torn line: it is cut off when the file is opened again. When a
//! write fails, as on a full disk, the file is cut back to the last whole line at once.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// A file that lines are appended to.
pub struct WholeLines {
    path: PathBuf,
    file: File,
    /// How long it is up to its last whole line.
    length: u64,
}

impl WholeLines {
    /// Opens a file, or makes it, and cuts off a torn line.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let problem = || format!("cannot write {}", path.display());
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(problem)?;
        let length = length_of_whole_lines(&mut file).with_context(problem)?;
        file.set_len(length).with_context(problem)?;
        file.seek(SeekFrom::Start(length)).with_context(problem)?;
        Ok(Self { path: path.to_owned(), file, length })
    }

    /// Whether no line is there.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Appends lines, each with its line feed.
    ///
    /// # Errors
    /// When they cannot be written: none of them is in the file then.
    pub fn append(&mut self, lines: &[u8]) -> anyhow::Result<()> {
        if let Err(error) = self.file.write_all(lines) {
            // If this fails, too, what is left is cut off when the file is opened again.
            drop(self.file.set_len(self.length));
            let message = format!("cannot write {} any further", self.path.display());
            return Err(error).context(message);
        }
        self.length += lines.len() as u64;
        Ok(())
    }
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
