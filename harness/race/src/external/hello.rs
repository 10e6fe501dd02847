//! Starts a program in protocol mode and waits for its `hello`.

use std::time::Duration;

use super::launcher::Launcher;
use super::listen::{self, Event, Listener, truncated};
use super::protocol::{Hello, Reply, VERSION};
use super::session::Session;
use super::silence::investigate;
use super::stray::{MAX_STRAY_LINES, with_stray};
use crate::executor::{FailedStart, Failure, PassContext};

/// Starts a program. Returns `None` if the run was cancelled.
pub(super) fn start(
    launcher: &Launcher,
    context: &PassContext<'_>,
) -> Option<Result<(Session, Hello), FailedStart>> {
    let mut printed = Vec::new();
    let failed = |failure, printed, silence| FailedStart { failure, printed, silence };
    let mut session = match launcher.start() {
        Ok(session) => session,
        Err(error) => {
            let failure = Failure::of_harness("start a process", &error);
            return Some(Err(failed(failure, printed, None)));
        }
    };
    let mut listener = Listener::for_hello(context);
    loop {
        let event = listener.listen(&mut session);
        let Event::Line(line) = event else {
            let waited = listener.start.elapsed();
            let begun = session.begun_line();
            let silence = investigate(&event, context, &mut session);
            let failure = match listen::failure(event, session)? {
                Failure::Timeout => Failure::Crashed(no_hello(waited, &printed, begun)),
                failure => failure,
            };
            return Some(Err(failed(failure, printed, silence)));
        };
        if let Ok(Reply::Hello(hello)) = line.parse() {
            if let Some(version) = &hello.version {
                launcher.program.set_reported_version(truncated(version));
            }
            return Some(Ok((session, hello)));
        }
        if let Some(version) = other_version(&line) {
            let message = format!("it speaks {version}, this harness speaks {VERSION}");
            return Some(Err(failed(Failure::Crashed(message), vec![truncated(&line)], None)));
        }
        if printed.len() < MAX_STRAY_LINES {
            printed.push(truncated(&line));
        }
    }
}

/// Returns the protocol that a line greets with, if it is another version of ours.
pub fn other_version(line: &str) -> Option<String> {
    let version = line.strip_prefix("hello ")?.split_whitespace().next()?;
    let (name, number) = version.split_once('/')?;
    let (ours, _) = VERSION.split_once('/')?;
    let is_other = name == ours && version != VERSION && !number.is_empty();
    is_other.then(|| truncated(version))
}

/// Describes a program that did not send `hello` in time.
fn no_hello(spent: Duration, stray: &[String], begun: Option<String>) -> String {
    let hint = match begun {
        Some(line) => format!("its line has no line break: {}", truncated(&line)),
        None => "does it speak sudoku-backend/1, does it flush its output?".into(),
    };
    let message = format!("it did not send hello within {spent:.1?}: {hint}");
    with_stray(Some(message.clone()), stray).unwrap_or(message)
}
