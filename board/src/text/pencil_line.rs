//! The pencil-mark line: all candidates of a puzzle in one line.
//!
//! ```text
//!   1..4.....  .2.......  123456789  …        81 × 9 = 729 characters, without the blanks
//! ```
//!
//! There are as many characters a cell as symbols, and each is the symbol whose place it is, or `.`
//! or `0` where the cell may not take it. Then, after a blank, a name may follow, as in the
//! [one-line notation](super::line). A length may be that of cells in a larger order (729 = 27 × 27):
//! then the characters tell, since none of a pencil-mark line is out of its place.

use std::sync::Arc;

use super::line::{LineError, without_comment};
use super::problem::Problem;
use super::record::{Record, Unwritable};
use crate::catalog;
use crate::geometry::Geometry;
use crate::puzzle::Puzzle;
use crate::symbols::{Alphabet, Symbol, SymbolSet};

/// The order of the classic geometry whose candidates a line holds, if it holds candidates, of
/// standard symbols: one at least, and each in its place.
pub fn order(text: &str) -> Option<usize> {
    let order = order_by_length(text)?;
    let word = text.split_whitespace().next()?;
    let alphabet = Alphabet::standard(order).ok()?;
    let is_in_place = |(index, byte): (usize, u8)| {
        is_absent(char::from(byte))
            || alphabet.character((index % order) as Symbol) == char::from(byte)
    };
    let has_any = word.bytes().any(|byte| !is_absent(char::from(byte)));
    (has_any && word.bytes().enumerate().all(is_in_place)).then_some(order)
}

/// The order of the classic geometry whose candidates have the length of a line.
pub fn order_by_length(text: &str) -> Option<usize> {
    let length = without_comment(text).split_whitespace().next()?.len();
    let order = (2..=catalog::MAX_CLASSIC).find(|order| order.pow(3) == length)?;
    catalog::classic_order(order * order)
}

/// Whether a line is as long as the candidates of `geometry` are.
pub fn is_as_long(text: &str, geometry: &Geometry) -> bool {
    let length = geometry.cells() * geometry.symbols();
    // Nearly every line is too short.
    text.len() >= length && geometry.symbols() > 1 && {
        let word = text.split_whitespace().next().unwrap_or_default();
        word.chars().count() == length
    }
}

/// Reads a line: the puzzle, and the name behind it if there is one.
///
/// # Errors
/// When the length is not that of the candidates of `geometry`, or a character is out of its place.
pub fn read<'t>(
    text: &'t str,
    geometry: &Arc<Geometry>,
) -> Result<(Puzzle, Option<&'t str>), LineError> {
    let start = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
    let Some(word) = without_comment(text).split_whitespace().next() else {
        return Err(LineError { column: 1, problem: Problem::Empty });
    };
    let (size, alphabet) = (geometry.symbols(), geometry.alphabet());
    let (found, expected) = (word.chars().count(), geometry.cells() * size);
    if found != expected {
        let geometry = format!("{size} characters for each cell of {}", geometry.name());
        let problem = Problem::Length { found, expected, geometry };
        return Err(LineError { column: start + found.min(expected), problem });
    }
    let mut allowed = vec![SymbolSet::EMPTY; geometry.cells()];
    for (index, character) in word.chars().enumerate() {
        let symbol = (index % size) as Symbol;
        if alphabet.character(symbol) == character {
            allowed[index / size].insert(symbol);
        } else if !is_absent(character) {
            let problem =
                Problem::Misplaced { found: character, expected: alphabet.character(symbol) };
            return Err(LineError { column: start + index, problem });
        }
    }
    let end = word.as_ptr() as usize - text.as_ptr() as usize + word.len();
    let name = without_comment(&text[end..]).trim();
    let puzzle = Puzzle::from_allowed(geometry.clone(), allowed);
    Ok((puzzle, Some(name).filter(|name| !name.is_empty())))
}

/// The candidates of a puzzle.
pub fn write(puzzle: &Puzzle) -> String {
    let geometry = puzzle.geometry();
    let place = |set: SymbolSet, symbol: Symbol| {
        if set.contains(symbol) { geometry.alphabet().character(symbol) } else { '.' }
    };
    let cell = |&set: &SymbolSet| (0..geometry.symbols() as Symbol).map(move |s| place(set, s));
    puzzle.allowed().iter().flat_map(cell).collect()
}

/// The cells as a field of a notation holds them: givens, or all candidates where there are some.
pub(super) fn cells(
    record: &Record,
    notation: &'static str,
    numbers: bool,
) -> Result<String, Unwritable> {
    if !record.has_only_givens() {
        // With one symbol, a cell is as long as its candidates, and `.` is an open cell.
        let is_told = record.puzzle.geometry().symbols() > 1;
        return if is_told {
            Ok(write(&record.puzzle))
        } else {
            Err(Unwritable::Impossible(notation))
        };
    }
    Ok(super::line::cells(&record.puzzle, numbers))
}

fn is_absent(character: char) -> bool {
    matches!(character, '.' | '0')
}
