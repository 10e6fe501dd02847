//! Exact covers, one after the other, as an iterator.
//!
//! A search begins in the thread of its caller, between two covers that Python takes ([`Here`]). If it turns out to have
//! many covers or to be long, other threads continue it ([`Elsewhere`]) while Python makes lists. What is too large for an
//! enumeration, or is asked of a backend by name, is searched by a row in a thread of its own. All of them hand over
//! *batches*, lists of covers, of which the first are small. Python's `chain` makes one iterator of them, so that a cover
//! costs the making of its list and little else.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use board::instance::{CoverMarks, CoverReferee, ExactCover};
use pyo3::exceptions::{PyRuntimeError, PyTimeoutError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyInt, PyList};
use solvers::count::enumeration::{CoverList, Enumeration};

use crate::division::{divided, steps_ahead};
use crate::elsewhere::{Covers, Elsewhere, Team, judged};
use crate::search::{INTERVAL, OUT_OF_TIME};
use crate::{options as cover_options, problem, row_covers};

/// The most covers in a batch: about as many lists as Python keeps for the next ones when they are dropped.
pub(crate) const BATCH: usize = 64;

/// The number of covers after which another thread continues a search, if they come as often as once in so many steps. It
/// takes 50 µs to start, in which Python makes about as many lists; elsewhere those take little of the time.
const MANY: usize = 1 << 9;
const OFTEN: usize = 8;

/// The number of processors that this process may use, 0 for one. Asking for it takes as long as a short search.
static PROCESSORS: LazyLock<usize> = LazyLock::new(|| {
    thread::available_parallelism().map_or(0, |it| if it.get() == 1 { 0 } else { it.get() })
});

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
    /// The number of covers that are still to be yielded, and the time that may still be spent on them.
    limit: u64,
    time: Option<Duration>,
}

enum Source {
    Here(Box<Here>),
    Elsewhere(Elsewhere),
}

/// Returns an iterator over the exact covers of some options: choices of them that cover each primary item once, and
/// each secondary item once at most or always in the same colour.
///
/// A cover is a list with the numbers of its options, counted from 0, in ascending order. The iterator searches while it
/// is asked for the next cover, so it may be left at any time. Like a generator, it is at its end once it has raised an
/// exception, TimeoutError and KeyboardInterrupt included.
///
/// Args:
///     options: The options, each a list of hashable items.
///     primary: The primary items. Without it, they are those that occur in options and are not secondary.
///     secondary: The items that may be covered or not. In an option, they may have a colour: "x:red".
///     backend: The id of a backend. Without it, the fastest search for the size of the problem is used.
///     limit: The largest number of covers.
///     workers: How many threads continue a long search while covers are taken. By default, there is one for each
///         processor, and none if there is one processor only. The order of covers is the same for any number.
///     timeout: The most seconds that the iterator takes, after which TimeoutError is raised. What is done with covers
///         does not count.
///
/// Example:
///     >>> import sudoku_harness as sh
///     >>> list(sh.covers([["a", "b"], ["c"], ["a"], ["b", "c"]]))
///     [[0, 1], [2, 3]]
///     >>> list(sh.covers([["a", "x:red"], ["b", "x:red"], ["b", "x:blue"]], secondary=["x"]))
///     [[0, 1]]
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
#[pyo3(signature = (options, *, primary=None, secondary=None, backend=None, limit=None, workers=None, timeout=None))]
pub(crate) fn covers<'py>(
    py: Python<'py>,
    options: &Bound<'py, PyAny>,
    primary: Option<&Bound<'py, PyAny>>,
    secondary: Option<&Bound<'py, PyAny>>,
    backend: Option<&str>,
    #[pyo3(from_py_with = problem::whole_or_none)] limit: Option<i128>,
    #[pyo3(from_py_with = problem::whole_or_none)] workers: Option<i128>,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut time = problem::time(timeout)?;
    let workers = match workers {
        Some(workers) => problem::at_least(0, workers, "workers")? as usize,
        None => *PROCESSORS,
    };
    let limit = limit.map_or(Ok(u64::MAX), |limit| problem::at_least(0, limit, "limit"))?;
    let problem = cover_options::problem(options, primary, secondary, false)?;
    let n_options = problem.option_count();
    let source = match (backend, Enumeration::new(&problem)) {
        (None, Ok(search)) => Source::Here(Box::new(Here::new(problem, search, workers))),
        (backend, _) => {
            let backend = backend.unwrap_or(LARGE);
            // The row obeys the time limit itself.
            let search = row_covers::start(problem, backend, limit, time.take())?;
            Source::Elsewhere(search)
        }
    };
    let lists = Lists::new(py, n_options)?;
    let batches = Batches(Mutex::new(State { source, lists, size: 1, limit, time }));
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
        let start = Instant::now();
        loop {
            let found = match &mut self.source {
                Source::Here(search) => search.next(py, most, self.time)?,
                Source::Elsewhere(search) => search.next(py, most, self.time)?,
            };
            if let Some((found, places)) = found {
                self.limit -= places.len() as u64;
                let batch = self.lists.of(py, found.range(places))?;
                self.time = self.time.map(|time| time.saturating_sub(start.elapsed()));
                return Ok(Some(batch));
            }
            if !self.leave()? {
                self.limit = 0;
                return Ok(None);
            }
        }
    }

    /// Leaves a search to other threads, or divides it here if there are none. Returns whether it goes on.
    fn leave(&mut self) -> PyResult<bool> {
        let nothing = Source::Elsewhere(Elsewhere::nothing());
        match mem::replace(&mut self.source, nothing) {
            Source::Here(search) if search.is_to_leave() => {
                self.source = search.leave()?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }
}

/// A search in the thread of its caller.
struct Here {
    problem: ExactCover,
    /// The search, or what is left of its parts.
    parts: VecDeque<Enumeration>,
    is_divided: bool,
    /// `None` while the referee has them.
    marks: Option<CoverMarks>,
    found: CoverList,
    /// The number of threads that continue it.
    workers: usize,
}

impl Here {
    fn new(problem: ExactCover, search: Enumeration, workers: usize) -> Self {
        let (marks, found) = (Some(CoverMarks::new(&problem)), CoverList::default());
        let parts = VecDeque::from([search]);
        Self { problem, parts, is_divided: false, marks, found, workers }
    }

    /// Searches without the lock of the interpreter, which is looked at from time to time. Returns `None` at the end, or
    /// when the search is to leave.
    fn next(
        &mut self,
        py: Python<'_>,
        most: usize,
        time: Option<Duration>,
    ) -> PyResult<Option<Covers<'_>>> {
        self.found.clear();
        let start = Instant::now();
        while self.goes_on() && self.found.is_empty() {
            let left = time.map_or(INTERVAL, |time| time.saturating_sub(start.elapsed()));
            if left.is_zero() {
                return Err(PyTimeoutError::new_err(OUT_OF_TIME));
            }
            py.detach(|| self.search_for(left.min(INTERVAL), most))
                .map_err(PyRuntimeError::new_err)?;
            py.check_signals()?;
        }
        let covers = 0..self.found.len();
        Ok((!covers.is_empty()).then_some((&self.found, covers)))
    }

    fn goes_on(&self) -> bool {
        !self.parts.is_empty() && !self.is_to_leave()
    }

    /// Returns whether other threads are to continue the search, or it is to be divided.
    fn is_to_leave(&self) -> bool {
        let has_many = |search: &Enumeration| {
            search.solutions() >= MANY && search.steps() < OFTEN * search.solutions()
        };
        self.is_long() || self.workers > 0 && self.parts.front().is_some_and(has_many)
    }

    /// Returns whether the search is to be divided.
    fn is_long(&self) -> bool {
        self.parts.front().is_some_and(|search| steps_ahead(search, self.is_divided) == 0)
    }

    fn search_for(&mut self, time: Duration, most: usize) -> Result<(), String> {
        let start = Instant::now();
        while self.goes_on() && self.found.len() < most && start.elapsed() < time {
            let part = self.parts.front_mut().expect("a search that goes on");
            let steps = steps_ahead(part, self.is_divided);
            if !part.search(steps, most, &mut self.found) {
                self.parts.pop_front();
            }
        }
        let marks = self.marks.take().unwrap_or_else(|| CoverMarks::new(&self.problem));
        let mut referee = CoverReferee::with_marks(&self.problem, marks);
        judged(&mut referee, &self.found)?;
        self.marks = Some(referee.into_marks());
        Ok(())
    }

    /// Divides the search if it is long, and leaves it to other threads if there are any.
    fn leave(mut self: Box<Self>) -> PyResult<Source> {
        if self.is_long() {
            self.parts = self.parts.into_iter().flat_map(divided).collect();
            self.is_divided = true;
        }
        if self.workers == 0 {
            return Ok(Source::Here(self));
        }
        let marks = self.marks.unwrap_or_else(|| CoverMarks::new(&self.problem));
        let team = Team { problem: Arc::new(self.problem), marks, workers: self.workers };
        Elsewhere::searching(Box::new(team), self.parts, self.is_divided).map(Source::Elsewhere)
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

    fn of<'py, 'a>(
        &mut self,
        py: Python<'py>,
        covers: impl Iterator<Item = &'a [u32]>,
    ) -> PyResult<Bound<'py, PyList>> {
        let batch = PyList::empty(py);
        for options in covers {
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
