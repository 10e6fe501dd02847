//! Numbers of cells, and solutions.

use super::field::Field;
use crate::source::{TextError, counted};
use crate::symbols::{Alphabet, Symbol};

/// Returns the symbol of a number.
pub(in super::super) fn symbol(field: &Field<'_>, size: usize) -> Result<Symbol, TextError> {
    let number = field.number()?;
    let symbol = number.filter(|&number| (1..=size).contains(&number.into()));
    symbol.map(|number| number as Symbol - 1).ok_or_else(|| {
        let found = number.map_or("no number".into(), |number| number.to_string());
        field.error(&found, &format!("1 to {size}"))
    })
}

/// Returns the solution as a line; `None` if there is none, or one in which a cell is open.
pub(in super::super) fn solution(
    field: &Field<'_>,
    size: usize,
) -> Result<Option<String>, TextError> {
    if field.is_nothing() {
        return Ok(None);
    }
    let alphabet = standard(field, size)?;
    let words: Vec<String> = match field.words() {
        Ok(Some(text)) if text.contains(',') => text.split(',').map(str::to_owned).collect(),
        Ok(Some(text)) => text.chars().map(String::from).collect(),
        _ => field.items()?.iter().map(|it| it.value.to_string().replace('"', "")).collect(),
    };
    if words.len() != size * size {
        let found = counted(words.len(), "cell");
        return Err(field.error(&found, &format!("{}, as there are in the grid", size * size)));
    }
    let number = |word: &String| word.trim().parse().ok().filter(|it| (1..=size).contains(it));
    let numbers: Option<Vec<usize>> = words.iter().map(number).collect();
    Ok(numbers.map(|it| it.iter().map(|&it| alphabet.character(it as Symbol - 1)).collect()))
}

/// Returns the standard symbols of this size.
pub(in super::super) fn standard(field: &Field<'_>, size: usize) -> Result<Alphabet, TextError> {
    Alphabet::standard(size).map_err(|error| field.error(&error.to_string(), "fewer symbols"))
}
