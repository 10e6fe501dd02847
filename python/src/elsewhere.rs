//! Exact covers that are searched in threads of their own.
//!
//! A search may have several *parts*, which any of the threads takes up in turn. Covers are received part by part, so that
//! their order does not depend on the threads. Each part has a bounded channel: a thread that is far ahead waits.

use std::collections::VecDeque;
use std::ops::Range;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SendError, SyncSender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use board::instance::{CoverReferee, ExactCover};
use pyo3::exceptions::{PyRuntimeError, PyTimeoutError};
use pyo3::prelude::*;
use solvers::Stop;
use solvers::count::enumeration::{CoverList, Enumeration};

use crate::covers::{BATCH, STEPS};
use crate::search;

/// The most lists of covers that wait for Python in each part.
pub(crate) const WAITING: usize = 16;

/// The most numbers of options in such a list, and the most covers.
const NUMBERS: usize = 1 << 14;
const COVERS: usize = 1 << 10;

/// How long covers wait until a list is full.
const PATIENCE: Duration = Duration::from_millis(2);

/// Why a forked process cannot wait for covers.
const FORKED: &str =
    "the threads of this search are in the process that was forked; call covers in the new one";

/// Covers in a list: those at some places.
pub(crate) type Covers<'a> = (&'a CoverList, Range<usize>);

/// What a part of a search sends.
pub(crate) enum Found {
    Covers(CoverList),
    /// How it ended, if it was not told to stop.
    End(Result<Stop, String>),
}

/// The covers that other threads find.
pub(crate) struct Elsewhere {
    /// Those of each part that has not ended.
    parts: VecDeque<Mutex<Receiver<Found>>>,
    cancel: Arc<AtomicBool>,
    /// The process in which they search. A fork of it has none of its threads.
    process: u32,
    /// The covers that were received last, and how many of them were taken.
    found: CoverList,
    taken: usize,
}

impl Elsewhere {
    pub(crate) fn new(
        parts: impl IntoIterator<Item = Receiver<Found>>,
        cancel: Arc<AtomicBool>,
    ) -> Self {
        let parts = parts.into_iter().map(Mutex::new).collect();
        Self { parts, cancel, process: process::id(), found: CoverList::default(), taken: 0 }
    }

    /// Returns nothing to be searched.
    pub(crate) fn nothing() -> Self {
        Self::new([], Arc::default())
    }

    /// Continues the parts of a search in this many threads.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn searching(
        problem: ExactCover,
        parts: VecDeque<Enumeration>,
        workers: usize,
    ) -> PyResult<Self> {
        let (cancel, problem) = (Arc::new(AtomicBool::new(false)), Arc::new(problem));
        let channels = parts.iter().map(|_| mpsc::sync_channel(WAITING));
        let (send, receive): (Vec<_>, Vec<_>) = channels.unzip();
        let workers = workers.min(parts.len());
        let parts = Arc::new(Mutex::new(parts.into_iter().zip(send)));
        for _ in 0..workers {
            let (parts, problem, cancel) = (parts.clone(), problem.clone(), cancel.clone());
            search::spawn(search::FLAT, move || {
                let mut referee = CoverReferee::new(&problem);
                let next = || parts.lock().ok()?.next();
                while let Some((part, send)) = next() {
                    if list(part, &mut referee, &cancel, &send).is_err() {
                        return;
                    }
                }
            })?;
        }
        Ok(Self::new(receive, cancel))
    }

    /// Waits for the next covers, `most` of them at most, without the lock of the interpreter. Returns `None` at the end.
    pub(crate) fn next(
        &mut self,
        py: Python<'_>,
        most: usize,
        time: Option<Duration>,
    ) -> PyResult<Option<Covers<'_>>> {
        let start = Instant::now();
        while self.taken == self.found.len() {
            let Some(part) = self.parts.front() else { return Ok(None) };
            if self.process != process::id() {
                return Err(PyRuntimeError::new_err(FORKED));
            }
            let left = time.map(|time| time.saturating_sub(start.elapsed()));
            match search::receive(py, part, &self.cancel, left)? {
                Some(Found::Covers(found)) => (self.found, self.taken) = (found, 0),
                Some(Found::End(Ok(Stop::Deadline))) => {
                    return Err(PyTimeoutError::new_err(search::OUT_OF_TIME));
                }
                Some(Found::End(Err(reason))) => return Err(PyRuntimeError::new_err(reason)),
                Some(Found::End(Ok(_))) => drop(self.parts.pop_front()),
                None => return Err(PyRuntimeError::new_err("the search panicked")),
            }
        }
        let first = self.taken;
        self.taken = self.found.len().min(first + most);
        Ok(Some((&self.found, first..self.taken)))
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// Searches a part, and sends its covers and its end.
///
/// # Errors
/// If nobody listens any more.
fn list(
    mut part: Enumeration,
    referee: &mut CoverReferee<'_>,
    cancel: &AtomicBool,
    send: &SyncSender<Found>,
) -> Result<(), SendError<Found>> {
    let (mut goes_on, mut most) = (true, BATCH);
    while goes_on && !cancel.load(Ordering::Relaxed) {
        let (mut found, start) = (CoverList::default(), Instant::now());
        while goes_on && found.len() < most && start.elapsed() < PATIENCE {
            goes_on = part.search(STEPS, most, &mut found);
        }
        if let Err(wrong) = judged(referee, &found) {
            return send.send(Found::End(Err(wrong)));
        }
        let length = found.iter().next().map(<[u32]>::len);
        if let Some(length) = length {
            most = (NUMBERS / length.max(1)).clamp(1, COVERS);
            send.send(Found::Covers(found))?;
        }
    }
    send.send(Found::End(Ok(Stop::Exhausted)))
}

/// Checks covers.
///
/// # Errors
/// If one is wrong; the message says why.
pub(crate) fn judged(referee: &mut CoverReferee<'_>, found: &CoverList) -> Result<(), String> {
    let wrong = |refuted| format!("the search found a wrong cover: {refuted}");
    found.iter().try_for_each(|options| referee.check(options).map_err(wrong))
}
