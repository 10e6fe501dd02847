//! The number of solutions, of any size, with a certificate on request.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::instance::{ExactCover, write_cover};
use board::{Count, Puzzle};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString};
use race::count_certificates;
use race::problem::AnyProblem;
use solvers::{Backend, Limits, Problem, Stop, Unsupported};

use crate::{options, problem, search};

/// The ending of the file of the problem beside a certificate.
const PROBLEM: &str = "xcc";

/// Returns the number of solutions of a puzzle, or of the exact cover problem with these options.
///
/// Args:
///     problem: A puzzle as text in any notation, or options as for covers.
///     board: The name of the puzzle's board, where its text does not tell.
///     primary, secondary: The items of the options, as for covers.
///     backend: The id of a backend. Those that begin with "count/" do not find each solution.
///     certificate: A file to which a certificate of the count is written, with the problem beside it, which ends in
///         ".xcc". The certificate is checked before the count is returned.
///     memory: The memory that the process may use, in bytes. A smaller table takes longer.
///     timeout: The most seconds, after which TimeoutError is raised.
///
/// Example:
///     >>> import sudoku_harness as sh
///     >>> sh.count([["a", "b"], ["c"], ["a"], ["b", "c"]])
///     2
///     >>> sh.count("." * 16)
///     288
///     >>> sh.count([[item] for item in range(100) for _ in range(2)]) == 2**100
///     True
#[pyfunction]
#[pyo3(signature = (problem, *, board=None, primary=None, secondary=None, backend="count/fewest", certificate=None, memory=None, timeout=None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn count<'py>(
    py: Python<'py>,
    problem: Bound<'py, PyAny>,
    board: Option<&str>,
    primary: Option<&Bound<'py, PyAny>>,
    secondary: Option<&Bound<'py, PyAny>>,
    backend: &str,
    certificate: Option<PathBuf>,
    #[pyo3(from_py_with = problem::whole_or_none)] memory: Option<i128>,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let time = problem::time(timeout)?;
    let memory = memory.map(|bytes| problem::at_least(1, bytes, "memory")).transpose()?;
    let limits = Limits { time, memory, ..Limits::solutions(u64::MAX) };
    certificate.as_deref().map_or(Ok(()), check_ending)?;
    let is_text = problem.is_instance_of::<PyString>();
    must_apply("board", board.is_some(), is_text)?;
    must_apply("primary", primary.is_some(), !is_text)?;
    must_apply("secondary", secondary.is_some(), !is_text)?;
    let (problem, row) = if let Ok(text) = problem.cast::<PyString>() {
        let puzzle = problem::puzzle(text.to_str()?, board)?;
        (AnyProblem::Puzzle(puzzle), problem::row::<Puzzle>(backend)?)
    } else {
        let cover = options::problem(&problem, primary, secondary, certificate.is_some())?;
        certificate.as_ref().map_or(Ok(()), |_| options::check_names(&cover))?;
        (AnyProblem::Cover(Arc::new(cover)), problem::row::<ExactCover>(backend)?)
    };
    must_count(row)?;
    let count = search::run(py, move |cancel| {
        let limits = Limits { cancel: Some(cancel), ..limits };
        match (&certificate, &problem) {
            (Some(path), _) => certified(row, &problem, &limits, path),
            (None, AnyProblem::Puzzle(puzzle)) => counted(row, puzzle, &limits),
            (None, AnyProblem::Cover(cover)) => counted(row, &**cover, &limits),
            (None, _) => unreachable!("it was made from a puzzle or from options"),
        }
    })??;
    integer(py, &count)
}

/// Makes an integer of Python, by its bytes: Python limits how many decimal digits it reads.
fn integer<'py>(py: Python<'py>, count: &Count) -> PyResult<Bound<'py, PyAny>> {
    let bytes = count.digits().flat_map(u64::to_le_bytes).collect::<Vec<_>>();
    py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, &bytes), "little"))
}

/// Checks that a certificate would not take the place of the problem beside it.
fn check_ending(certificate: &Path) -> PyResult<()> {
    if certificate.extension().is_some_and(|it| it == PROBLEM) {
        let path = certificate.display();
        let message = format!("certificate: {path} is for the problem, expected another ending");
        return Err(PyValueError::new_err(message));
    }
    Ok(())
}

/// Checks that a backend looks for all solutions.
fn must_count(row: &Backend) -> PyResult<()> {
    if row.assumes_unique {
        let message =
            format!("the backend {} assumes that there is one solution, and counts none", row.id);
        return Err(PyValueError::new_err(message));
    }
    Ok(())
}

/// Checks that an argument is one of this kind of problem.
fn must_apply(argument: &str, is_given: bool, applies: bool) -> PyResult<()> {
    let problem = if argument == "board" { "a puzzle as text" } else { "options" };
    match is_given && !applies {
        true => Err(PyValueError::new_err(format!("{argument} applies to {problem} only"))),
        false => Ok(()),
    }
}

fn counted<P: Problem>(row: &Backend, problem: &P, limits: &Limits<'_>) -> PyResult<Count> {
    let unsupported = |reason: Unsupported| {
        let kind = P::KIND.in_words();
        PyValueError::new_err(format!("{} does not take this {kind}: {reason}", row.id))
    };
    let mut solver = row.prepare::<P>(problem.frame()).map_err(unsupported)?;
    let outcome = solver.solve(problem, limits);
    ended(outcome.stop).map(|()| outcome.count())
}

fn ended(stop: Stop) -> PyResult<()> {
    let reason = match stop {
        Stop::Exhausted => return Ok(()),
        Stop::Deadline => return Err(PyTimeoutError::new_err(search::OUT_OF_TIME)),
        Stop::Cancelled => "the count was interrupted",
        Stop::Stuck => "the backend got stuck before it knew all solutions",
        _ => "the backend stopped before it knew all solutions",
    };
    Err(PyRuntimeError::new_err(reason))
}

/// Writes a certificate, and the problem beside it in Knuth's format, with the ending `xcc`. Checks the certificate and
/// returns the count that it proves.
fn certified(
    row: &Backend,
    problem: &AnyProblem,
    limits: &Limits<'_>,
    path: &Path,
) -> PyResult<Count> {
    let other = |reason: String| PyRuntimeError::new_err(reason);
    let cover =
        problem.cover().ok_or_else(|| other("a puzzle with relations is no exact cover".into()))?;
    let prepare = row.count_prover::<ExactCover>();
    let prepare = prepare.ok_or_else(|| other(format!("{} writes no certificates", row.id)))?;
    let mut prover = prepare(&cover).map_err(|reason| other(reason.to_string()))?;
    let text = write_cover(&cover).map_err(|error| other(error.to_string()))?;
    let in_words = |error| PyOSError::new_err(format!("{}: {error}", path.display()));
    fs::write(path.with_extension(PROBLEM), text).map_err(in_words)?;
    let mut file = BufWriter::new(File::create(path).map_err(in_words)?);
    let mut kept = Ok(());
    let copy = |line: &[u8]| {
        kept = file.write_all(line);
        if kept.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let (written, count) = count_certificates::checked(&cover, copy, |writer| {
        prover.prove_count(&cover, limits, writer)
    });
    kept.and_then(|()| file.flush()).map_err(in_words)?;
    written.or_else(ended)?;
    count.map_err(|refuted| other(format!("the certificate does not hold: {refuted}")))
}
