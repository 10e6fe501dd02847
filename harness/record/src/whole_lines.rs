//! An append-only file of whole lines, whatever happens to its writer.
//!
//! A partial line after the last line break is truncated when the file is opened again. When a write
//! fails, as on a full disk, the file is truncated to the last whole line at once. The lines are hashed
//! as they are written, for the [seal](crate::seal) of the file. A file that was deleted or replaced
//! meanwhile is an error at the next write.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};

use crate::disk::{Disk, DiskFile};
use crate::seal::{Seal, Sealer, in_pieces};

/// A file to which lines are appended.
pub struct WholeLines {
    file: DiskFile,
    /// The length up to the last line break.
    length: u64,
    /// Hashes these lines.
    sealer: Sealer,
}

impl WholeLines {
    /// Opens or creates a file, and truncates a partial line.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn open(disk: &Disk, path: &Path) -> anyhow::Result<Self> {
        let mut lines = Self::open_untruncated(disk, path)?;
        lines.truncate()?;
        Ok(lines)
    }

    /// Opens or creates a file without changing it: it must be [truncated](Self::truncate) before use.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open_untruncated(disk: &Disk, path: &Path) -> anyhow::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let problem = || format!("cannot write {}", path.display());
        let file = disk.open(path, &options).with_context(problem)?;
        Ok(Self { file, length: 0, sealer: Sealer::default() })
    }

    /// Truncates a partial line, and hashes the others.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn truncate(&mut self) -> anyhow::Result<()> {
        let truncate = |file: &DiskFile| {
            let length = length_of_whole_lines(file)?;
            file.set_len(length)?;
            Ok::<_, io::Error>((length, hashed(file, length)?))
        };
        let problem = || format!("cannot write {}", self.file.path().display());
        (self.length, self.sealer) = truncate(&self.file).with_context(problem)?;
        Ok(())
    }

    /// Returns the seal of the lines: those that were there when the file was opened, and those written since.
    pub fn seal(&self) -> Seal {
        self.sealer.seal()
    }

    /// Returns the file, for locking.
    pub fn file(&self) -> &DiskFile {
        &self.file
    }

    /// Waits until the lines would survive a power failure.
    ///
    /// # Errors
    /// When they cannot be written to the disk.
    pub fn sync(&self) -> anyhow::Result<()> {
        let problem = || format!("cannot write {} to the disk", self.file.path().display());
        self.file.sync().with_context(problem)
    }

    /// Returns whether the file has no line.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Reads the lines.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&mut self) -> io::Result<impl Read> {
        (&self.file).seek(SeekFrom::Start(0))?;
        Ok((&self.file).take(self.length))
    }

    /// Appends lines, each ending with a line feed.
    ///
    /// # Errors
    /// When they cannot be written; the file then contains none of them. When the file was deleted, moved or
    /// replaced since it was opened.
    pub fn append(&mut self, lines: &[u8]) -> anyhow::Result<()> {
        let path = self.file.path();
        if !is_at(self.file.file(), path) {
            bail!("{} was deleted, moved or replaced while it was written", path.display());
        }
        let mut file = &self.file;
        let end = file.seek(SeekFrom::Start(self.length));
        if let Err(error) = end.and_then(|_| file.write_all(lines)) {
            // If this fails too, the rest is truncated when the file is opened again.
            drop(self.file.set_len(self.length));
            let message = format!("cannot append to {}", path.display());
            return Err(error).context(message);
        }
        self.length += lines.len() as u64;
        self.sealer.update(lines);
        Ok(())
    }
}

/// Returns whether an open file is still the one with this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |data: std::fs::Metadata| (data.dev(), data.ino());
    let [here, there] = [file.metadata(), std::fs::metadata(path)].map(|data| data.map(identity));
    // An error other than a missing file, such as one of the network, says nothing.
    match (here, there) {
        (Ok(here), Ok(there)) => here == there,
        (_, Err(error)) => error.kind() != io::ErrorKind::NotFound,
        (Err(_), Ok(_)) => true,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Hashes the beginning of a file.
fn hashed(mut file: &DiskFile, length: u64) -> io::Result<Sealer> {
    let mut sealer = Sealer::default();
    file.seek(SeekFrom::Start(0))?;
    in_pieces(file.take(length), |bytes| sealer.update(bytes))?;
    Ok(sealer)
}

/// Returns the length of a file up to its last line break, found by reading backwards.
fn length_of_whole_lines(mut file: &DiskFile) -> io::Result<u64> {
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
    fn a_partial_line_is_truncated_wherever_it_ends() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lines");
        let text = b"first\nsecond\nthird\n";
        for length in 0..=text.len() {
            std::fs::write(&path, &text[..length]).expect("room");
            let mut lines = WholeLines::open(&Disk::default(), &path).expect("a file");
            lines.append(b"last\n").expect("room");
            let mut found = String::new();
            lines.read().and_then(|mut all| all.read_to_string(&mut found)).expect("text");
            let whole =
                text[..length].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            assert_eq!(found.as_bytes(), [&text[..whole], b"last\n"].concat());
            assert_eq!(lines.seal(), Seal::of(found.as_bytes()));
        }
    }

    #[test]
    fn a_deleted_folder_and_a_replaced_file_are_errors_at_the_next_write() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("run");
        std::fs::create_dir(&folder).expect("room");
        let path = folder.join("lines");
        let mut lines = WholeLines::open(&Disk::default(), &path).expect("a file");
        lines.append(b"first\n").expect("room");
        std::fs::remove_dir_all(&folder).expect("a folder");
        let message = lines.append(b"second\n").expect_err("an error").to_string();
        assert!(message.ends_with("was deleted, moved or replaced while it was written"));
        std::fs::create_dir(&folder).expect("room");
        std::fs::write(&path, "first\n").expect("room");
        assert!(cfg!(not(unix)) || lines.append(b"second\n").is_err());
    }
}
