//! How far a search may go, and how it knows that it has to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::Stop;

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Stop at so many solutions; at least one.
    pub solutions: u64,
    /// Enter no more search states than these.
    pub nodes: Option<u64>,
    /// Begin no more rounds than these. Whoever counts rounds obeys it; to others it means nothing.
    pub rounds: Option<u64>,
    /// Spend no more time on the puzzle than this; the solver starts the clock.
    pub time: Option<Duration>,
    /// Stop when somebody sets this.
    pub cancel: Option<&'a AtomicBool>,
    /// Add here, now and then, the solutions that were found since the last time: a count may be long.
    pub found: Option<&'a AtomicU64>,
}

impl Limits<'_> {
    /// Only the number of solutions is limited.
    pub const fn solutions(solutions: u64) -> Self {
        Self { solutions, nodes: None, rounds: None, time: None, cancel: None, found: None }
    }
}

/// When a search has to stop, whatever it found: for engines that ask for themselves.
#[derive(Clone, Copy, Debug)]
pub struct Interrupt<'a> {
    deadline: Option<Instant>,
    cancel: Option<&'a AtomicBool>,
    nodes: Option<u64>,
}

impl<'a> Interrupt<'a> {
    /// The interrupt of `limits`, whose clock starts now.
    pub fn new(limits: &Limits<'a>) -> Self {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Self { deadline, cancel: limits.cancel, nodes: limits.nodes }
    }

    /// How many search states may be entered, for engines that enter any.
    pub fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// The same deadline without the flag that cancels, for what outlives whoever may set it.
    pub fn without_flag(&self) -> Interrupt<'static> {
        Interrupt { deadline: self.deadline, cancel: None, nodes: self.nodes }
    }

    /// Whether anything can stop it.
    pub(super) fn is_set(&self) -> bool {
        self.deadline.is_some() || self.cancel.is_some()
    }

    /// Why the search has to stop now, if it has to. Reads the clock.
    pub fn stop(&self) -> Option<Stop> {
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Deadline)
    }
}
