//! Waits for a line of an external program, with limits on time, memory and output.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use record::plain_text::plain;
use record::row::nanoseconds;

use super::session::{ProcessExit, Received, Session};
use crate::executor::{Failure, PassContext};
use crate::machine::processes;

/// The interval for checking the memory of the program and the flag that cancels the run.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The maximum number of bytes that a program may print for one puzzle.
const MAX_OUTPUT: u64 = 64 << 20;

/// What happened first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A line arrived.
    Line(String),
    /// The program closed its output.
    End,
    /// The time is over.
    Overdue,
    /// The program uses this many bytes, which exceeds the limit.
    Memout(u64),
    /// The kernel has ended a process of the program because all together use this many bytes.
    OutOfMemory(u64),
    /// The program printed more than this.
    TooMuchOutput(String),
    /// The program was stopped by a signal.
    Stopped,
    /// The run was cancelled.
    Cancelled,
}

/// Waits for lines within limits.
pub(super) struct Listener<'a> {
    /// The beginning of the time limit.
    pub(super) start: Instant,
    /// The time limit. `None` means no limit.
    allowed: Option<Duration>,
    /// The output limit, and how much of it is left, in bytes.
    output: (u64, u64),
    /// The limit of the resident memory, if the kernel does not enforce it.
    memory_limit: Option<u64>,
    /// Whether memory is measured.
    measures: bool,
    /// The largest resident memory that was seen, in bytes.
    pub(super) peak: Option<u64>,
    last_poll: Instant,
    cancel: &'a AtomicBool,
}

impl<'a> Listener<'a> {
    /// Waits for the answer to one puzzle. The time limit has a grace period, since the program
    /// enforces the limit itself.
    pub(super) fn new(context: &PassContext<'a>) -> Self {
        Self { allowed: context.plan.deadline(), ..Self::to_the_limit(context, 1) }
    }

    /// Waits for the answers to this many puzzles, up to the sum of their time limits.
    pub(super) fn to_the_limit(context: &PassContext<'a>, puzzles: usize) -> Self {
        let (start, output) = (Instant::now(), MAX_OUTPUT.saturating_mul(puzzles as u64));
        let isolation = &context.plan.isolation;
        Self {
            start,
            allowed: context.plan.timeout.map(|limit| limit.saturating_mul(puzzles as u32)),
            output: (output, output),
            memory_limit: isolation.memory_limit.filter(|_| isolation.groups.is_none()),
            measures: context.plan.memory,
            peak: None,
            last_poll: start,
            cancel: context.cancel,
        }
    }

    /// Waits for `hello`.
    pub(super) fn for_hello(context: &PassContext<'a>) -> Self {
        Self { allowed: Some(context.plan.hello_timeout), ..Self::to_the_limit(context, 1) }
    }

    /// Waits for the next event. After the deadline, nothing more is read.
    pub(super) fn listen(&mut self, session: &mut Session) -> Event {
        loop {
            if self.cancel.load(Ordering::Relaxed) {
                return Event::Cancelled;
            }
            let spent = self.start.elapsed();
            let left = self.allowed.map_or(POLL_INTERVAL, |allowed| allowed.saturating_sub(spent));
            if left.is_zero() || self.last_poll.elapsed() >= POLL_INTERVAL {
                self.last_poll = Instant::now();
                if let Some(held) = self.too_much_memory(session) {
                    return Event::Memout(held);
                }
                if let Some(limit) = session.memory_that_was_exceeded() {
                    return Event::OutOfMemory(limit);
                }
                if processes::is_stopped(session.id()) {
                    return Event::Stopped;
                }
                if session.has_ended() {
                    // What it started may hold its output open: only what it has written itself is read.
                    return match session.receive(POLL_INTERVAL) {
                        Received::Line(line) => self.within_limit(line),
                        Received::TooLong(bytes) => too_long(bytes),
                        Received::End | Received::Silence => ended(session),
                    };
                }
            }
            if left.is_zero() {
                return Event::Overdue;
            }
            match session.receive(left.min(POLL_INTERVAL)) {
                Received::Line(line) => return self.within_limit(line),
                Received::TooLong(bytes) => return too_long(bytes),
                Received::End => return ended(session),
                Received::Silence => {}
            }
        }
    }

    /// Waits no longer than this for what follows.
    pub(super) fn wait_at_most(&mut self, more: Duration) {
        let until = self.start.elapsed() + more;
        self.allowed = Some(self.allowed.map_or(until, |allowed| allowed.min(until)));
    }

    /// Counts a line towards the output limit.
    fn within_limit(&mut self, line: String) -> Event {
        let (allowed, left) = &mut self.output;
        match left.checked_sub(line.len() as u64 + 1) {
            Some(less) => *left = less,
            None => return Event::TooMuchOutput(format!("more than {allowed} bytes")),
        }
        Event::Line(line)
    }

    /// Returns the memory that the program and all that it started use, in bytes, if that exceeds the limit.
    fn too_much_memory(&mut self, session: &Session) -> Option<u64> {
        if self.memory_limit.is_none() && !self.measures {
            return None;
        }
        let held = processes::resident(session.id());
        self.peak = self.peak.max(Some(held));
        self.memory_limit.filter(|&limit| held > limit).map(|_| held)
    }
}

fn too_long(bytes: usize) -> Event {
    Event::TooMuchOutput(format!("a line of more than {bytes} bytes"))
}

/// Returns what the end of a process means.
fn ended(session: &Session) -> Event {
    session.memory_that_was_exceeded().map_or(Event::End, Event::OutOfMemory)
}

/// Returns the beginning of a line, for a message, without characters that a terminal obeys.
pub(crate) fn truncated(line: &str) -> String {
    beginning(line, 200)
}

/// Returns the first `length` characters of a line, without those that a terminal obeys.
pub(super) fn beginning(line: &str, length: usize) -> String {
    let line = plain(line);
    let mut shown: String = line.chars().take(length).collect();
    if line.chars().nth(length).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns the failure that an event means, or `None` if the run was cancelled.
pub(super) fn failure(event: Event, session: Session) -> Option<Failure> {
    Some(match event {
        Event::Cancelled => return None,
        Event::End => match session.end() {
            Ok(exit) => Failure::Crashed(exit_message(&exit)),
            Err(error) => Failure::Crashed(error.to_string()),
        },
        event => silent(event),
    })
}

/// Returns the failure of a program that has not ended by itself.
fn silent(event: Event) -> Failure {
    match event {
        Event::Memout(bytes) => Failure::Memout(format!("it used {bytes} bytes")),
        Event::OutOfMemory(limit) => {
            Failure::Memout(format!("the kernel ended one of its processes at {limit} bytes"))
        }
        Event::TooMuchOutput(what) => {
            Failure::Unknown(format!("it printed {what}, and was killed"))
        }
        Event::Line(line) => Failure::Unknown(format!("it printed: {}", truncated(&line))),
        Event::Stopped => Failure::Stopped,
        Event::Overdue | Event::End | Event::Cancelled => Failure::Timeout,
    }
}

/// What a process used, measured from outside when it had ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Used {
    /// The CPU time of all processes that were waited for, in nanoseconds.
    pub(super) cpu_ns: Option<u64>,
    /// The peak of the resident memory, in bytes: of the largest process, or of the largest sum that was seen.
    pub(super) peak: Option<u64>,
}

/// How a process ended that is started for each trial.
pub(super) struct Ended {
    /// What its end means if there is no answer.
    pub(super) failure: Failure,
    /// Its exit code, if it ended by itself.
    exit_code: Option<i32>,
    /// What it used.
    pub(super) used: Used,
}

impl Ended {
    /// Ends a process after an event. Returns `None` if the run was cancelled. `seen` is the largest sum of memory that
    /// was seen.
    ///
    /// In the sandbox the process that is waited for is bubblewrap, which ends before what it started: then there is no
    /// CPU time, and no peak but what was seen.
    pub(super) fn new(
        event: Event,
        session: Session,
        context: &PassContext<'_>,
        seen: Option<u64>,
    ) -> Option<Self> {
        let (exit, event) = match event {
            Event::Cancelled => return None,
            Event::End => (session.end(), None),
            event => (session.kill(), Some(event)),
        };
        let is_direct = context.plan.isolation.sandbox.is_none();
        let waited = exit.as_ref().ok().filter(|_| is_direct);
        let peak = waited.and_then(|exit| exit.peak).max(seen);
        let used = Used {
            cpu_ns: waited.map(|exit| nanoseconds(exit.cpu)),
            peak: peak.filter(|_| context.plan.memory),
        };
        let exit_code = exit.as_ref().ok().and_then(|exit| exit.status.code());
        let failure = match (event, exit) {
            (Some(event), _) => silent(event),
            (None, Ok(exit)) => Failure::Crashed(exit_message(&exit)),
            (None, Err(error)) => Failure::Crashed(error.to_string()),
        };
        Some(Self { failure, exit_code, used })
    }

    /// Returns the failure of a program in whose output something is missing. It has not crashed if it ended by itself
    /// with a code that means success.
    pub(super) fn without(self, missing: &str, success: &[i32]) -> Failure {
        let Failure::Crashed(end) = self.failure else { return self.failure };
        let message = format!("{missing}: {end}");
        match self.exit_code {
            Some(code) if success.contains(&code) => Failure::Unknown(message),
            _ => Failure::Crashed(message),
        }
    }
}

/// Describes how a process ended.
pub(crate) fn exit_message(exit: &ProcessExit) -> String {
    let errors = exit.errors.join(" / ");
    let colon = if errors.is_empty() { "" } else { ": " };
    if exit.outlived_its_pipes {
        return format!("it closed its output, did not end, and was killed{colon}{errors}");
    }
    format!("its process ended: {}{colon}{errors}", exit.status)
}
