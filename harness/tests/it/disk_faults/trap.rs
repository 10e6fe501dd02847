//! A disk that fails at one call, in one of many ways.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use record::disk::{Disk, DiskCall, DiskWatcher};
use record::folder::ROWS;

/// The kind of a call that stands for the end of a run.
pub(super) const END: &str = "end";

/// What happens at a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// The call is interrupted by a signal, once.
    Interrupted,
    /// The call transfers half of the bytes, and nothing else happens.
    Short,
    /// The call fails once.
    Fails,
    /// From this call on, nothing can be written: not a byte.
    DiskFull,
    /// The call writes half of the bytes; from then on, nothing can be written.
    DiskFullWithin,
    /// From this call on, every call on this file fails.
    FileLost,
    /// The process is killed before the call.
    Killed,
    /// The process is killed when the call has transferred half of the bytes.
    KilledWithin,
    /// The machine loses power before the call, and with it every byte and every name that was not synced.
    PowerFailure,
    /// The same, but names are kept, as by a file system that writes them first.
    PowerFailureKeepingNames,
}

impl Fault {
    pub(super) const ALL: [Self; 10] = [
        Self::Interrupted,
        Self::Short,
        Self::Fails,
        Self::DiskFull,
        Self::DiskFullWithin,
        Self::FileLost,
        Self::Killed,
        Self::KilledWithin,
        Self::PowerFailure,
        Self::PowerFailureKeepingNames,
    ];

    /// Returns its name in the log.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Interrupted => "interrupted",
            Self::Short => "short",
            Self::Fails => "fails once",
            Self::DiskFull => "disk full",
            Self::DiskFullWithin => "disk full within",
            Self::FileLost => "file lost",
            Self::Killed => "killed before",
            Self::KilledWithin => "killed within",
            Self::PowerFailure => "power failure",
            Self::PowerFailureKeepingNames => "power failure, names kept",
        }
    }

    /// Returns whether it means something at this kind of call.
    pub(super) fn applies_to(self, kind: &str) -> bool {
        match self {
            _ if kind == END => self.is_power_failure(),
            Self::Short => matches!(kind, "read" | "write"),
            Self::DiskFull => matches!(kind, "create folder" | "open" | "write" | "sync"),
            Self::DiskFullWithin | Self::KilledWithin => kind == "write",
            // The standard library repeats other calls that are interrupted.
            Self::Interrupted => matches!(kind, "read" | "write"),
            _ => true,
        }
    }

    /// Returns whether a run ends as if nothing had happened.
    pub(super) fn is_harmless(self) -> bool {
        matches!(self, Self::Interrupted | Self::Short)
    }

    /// Returns whether it loses what was not synced.
    pub(super) fn is_power_failure(self) -> bool {
        matches!(self, Self::PowerFailure | Self::PowerFailureKeepingNames)
    }
}

/// Returns the kind of a call, in the log.
fn kind(call: DiskCall<'_>) -> &'static str {
    match call {
        DiskCall::CreateFolder => "create folder",
        DiskCall::Open => "open",
        DiskCall::Read(_) => "read",
        DiskCall::Write(_) => "write",
        DiskCall::Seek => "seek",
        DiskCall::Truncate => "truncate",
        DiskCall::Sync => "sync",
        DiskCall::Lock => "lock",
        DiskCall::Rename(_) => "rename",
    }
}

/// A call that a run makes.
#[derive(Clone, Debug)]
pub(super) struct MadeCall {
    pub(super) kind: &'static str,
    pub(super) path: PathBuf,
}

/// A rename that a power failure would undo.
#[derive(Debug)]
struct Renamed {
    from: PathBuf,
    to: PathBuf,
    /// What was there before.
    before: Option<Vec<u8>>,
}

#[derive(Debug, Default)]
struct State {
    calls: Vec<MadeCall>,
    /// The rows when the fault happened: those of appends that had returned.
    acknowledged: Vec<u8>,
    /// For each file that was written, the length that a power failure would leave.
    durable: HashMap<PathBuf, u64>,
    renamed: Vec<Renamed>,
}

/// Counts calls, and has a fault at one of them.
#[derive(Debug)]
pub(super) struct Trap {
    at: usize,
    fault: Fault,
    state: Mutex<State>,
}

impl Trap {
    /// Returns a trap at the call with this number, from zero.
    pub(super) fn new(at: usize, fault: Fault) -> Arc<Self> {
        Arc::new(Self { at, fault, state: Mutex::default() })
    }

    /// Returns a trap at no call.
    pub(super) fn counting() -> Arc<Self> {
        Self::new(usize::MAX, Fault::Fails)
    }

    pub(super) fn disk(self: &Arc<Self>) -> Disk {
        Disk::watched(self.clone())
    }

    /// Returns the calls that were made or tried.
    pub(super) fn calls(&self) -> Vec<MadeCall> {
        self.state().calls.clone()
    }

    /// Returns the call with the fault; `None` if that is after the last one.
    pub(super) fn sprung(&self) -> Option<MadeCall> {
        self.state().calls.get(self.at).cloned()
    }

    /// Returns the rows that must not be lost.
    pub(super) fn acknowledged(&self) -> Vec<u8> {
        whole_lines(self.state().acknowledged.clone())
    }

    /// Takes from the disk what was not synced, if the power failed.
    pub(super) fn lose_what_was_not_synced(&self) {
        let state = self.state();
        if !self.fault.is_power_failure() || state.calls.len() < self.at {
            return;
        }
        for (path, length) in &state.durable {
            if let Ok(file) = fs::OpenOptions::new().write(true).open(path) {
                let now = file.metadata().expect("a file").len();
                file.set_len(now.min(*length)).expect("a shorter file");
            }
        }
        if self.fault == Fault::PowerFailure {
            for Renamed { from, to, before } in state.renamed.iter().rev() {
                fs::rename(to, from).expect("what was renamed");
                if let Some(before) = before {
                    fs::write(to, before).expect("room");
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what happens at a call after the fault.
    fn after(&self, call: DiskCall<'_>, path: &Path, lost: &Path) -> io::Result<usize> {
        let writes = matches!(call, DiskCall::CreateFolder | DiskCall::Write(_));
        match self.fault {
            Fault::DiskFull | Fault::DiskFullWithin if writes => Err(full()),
            Fault::FileLost if path == lost => Err(broken()),
            Fault::Killed
            | Fault::KilledWithin
            | Fault::PowerFailure
            | Fault::PowerFailureKeepingNames => Err(io::Error::other("no process is left")),
            _ => Ok(call.length()),
        }
    }

    /// Returns what happens at the call with the fault.
    fn at(&self, call: DiskCall<'_>) -> io::Result<usize> {
        // Reading nothing would be the end of the file.
        let half = (call.length() / 2).max(1);
        match self.fault {
            Fault::Interrupted => Err(io::ErrorKind::Interrupted.into()),
            Fault::Short | Fault::DiskFullWithin | Fault::KilledWithin => Ok(half),
            Fault::Fails | Fault::FileLost => Err(broken()),
            Fault::DiskFull => Err(full()),
            _ => Err(io::Error::other("no process is left")),
        }
    }
}

/// Returns the bytes up to the last line break.
pub(super) fn whole_lines(mut bytes: Vec<u8>) -> Vec<u8> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    bytes.truncate(whole);
    bytes
}

fn full() -> io::Error {
    io::ErrorKind::StorageFull.into()
}

fn broken() -> io::Error {
    io::Error::from_raw_os_error(5)
}

impl State {
    /// Keeps what a power failure would undo, and what it would not.
    fn note(&mut self, call: DiskCall<'_>, path: &Path) {
        match call {
            DiskCall::Write(_) => {
                self.durable.entry(path.to_owned()).or_default();
            }
            DiskCall::Sync if path.is_dir() => {
                self.renamed.retain(|it| it.to.parent() != Some(path));
            }
            DiskCall::Sync => {
                let length = fs::metadata(path).map_or(0, |data| data.len());
                self.durable.insert(path.to_owned(), length);
            }
            DiskCall::Rename(to) => {
                let before = fs::read(to).ok();
                self.renamed.push(Renamed { from: path.to_owned(), to: to.to_owned(), before });
                self.move_lengths(path, to);
            }
            _ => {}
        }
    }

    /// A file keeps its durable length under a new name, also if that is the name of its folder.
    fn move_lengths(&mut self, from: &Path, to: &Path) {
        let lengths = std::mem::take(&mut self.durable).into_iter();
        let moved = |path: PathBuf| match path.strip_prefix(from) {
            Ok(rest) if rest.as_os_str().is_empty() => to.to_owned(),
            Ok(rest) => to.join(rest),
            Err(_) => path,
        };
        let (stay, go): (Vec<_>, Vec<_>) = lengths.partition(|(path, _)| !path.starts_with(from));
        self.durable.extend(stay);
        self.durable.extend(go.into_iter().map(|(path, length)| (moved(path), length)));
    }
}

impl DiskWatcher for Trap {
    fn before(&self, call: DiskCall<'_>, path: &Path) -> io::Result<usize> {
        let mut state = self.state();
        let number = state.calls.len();
        state.calls.push(MadeCall { kind: kind(call), path: path.to_owned() });
        if number == self.at {
            let rows = state.calls.iter().map(|made| &made.path).rfind(|path| path.ends_with(ROWS));
            state.acknowledged = rows.and_then(|rows| fs::read(rows).ok()).unwrap_or_default();
            return self.at(call);
        }
        if number > self.at {
            let lost = state.calls[self.at].path.clone();
            return self.after(call, path, &lost);
        }
        state.note(call, path);
        Ok(call.length())
    }
}
