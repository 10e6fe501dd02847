//! Why a program is silent: it computes, it waits, or its output is stuck in a buffer.
//!
//! From outside, a program that does not flush, one that reads all its input before it starts, and one in an endless
//! loop look the same until their input ends. So that is done: at the end of the input, a program that waited for it
//! answers, and a buffer is written when its program ends. What is still silent then either computes or sleeps, which
//! the state of its processes shows, however busy the machine is.

use std::thread;
use std::time::{Duration, Instant};

use super::listen::{Event, truncated};
use super::protocol::Reply;
use super::session::{Received, Session};
use crate::executor::{PassContext, Silence};
use crate::machine::processes;

/// How often the state of its processes is looked at, and the time between two looks.
const LOOKS: (usize, Duration) = (5, Duration::from_millis(40));

/// How long it may take to answer at the end of its input.
const AT_THE_END: Duration = Duration::from_secs(1);

/// Finds out why a program is silent after its time, if the plan asks for that. Its input is closed.
pub(super) fn investigate(
    event: &Event,
    context: &PassContext<'_>,
    session: &mut Session,
) -> Option<Silence> {
    let is_silent = *event == Event::Overdue && context.plan.investigates;
    is_silent.then(|| activity(session))
}

fn activity(session: &mut Session) -> Silence {
    let (looks, interval) = LOOKS;
    let seen = (0..looks).filter(|_| {
        thread::sleep(interval);
        processes::states(session.id()).iter().any(|state| state == "R")
    });
    let is_computing = 2 * seen.count() > looks;
    let begun = session.begun_line().filter(|line| is_reply(line));
    session.close_input();
    let start = Instant::now();
    while start.elapsed() < AT_THE_END {
        match session.receive(AT_THE_END.saturating_sub(start.elapsed())) {
            // Its end completes the beginning of a line that comes from a full buffer.
            Received::Line(line) if begun.as_deref() == Some(&line) => break,
            Received::Line(line) if is_reply(&line) => return Silence::UntilTheEnd,
            Received::Line(_) => {}
            Received::TooLong(_) | Received::Silence | Received::End => break,
        }
    }
    if begun.is_some() {
        return Silence::LineWithoutEnd;
    }
    if is_computing { Silence::Computing } else { Silence::Waiting }
}

/// Returns a message on a program that has sent no answer in this time: `printed` says whether it sent other lines,
/// `begun` is the beginning of a line.
pub(super) fn message(
    waited: Duration,
    is_first: bool,
    printed: bool,
    begun: Option<&str>,
) -> String {
    match begun {
        Some(line) => {
            format!(
                "no result in {waited:.1?}; its last line has no line break: {}",
                truncated(line)
            )
        }
        None if printed => format!("no result in {waited:.1?}"),
        None if is_first => format!(
            "it sent hello, then nothing for {waited:.1?}: does it flush its output, does it wait for the end of input?"
        ),
        None => format!("it sent nothing for {waited:.1?}, and was killed"),
    }
}

fn is_reply(line: &str) -> bool {
    matches!(line.parse(), Ok(Reply::Hello(_) | Reply::Result(_)))
}
