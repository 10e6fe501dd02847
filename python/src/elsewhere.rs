//! Exact covers that are searched in threads of their own.
//!
//! A search is continued by one thread at first. If it turns out to be long, it is divided into *parts*, which any of
//! several threads takes up in turn. Covers are received part by part, so that their order does not depend on the threads.
//! Each part has a bounded channel: a thread that is far ahead waits.

use std::collections::VecDeque;
use std::ops::Range;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SendError, SyncSender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use board::instance::{CoverMarks, CoverReferee, ExactCover};
use pyo3::exceptions::{PyRuntimeError, PyTimeoutError};
use pyo3::prelude::*;
use solvers::Stop;
use solvers::count::enumeration::{CoverList, Enumeration};

use crate::covers::BATCH;
use crate::division::{divided, steps_ahead};
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
    /// The parts of the search, which is long.
    Parts(VecDeque<Enumeration>),
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
    /// What threads need, unless a row searches.
    team: Option<Box<Team>>,
}

/// The threads that search.
pub(crate) struct Team {
    pub(crate) problem: Arc<ExactCover>,
    pub(crate) marks: CoverMarks,
    pub(crate) workers: usize,
}

impl Elsewhere {
    pub(crate) fn new(
        parts: impl IntoIterator<Item = Receiver<Found>>,
        cancel: Arc<AtomicBool>,
    ) -> Self {
        let parts = parts.into_iter().map(Mutex::new).collect();
        let found = CoverList::default();
        Self { parts, cancel, process: process::id(), found, taken: 0, team: None }
    }

    /// Returns nothing to be searched.
    pub(crate) fn nothing() -> Self {
        Self::new([], Arc::default())
    }

    /// Continues a search: all of its parts, or the whole until it is divided.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn searching(
        team: Box<Team>,
        parts: VecDeque<Enumeration>,
        is_divided: bool,
    ) -> PyResult<Self> {
        let cancel = Arc::new(AtomicBool::new(false));
        let channels = parts.iter().map(|_| mpsc::sync_channel(WAITING));
        let (send, receive): (Vec<_>, Vec<_>) = channels.unzip();
        let workers = team.workers.min(parts.len());
        let parts = Arc::new(Mutex::new(parts.into_iter().zip(send)));
        for _ in 0..workers {
            let (parts, problem, cancel) = (parts.clone(), team.problem.clone(), cancel.clone());
            let marks = team.marks.clone();
            search::spawn(search::FLAT, move || {
                let mut referee = CoverReferee::with_marks(&problem, marks);
                let next = || parts.lock().ok()?.next();
                while let Some((part, send)) = next() {
                    if list(part, is_divided, &mut referee, &cancel, &send).is_err() {
                        return;
                    }
                }
            })?;
        }
        let mut searching = Self::new(receive, cancel);
        searching.team = Some(team);
        Ok(searching)
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
                Some(Found::Parts(parts)) => {
                    let team = self.team.take().expect("a row does not send parts");
                    *self = Self::searching(team, parts, true)?;
                }
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

/// Searches a part, and sends its covers and its end. A search that is not divided yet is divided once it is long; then
/// its parts are sent instead of its end.
///
/// # Errors
/// If nobody listens any more.
fn list(
    mut part: Enumeration,
    is_divided: bool,
    referee: &mut CoverReferee<'_>,
    cancel: &AtomicBool,
    send: &SyncSender<Found>,
) -> Result<(), SendError<Found>> {
    let (mut goes_on, mut most) = (true, BATCH);
    while goes_on && !cancel.load(Ordering::Relaxed) {
        if steps_ahead(&part, is_divided) == 0 {
            return send.send(Found::Parts(divided(part)));
        }
        let mut found = CoverList::with_room(NUMBERS, most);
        let start = Instant::now();
        while goes_on && found.len() < most && start.elapsed() < PATIENCE {
            let steps = steps_ahead(&part, is_divided);
            if steps == 0 {
                break;
            }
            goes_on = part.search(steps, most, &mut found);
        }
        if let Err(wrong) = judged(referee, &found) {
            return send.send(Found::End(Err(wrong)));
        }
        let length = found.iter().next().map(<[u32]>::len);
        if let Some(length) = length {
            most = (2 * most).min(NUMBERS / length.max(1)).clamp(1, COVERS);
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
