//! What Python passes in: puzzles in any notation, backends and limits.

use std::time::Duration;

use board::Puzzle;
use board::text::reading;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use solvers::{Backend, Problem, registry};

/// Reads a puzzle in any notation.
///
/// # Errors
/// `ValueError`, with line and column, if it cannot be read.
pub(crate) fn puzzle(text: &str, board: Option<&str>) -> PyResult<Puzzle> {
    let read = reading::read(text, board.unwrap_or_default()).map_err(PyValueError::new_err)?;
    Ok(read.puzzle)
}

/// Returns the row with this id, if it takes problems of this kind.
///
/// # Errors
/// `ValueError` if there is none.
pub(crate) fn row<P: Problem>(id: &str) -> PyResult<&'static Backend> {
    let mut rows = solvers::BACKENDS.iter().chain(registry::unlisted());
    let kind = P::KIND.in_words();
    match rows.find(|row| row.id == id) {
        Some(row) if row.takes::<P>() => Ok(row),
        Some(_) => Err(PyValueError::new_err(format!("the backend {id} takes no {kind}"))),
        None => Err(PyValueError::new_err(format!("no backend is called {id:?}"))),
    }
}

/// Converts a time limit in seconds. Infinity is none.
///
/// # Errors
/// `ValueError` if it is negative or not a number.
pub(crate) fn time(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let seconds = seconds.filter(|&seconds| seconds != f64::INFINITY);
    let convert = |seconds| {
        Duration::try_from_secs_f64(seconds)
            .map_err(|error| PyValueError::new_err(format!("a time limit of {seconds} s: {error}")))
    };
    seconds.map(convert).transpose()
}

/// Reads a whole number. One beyond 128 bits is the nearest that fits, so that it is out of every range with an end.
///
/// # Errors
/// `TypeError` if it is none.
pub(crate) fn whole(number: &Bound<'_, PyAny>) -> PyResult<i128> {
    match number.extract::<i128>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => {
            Ok(if number.lt(0)? { i128::MIN } else { i128::MAX })
        }
        read => read,
    }
}

/// Reads a whole number, or `None`.
///
/// # Errors
/// As [`whole`].
pub(crate) fn whole_or_none(number: &Bound<'_, PyAny>) -> PyResult<Option<i128>> {
    if number.is_none() { Ok(None) } else { whole(number).map(Some) }
}

/// Converts a seed.
///
/// # Errors
/// `ValueError` if it is negative or has more than 64 bits.
pub(crate) fn seed(number: i128) -> PyResult<u64> {
    u64::try_from(number).map_err(|_| {
        let found = written(number);
        PyValueError::new_err(format!("seed: {found}, expected 0 to {}", u64::MAX))
    })
}

/// Returns a number in words for messages: the ends of 128 bits stand for what is beyond them.
fn written(number: i128) -> String {
    match number {
        i128::MIN => "a number below -2**127".into(),
        i128::MAX => "a number above 2**127".into(),
        number => number.to_string(),
    }
}

/// Converts a number that must not be below the least.
///
/// # Errors
/// `ValueError` if it is.
pub(crate) fn at_least(least: u64, number: i128, what: &str) -> PyResult<u64> {
    let message = || format!("{what}: {}, expected {least} at least", written(number));
    let converted = u64::try_from(number.min(i128::from(u64::MAX))).ok();
    let is_enough = |number: &u64| *number >= least;
    converted.filter(is_enough).ok_or_else(|| PyValueError::new_err(message()))
}
