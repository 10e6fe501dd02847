//! The givens, the candidates and the solution of an object.

use super::field::Field;
use super::rules::Rules;
use crate::source::TextError;
use crate::symbols::{Alphabet, Symbol, SymbolSet};

/// The cells as a line: of givens, or of candidates if a cell has some.
pub(super) fn text(grid: &Field<'_>, rules: &Rules, size: usize) -> Result<String, TextError> {
    let (all, alphabet) = (SymbolSet::all(size), standard(grid, size)?);
    let mut allowed = rules.allowed.clone();
    let cells = grid.items()?.into_iter().map(|row| row.items()).collect::<Result<Vec<_>, _>>()?;
    for (cell, allowed) in cells.into_iter().flatten().zip(&mut allowed) {
        if let Some(stated) = stated(&cell, size)? {
            *allowed &= stated;
        }
    }
    let has_candidates = allowed.iter().any(|&set| set != all && set.single().is_none());
    let character = |set: SymbolSet, symbol: Symbol| match set.contains(symbol) {
        true => alphabet.character(symbol),
        false => '.',
    };
    if has_candidates {
        let symbols = |&set: &SymbolSet| (0..size as Symbol).map(move |symbol| (set, symbol));
        return Ok(allowed.iter().flat_map(symbols).map(|(set, it)| character(set, it)).collect());
    }
    Ok(alphabet.givens(&allowed))
}

/// The symbols that a cell states: its given, or the candidates that are given. What is not given was entered.
fn stated(cell: &Field<'_>, size: usize) -> Result<Option<SymbolSet>, TextError> {
    if cell.get("given")?.flag()? {
        let value = cell.get("value")?;
        return Ok(Some(SymbolSet::only(symbol(&value, size)?)));
    }
    let marks = cell.get("givenPencilMarks")?.items()?;
    let symbols: SymbolSet =
        marks.iter().map(|mark| symbol(mark, size)).collect::<Result<_, _>>()?;
    Ok(Some(symbols).filter(|symbols| !symbols.is_empty()))
}

/// The symbol of a number.
fn symbol(field: &Field<'_>, size: usize) -> Result<Symbol, TextError> {
    let number = field.number()?;
    let symbol = number.filter(|&number| (1..=size).contains(&number.into()));
    symbol.map(|number| number as Symbol - 1).ok_or_else(|| {
        let found = number.map_or("no number".into(), |number| number.to_string());
        field.error(&found, &format!("1 to {size}"))
    })
}

/// The solution as a line; `None` if there is none, or one in which a cell is open.
pub(super) fn solution(field: &Field<'_>, size: usize) -> Result<Option<String>, TextError> {
    if field.is_nothing() {
        return Ok(None);
    }
    let alphabet = standard(field, size)?;
    let words: Vec<String> = match field.text() {
        Ok(Some(text)) if text.contains(',') => text.split(',').map(str::to_owned).collect(),
        Ok(Some(text)) => text.chars().map(String::from).collect(),
        _ => field.items()?.iter().map(|it| it.value.to_string().replace('"', "")).collect(),
    };
    if words.len() != size * size {
        let found = format!("{} cells", words.len());
        return Err(field.error(&found, &format!("{}, as there are in the grid", size * size)));
    }
    let number = |word: &String| word.trim().parse().ok().filter(|it| (1..=size).contains(it));
    let numbers: Option<Vec<usize>> = words.iter().map(number).collect();
    Ok(numbers.map(|it| it.iter().map(|&it| alphabet.character(it as Symbol - 1)).collect()))
}

fn standard(field: &Field<'_>, size: usize) -> Result<Alphabet, TextError> {
    Alphabet::standard(size).map_err(|error| field.error(&error.to_string(), "fewer symbols"))
}
