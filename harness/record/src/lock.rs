//! One writer at a time: the rows of a run, the journal of a mining run and a history are locked while they are
//! written.
//!
//! The lock belongs to the open file, not to a lock file beside it. The system releases it when the last
//! process that holds the file ends, however it ends, so that no stale lock remains. The lock is advisory:
//! readers are not blocked.
//!
//! A child process that this one starts holds all open files from its fork to its exec, and with them the lock of a
//! file that is closed meanwhile. So a lock that is held is tried again for a short time before it is refused.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

/// How long a lock that is held is tried again: much longer than a fork takes.
const PATIENCE: Duration = Duration::from_millis(500);

/// The time between two tries.
const PAUSE: Duration = Duration::from_millis(5);

/// Locks a file for its only writer, until it is closed.
///
/// # Errors
/// When another process writes it, or it cannot be locked.
pub fn exclusive(file: &File, path: &Path) -> anyhow::Result<()> {
    locked(tried(|| file.try_lock()), path)
}

/// Locks a file for its only writer, until it is closed, as soon as no other process writes it.
///
/// # Errors
/// When it cannot be locked.
pub fn wait_exclusive(file: &File, path: &Path) -> anyhow::Result<()> {
    locked(file.lock().map_err(TryLockError::Error), path)
}

/// Locks a file against writers, until it is closed.
///
/// # Errors
/// When a process writes it, or it cannot be locked.
pub fn shared(file: &File, path: &Path) -> anyhow::Result<()> {
    locked(tried(|| file.try_lock_shared()), path)
}

/// Tries to lock until it succeeds, or the lock has been held by others for [`PATIENCE`].
fn tried(lock: impl Fn() -> Result<(), TryLockError>) -> Result<(), TryLockError> {
    let start = Instant::now();
    loop {
        match lock() {
            Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => thread::sleep(PAUSE),
            result => return result,
        }
    }
}

fn locked(result: Result<(), TryLockError>, path: &Path) -> anyhow::Result<()> {
    match result {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            bail!("{} is being written by another process", path.display())
        }
        // Some file systems do not support locks.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {}", path.display()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_writes_or_many_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        let [first, second, third] = [(); 3].map(|()| {
            File::options().read(true).append(true).create(true).open(&path).expect("a file")
        });
        exclusive(&first, &path).expect("nobody else");
        let refused = exclusive(&second, &path).expect_err("a second writer").to_string();
        assert!(refused.ends_with("is being written by another process"));
        assert!(shared(&second, &path).is_err());
        drop(first);
        shared(&second, &path).expect("no writer");
        shared(&third, &path).expect("no writer");
        assert!(exclusive(&third, &path).is_err());
    }

    #[test]
    fn a_lock_that_is_soon_released_is_not_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        let [first, second] = [(); 2]
            .map(|()| File::options().append(true).create(true).open(&path).expect("a file"));
        exclusive(&first, &path).expect("nobody else");
        let holder = thread::spawn(move || {
            thread::sleep(2 * PAUSE);
            drop(first);
        });
        exclusive(&second, &path).expect("the lock is released");
        holder.join().expect("no panic");
    }
}
