//! Exact covers, one after the other, as an iterator.
//!
//! Most problems are searched between two covers that Python takes, in its own thread ([`Here`]). What is too large for
//! that, or is asked of a backend by name, is searched by a row in a thread of its own ([`Elsewhere`]). Either hands over
//! *batches*, lists of covers, of which the first are small. Python's `chain` makes one iterator of them, so that a cover
//! costs the making of its list and little else.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use board::instance::{CoverMarks, CoverReferee, ExactCover};
use pyo3::exceptions::{PyRuntimeError, PyTimeoutError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyInt, PyList};
use solvers::count::enumeration::{CoverList, Enumeration};

use crate::row_covers::Elsewhere;
use crate::search::INTERVAL;
use crate::{options as cover_options, problem};

/// The most covers in a batch: about as many lists as Python keeps for the next ones when they are dropped.
pub(crate) const BATCH: usize = 64;

/// The number of steps of a search between two readings of the clock.
const STEPS: usize = 4096;

/// The row that searches what is too large for an enumeration.
const LARGE: &str = "cover/bitmatrix";

/// Yields lists of covers.
#[pyclass(frozen)]
pub(crate) struct Batches(Mutex<State>);

struct State {
    source: Source,
    lists: Lists,
    /// The number of covers of the next batch.
    size: usize,
    /// The number of covers that are still to be yielded.
    limit: u64,
}

enum Source {
    Here(Box<Here>),
    Elsewhere(Elsewhere),
}

/// Returns an iterator over the exact covers of some options: choices of them that cover each primary item once, and
/// each secondary item once at most or always in the same colour.
///
/// A cover is a list with the numbers of its options, counted from 0, in ascending order. The iterator searches while it
/// is asked for the next cover, so it may be left at any time.
///
/// Args:
///     options: The options, each a list of hashable items.
///     primary: The primary items. Without it, they are those that occur in options and are not secondary.
///     secondary: The items that may be covered or not. In an option, they may have a colour: "x:red".
///     backend: The id of a backend. Without it, the fastest search for the size of the problem is used.
///     limit: The largest number of covers.
///     timeout: The most seconds of the search, after which TimeoutError is raised. What is done with covers does
///         not count.
///
/// Example:
///     >>> import sudoku_harness as sh
///     >>> list(sh.covers([["a", "b"], ["c"], ["a"], ["b", "c"]]))
///     [[0, 1], [2, 3]]
///     >>> list(sh.covers([["a", "x:red"], ["b", "x:red"], ["b", "x:blue"]], secondary=["x"]))
///     [[0, 1]]
#[pyfunction]
#[pyo3(signature = (options, *, primary=None, secondary=None, backend=None, limit=None, timeout=None))]
pub(crate) fn covers<'py>(
    py: Python<'py>,
    options: &Bound<'py, PyAny>,
    primary: Option<&Bound<'py, PyAny>>,
    secondary: Option<&Bound<'py, PyAny>>,
    backend: Option<&str>,
    limit: Option<i128>,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let time = problem::time(timeout)?;
    let limit = limit.map_or(Ok(u64::MAX), |limit| problem::at_least(0, limit, "limit"))?;
    let problem = cover_options::problem(options, primary, secondary, false)?;
    let n_options = problem.option_count();
    let source = match (backend, Enumeration::new(&problem)) {
        (None, Ok(search)) => Source::Here(Box::new(Here::new(problem, search, time))),
        (backend, _) => {
            Source::Elsewhere(Elsewhere::start(problem, backend.unwrap_or(LARGE), limit, time)?)
        }
    };
    let lists = Lists::new(py, n_options)?;
    let batches = Batches(Mutex::new(State { source, lists, size: 1, limit }));
    let chain = py.import("itertools")?.getattr("chain")?;
    chain.call_method1("from_iterable", (Bound::new(py, batches)?,))
}

#[pymethods]
impl Batches {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        // Of two threads that share the iterator, one waits without the lock of the interpreter.
        let state = self.0.lock_py_attached(py);
        let mut state = state.map_err(|_| PyRuntimeError::new_err("an earlier search panicked"))?;
        state.next(py)
    }
}

impl State {
    fn next<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let most = self.size.min(usize::try_from(self.limit).unwrap_or(usize::MAX));
        if most == 0 {
            return Ok(None);
        }
        self.size = (2 * self.size).min(BATCH);
        let found = match &mut self.source {
            Source::Here(search) => search.next(py, most)?,
            Source::Elsewhere(search) => search.next(py)?,
        };
        let Some(found) = found else {
            self.limit = 0;
            return Ok(None);
        };
        self.limit -= found.len() as u64;
        self.lists.of(py, found).map(Some)
    }
}

/// A search in the thread of its caller.
struct Here {
    problem: ExactCover,
    search: Enumeration,
    /// `None` while the referee has them.
    marks: Option<CoverMarks>,
    found: CoverList,
    /// The time that is left.
    time: Option<Duration>,
    goes_on: bool,
}

impl Here {
    fn new(problem: ExactCover, search: Enumeration, time: Option<Duration>) -> Self {
        let (marks, found) = (Some(CoverMarks::new(&problem)), CoverList::default());
        Self { problem, search, marks, found, time, goes_on: true }
    }

    /// Searches without the lock of the interpreter, which is looked at from time to time. Returns `None` at the end.
    fn next(&mut self, py: Python<'_>, most: usize) -> PyResult<Option<&CoverList>> {
        self.found.clear();
        while self.goes_on && self.found.is_empty() {
            if self.time.is_some_and(|time| time.is_zero()) {
                return Err(PyTimeoutError::new_err("the time limit was reached"));
            }
            py.detach(|| self.search_for(most)).map_err(PyRuntimeError::new_err)?;
            py.check_signals()?;
        }
        Ok((!self.found.is_empty()).then_some(&self.found))
    }

    fn search_for(&mut self, most: usize) -> Result<(), String> {
        let start = Instant::now();
        let slice = self.time.map_or(INTERVAL, |time| time.min(INTERVAL));
        while self.goes_on && self.found.len() < most && start.elapsed() < slice {
            self.goes_on = self.search.search(STEPS, most, &mut self.found);
        }
        self.time = self.time.map(|time| time.saturating_sub(start.elapsed()));
        let marks = self.marks.take().unwrap_or_else(|| CoverMarks::new(&self.problem));
        let mut referee = CoverReferee::with_marks(&self.problem, marks);
        for options in self.found.iter() {
            let wrong = |refuted| format!("the search found a wrong cover: {refuted}");
            referee.check(options).map_err(wrong)?;
        }
        self.marks = Some(referee.into_marks());
        Ok(())
    }
}

/// Makes lists of covers.
///
/// Neighbours often have most options in common. So one list is kept up to date, and each cover is a copy of it, which
/// Python makes faster than we could.
struct Lists {
    /// The numbers of all options.
    numbers: Vec<Py<PyInt>>,
    last: Vec<u32>,
    list: Py<PyList>,
}

impl Lists {
    fn new(py: Python<'_>, n_options: usize) -> PyResult<Self> {
        let number = |number: usize| Ok(number.into_pyobject(py)?.unbind());
        let numbers = (0..n_options).map(number).collect::<PyResult<_>>()?;
        Ok(Self { numbers, last: Vec::new(), list: PyList::empty(py).unbind() })
    }

    fn of<'py>(&mut self, py: Python<'py>, covers: &CoverList) -> PyResult<Bound<'py, PyList>> {
        let batch = PyList::empty(py);
        for options in covers.iter() {
            batch.append(self.copy(py, options)?)?;
        }
        Ok(batch)
    }

    fn copy<'py>(&mut self, py: Python<'py>, options: &[u32]) -> PyResult<Bound<'py, PyList>> {
        let number = |option: u32| self.numbers[option as usize].bind(py);
        if options.len() == self.last.len() {
            let list = self.list.bind(py);
            for (place, (&option, last)) in options.iter().zip(&mut self.last).enumerate() {
                if option != *last {
                    *last = option;
                    list.set_item(place, number(option))?;
                }
            }
        } else {
            self.last = options.to_vec();
            self.list = PyList::new(py, options.iter().map(|&option| number(option)))?.unbind();
        }
        Ok(self.list.bind(py).get_slice(0, options.len()))
    }
}
