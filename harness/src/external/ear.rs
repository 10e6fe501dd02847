//! Waiting for a program of others: until it says something, or its time, its memory or the run is
//! over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::session::{Death, Received, Session};
use crate::runner::racer::{Failure, Question};

/// How often the memory of a program and the flag that ends a run are looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program may take to say hello.
const PATIENCE: Duration = Duration::from_secs(10);

/// What was heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line.
    Line(String),
    /// Its output is closed.
    End,
    /// The time is over.
    Overdue,
    /// It holds so many bytes, which is too much.
    Memout(u64),
    /// The run is over.
    Cancelled,
}

/// What is waited for.
pub(super) struct Ear<'a> {
    /// From when.
    pub(super) start: Instant,
    /// How long; for ever, if it is not said.
    allowed: Option<Duration>,
    memory_limit: Option<u64>,
    cancel: &'a AtomicBool,
}

impl<'a> Ear<'a> {
    /// Waits from now, for so many times the limit and a grace.
    pub(super) fn new(question: &Question<'a>, times: u32) -> Self {
        let limit = question.plan.timeout.map(|limit| limit * times);
        Self {
            start: Instant::now(),
            allowed: limit.map(|limit| limit + Duration::from_millis(40) + limit / 20),
            memory_limit: question.plan.isolation.memory_limit,
            cancel: question.cancel,
        }
    }

    /// Waits from now for a hello.
    pub(super) fn for_hello(question: &Question<'a>) -> Self {
        Self { allowed: Some(PATIENCE), ..Self::new(question, 1) }
    }

    /// The next that is heard.
    pub(super) fn listen(&self, session: &Session) -> Heard {
        loop {
            if self.cancel.load(Ordering::Relaxed) {
                return Heard::Cancelled;
            }
            let spent = self.start.elapsed();
            let left = self.allowed.map_or(LOOK, |allowed| allowed.saturating_sub(spent));
            match session.receive(left.min(LOOK)) {
                Received::Line(line) => return Heard::Line(line),
                Received::End => return Heard::End,
                Received::Silence if left.is_zero() => return Heard::Overdue,
                Received::Silence => {}
            }
            if let Some(limit) = self.memory_limit {
                let held = resident(session.id());
                if held > limit {
                    return Heard::Memout(held);
                }
            }
        }
    }
}

/// Why a program that has said no more gave no answer; nothing if the run is over.
pub(super) fn failure(heard: Heard, session: Session) -> Option<Failure> {
    Some(match heard {
        Heard::Cancelled => return None,
        Heard::Overdue => Failure::Timeout,
        Heard::Memout(bytes) => Failure::Memout(format!("it held {bytes} bytes")),
        Heard::Line(line) => Failure::Unknown(format!("it printed: {line}")),
        Heard::End => match session.end() {
            Ok(death) => Failure::Crashed(last_words(&death)),
            Err(error) => Failure::Crashed(error.to_string()),
        },
    })
}

/// How a process ended, in words.
pub(crate) fn last_words(death: &Death) -> String {
    let errors = death.errors.join(" / ");
    let colon = if errors.is_empty() { "" } else { ": " };
    format!("its process ended: {}{colon}{errors}", death.status)
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
