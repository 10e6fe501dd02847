//! Exact covers, one after the other, as an iterator.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::{mem, vec};

use board::instance::ExactCover;
use pyo3::exceptions::{PyRuntimeError, PyTimeoutError};
use pyo3::prelude::*;
use solvers::{Backend, Event, Limits, Observer, Problem, StepSupport, Stop};

use crate::{problem, search};

/// The most solutions that are sent at once.
const BATCH: usize = 256;

/// The most batches that wait for Python.
const WAITING: usize = 8;

/// What a search sends.
enum Found {
    /// Solutions, each with the numbers of its options in ascending order.
    Solutions(Vec<Vec<usize>>),
    /// How it ended, if it was not told to stop.
    End(Result<Stop, String>),
}

/// An iterator over exact covers. Each is a list with the numbers of its options, counted from 0.
#[pyclass(frozen)]
pub(crate) struct Covers {
    results: Mutex<Receiver<Found>>,
    ready: Mutex<vec::IntoIter<Vec<usize>>>,
    cancel: Arc<AtomicBool>,
}

/// Returns an iterator over the exact covers of some options: choices of them that cover each primary item once, and
/// each secondary item once at most or always in the same colour.
#[pyfunction]
#[pyo3(signature = (options, *, primary=None, secondary=Vec::new(), backend="cover/bitmatrix", limit=None, timeout=None))]
pub(crate) fn covers(
    options: Vec<Vec<Bound<'_, PyAny>>>,
    primary: Option<Vec<Bound<'_, PyAny>>>,
    secondary: Vec<Bound<'_, PyAny>>,
    backend: &str,
    limit: Option<u64>,
    timeout: Option<f64>,
) -> PyResult<Covers> {
    let problem = problem::cover(&options, primary, secondary)?;
    let row = problem::row::<ExactCover>(backend)?;
    if let StepSupport::SolutionsOnly(reason) = row.steps {
        return Err(PyRuntimeError::new_err(format!("{backend} lists no solutions: {reason}")));
    }
    let time = problem::time(timeout)?;
    let cancel = Arc::new(AtomicBool::new(false));
    let solutions = limit.unwrap_or(u64::MAX);
    let results = search::spawn(cancel.clone(), WAITING, move |cancel, send| {
        let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(solutions.max(1)) };
        let end = match solutions {
            0 => Ok(Stop::SolutionLimit),
            _ => list(row, &problem, &limits, cancel, send),
        };
        // Nobody listens any more if the iterator is gone.
        drop(send.send(Found::End(end)));
    })?;
    let ready = Mutex::new(Vec::new().into_iter());
    Ok(Covers { results, ready, cancel })
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
    let found = Vec::with_capacity(BATCH);
    let mut batches = Batches { problem, send, cancel, found, size: 1, wrong: None };
    let outcome = solver.trace(problem, limits, &mut batches);
    batches.flush();
    batches.wrong.map_or(Ok(outcome.stop), Err)
}

/// Checks solutions and sends them in batches, of which the first are small.
struct Batches<'a> {
    problem: &'a ExactCover,
    send: &'a SyncSender<Found>,
    cancel: &'a AtomicBool,
    found: Vec<Vec<usize>>,
    size: usize,
    /// Why a solution is none.
    wrong: Option<String>,
}

impl Batches<'_> {
    fn flush(&mut self) {
        let found = mem::take(&mut self.found);
        if !found.is_empty() && self.send.send(Found::Solutions(found)).is_err() {
            self.cancel.store(true, Ordering::Relaxed);
        }
        self.size = (2 * self.size).min(BATCH);
    }
}

impl Observer for Batches<'_> {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Chosen { options } = event {
            let mut options = options.to_vec();
            options.sort_unstable();
            if let Err(reason) = self.problem.check(&options) {
                self.wrong = Some(format!("the backend found a wrong solution: {reason}"));
                self.cancel.store(true, Ordering::Relaxed);
                return;
            }
            self.found.push(options);
            if self.found.len() >= self.size {
                self.flush();
            }
        }
    }
}

#[pymethods]
impl Covers {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Vec<usize>>> {
        loop {
            let next = self.ready.lock().ok().and_then(|mut ready| ready.next());
            if next.is_some() {
                return Ok(next);
            }
            match search::receive(py, &self.results, &self.cancel)? {
                Some(Found::Solutions(found)) => {
                    if let Ok(mut ready) = self.ready.lock() {
                        *ready = found.into_iter();
                    }
                }
                Some(Found::End(Ok(Stop::Deadline))) => {
                    return Err(PyTimeoutError::new_err("the time limit was reached"));
                }
                Some(Found::End(Err(reason))) => return Err(PyRuntimeError::new_err(reason)),
                Some(Found::End(Ok(_))) | None => return Ok(None),
            }
        }
    }
}

impl Drop for Covers {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}
