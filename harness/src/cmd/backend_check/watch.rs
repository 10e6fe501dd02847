//! Waits until a file of an external solver is saved.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use race::program::ExternalProgram;

/// The interval between two looks.
const INTERVAL: Duration = Duration::from_millis(300);

/// The files of a program, with the times when they were saved.
pub(super) struct Saved {
    paths: Vec<PathBuf>,
    times: BTreeMap<PathBuf, SystemTime>,
}

impl Saved {
    /// Returns the files that the command of a program names; a folder stands for the files in it.
    pub(super) fn of(programs: &[Arc<ExternalProgram>], id: &str) -> Self {
        let program = programs.iter().find(|program| program.id == id);
        let words = |program: &Arc<ExternalProgram>| {
            let folder = program.cwd.clone().unwrap_or_default();
            program.command.iter().map(|word| folder.join(word)).collect::<Vec<_>>()
        };
        let mut paths = program.map(words).unwrap_or_default();
        paths.retain(|path| path.exists());
        let times = times(&paths);
        Self { paths, times }
    }

    /// Returns whether there is no file to wait for.
    pub(super) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Waits until a file is saved. Returns `false` after Ctrl-C.
    pub(super) fn wait_for_change(&mut self, cancel: &AtomicBool) -> bool {
        loop {
            if cancel.load(Ordering::Relaxed) {
                return false;
            }
            let times = times(&self.paths);
            // A file that an editor is replacing is missing for a moment.
            if times != self.times && times.len() >= self.times.len() {
                self.times = times;
                return true;
            }
            thread::sleep(INTERVAL);
        }
    }
}

fn times(paths: &[PathBuf]) -> BTreeMap<PathBuf, SystemTime> {
    let all = paths.iter().flat_map(|path| with_siblings(path));
    all.filter_map(|path| Some((path.clone(), fs::metadata(&path).ok()?.modified().ok()?)))
        .collect()
}

/// Returns a file and those beside it with the same ending; for a folder, the files in it.
fn with_siblings(path: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect::<Vec<_>>()
    };
    if path.is_dir() {
        return entries(path);
    }
    match (path.parent(), path.extension()) {
        (Some(folder), Some(ending)) => {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            entries(folder).into_iter().filter(|other| other.extension() == Some(ending)).collect()
        }
        _ => vec![path.into()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_file_and_a_new_one_beside_it_are_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a.py"), "1").expect("a file");
        let mut saved = Saved { paths: vec![path("a.py")], times: times(&[path("a.py")]) };
        assert!(!saved.wait_for_change(&AtomicBool::new(true)));
        fs::write(path("notes.txt"), "1").expect("a file");
        assert_eq!(times(&saved.paths), saved.times);
        fs::write(path("b.py"), "1").expect("a file");
        assert!(saved.wait_for_change(&AtomicBool::new(false)));
        let file = fs::File::options().append(true).open(path("b.py")).expect("a file");
        file.set_modified(SystemTime::UNIX_EPOCH).expect("a time");
        assert!(saved.wait_for_change(&AtomicBool::new(false)));
    }
}
