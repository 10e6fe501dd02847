//! Searches in threads of their own, so that Python can be interrupted while they run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyTimeoutError};
use pyo3::prelude::*;

/// How often Python's signals are looked at.
pub(crate) const INTERVAL: Duration = Duration::from_millis(50);

/// What `TimeoutError` says.
pub(crate) const OUT_OF_TIME: &str = "the time limit was reached";

/// The stack of a search that may go one call deeper for each cell, in bytes.
pub(crate) const DEEP: usize = 256 << 20;

/// The stack of one that calls nothing within itself.
pub(crate) const FLAT: usize = 1 << 20;

/// Runs a search without the lock of the interpreter. Ctrl-C sets the flag that it is given, and is raised after it has
/// ended.
///
/// # Errors
/// If a signal handler raises, or the search panics.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    search: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let cancel = Arc::new(AtomicBool::new(false));
    let (send, results) = mpsc::sync_channel(1);
    let flag = cancel.clone();
    // The receiver waits for the end.
    spawn(DEEP, move || drop(send.send(search(&flag))))?;
    match receive(py, &Mutex::new(results), &cancel, None)? {
        Some(result) => Ok(result),
        None => Err(PyRuntimeError::new_err("the search panicked")),
    }
}

/// Starts a search in a thread of its own, with a stack of so many bytes.
///
/// # Errors
/// If no thread can be started.
pub(crate) fn spawn(stack: usize, search: impl FnOnce() + Send + 'static) -> PyResult<()> {
    let thread = thread::Builder::new().stack_size(stack).spawn(search);
    thread.map(drop).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Waits for the next result of a search, without the lock of the interpreter. Returns `None` if there is none.
///
/// # Errors
/// If a signal handler raises; the search was then told to stop. `TimeoutError` if there is no result within this time.
pub(crate) fn receive<T: Send>(
    py: Python<'_>,
    results: &Mutex<Receiver<T>>,
    cancel: &AtomicBool,
    time: Option<Duration>,
) -> PyResult<Option<T>> {
    let wait = |time: Duration| {
        results.lock().map_or(Err(RecvTimeoutError::Disconnected), |it| it.recv_timeout(time))
    };
    if let Ok(result) = wait(Duration::ZERO) {
        return Ok(Some(result));
    }
    let start = Instant::now();
    loop {
        let left = time.map_or(INTERVAL, |time| time.saturating_sub(start.elapsed()));
        match py.detach(|| wait(left.min(INTERVAL))) {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                return Err(PyTimeoutError::new_err(OUT_OF_TIME));
            }
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals().inspect_err(|_| cancel.store(true, Ordering::Relaxed))?;
            }
        }
    }
}
