//! Waiting for a program of others: until it says something, or its time, its memory or the run is
//! over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::session::{ProcessExit, Received, Session};
use crate::executor::{Failure, PassContext};

/// How often the memory of a program and the flag that ends a run are looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long a program may take to say hello.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// How many bytes a program may print for one puzzle.
const MAX_OUTPUT: u64 = 64 << 20;

/// What was heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A line.
    Line(String),
    /// Its output is closed.
    End,
    /// The time is over.
    Overdue,
    /// It holds so many bytes, which is too much.
    Memout(u64),
    /// It prints too much: this is what is allowed.
    TooMuchOutput(String),
    /// The run is over.
    Cancelled,
}

/// What is waited for.
pub(super) struct Listener<'a> {
    /// From when.
    pub(super) start: Instant,
    /// How long; for ever, if it is not said.
    allowed: Option<Duration>,
    /// How many bytes may come, and how many of them have not.
    output: (u64, u64),
    memory_limit: Option<u64>,
    last_poll: Instant,
    cancel: &'a AtomicBool,
}

impl<'a> Listener<'a> {
    /// Waits from now for an answer to one puzzle: for the limit, and a grace for the answer of a program
    /// that keeps it itself.
    pub(super) fn new(context: &PassContext<'a>) -> Self {
        let grace = |limit: Duration| limit + Duration::from_millis(40) + limit / 20;
        Self { allowed: context.plan.timeout.map(grace), ..Self::to_the_limit(context, 1) }
    }

    /// Waits from now for the answers to so many puzzles, and no longer than their limits together.
    pub(super) fn to_the_limit(context: &PassContext<'a>, puzzles: usize) -> Self {
        let (start, output) = (Instant::now(), MAX_OUTPUT.saturating_mul(puzzles as u64));
        Self {
            start,
            allowed: context.plan.timeout.map(|limit| limit.saturating_mul(puzzles as u32)),
            output: (output, output),
            memory_limit: context.plan.isolation.memory_limit,
            last_poll: start,
            cancel: context.cancel,
        }
    }

    /// Waits from now for a hello.
    pub(super) fn for_hello(context: &PassContext<'a>) -> Self {
        Self { allowed: Some(HELLO_TIMEOUT), ..Self::to_the_limit(context, 1) }
    }

    /// The next that is heard. Nothing is heard after the time, however much comes.
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
            }
            if left.is_zero() {
                return Event::Overdue;
            }
            match session.receive(left.min(POLL_INTERVAL)) {
                Received::Line(line) => return self.within_limit(line),
                Received::TooLong(bytes) => {
                    return Event::TooMuchOutput(format!("a line of more than {bytes} bytes"));
                }
                Received::End => return Event::End,
                Received::Silence => {}
            }
        }
    }

    /// A line, unless it is the one that is too much.
    fn within_limit(&mut self, line: String) -> Event {
        let (allowed, left) = &mut self.output;
        match left.checked_sub(line.len() as u64 + 1) {
            Some(less) => *left = less,
            None => return Event::TooMuchOutput(format!("more than {allowed} bytes")),
        }
        Event::Line(line)
    }

    /// The bytes that the program holds, where they are more than it may.
    fn too_much_memory(&self, session: &Session) -> Option<u64> {
        let limit = self.memory_limit?;
        Some(resident(session.id())).filter(|&held| held > limit)
    }
}

/// The beginning of a line, for a message.
pub(crate) fn truncated(line: &str) -> String {
    const SHOWN: usize = 200;
    let mut shown: String = line.chars().take(SHOWN).collect();
    if line.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// Why a program that has said no more gave no answer; nothing if the run is over.
pub(super) fn failure(event: Event, session: Session) -> Option<Failure> {
    Some(match event {
        Event::Cancelled => return None,
        Event::Overdue => Failure::Timeout,
        Event::Memout(bytes) => Failure::Memout(format!("it held {bytes} bytes")),
        Event::TooMuchOutput(what) => {
            Failure::Unknown(format!("it printed {what}, and was killed"))
        }
        Event::Line(line) => Failure::Unknown(format!("it printed: {}", truncated(&line))),
        Event::End => match session.end() {
            Ok(exit) => Failure::Crashed(exit_message(&exit)),
            Err(error) => Failure::Crashed(error.to_string()),
        },
    })
}

/// How a process ended, in words.
pub(crate) fn exit_message(exit: &ProcessExit) -> String {
    let errors = exit.errors.join(" / ");
    let colon = if errors.is_empty() { "" } else { ": " };
    format!("its process ended: {}{colon}{errors}", exit.status)
}

/// The bytes that a process group holds in memory.
#[cfg(target_os = "linux")]
fn resident(group: u32) -> u64 {
    let read = |entry: std::fs::DirEntry| std::fs::read_to_string(entry.path().join("stat")).ok();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pages = entries.filter_map(read).filter_map(|stat| {
        // The name, in brackets, may hold anything. Behind it: state, parent, group; and 19 on.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let is_member = fields.get(2)?.parse() == Ok(group);
        if is_member { fields.get(21)?.parse::<u64>().ok() } else { None }
    });
    pages.sum::<u64>() * rustix::param::page_size() as u64
}

/// Not known here.
#[cfg(not(target_os = "linux"))]
fn resident(_group: u32) -> u64 {
    0
}
