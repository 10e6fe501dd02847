//! Attempts at a shard, in a folder that several machines share.
//!
//! A job can die, be started again, or run twice at once when a scheduler loses sight of a machine. So each attempt
//! writes a folder of its own, and the first one that is complete is published:
//!
//! ```text
//! DIR/attempts/3-of-24.NAME   written by one process
//! DIR/shards/3-of-24          published
//! ```
//!
//! Publishing is one rename(2). It is atomic, also on a network file system, and fails if the target is a folder that
//! is not empty (POSIX, *rename*: `EEXIST` or `ENOTEMPTY`). So a published shard is whole and never replaced.

use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

use anyhow::Context;
use record::disk::Disk;
use record::folder::{MANIFEST, read_manifest};
use record::manifest::Shard;
use sysinfo::System;

/// The folder of the published shards in the shared folder.
pub const SHARDS: &str = "shards";

/// The folder of the attempts in the shared folder.
pub const ATTEMPTS: &str = "attempts";

/// Returns the folder of a published shard.
pub fn published_folder(shared: &Path, shard: Shard) -> PathBuf {
    shared.join(SHARDS).join(shard.folder())
}

/// Returns the folder of the attempt with this name.
pub fn attempt_folder(shared: &Path, shard: Shard, name: &str) -> PathBuf {
    shared.join(ATTEMPTS).join(format!("{}.{name}", shard.folder()))
}

/// A folder in the shared one: an attempt at a shard, or a published shard.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundFolder {
    /// The shard.
    pub shard: Shard,
    /// The name of the attempt; `None` for a published shard.
    pub attempt: Option<String>,
    /// Its path.
    pub path: PathBuf,
}

/// Lists the published shards and the attempts, sorted. Folders with other names are left out.
///
/// # Errors
/// When a folder cannot be read; one that does not exist is empty.
pub fn list(shared: &Path) -> io::Result<Vec<FoundFolder>> {
    let mut found = Vec::new();
    // Attempts first, so that one that is published meanwhile is found twice, and not missed.
    for (folder, is_attempt) in [(ATTEMPTS, true), (SHARDS, false)] {
        let entries = match fs::read_dir(shared.join(folder)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let (shard, attempt) = match name.split_once('.') {
                Some((shard, attempt)) if is_attempt => (shard, Some(attempt.to_owned())),
                None if !is_attempt => (&*name, None),
                _ => continue,
            };
            let shard = Shard::of_folder(shard);
            found.extend(shard.map(|shard| FoundFolder { shard, attempt, path: entry.path() }));
        }
    }
    found.sort();
    Ok(found)
}

/// Creates the folder of a new attempt and returns its name, which is that of the job of Slurm, or of its task in an array,
/// and of its restart; or of the host and the process. A number follows if there is such an attempt.
///
/// # Errors
/// When the folder cannot be created.
pub fn begin(disk: &Disk, shared: &Path, shard: Shard) -> anyhow::Result<String> {
    let base = default_name();
    let names = (2..).map(|number| format!("{base}-{number}"));
    for name in [base.clone()].into_iter().chain(names) {
        let folder = attempt_folder(shared, shard, &name);
        let problem = || format!("cannot create {}", folder.display());
        disk.create_folders(&shared.join(ATTEMPTS)).with_context(problem)?;
        match disk.create_folder(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|()| name).with_context(problem),
        }
    }
    unreachable!("some number is free")
}

fn default_name() -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let set = |name: &str| env::var(name).ok();
    let array = || Some(set("SLURM_ARRAY_JOB_ID")? + "-" + &set("SLURM_ARRAY_TASK_ID")?);
    let name = match array().or_else(|| set("SLURM_JOB_ID")) {
        // The number of restarts is not set before the first one; the other numbers stay the same.
        Some(job) => [job, set("SLURM_RESTART_COUNT").unwrap_or_else(|| "0".into())],
        None => [System::host_name().unwrap_or_default(), process::id().to_string()],
    };
    name.map(|part| part.chars().map(plain).collect::<String>()).join("-")
}

/// Publishes an attempt, all of whose files are closed, and returns whether it is the one that is published: false if
/// another attempt was first, which leaves both as they are.
///
/// # Errors
/// When the files cannot be synced, or the folder cannot be renamed for another reason.
pub fn publish(disk: &Disk, attempt: &Path, shared: &Path, shard: Shard) -> anyhow::Result<bool> {
    let published = published_folder(shared, shard);
    let run_id = read_manifest(attempt)?.run_id;
    sync_files(disk, attempt)?;
    let rename = || {
        disk.create_folders(&shared.join(SHARDS))?;
        disk.rename(attempt, &published)
    };
    let Err(error) = rename() else { return Ok(true) };
    if !published.join(MANIFEST).exists() {
        return Err(error).with_context(|| format!("cannot publish {}", published.display()));
    }
    // A network file system may repeat a rename whose reply was lost, and then report a failure.
    Ok(read_manifest(&published)?.run_id == run_id)
}

/// Waits until the files of a folder would survive a power failure.
fn sync_files(disk: &Disk, folder: &Path) -> anyhow::Result<()> {
    let unread = || format!("cannot read {}", folder.display());
    for file in fs::read_dir(folder).with_context(unread)? {
        let path = file.with_context(unread)?.path();
        let problem = || format!("cannot write {} to the disk", path.display());
        disk.sync(&path).with_context(problem)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_and_published_shards_are_found_by_their_names() {
        let shared = tempfile::tempdir().expect("a folder");
        assert_eq!(list(shared.path()).expect("nothing yet"), []);
        let shard = "3/24".parse().expect("a shard");
        let folders =
            [published_folder(shared.path(), shard), attempt_folder(shared.path(), shard, "a.b")];
        for path in folders.iter().chain([&shared.path().join("shards/a copy")]) {
            fs::create_dir_all(path).expect("room");
        }
        let [published, attempt] = folders;
        let found = [(None, published), (Some("a.b".into()), attempt)];
        let found = found.map(|(attempt, path)| FoundFolder { shard, attempt, path });
        assert_eq!(list(shared.path()).expect("folders"), found);
    }

    #[test]
    fn names_of_attempts_are_never_taken_twice() {
        let shared = tempfile::tempdir().expect("a folder");
        let shard = "3/24".parse().expect("a shard");
        let names: Vec<String> =
            (0..3).map(|_| begin(&Disk::default(), shared.path(), shard).expect("room")).collect();
        assert_eq!(names[1..], [format!("{}-2", names[0]), format!("{}-3", names[0])]);
        for name in names {
            assert!(attempt_folder(shared.path(), shard, &name).is_dir());
        }
    }
}
