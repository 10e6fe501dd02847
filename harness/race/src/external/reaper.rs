//! A process beside the run that outlives it for a moment: when the run is gone, however it went,
//! it kills the process groups that were left behind.
//!
//! On Linux a process that we start dies with us, but what it started in turn does not: the solver
//! that a shell script runs. So the warden is told, over a pipe, which groups begin and which have
//! ended; the end of the pipe is the end of the run. It costs one process for a run that starts any.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::{BufRead, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The pipe to the warden of this process; none if it cannot be started.
static REAPER: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();

/// Hands a process group over. The first one starts the warden, a verb of `program`.
pub(crate) fn begins(program: &OsStr, group: u32) {
    let reaper = REAPER.get_or_init(|| start(program));
    tell(reaper.as_ref(), &format!("+{group}\n"));
}

/// A process group has ended: its number may soon be another's.
pub(crate) fn has_ended(group: u32) {
    tell(REAPER.get().and_then(Option::as_ref), &format!("-{group}\n"));
}

/// Listens until the pipe is closed. Returns the groups that are left.
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

/// Starts the warden, in a group of its own: Ctrl-C is not for it.
fn start(program: &OsStr) -> Option<Mutex<ChildStdin>> {
    let mut command = Command::new(program);
    command.arg("reaper").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // Without it the run goes on: it is there for the worst case only.
    command.spawn().ok()?.stdin.map(Mutex::new)
}

fn tell(reaper: Option<&Mutex<ChildStdin>>, line: &str) {
    if let Some(pipe) = reaper {
        let mut pipe = pipe.lock().unwrap_or_else(PoisonError::into_inner);
        // If it was killed, there is nobody to tell.
        drop(pipe.write_all(line.as_bytes()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_that_are_left_are_those_that_began_and_did_not_end() {
        let left = listen("+12\n+7\nnoise\n-12\n+9\n-4\n".as_bytes());
        assert_eq!(left, HashSet::from([7, 9]));
    }
}
