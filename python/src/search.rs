//! Searches in threads of their own, so that Python can be interrupted while they run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often Python's signals are looked at.
pub(crate) const INTERVAL: Duration = Duration::from_millis(50);

/// The stack of a search, in bytes: some searches go one call deeper for each cell.
const STACK: usize = 256 << 20;

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
    let results = spawn(cancel.clone(), 1, |cancel, send| {
        // The receiver waits for the end.
        drop(send.send(search(cancel)));
    })?;
    match receive(py, &results, &cancel)? {
        Some(result) => Ok(result),
        None => Err(PyRuntimeError::new_err("the search panicked")),
    }
}

/// Starts a search that sends results. It waits as long as `most` of them are not received.
///
/// # Errors
/// If no thread can be started.
pub(crate) fn spawn<T: Send + 'static>(
    cancel: Arc<AtomicBool>,
    most: usize,
    search: impl FnOnce(&AtomicBool, &mpsc::SyncSender<T>) + Send + 'static,
) -> PyResult<Mutex<Receiver<T>>> {
    let (send, results) = mpsc::sync_channel(most);
    let search = move || search(&cancel, &send);
    thread::Builder::new()
        .stack_size(STACK)
        .spawn(search)
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(Mutex::new(results))
}

/// Waits for the next result of a search. Returns `None` if there is none.
///
/// # Errors
/// If a signal handler raises. The search was then told to stop.
pub(crate) fn receive<T: Send>(
    py: Python<'_>,
    results: &Mutex<Receiver<T>>,
    cancel: &AtomicBool,
) -> PyResult<Option<T>> {
    let next = || {
        results.lock().map_or(Err(RecvTimeoutError::Disconnected), |it| it.recv_timeout(INTERVAL))
    };
    loop {
        match py.detach(next) {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals().inspect_err(|_| cancel.store(true, Ordering::Relaxed))?;
            }
        }
    }
}
