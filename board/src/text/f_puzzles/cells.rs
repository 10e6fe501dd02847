//! The givens and the candidates of an object.

use super::super::site::{Field, standard, symbol};
use super::rules::Rules;
use crate::source::TextError;
use crate::symbols::{Symbol, SymbolSet};

/// Returns the cells as a line: of givens, or of candidates if a cell has some.
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
    Ok(alphabet.givens(allowed.iter().map(|set| set.single())))
}

/// Returns the symbols that a cell states: its given, or the candidates that are given. What is not given was entered.
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
