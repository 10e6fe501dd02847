//! A helper process that kills the process groups that a run leaves behind, however it ended.
//!
//! On Linux, the processes that a run starts die with it, but their own children do not, such as the
//! solver that a shell script starts. So the run tells the reaper over a pipe which groups start and
//! end. When the pipe is closed, the run has ended. The reaper is started with the first group.
//!
//! A process may leave its group, by `setsid` or as a daemon. It remains a descendant of the program that was started,
//! with which it is killed; where that has ended, this process adopts it, and kills it when the group is released.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::machine::processes;

/// The groups that this process has started, and the pipe to its reaper.
static GROUPS: Mutex<Groups> = Mutex::new(Groups { running: None });

struct Groups {
    /// `None` before the first group.
    running: Option<Running>,
}

struct Running {
    /// The groups that have not ended, with that of the reaper.
    groups: HashSet<u32>,
    /// `None` if the reaper could not be started, without which a run works: it only matters if the run is killed.
    reaper: Option<ChildStdin>,
}

/// Starts a process, which is the first of a group of its own, and registers the group. The first call starts the
/// reaper, a subcommand of the same program, and makes this process the parent of orphans.
///
/// # Errors
/// Fails if the process cannot be started.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut groups = lock();
    let running = groups.running.get_or_insert_with(|| start(command.get_program()));
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let child = command.spawn()?;
    running.groups.insert(child.id());
    running.send(&format!("+{}\n", child.id()));
    Ok(child)
}

/// Unregisters a process group that has ended, since its number may be reused, and kills what has left it.
/// `program` is the one that was started.
pub(crate) fn release(group: u32, program: &OsStr) {
    let mut groups = lock();
    let Some(running) = &mut groups.running else { return };
    running.groups.remove(&group);
    running.send(&format!("-{group}\n"));
    let program = Path::new(program).canonicalize();
    let is_own = |file: &Path| program.as_deref().is_ok_and(|program| program == file);
    processes::kill_orphans(&running.groups, is_own);
}

impl Running {
    fn send(&mut self, line: &str) {
        if let Some(pipe) = &mut self.reaper {
            // An error means that the reaper was killed.
            drop(pipe.write_all(line.as_bytes()));
        }
    }
}

fn lock() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads registrations until the pipe is closed. Returns the groups that remain.
pub fn listen(pipe: impl BufRead) -> HashSet<u32> {
    let mut groups = HashSet::new();
    for line in pipe.lines().map_while(Result::ok) {
        let Some((sign, number)) = line.split_at_checked(1) else { continue };
        let Ok(number) = number.parse() else { continue };
        match sign {
            "+" => groups.insert(number),
            _ => groups.remove(&number),
        };
    }
    groups
}

/// Starts the reaper in a process group of its own, so that Ctrl-C does not end it.
fn start(program: &OsStr) -> Running {
    // What cannot be adopted is killed with its group only.
    drop(processes::adopt_orphans());
    let mut command = Command::new(program);
    command.arg("reaper").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    match command.spawn() {
        Ok(mut reaper) => {
            Running { groups: HashSet::from([reaper.id()]), reaper: reaper.stdin.take() }
        }
        Err(_) => Running { groups: HashSet::new(), reaper: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_started_and_did_not_end_remain() {
        let left = listen("+12\n+7\nnoise\n-12\n+9\n-4\n".as_bytes());
        assert_eq!(left, HashSet::from([7, 9]));
    }
}
