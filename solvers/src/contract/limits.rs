//! Limits of a search, and how it learns that it has to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::Stop;
use super::clock::Instant;

/// Limits of a search.
///
/// ```
/// use std::time::Duration;
///
/// use board::{Puzzle, catalog};
/// use solvers::{Limits, SEARCH, Stop};
///
/// let classic = catalog::classic(9)?;
/// let empty = Puzzle::empty(classic.clone().into());
/// let mut solver = SEARCH.prepare::<Puzzle>(&classic)?;
/// let limits = Limits { nodes: Some(500), ..Limits::solutions(u64::MAX) };
/// let outcome = solver.solve(&empty, &limits);
/// assert_eq!((outcome.stop, outcome.counters.nodes), (Stop::NodeLimit, 500));
/// let limits = Limits { time: Some(Duration::ZERO), ..Limits::solutions(u64::MAX) };
/// assert_eq!(solver.solve(&empty, &limits).stop, Stop::Deadline);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The number of solutions at which the search stops; at least one. [`u64::MAX`] is no limit.
    pub solutions: u64,
    /// The maximum number of search states to enter.
    pub nodes: Option<u64>,
    /// The maximum number of rounds to begin. Only backends that count rounds obey it.
    pub rounds: Option<u64>,
    /// The maximum time for the puzzle, measured by the solver.
    pub time: Option<Duration>,
    /// The memory that the process may use, in bytes. Only backends that keep a table obey it, by a
    /// smaller table.
    pub memory: Option<u64>,
    /// A flag that stops the search when it is set.
    pub cancel: Option<&'a AtomicBool>,
    /// A counter to which the number of solutions is added from time to time, to show the progress
    /// of long counts.
    pub found: Option<&'a AtomicU64>,
}

impl Limits<'_> {
    /// Returns limits on the number of solutions only.
    pub const fn solutions(solutions: u64) -> Self {
        Self {
            solutions,
            nodes: None,
            rounds: None,
            time: None,
            memory: None,
            cancel: None,
            found: None,
        }
    }
}

/// The conditions that interrupt a search, for engines that poll them.
#[derive(Clone, Copy, Debug)]
pub struct Interrupt<'a> {
    deadline: Option<Instant>,
    cancel: Option<&'a AtomicBool>,
    nodes: Option<u64>,
}

impl<'a> Interrupt<'a> {
    /// Returns the interrupt of `limits`, and starts its clock.
    pub fn new(limits: &Limits<'a>) -> Self {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Self { deadline, cancel: limits.cancel, nodes: limits.nodes }
    }

    /// Returns the maximum number of search states, for engines that have any.
    pub fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// Returns the same deadline without the cancel flag, for use beyond the lifetime of the flag.
    pub fn without_flag(&self) -> Interrupt<'static> {
        Interrupt { deadline: self.deadline, cancel: None, nodes: self.nodes }
    }

    /// Returns whether anything can stop the search.
    pub(super) fn is_set(&self) -> bool {
        self.deadline.is_some() || self.cancel.is_some()
    }

    /// Returns why the search has to stop now, if it has to. Reads the clock.
    pub fn stop(&self) -> Option<Stop> {
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Deadline)
    }
}
