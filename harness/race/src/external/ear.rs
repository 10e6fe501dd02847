//! Waiting for a program of others: until it says something, or its time, its memory or the run is
//! over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::session::{Death, Received, Session};
use crate::executor::{Failure, Question};

/// How often the memory of a program and the flag that ends a run are looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program may take to say hello.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many bytes a program may print for one puzzle.
const OUTPUT: u64 = 64 << 20;

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
    /// It prints too much: this is what is allowed.
    Flood(String),
    /// The run is over.
    Cancelled,
}

/// What is waited for.
pub(super) struct Ear<'a> {
    /// From when.
    pub(super) start: Instant,
    /// How long; for ever, if it is not said.
    allowed: Option<Duration>,
    /// How many bytes may come, and how many of them have not.
    output: (u64, u64),
    memory_limit: Option<u64>,
    last_look: Instant,
    cancel: &'a AtomicBool,
}

impl<'a> Ear<'a> {
    /// Waits from now for an answer to one puzzle: for the limit, and a grace for the answer of a program
    /// that keeps it itself.
    pub(super) fn new(question: &Question<'a>) -> Self {
        let grace = |limit: Duration| limit + Duration::from_millis(40) + limit / 20;
        Self { allowed: question.plan.timeout.map(grace), ..Self::to_the_limit(question, 1) }
    }

    /// Waits from now for the answers to so many puzzles, and no longer than their limits together.
    pub(super) fn to_the_limit(question: &Question<'a>, puzzles: usize) -> Self {
        let (start, output) = (Instant::now(), OUTPUT.saturating_mul(puzzles as u64));
        Self {
            start,
            allowed: question.plan.timeout.map(|limit| limit.saturating_mul(puzzles as u32)),
            output: (output, output),
            memory_limit: question.plan.isolation.memory_limit,
            last_look: start,
            cancel: question.cancel,
        }
    }

    /// Waits from now for a hello.
    pub(super) fn for_hello(question: &Question<'a>) -> Self {
        Self { allowed: Some(PATIENCE), ..Self::to_the_limit(question, 1) }
    }

    /// The next that is heard. Nothing is heard after the time, however much comes.
    pub(super) fn listen(&mut self, session: &mut Session) -> Heard {
        loop {
            if self.cancel.load(Ordering::Relaxed) {
                return Heard::Cancelled;
            }
            let spent = self.start.elapsed();
            let left = self.allowed.map_or(LOOK, |allowed| allowed.saturating_sub(spent));
            if left.is_zero() || self.last_look.elapsed() >= LOOK {
                self.last_look = Instant::now();
                if let Some(held) = self.too_much_memory(session) {
                    return Heard::Memout(held);
                }
            }
            if left.is_zero() {
                return Heard::Overdue;
            }
            match session.receive(left.min(LOOK)) {
                Received::Line(line) => return self.weigh(line),
                Received::TooLong(bytes) => {
                    return Heard::Flood(format!("a line of more than {bytes} bytes"));
                }
                Received::End => return Heard::End,
                Received::Silence => {}
            }
        }
    }

    /// A line, unless it is the one that is too much.
    fn weigh(&mut self, line: String) -> Heard {
        let (allowed, left) = &mut self.output;
        match left.checked_sub(line.len() as u64 + 1) {
            Some(less) => *left = less,
            None => return Heard::Flood(format!("more than {allowed} bytes")),
        }
        Heard::Line(line)
    }

    /// The bytes that the program holds, where they are more than it may.
    fn too_much_memory(&self, session: &Session) -> Option<u64> {
        let limit = self.memory_limit?;
        Some(resident(session.id())).filter(|&held| held > limit)
    }
}

/// The beginning of a line, for a message.
pub(crate) fn shortened(line: &str) -> String {
    const SHOWN: usize = 200;
    let mut shown: String = line.chars().take(SHOWN).collect();
    if line.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// Why a program that has said no more gave no answer; nothing if the run is over.
pub(super) fn failure(heard: Heard, session: Session) -> Option<Failure> {
    Some(match heard {
        Heard::Cancelled => return None,
        Heard::Overdue => Failure::Timeout,
        Heard::Memout(bytes) => Failure::Memout(format!("it held {bytes} bytes")),
        Heard::Flood(what) => Failure::Unknown(format!("it printed {what}, and was killed")),
        Heard::Line(line) => Failure::Unknown(format!("it printed: {}", shortened(&line))),
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
