//! A helper process that kills the process groups that a run leaves behind, however it ended.
//!
//! On Linux, the processes that a run starts die with it, but their own children do not, such as the
//! solver that a shell script starts. So the run tells the reaper over a pipe which groups start and
//! end. When the pipe is closed, the run has ended. The reaper is started with the first group.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::{BufRead, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The pipe to the reaper of this process, or `None` if it could not be started.
static REAPER: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();

/// Registers a process group. The first call starts the reaper, a subcommand of `program`.
pub(crate) fn register(program: &OsStr, group: u32) {
    let reaper = REAPER.get_or_init(|| start(program));
    send(reaper.as_ref(), &format!("+{group}\n"));
}

/// Unregisters a process group that has ended, since its number may be reused.
pub(crate) fn unregister(group: u32) {
    send(REAPER.get().and_then(Option::as_ref), &format!("-{group}\n"));
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
fn start(program: &OsStr) -> Option<Mutex<ChildStdin>> {
    let mut command = Command::new(program);
    command.arg("reaper").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // A run works without a reaper, which only matters if it is killed.
    command.spawn().ok()?.stdin.map(Mutex::new)
}

fn send(reaper: Option<&Mutex<ChildStdin>>, line: &str) {
    if let Some(pipe) = reaper {
        let mut pipe = pipe.lock().unwrap_or_else(PoisonError::into_inner);
        // An error means that the reaper was killed.
        drop(pipe.write_all(line.as_bytes()));
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
