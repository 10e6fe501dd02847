//! When the features of a problem have to be known.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use solvers::Limits;

/// The time by which the features of a problem have to be known.
#[derive(Clone, Copy)]
pub(super) struct Deadline<'a> {
    at: Option<Instant>,
    cancel: &'a AtomicBool,
}

impl<'a> Deadline<'a> {
    /// Returns a deadline in this time.
    pub(super) fn after(time: Option<Duration>, cancel: &'a AtomicBool) -> Self {
        Self { at: time.and_then(|time| Instant::now().checked_add(time)), cancel }
    }

    /// Returns the time left, if it is limited.
    fn left(self) -> Option<Duration> {
        self.at.map(|at| at.saturating_duration_since(Instant::now()))
    }

    /// Limits of a search with so many solutions.
    pub(super) fn limits(self, solutions: u64) -> Limits<'a> {
        Limits { time: self.left(), cancel: Some(self.cancel), ..Limits::solutions(solutions) }
    }

    /// Returns whether it has passed.
    pub(super) fn is_over(self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }
}
