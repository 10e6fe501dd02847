//! The calls to the operating system by which the files of a run are written.
//!
//! Whatever a run leaves behind goes through a [`Disk`]: its rows, the tables beside them, its manifest, and the rename
//! that publishes a shard. So a test can make any of these calls fail, write a part of what it should, or be the last
//! one before a crash, and check what is left ([`DiskWatcher`]). Without a watcher, a call is that of the standard
//! library.

use std::ffi::OsString;
use std::fmt::Debug;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::lock;

/// A call on a file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskCall<'a> {
    /// Creates a folder.
    CreateFolder,
    /// Opens or creates a file.
    Open,
    /// Reads at most so many bytes.
    Read(usize),
    /// Writes at most so many bytes.
    Write(usize),
    /// Moves the position in a file.
    Seek,
    /// Sets the length of a file.
    Truncate,
    /// Waits until a file, or the names in a folder, would survive a power failure.
    Sync,
    /// Locks a file for its only writer.
    Lock,
    /// Renames a file or a folder to this path.
    Rename(&'a Path),
}

impl DiskCall<'_> {
    /// Returns the number of bytes to be read or written.
    pub fn length(self) -> usize {
        match self {
            Self::Read(length) | Self::Write(length) => length,
            _ => 0,
        }
    }
}

/// Sees each call before it is made.
pub trait DiskWatcher: Debug + Send + Sync {
    /// Returns the number of bytes that a read or a write may transfer, at most [`DiskCall::length`].
    ///
    /// # Errors
    /// The error with which the call fails. It is not made.
    fn before(&self, call: DiskCall<'_>, path: &Path) -> io::Result<usize>;
}

/// The disk, or one with a watcher.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    watcher: Option<Arc<dyn DiskWatcher>>,
}

impl Disk {
    /// Returns a disk whose calls are shown to a watcher.
    pub fn watched(watcher: Arc<dyn DiskWatcher>) -> Self {
        Self { watcher: Some(watcher) }
    }

    /// Creates a folder, and those in which it is.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create_folders(&self, path: &Path) -> io::Result<()> {
        self.before(DiskCall::CreateFolder, path)?;
        fs::create_dir_all(path)
    }

    /// Creates a folder that does not exist yet.
    ///
    /// # Errors
    /// When it exists, or cannot be created.
    pub fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.before(DiskCall::CreateFolder, path)?;
        fs::create_dir(path)
    }

    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(&self, path: &Path, options: &OpenOptions) -> io::Result<DiskFile> {
        self.before(DiskCall::Open, path)?;
        Ok(DiskFile { file: options.open(path)?, path: path.to_owned(), disk: self.clone() })
    }

    /// Renames a file or a folder.
    ///
    /// # Errors
    /// When it cannot be renamed.
    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.before(DiskCall::Rename(to), from)?;
        fs::rename(from, to)
    }

    /// Writes a file, which replaces an earlier one when it is whole: whoever reads it finds the one or the other.
    ///
    /// # Errors
    /// When it cannot be written. The earlier one remains.
    pub fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let draft = self.draft(path, bytes)?;
        self.rename(&draft, path)
    }

    /// The same, so that a power failure loses neither: when this returns, the new file survives it.
    ///
    /// # Errors
    /// When it cannot be written. The earlier one remains.
    pub fn replace_durably(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let draft = self.draft(path, bytes)?;
        self.sync(&draft)?;
        self.rename(&draft, path)?;
        self.sync_names(path.parent().unwrap_or(path))
    }

    /// Writes a file whose name is that of another one and `.new`.
    fn draft(&self, path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
        let mut name = OsString::from(path);
        name.push(".new");
        let draft = PathBuf::from(name);
        let file = self.open(&draft, File::options().write(true).create(true).truncate(true))?;
        (&file).write_all(bytes)?;
        Ok(draft)
    }

    /// Waits until a file would survive a power failure.
    ///
    /// # Errors
    /// When it cannot be opened or written to the disk.
    pub fn sync(&self, path: &Path) -> io::Result<()> {
        self.open(path, File::options().read(true))?.sync()
    }

    /// Waits until the names in a folder would survive a power failure. Some file systems cannot do that, and others
    /// need not, which is no error.
    fn sync_names(&self, folder: &Path) -> io::Result<()> {
        self.before(DiskCall::Sync, folder)?;
        // The folder of a relative path may be empty.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if cfg!(unix) {
            drop(File::open(folder).and_then(|folder| folder.sync_all()));
        }
        Ok(())
    }

    fn before(&self, call: DiskCall<'_>, path: &Path) -> io::Result<usize> {
        match &self.watcher {
            None => Ok(call.length()),
            Some(watcher) => watcher.before(call, path),
        }
    }
}

/// An open file of a disk.
#[derive(Debug)]
pub struct DiskFile {
    file: File,
    path: PathBuf,
    disk: Disk,
}

impl DiskFile {
    /// Returns the file of the standard library.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Returns its path when it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Sets the length.
    ///
    /// # Errors
    /// When the length cannot be changed.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        self.disk.before(DiskCall::Truncate, &self.path)?;
        self.file.set_len(length)
    }

    /// Waits until the file would survive a power failure.
    ///
    /// # Errors
    /// When it cannot be written to the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.disk.before(DiskCall::Sync, &self.path)?;
        self.file.sync_data()
    }

    /// Locks the file for its only writer; `owner` is what an error names.
    ///
    /// # Errors
    /// When another process writes it, or it cannot be locked.
    pub fn lock(&self, owner: &Path) -> anyhow::Result<()> {
        self.disk.before(DiskCall::Lock, owner).map_err(|error| {
            anyhow::Error::new(error).context(format!("cannot lock {}", owner.display()))
        })?;
        lock::exclusive(&self.file, owner)
    }
}

impl Read for &DiskFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // Readers of CSV do not repeat a read that a signal interrupted.
        loop {
            let length = self.disk.before(DiskCall::Read(bytes.len()), &self.path);
            let read = length.and_then(|length| (&self.file).read(&mut bytes[..length]));
            if !matches!(&read, Err(error) if error.kind() == io::ErrorKind::Interrupted) {
                return read;
            }
        }
    }
}

impl Write for &DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.disk.before(DiskCall::Write(bytes.len()), &self.path)?;
        (&self.file).write(&bytes[..length])
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for &DiskFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.disk.before(DiskCall::Seek, &self.path)?;
        (&self.file).seek(to)
    }
}
