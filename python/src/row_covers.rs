//! Exact covers that a row of the registry finds, in a thread of its own.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::time::Duration;

use board::instance::{CoverReferee, ExactCover};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solvers::count::enumeration::CoverList;
use solvers::{Backend, Event, Limits, Observer, Stop};

use crate::covers::BATCH;
use crate::elsewhere::{Elsewhere, Found, WAITING};
use crate::{problem, search};

/// Starts a search by a row.
///
/// # Errors
/// `ValueError` if there is no such row, or it does not report each solution.
pub(crate) fn start(
    problem: ExactCover,
    backend: &str,
    limit: u64,
    time: Option<Duration>,
) -> PyResult<Elsewhere> {
    let row = problem::row::<ExactCover>(backend)?;
    // It passes over the solutions of a state that it knows.
    if row.origin.code == "count" {
        let message = format!("the backend {backend} counts covers and does not list them");
        return Err(PyValueError::new_err(message));
    }
    let cancel = Arc::new(AtomicBool::new(false));
    let (send, results) = mpsc::sync_channel(WAITING);
    let flag = cancel.clone();
    search::spawn(search::DEEP, move || {
        let limits = Limits { time, cancel: Some(&flag), ..Limits::solutions(limit.max(1)) };
        let end = list(row, &problem, &limits, &flag, &send);
        // Nobody listens any more if the iterator is gone.
        drop(send.send(Found::End(end)));
    })?;
    Ok(Elsewhere::new([results], cancel))
}

/// Searches and sends each solution.
fn list(
    row: &Backend,
    problem: &ExactCover,
    limits: &Limits<'_>,
    cancel: &AtomicBool,
    send: &SyncSender<Found>,
) -> Result<Stop, String> {
    let mut solver = row.prepare::<ExactCover>(problem).map_err(|reason| reason.to_string())?;
    let referee = CoverReferee::new(problem);
    let (found, options) = (CoverList::default(), Vec::new());
    let mut batches = Batches { referee, send, cancel, found, options, size: 1, wrong: None };
    let outcome = solver.trace(problem, limits, &mut batches);
    batches.flush();
    batches.wrong.map_or(Ok(outcome.stop), Err)
}

/// Checks solutions and sends them in batches, of which the first are small.
struct Batches<'a> {
    referee: CoverReferee<'a>,
    send: &'a SyncSender<Found>,
    cancel: &'a AtomicBool,
    found: CoverList,
    options: Vec<u32>,
    size: usize,
    /// Why a solution is none.
    wrong: Option<String>,
}

impl Batches<'_> {
    fn flush(&mut self) {
        let found = mem::take(&mut self.found);
        if !found.is_empty() && self.send.send(Found::Covers(found)).is_err() {
            self.cancel.store(true, Ordering::Relaxed);
        }
        self.size = (2 * self.size).min(BATCH);
    }
}

impl Observer for Batches<'_> {
    fn event(&mut self, event: Event<'_>) {
        let Event::Chosen { options } = event else { return };
        self.options.clear();
        self.options.extend(options.iter().map(|&option| option as u32));
        self.options.sort_unstable();
        if let Err(refuted) = self.referee.check(&self.options) {
            self.wrong = Some(format!("the backend found a wrong cover: {refuted}"));
            self.cancel.store(true, Ordering::Relaxed);
            return;
        }
        self.found.push(self.options.iter().copied());
        if self.found.len() >= self.size {
            self.flush();
        }
    }
}
