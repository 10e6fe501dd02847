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
        let mut lines = Self::open_uncut(path)?;
        lines.cut()?;
        Ok(lines)
    }

    /// Opens a file, or makes it, and changes nothing: it has to be [cut](Self::cut) before it is used.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open_uncut(path: &Path) -> anyhow::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file =
            options.open(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { path: path.to_owned(), file, length: 0 })
    }

    /// Cuts off a torn line.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn cut(&mut self) -> anyhow::Result<()> {
        let cut = |file: &mut File| {
            let length = length_of_whole_lines(file)?;
            file.set_len(length).map(|()| length)
        };
        let problem = || format!("cannot write {}", self.path.display());
        self.length = cut(&mut self.file).with_context(problem)?;
        Ok(())
    }

    /// The file, to be locked or waited for.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Whether no line is there.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The lines that are there.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&mut self) -> io::Result<impl Read> {
        self.file.seek(SeekFrom::Start(0))?;
        Ok((&self.file).take(self.length))
    }

    /// Appends lines, each with its line feed.
    ///
    /// # Errors
    /// When they cannot be written: none of them is in the file then.
    pub fn append(&mut self, lines: &[u8]) -> anyhow::Result<()> {
        let end = self.file.seek(SeekFrom::Start(self.length));
        if let Err(error) = end.and_then(|_| self.file.write_all(lines)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_off_wherever_it_was_torn() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lines");
        let text = b"first\nsecond\nthird\n";
        for length in 0..=text.len() {
            std::fs::write(&path, &text[..length]).expect("room");
            let mut lines = WholeLines::open(&path).expect("a file");
            lines.append(b"last\n").expect("room");
            let mut found = String::new();
            lines.read().and_then(|mut all| all.read_to_string(&mut found)).expect("text");
            let whole =
                text[..length].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            assert_eq!(found.as_bytes(), [&text[..whole], b"last\n"].concat());
        }
    }
}
