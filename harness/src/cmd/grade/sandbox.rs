//! The sandbox of submissions: that of runs, or limits alone where bubblewrap is missing.
//!
//! A submission sees the system's programs, a temporary folder of its own, and its folder, so neither the puzzles of
//! others nor the command line of the grader can be read. If the grader is root, each submission has a user of its own,
//! too: what is forbidden then does not depend on bubblewrap alone, and limits of processes are counted for each
//! submission. The limits are set inside of the sandbox, where processes of the grader do not count.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use race::external::process_limits;
use race::sandbox::bubblewrap::{Bubblewrap, Mount, is_installed};

/// The user of the first submission, if the grader is root. The numbers are beyond those that systems give to people.
const FIRST_USER: u32 = 61_000;

/// The users among which submissions are divided.
const USERS: usize = 4_000;

/// The folder of the submission inside of bubblewrap.
const INSIDE: &str = "/work";

/// The search path of submissions.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// How submissions are confined on this machine.
#[derive(Debug)]
pub(super) struct Sandbox {
    /// The folder for the submissions.
    pub(super) scratch: PathBuf,
    /// This program, which starts others with `exec-guarded`.
    pub(super) program: PathBuf,
    is_root: bool,
    has_setpriv: bool,
    has_prlimit: bool,
    has_choom: bool,
    bubblewrap: Result<Bubblewrap, String>,
}

/// The folder of a submission, and its user.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The folder.
    pub(super) folder: PathBuf,
    user: u32,
}

/// Limits of the processes of a submission.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessLimits {
    /// The address space of each, in bytes.
    pub(super) memory: u64,
    /// Their number.
    pub(super) processes: u32,
    /// The size of a file, in bytes.
    pub(super) file_size: u64,
}

/// Whether a submission may write into its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// The build may.
    Write,
    /// A run may not.
    Read,
}

impl Sandbox {
    /// Finds out what this machine has. `scratch` is the folder in which submissions will be, and `program` this one.
    pub(super) fn new(scratch: &Path, program: &Path) -> Self {
        let mut sandbox = Self {
            scratch: scratch.to_owned(),
            program: program.to_owned(),
            is_root: process_limits::is_root(),
            has_setpriv: is_installed("setpriv"),
            has_prlimit: is_installed("prlimit"),
            has_choom: is_installed("choom"),
            bubblewrap: Bubblewrap::find(),
        };
        if sandbox.bubblewrap.is_ok()
            && let Err(error) = sandbox.try_out()
        {
            sandbox.bubblewrap = Err(format!("bubblewrap does not work here: {error}"));
        }
        sandbox
    }

    /// Returns why submissions are not confined, if they are not.
    pub(super) fn weakness(&self) -> Option<&str> {
        self.bubblewrap.as_ref().err().map(String::as_str)
    }

    /// Gives a folder to the submission with this number.
    ///
    /// # Errors
    /// When its owner or mode cannot be changed.
    pub(super) fn cell(&self, folder: PathBuf, number: usize) -> std::io::Result<Cell> {
        let user = FIRST_USER + (number % USERS) as u32;
        let cell = Cell { folder, user };
        if self.changes_user() {
            own(&cell.folder, user)?;
        }
        Ok(cell)
    }

    /// Returns the words of a command in the sandbox.
    pub(super) fn command(
        &self,
        cell: &Cell,
        access: Access,
        limits: ProcessLimits,
        words: &[String],
    ) -> Vec<String> {
        let mut all = Vec::new();
        let mut put = |words: &[&str]| all.extend(words.iter().map(|&word| word.to_owned()));
        if self.has_choom {
            // Without memory, the system ends a submission and not the grader.
            put(&["choom", "-n", "1000", "--"]);
        }
        if self.changes_user() {
            let user = cell.user.to_string();
            put(&["setpriv", "--reuid", &user, "--regid", &user, "--clear-groups", "--"]);
        }
        let folder = cell.folder.display().to_string();
        match &self.bubblewrap {
            Ok(bubblewrap) => all.extend(words_of(bubblewrap, &cell.folder, access)),
            Err(_) => {
                let home = format!("HOME={folder}");
                put(&["env", "-i", &format!("PATH={PATH}"), "LANG=C.UTF-8", &home]);
            }
        }
        all.extend(self.limit_words(limits));
        all.extend(words.iter().cloned());
        all
    }

    /// Returns the words that set the limits. Without a user or a sandbox of its own, other processes of the same user
    /// would count, too.
    fn limit_words(&self, limits: ProcessLimits) -> Vec<String> {
        if !self.has_prlimit {
            return Vec::new();
        }
        let mut words: Vec<String> = vec!["prlimit".into(), "--core=0".into()];
        words.push(format!("--as={}", limits.memory));
        words.push(format!("--fsize={}", limits.file_size));
        if self.bubblewrap.is_ok() || self.changes_user() {
            words.push(format!("--nproc={}", limits.processes));
        }
        words.push("--".into());
        words
    }

    fn changes_user(&self) -> bool {
        self.is_root && self.has_setpriv
    }

    /// Runs `true` in the sandbox.
    fn try_out(&self) -> Result<(), String> {
        let folder = tempfile::tempdir_in(&self.scratch).map_err(|error| error.to_string())?;
        let cell = self.cell(folder.path().to_owned(), 0).map_err(|error| error.to_string())?;
        let limits = ProcessLimits { memory: 1 << 30, processes: 64, file_size: 1 << 20 };
        let words = self.command(&cell, Access::Read, limits, &["true".into()]);
        let ran = Command::new(&words[0]).args(&words[1..]).output();
        let ran = ran.map_err(|error| error.to_string())?;
        let message = String::from_utf8_lossy(&ran.stderr).trim().to_owned();
        if ran.status.success() { Ok(()) } else { Err(message) }
    }
}

/// Returns the words of bubblewrap before those of a submission.
fn words_of(bubblewrap: &Bubblewrap, folder: &Path, access: Access) -> Vec<String> {
    let variables = [("PATH", PATH), ("LANG", "C.UTF-8"), ("HOME", "/tmp")];
    let inside = PathBuf::from(INSIDE);
    let mount = match access {
        Access::Write => Mount::Write(folder.to_owned(), inside),
        Access::Read => Mount::Read(folder.to_owned(), inside),
    };
    bubblewrap.words(&variables, &[mount], Path::new(INSIDE))
}

/// Returns whether submissions find a program of this name.
pub(super) fn has_program(name: &str) -> bool {
    PATH.split(':').any(|folder| Path::new(folder).join(name).exists())
}

/// Gives a folder and what is in it to a user, and to nobody else.
#[cfg(unix)]
fn own(path: &Path, user: u32) -> std::io::Result<()> {
    use std::os::unix::fs::{PermissionsExt, chown};

    if path.symlink_metadata()?.is_dir() {
        for entry in fs::read_dir(path)? {
            own(&entry?.path(), user)?;
        }
    }
    let mode = fs::metadata(path)?.permissions().mode();
    fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700 | 0o400))?;
    chown(path, Some(user), Some(user))
}

/// Does nothing: this system has no owners that could be changed.
#[cfg(not(unix))]
fn own(_path: &Path, _user: u32) -> std::io::Result<()> {
    Ok(())
}
