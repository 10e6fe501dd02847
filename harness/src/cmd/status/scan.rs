//! What a shared folder contains: published shards, and attempts with their rows and ages.
//!
//! Machines disagree about the time, so that ages are by the clock of the file system, which dates a file that is
//! created for this. Where the machine that writes a file dates it, an attempt may be dated ahead. Everything may
//! change while it is read: what cannot be read is noted, and a folder that has gone was published.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use race::attempt::{self, FoundFolder};
use record::folder::{MANIFEST, ROWS, read_manifest};
use record::manifest::{Manifest, RunSpec};

use crate::cmd::shard_count;

/// The time without a change after which an attempt counts as silent, besides two time limits. Rows are written every
/// five seconds if trials take no longer.
const SILENCE: Duration = Duration::from_secs(60);

/// The number of bytes of which line breaks are counted; the number of rows of a longer file is estimated.
const COUNTED: u64 = 1 << 18;

/// The contents of a shared folder.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The number of shards; `None` if nothing was submitted or began.
    pub(super) count: Option<u32>,
    /// The published shards, by their numbers.
    pub(super) published: Vec<PublishedShard>,
    /// The attempts, by the numbers of their shards.
    pub(super) attempts: Vec<Attempt>,
    /// What could not be read, a sentence each.
    pub(super) notes: Vec<String>,
}

/// A published shard.
#[derive(Debug)]
pub(super) struct PublishedShard {
    pub(super) number: u32,
    pub(super) n_rows: u64,
    /// How long its attempt took; `None` if it was resumed.
    pub(super) time: Option<Duration>,
}

/// An attempt at a shard.
#[derive(Debug)]
pub(super) struct Attempt {
    pub(super) number: u32,
    pub(super) name: String,
    pub(super) state: AttemptState,
    pub(super) n_rows: u64,
    /// Whether the number of rows is an estimate.
    pub(super) is_estimated: bool,
    /// The time since its last change.
    pub(super) age: Duration,
    /// How far its last change is in the future.
    pub(super) ahead: Duration,
}

/// The state of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttemptState {
    /// It changed lately.
    Running,
    /// It did not: it is lost, or in a long trial.
    Silent,
    /// It was interrupted, and said so.
    Stopped,
    /// It is complete, but not published.
    Complete,
}

impl Scan {
    /// Reads a shared folder.
    ///
    /// # Errors
    /// When it cannot be read, is a run, or has shards of two runs with different numbers of shards.
    pub(super) fn read(shared: &Path) -> anyhow::Result<Self> {
        let problem = || format!("cannot read {}", shared.display());
        fs::read_dir(shared).with_context(problem)?;
        if shared.join(MANIFEST).exists() {
            let shared = shared.display();
            bail!(
                "{shared} is a run, expected the folder that shards share (`run --shard --output`)"
            );
        }
        let found = attempt::list(shared).with_context(problem)?;
        let count = shard_count::of(shared, &found)?;
        let mut scan = Self { count, ..Self::default() };
        let now = file_system_time(shared).unwrap_or_else(|| {
            scan.notes.push(
                "The folder cannot be written, so ages are by the clock of this machine.".into(),
            );
            SystemTime::now()
        });
        let mut first = None;
        for folder in found {
            match &folder.attempt {
                Some(name) => scan.attempts.extend(attempt(&folder, name, now)),
                None => scan.published(&folder, &mut first),
            }
        }
        Ok(scan)
    }

    /// Adds a published shard, if it is whole. One of another run than the first has a note.
    fn published(&mut self, folder: &FoundFolder, first: &mut Option<(PathBuf, RunSpec)>) {
        let path = folder.path.display();
        match read_manifest(&folder.path) {
            Ok(manifest) if manifest.complete => {
                self.published.push(PublishedShard {
                    number: folder.shard.number.get(),
                    n_rows: manifest.rows.unwrap_or_default(),
                    time: time(&manifest),
                });
                let plan = manifest.plan;
                let (other, first) =
                    first.get_or_insert_with(|| (folder.path.clone(), plan.clone()));
                let differences = first.differences_but_for_shard(&plan);
                if !differences.is_empty() {
                    let (other, differences) = (other.display(), differences.join("; "));
                    self.notes
                        .push(format!("{path} is of another run than {other}: {differences}."));
                }
            }
            Ok(_) => self.notes.push(format!("{path} is incomplete, and does not count.")),
            Err(error) => {
                self.notes.push(format!("{path} is not whole, and does not count: {error:#}."))
            }
        }
    }
}

/// Returns an attempt; `None` if its folder has gone.
#[expect(clippy::disallowed_methods, reason = "files have times of the wall clock only")]
fn attempt(folder: &FoundFolder, name: &str, now: SystemTime) -> Option<Attempt> {
    let changed = last_change(&folder.path)?;
    let age = now.duration_since(changed).unwrap_or_default();
    let ahead = changed.duration_since(now).unwrap_or_default();
    let manifest = read_manifest(&folder.path).ok();
    let limit = manifest.as_ref().and_then(|manifest| manifest.plan.limit_ns).unwrap_or_default();
    let state = match &manifest {
        Some(manifest) if manifest.complete => AttemptState::Complete,
        Some(manifest) if manifest.end.is_some() => AttemptState::Stopped,
        _ if age <= SILENCE + 2 * Duration::from_nanos(limit) => AttemptState::Running,
        _ => AttemptState::Silent,
    };
    let (n_rows, is_estimated) = rows(&folder.path.join(ROWS)).unwrap_or_default();
    let number = folder.shard.number.get();
    Some(Attempt { number, name: name.into(), state, n_rows, is_estimated, age, ahead })
}

/// Returns the last change of a folder or a file in it.
fn last_change(folder: &Path) -> Option<SystemTime> {
    let of_folder = fs::metadata(folder).and_then(|data| data.modified()).ok()?;
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let times = files.filter_map(|file| file.metadata().and_then(|data| data.modified()).ok());
    times.chain([of_folder]).max()
}

/// Returns the time of the file system, which a file that is created in the folder has.
fn file_system_time(folder: &Path) -> Option<SystemTime> {
    let file = tempfile::Builder::new().prefix(".status-").tempfile_in(folder).ok()?;
    file.as_file().metadata().ok()?.modified().ok()
}

/// Returns the number of rows in a file, and whether it is an estimate by the length of the first
/// ones.
fn rows(path: &Path) -> Option<(u64, bool)> {
    let file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    let mut start = Vec::new();
    file.take(COUNTED).read_to_end(&mut start).ok()?;
    let n_lines = start.split(|&byte| byte == b'\n').count() as u64 - 1;
    let n_lines = match length > COUNTED {
        true => (n_lines as f64 / COUNTED as f64 * length as f64) as u64,
        false => n_lines,
    };
    Some((n_lines.saturating_sub(1), length > COUNTED))
}

/// Returns how long a run took without a break.
#[expect(clippy::disallowed_methods, reason = "older runs have no other clock")]
fn time(manifest: &Manifest) -> Option<Duration> {
    if let Some(elapsed) = manifest.elapsed_ns {
        return Some(Duration::from_nanos(elapsed));
    }
    // An older run, by a clock that may have been set meanwhile.
    let end = manifest.end.as_ref().filter(|_| manifest.resumed.is_empty())?;
    let [start, end] = [&manifest.start, end].map(|time| humantime::parse_rfc3339(time).ok());
    end?.duration_since(start?).ok()
}
