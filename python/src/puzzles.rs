//! Puzzles: solved, rated and generated.

use std::time::Instant;

use ::generate::{Generator, Spec};
use board::text::line;
use board::text::reading;
use board::{Grid, Puzzle, referee};
use pyo3::exceptions::{PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use solvers::logic::rating::{Level, Rater, Unrated};
use solvers::{BACKENDS, Counter, Limits, SEARCH, Stop};

use crate::{problem, search};

/// What a solver found.
#[pyclass(frozen, get_all, module = "sudoku_harness")]
#[derive(Debug)]
pub(crate) struct Answer {
    /// The solution, as a line of symbols in reading order, if there is one.
    solution: Option<String>,
    /// Another solution, which shows that there are several.
    second: Option<String>,
    /// The number of solutions that were found, `limit` at most.
    solutions: u64,
    /// Whether these are all solutions.
    complete: bool,
    /// Why the search ended: "exhausted", "solutions", "time" or "stuck".
    ended: String,
    /// The number of states of the search, if the backend counts it.
    nodes: Option<u64>,
    /// The number of guesses, if the backend counts it.
    bets: Option<u64>,
    /// The time of the search in seconds.
    seconds: f64,
}

#[pymethods]
impl Answer {
    /// Returns an answer with these fields, for `pickle`.
    #[new]
    #[allow(clippy::too_many_arguments, reason = "an answer has as many fields")]
    fn new(
        solution: Option<String>,
        second: Option<String>,
        solutions: u64,
        complete: bool,
        ended: String,
        nodes: Option<u64>,
        bets: Option<u64>,
        seconds: f64,
    ) -> Self {
        Self { solution, second, solutions, complete, ended, nodes, bets, seconds }
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { solution, second, solutions, complete, ended, nodes, bets, seconds } = self;
        (solution, second, solutions, complete, ended, nodes, bets, seconds).into_pyobject(py)
    }

    /// Returns whether there is exactly one solution.
    #[getter]
    fn unique(&self) -> bool {
        self.complete && self.solutions == 1
    }

    fn __repr__(&self) -> String {
        let solution = self.solution.as_ref().map_or("None".into(), |it| format!("{it:?}"));
        format!("Answer(solution={solution}, solutions={}, ended={:?})", self.solutions, self.ended)
    }
}

/// Solves a puzzle, and finds out whether its solution is the only one.
///
/// Args:
///     puzzle: The puzzle as text in any notation that the harness reads. Of several, the first is solved.
///     board: The name of its board, where the text does not tell: "samurai".
///     backend: The id of a backend; backends() has all of them.
///     limit: The number of solutions at which the search ends.
///     timeout: The most seconds. The answer says then that the search ended by "time".
///
/// Example:
///     >>> import sudoku_harness as sh
///     >>> answer = sh.solve("....1.3.431.2...")
///     >>> answer.solution, answer.unique
///     ('3421123443122143', True)
///     >>> sh.solve("." * 16, limit=5).solutions
///     5
#[pyfunction]
#[pyo3(signature = (puzzle, *, board=None, backend="candidates/mrv", limit=2, timeout=None))]
pub(crate) fn solve(
    py: Python<'_>,
    puzzle: &str,
    board: Option<&str>,
    backend: &str,
    #[pyo3(from_py_with = problem::whole)] limit: i128,
    timeout: Option<f64>,
) -> PyResult<Answer> {
    let puzzle = problem::puzzle(puzzle, board)?;
    let row = problem::row::<Puzzle>(backend)?;
    let time = problem::time(timeout)?;
    let limit = problem::at_least(1, limit, "limit")?;
    search::run(py, move |cancel| {
        let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(limit) };
        let unsupported = |reason: solvers::Unsupported| {
            PyValueError::new_err(format!("{} does not take this board: {reason}", row.id))
        };
        let mut solver = row.prepare::<Puzzle>(puzzle.geometry()).map_err(unsupported)?;
        let start = Instant::now();
        let outcome = solver.solve(&puzzle, &limits);
        let seconds = start.elapsed().as_secs_f64();
        let checked = |grid: Option<Grid>| -> PyResult<Option<String>> {
            let Some(grid) = grid else { return Ok(None) };
            referee::check(&puzzle, &grid).map_err(|refuted| {
                PyRuntimeError::new_err(format!("{} found a wrong solution: {refuted}", row.id))
            })?;
            Ok(Some(line::write_grid(puzzle.geometry().alphabet(), &grid)))
        };
        let counter =
            |counter: Counter| row.counts.contains(&counter).then(|| outcome.counters.get(counter));
        Ok(Answer {
            solutions: outcome.solutions,
            complete: outcome.stop == Stop::Exhausted && !row.assumes_unique,
            ended: outcome.stop.name().into(),
            nodes: counter(Counter::Nodes),
            bets: counter(Counter::Bets),
            seconds,
            solution: checked(outcome.first)?,
            second: checked(outcome.second)?,
        })
    })?
}

/// How hard a puzzle is for people.
#[pyclass(frozen, get_all, module = "sudoku_harness")]
#[derive(Debug)]
pub(crate) struct Rating {
    /// "easy", "medium", "hard", "fiendish" or "beyond".
    level: String,
    /// The score of the hardest step, on the scale of Sudoku Explainer.
    score: f64,
    /// Whether the known techniques fill the grid.
    solved: bool,
    /// The techniques that were used, the easiest first, with their numbers of steps.
    techniques: Vec<(String, u64)>,
}

#[pymethods]
impl Rating {
    /// Returns a rating with these fields, for `pickle`.
    #[new]
    fn new(level: String, score: f64, solved: bool, techniques: Vec<(String, u64)>) -> Self {
        Self { level, score, solved, techniques }
    }

    fn __getnewargs__(&self) -> (&str, f64, bool, &[(String, u64)]) {
        (&self.level, self.score, self.solved, &self.techniques)
    }

    fn __repr__(&self) -> String {
        let solved = if self.solved { "True" } else { "False" };
        format!("Rating(level={:?}, score={}, solved={solved})", self.level, self.score)
    }
}

/// Rates how hard a puzzle is for people. It must have one solution.
///
/// Args:
///     puzzle: The puzzle as text in any notation that the harness reads.
///     board: The name of its board, where the text does not tell.
///     timeout: The most seconds, after which TimeoutError is raised.
///
/// Example:
///     >>> import sudoku_harness as sh
///     >>> rating = sh.rate("....1.3.431.2...")
///     >>> rating.level, rating.solved
///     ('easy', True)
#[pyfunction]
#[pyo3(signature = (puzzle, *, board=None, timeout=None))]
pub(crate) fn rate(
    py: Python<'_>,
    puzzle: &str,
    board: Option<&str>,
    timeout: Option<f64>,
) -> PyResult<Rating> {
    let puzzle = problem::puzzle(puzzle, board)?;
    let time = problem::time(timeout)?;
    let rating = search::run(py, move |cancel| {
        let start = Instant::now();
        check_unique(&puzzle, &Limits { time, cancel: Some(cancel), ..Limits::solutions(2) })?;
        let time = time.map(|time| time.saturating_sub(start.elapsed()));
        let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(1) };
        let board = |found: &str| PyValueError::new_err(format!("the board has {found}"));
        Rater::new(puzzle.geometry()).rate(&puzzle, &limits).map_err(|why| match why {
            Unrated::Stopped(_) => PyTimeoutError::new_err(search::OUT_OF_TIME),
            Unrated::Contradiction => not_unique("no solution"),
            Unrated::Relations => board("relations, expected regions alone"),
            Unrated::Symbols => board("more than 64 symbols, expected 64 at most"),
        })
    })??;
    Ok(Rating {
        level: rating.level().name().into(),
        score: f64::from(rating.score()) / 10.0,
        solved: rating.is_solved,
        techniques: rating.uses.iter().map(|used| (used.name.into(), used.count)).collect(),
    })
}

/// Returns the error of a puzzle that does not have one solution, but these.
fn not_unique(found: &str) -> PyErr {
    PyValueError::new_err(format!("the puzzle has {found}, expected one solution"))
}

/// Checks that a puzzle has one solution.
fn check_unique(puzzle: &Puzzle, limits: &Limits<'_>) -> PyResult<()> {
    let mut solver = SEARCH.prepare::<Puzzle>(puzzle.geometry()).expect("it takes every board");
    let outcome = solver.solve(puzzle, limits);
    match (outcome.stop, outcome.solutions) {
        (_, 2..) => Err(not_unique("several solutions")),
        (Stop::Exhausted, 0) => Err(not_unique("no solution")),
        (Stop::Exhausted, _) => Ok(()),
        _ => Err(PyTimeoutError::new_err(search::OUT_OF_TIME)),
    }
}

/// Generates puzzles with one solution. The same seed makes the same puzzles.
///
/// Args:
///     n: The number of puzzles.
///     seed: The seed.
///     board: The name of the board.
///     level: "easy", "medium", "hard", "fiendish" or "beyond". Puzzles of other levels are passed over.
///     clues: The number of givens.
///     timeout: The most seconds, after which TimeoutError is raised. Some requests cannot be met.
///
/// Example:
///     >>> import sudoku_harness as sh
///     >>> puzzle, = sh.generate(seed=1, board="classic4")
///     >>> sh.solve(puzzle).unique
///     True
#[pyfunction]
#[pyo3(signature = (n=1, *, seed=0, board="classic9", level=None, clues=None, timeout=None))]
pub(crate) fn generate(
    py: Python<'_>,
    #[pyo3(from_py_with = problem::whole)] n: i128,
    #[pyo3(from_py_with = problem::whole)] seed: i128,
    board: &str,
    level: Option<&str>,
    #[pyo3(from_py_with = problem::whole_or_none)] clues: Option<i128>,
    timeout: Option<f64>,
) -> PyResult<Vec<String>> {
    let n = problem::at_least(0, n, "n")? as usize;
    let seed = problem::seed(seed)?;
    let time = problem::time(timeout)?;
    let geometry = reading::geometry(board).map_err(PyValueError::new_err)?;
    let clues = clues.map(|clues| problem::at_least(0, clues, "clues")).transpose()?;
    let clues = clues.map(|clues| clues as usize);
    if let Some(clues) = clues.filter(|&clues| clues > geometry.cells()) {
        let cells = geometry.cells();
        let message = format!("clues: {clues}, expected {cells} at most, the cells of {board}");
        return Err(PyValueError::new_err(message));
    }
    let spec = Spec { level: level.map(find_level).transpose()?, clues, ..Spec::default() };
    let (mut generator, mut numbers) = (Generator::new(geometry), 0..);
    let (mut puzzles, start) = (Vec::new(), Instant::now());
    // One number at a time, so that Ctrl-C ends a search for a rare level.
    while puzzles.len() < n {
        let number = numbers.next().expect("there are more numbers than anybody waits for");
        puzzles.extend(py.detach(|| generator.puzzle(seed, number, spec)));
        py.check_signals()?;
        if puzzles.len() < n && time.is_some_and(|time| start.elapsed() >= time) {
            let message = format!("{} after {} puzzles", search::OUT_OF_TIME, puzzles.len());
            return Err(PyTimeoutError::new_err(message));
        }
    }
    Ok(puzzles.iter().map(line::write_givens).collect())
}

fn find_level(name: &str) -> PyResult<Level> {
    let level = Level::ALL.into_iter().find(|level| level.name() == name);
    level.ok_or_else(|| {
        let names = Level::ALL.map(Level::name).join(", ");
        PyValueError::new_err(format!("no level is called {name:?}, expected one of {names}"))
    })
}

/// Returns the ids of the backends that take puzzles.
///
/// Example:
///     >>> import sudoku_harness as sh
///     >>> "cover/dlx" in sh.backends()
///     True
#[pyfunction]
pub(crate) fn backends() -> Vec<&'static str> {
    BACKENDS.iter().filter(|row| row.takes::<Puzzle>()).map(|row| row.id).collect()
}
