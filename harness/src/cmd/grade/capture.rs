//! Runs a command to its end, with limits of its time and its output.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use race::external::session::{Received, Session};

/// The maximum number of bytes that are kept of the output.
const OUTPUT: usize = 1 << 20;

/// How often it is checked whether a command may go on.
const INTERVAL: Duration = Duration::from_millis(200);

/// What a command did.
#[derive(Debug)]
pub(super) struct Captured {
    /// The lines on its standard output.
    pub(super) lines: Vec<String>,
    /// The last lines on its standard error.
    pub(super) errors: Vec<String>,
    /// How it ended.
    pub(super) end: CommandEnd,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandEnd {
    /// With the exit code 0.
    Success,
    /// With another exit code, or by a signal; or it could not be started.
    Failure,
    /// It was killed at the time limit.
    Timeout,
    /// It was killed because it wrote too much.
    TooMuch,
}

/// Runs a command in a folder, through `exec-guarded` of this `program`, so that it ends with this process. `may_go_on`
/// is asked repeatedly.
pub(super) fn run(
    program: &Path,
    words: &[String],
    folder: &Path,
    input: &str,
    limit: Duration,
    may_go_on: impl Fn() -> bool,
) -> anyhow::Result<Captured> {
    let mut command = Command::new(program);
    command.args(["exec-guarded", "--parent", &std::process::id().to_string(), "--"]);
    let mut session = Session::start(command.args(words).current_dir(folder))?;
    session.send(input.into());
    session.close_input();
    let (start, mut lines, mut size) = (Instant::now(), Vec::new(), 0);
    let mut checked = start;
    let cut = loop {
        let left = limit.saturating_sub(start.elapsed());
        if left.is_zero() {
            break Some(CommandEnd::Timeout);
        }
        match session.receive(left.min(INTERVAL)) {
            Received::Line(line) => {
                size += line.len() + 1;
                lines.push(line);
            }
            Received::TooLong(_) => break Some(CommandEnd::TooMuch),
            Received::Silence => {}
            Received::End => break None,
        }
        let is_due = checked.elapsed() >= INTERVAL;
        if is_due {
            checked = Instant::now();
        }
        if size > OUTPUT || is_due && !may_go_on() {
            break Some(CommandEnd::TooMuch);
        }
    };
    if let Some(end) = cut {
        // Dropping the session kills the process group.
        return Ok(Captured { lines, errors: session.errors(), end });
    }
    let exit = session.end()?;
    let end = if exit.status.success() { CommandEnd::Success } else { CommandEnd::Failure };
    Ok(Captured { lines, errors: exit.errors, end })
}
