//! Exact cover problems as Python has them: lists of options, which are lists of items.
//!
//! Items are what Python takes for keys: two items are one if they are equal. Each is looked up once for each option that
//! has it. The value that is found is its *code*: whether it is secondary, its number and its colour.

use std::collections::{HashMap, HashSet};

use board::instance::{Entry, ExactCover, Item, OptionError};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// The bit of a code that says that the item is secondary. Codes are signed, which Python's integers are read as faster.
const SECONDARY: i64 = 1 << 62;

/// Where the colour is in a code: its number from 1 on, or 0 if there is none.
const COLOUR: u32 = 32;

/// Builds the exact cover problem of some options. Without `primary`, the primary items are those that occur in options
/// and are not in `secondary`. In an option, a secondary item may have a colour, after a colon. Items have names if
/// `named`, which takes as long as all the rest.
///
/// # Errors
/// `ValueError` if an item is repeated in an option or in a list of items, or is not among the items, and `TypeError` if
/// it cannot be a key.
pub(crate) fn problem(
    options: &Bound<'_, PyAny>,
    primary: Option<&Bound<'_, PyAny>>,
    secondary: Option<&Bound<'_, PyAny>>,
    named: bool,
) -> PyResult<ExactCover> {
    let mut items = Items::new(options.py(), primary, secondary, named)?;
    let (mut codes, mut ends) = (Vec::new(), Vec::new());
    let whole = || "options".to_owned();
    for (number, option) in listed(options, whole, "a list of options")?.enumerate() {
        let (option, name) = (option?, || format!("option {number}"));
        for item in listed(&option, name, "a list of items")? {
            codes.push(items.code(&item?).map_err(|error| within(options.py(), &name(), error))?);
        }
        ends.push(codes.len());
    }
    let n_primary = items.primary.len();
    let secondary = items.secondary_names()?;
    let mut problem = ExactCover::new(items.primary, secondary, items.colours);
    let mut start = 0;
    for (number, end) in ends.into_iter().enumerate() {
        let entries = codes[start..end].iter().map(|&code| entry(code, n_primary));
        if let Err(error) = problem.add_option(entries) {
            let error = match error {
                OptionError::Repeated(item) => {
                    format!("{} is repeated", written(&items.codes, item, n_primary)?)
                }
                error => error.to_string(),
            };
            return Err(PyValueError::new_err(format!("option {number}: {error}")));
        }
        start = end;
    }
    Ok(problem)
}

/// Checks that the items of a problem can be told apart in a file.
///
/// # Errors
/// `ValueError` if two have the same text.
pub(crate) fn check_names(problem: &ExactCover) -> PyResult<()> {
    let mut names = HashSet::new();
    let repeated = (0..problem.items() as Item).find(|&item| !names.insert(problem.name(item)));
    repeated.map_or(Ok(()), |item| {
        let name = problem.name(item);
        let message = format!("two items are written {name} in the file of the problem");
        Err(PyValueError::new_err(message))
    })
}

/// Returns the elements of a list, or of any other iterable that is no text. A mistake is told with its name.
fn listed<'py>(
    list: &Bound<'py, PyAny>,
    name: impl Fn() -> String,
    expected: &str,
) -> PyResult<impl Iterator<Item = PyResult<Bound<'py, PyAny>>>> {
    if list.is_instance_of::<PyString>() {
        let message = format!("{}: the text {list:?}, expected {expected}", name());
        return Err(PyValueError::new_err(message));
    }
    list.try_iter().map_err(|_| {
        PyTypeError::new_err(format!("{}: {}, expected {expected}", name(), kind(list)))
    })
}

/// Returns the name of a value's type.
fn kind(value: &Bound<'_, PyAny>) -> String {
    value
        .get_type()
        .name()
        .map_or_else(|_| "a value".into(), |name| format!("a value of type {name}"))
}

/// Puts the place of a mistake before the message of an error that we raised, which is of one of these types exactly.
fn within(py: Python<'_>, place: &str, error: PyErr) -> PyErr {
    let kind = error.get_type(py);
    if !kind.is(py.get_type::<PyTypeError>()) && !kind.is(py.get_type::<PyValueError>()) {
        return error;
    }
    PyErr::from_type(kind, format!("{place}: {}", error.value(py)))
}

fn entry(code: i64, n_primary: usize) -> Entry {
    let number = code as u32;
    let colour = ((code & !SECONDARY) >> COLOUR) as u32;
    let first = if code & SECONDARY == 0 { 0 } else { n_primary as Item };
    Entry { item: first + number, colour: colour.checked_sub(1) }
}

/// Returns the item of a number, as Python writes it.
fn written(codes: &Bound<'_, PyDict>, item: Item, n_primary: usize) -> PyResult<String> {
    for (key, code) in codes {
        if entry(code.extract()?, n_primary).item == item {
            return Ok(key.repr()?.to_string());
        }
    }
    Ok(format!("item number {item}"))
}

/// The items that are known so far.
struct Items<'py> {
    codes: Bound<'py, PyDict>,
    /// The texts of primary items in the order of their numbers, which are empty unless `named`.
    primary: Vec<String>,
    secondary: Vec<Bound<'py, PyAny>>,
    colours: Vec<String>,
    named: bool,
    /// The codes of secondary items, once an item may be one with a colour.
    by_text: Option<HashMap<String, i64>>,
    colour_numbers: HashMap<String, i64>,
    /// Whether there are no primary items but those that were listed.
    is_closed: bool,
}

impl<'py> Items<'py> {
    fn new(
        py: Python<'py>,
        primary: Option<&Bound<'py, PyAny>>,
        secondary: Option<&Bound<'py, PyAny>>,
        named: bool,
    ) -> PyResult<Self> {
        let mut items = Self {
            codes: PyDict::new(py),
            primary: Vec::new(),
            secondary: Vec::new(),
            colours: Vec::new(),
            named,
            by_text: None,
            colour_numbers: HashMap::new(),
            is_closed: primary.is_some(),
        };
        if let Some(primary) = primary {
            for item in listed(primary, || "primary".into(), "a list of items")? {
                items.add_primary(&new(&items.codes, item?, "primary")?)?;
            }
        }
        if let Some(secondary) = secondary {
            for item in listed(secondary, || "secondary".into(), "a list of items")? {
                items.add_secondary(&new(&items.codes, item?, "secondary")?)?;
            }
        }
        Ok(items)
    }

    fn add_primary(&mut self, item: &Bound<'py, PyAny>) -> PyResult<i64> {
        let code = self.primary.len() as i64;
        self.primary.push(if self.named { text(item)? } else { String::new() });
        self.codes.set_item(item, code)?;
        Ok(code)
    }

    fn add_secondary(&mut self, item: &Bound<'py, PyAny>) -> PyResult<()> {
        let code = self.secondary.len() as i64 | SECONDARY;
        self.secondary.push(item.clone());
        self.codes.set_item(item, code)
    }

    fn secondary_names(&self) -> PyResult<Vec<String>> {
        let name = |item| if self.named { text(item) } else { Ok(String::new()) };
        self.secondary.iter().map(name).collect()
    }

    /// Returns the code of an item of an option. One that is not known is a secondary item with a colour, or a primary
    /// item.
    fn code(&mut self, item: &Bound<'py, PyAny>) -> PyResult<i64> {
        if let Some(code) = get(&self.codes, item)? {
            return code.extract();
        }
        if let Some(code) = self.coloured(item)? {
            self.codes.set_item(item, code)?;
            return Ok(code);
        }
        if self.is_closed {
            let message = format!("{} is not among the items", item.repr()?);
            return Err(PyValueError::new_err(message));
        }
        self.add_primary(item)
    }

    fn coloured(&mut self, item: &Bound<'py, PyAny>) -> PyResult<Option<i64>> {
        let Ok(text) = item.cast::<PyString>() else { return Ok(None) };
        let Some((name, colour)) = text.to_str()?.split_once(':') else { return Ok(None) };
        let by_text = match &mut self.by_text {
            Some(by_text) => by_text,
            none => none.insert(by_text(&self.secondary)?),
        };
        let Some(&code) = by_text.get(name) else { return Ok(None) };
        let next = self.colours.len() as i64 + 1;
        let number = *self.colour_numbers.entry(colour.into()).or_insert(next);
        if number == next {
            self.colours.push(colour.into());
        }
        Ok(Some(code | number << COLOUR))
    }
}

/// Returns the codes of secondary items by their texts, of those with the same text that of the first.
fn by_text(secondary: &[Bound<'_, PyAny>]) -> PyResult<HashMap<String, i64>> {
    let mut codes = HashMap::new();
    for (code, item) in (SECONDARY..).zip(secondary) {
        codes.entry(text(item)?).or_insert(code);
    }
    Ok(codes)
}

/// Returns an item of a list, which no item before may equal.
fn new<'py>(
    codes: &Bound<'py, PyDict>,
    item: Bound<'py, PyAny>,
    list: &str,
) -> PyResult<Bound<'py, PyAny>> {
    match get(codes, &item)? {
        None => Ok(item),
        Some(_) => Err(PyValueError::new_err(format!("{list}: {} is repeated", item.repr()?))),
    }
}

/// Looks an item up.
fn get<'py>(
    codes: &Bound<'py, PyDict>,
    item: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let message = || format!("items must be hashable, and {} is not", kind(item));
    let py = codes.py();
    codes.get_item(item).map_err(|error| {
        // Whatever else `__hash__` or `__eq__` raises is not ours.
        if error.is_instance_of::<PyTypeError>(py) {
            PyTypeError::new_err(message())
        } else {
            error
        }
    })
}

/// Returns the text of an item without blanks, as files have it: `(0,1)`.
fn text(item: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = item.str()?;
    Ok(text.to_str()?.chars().filter(|character| !character.is_whitespace()).collect())
}
