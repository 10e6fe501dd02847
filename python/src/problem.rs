//! What Python passes in, as problems: puzzles in any notation, and exact cover problems as lists of options.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use board::Puzzle;
use board::instance::{Entry, ExactCover, Item};
use board::text::reading;
use pyo3::exceptions::PyValueError;
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

/// Converts a time limit in seconds.
///
/// # Errors
/// `ValueError` if it is negative or not a number.
pub(crate) fn time(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let convert = |seconds| {
        Duration::try_from_secs_f64(seconds)
            .map_err(|error| PyValueError::new_err(format!("a time limit of {seconds} s: {error}")))
    };
    seconds.map(convert).transpose()
}

/// Builds the exact cover problem of some options. Items are identified by their text without blanks. Those that `secondary` has may
/// be covered or not, and may have a colour in an option, after a colon. Without `primary`, the primary items are those
/// that occur in options.
///
/// # Errors
/// `ValueError` if an item is repeated in an option, unknown, or cannot be written.
pub(crate) fn cover(
    options: &[Vec<Bound<'_, PyAny>>],
    primary: Option<Vec<Bound<'_, PyAny>>>,
    secondary: Vec<Bound<'_, PyAny>>,
) -> PyResult<ExactCover> {
    let names = |items: &[Bound<'_, PyAny>]| items.iter().map(name).collect::<PyResult<Vec<_>>>();
    let options = options.iter().map(|option| names(option)).collect::<PyResult<Vec<_>>>()?;
    let secondary = names(&secondary)?;
    let optional: HashSet<&str> = secondary.iter().map(String::as_str).collect();
    let is_closed = primary.is_some();
    let mut primary = primary.map_or(Ok(Vec::new()), |items| names(&items))?;
    let mut numbers: HashMap<String, usize> = primary.iter().cloned().zip(0..).collect();
    let mut colours: Vec<String> = Vec::new();
    let mut colour_numbers: HashMap<String, u32> = HashMap::new();
    for (number, option) in options.iter().enumerate() {
        for text in option {
            match split(text, &optional) {
                Some((_, Some(colour))) if !colour_numbers.contains_key(colour) => {
                    colour_numbers.insert(colour.to_owned(), colours.len() as u32);
                    colours.push(colour.to_owned());
                }
                Some(_) => {}
                None if numbers.contains_key(text) => {}
                None if is_closed => {
                    let message = format!("option {number}: {text:?} is not among the items");
                    return Err(PyValueError::new_err(message));
                }
                None => {
                    numbers.insert(text.clone(), primary.len());
                    primary.push(text.clone());
                }
            }
        }
    }
    let first = primary.len();
    let secondary_numbers: HashMap<&str, usize> =
        secondary.iter().map(String::as_str).zip(first..).collect();
    let mut problem = ExactCover::new(primary, secondary.clone(), colours);
    for (number, option) in options.iter().enumerate() {
        let entry = |text: &String| match split(text, &optional) {
            Some((item, colour)) => Entry {
                item: secondary_numbers[item] as Item,
                colour: colour.map(|colour| colour_numbers[colour]),
            },
            None => Entry::plain(numbers[text] as Item),
        };
        let entries: Vec<Entry> = option.iter().map(entry).collect();
        problem
            .add_option(entries)
            .map_err(|error| PyValueError::new_err(format!("option {number}: {error}")))?;
    }
    Ok(problem)
}

/// Returns a secondary item and its colour; `None` if the item is primary.
fn split<'t>(text: &'t str, secondary: &HashSet<&str>) -> Option<(&'t str, Option<&'t str>)> {
    if secondary.contains(text) {
        return Some((text, None));
    }
    let (item, colour) = text.split_once(':')?;
    secondary.contains(item).then_some((item, Some(colour)))
}

/// The text of an item without blanks, as files have it: `(0,1)`.
fn name(item: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = item.str()?;
    Ok(text.to_str()?.chars().filter(|character| !character.is_whitespace()).collect())
}
