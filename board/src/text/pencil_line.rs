//! The pencil-mark line: all candidates of a puzzle in one line.
//!
//! ```text
//!   1..4.....  .2.......  123456789  …        81 × 9 = 729 characters, without the blanks
//! ```
//!
//! Each cell has one character for each symbol: the symbol itself, in its place, or `.` or `0` where it
//! is not a candidate. After a blank, a name may follow, as in the [one-line notation](super::line). A
//! pencil-mark line may be as long as a line of a larger order (729 = 27 × 27); the characters decide
//! then, since those of a pencil-mark line are all in their places.

use std::sync::Arc;

use super::line::{empty_line, without_comment};
use crate::catalog;
use crate::geometry::Geometry;
use crate::puzzle::Puzzle;
use crate::source::{Span, TextError, counted, words};
use crate::symbols::{Alphabet, MAX_SYMBOLS, Symbol, SymbolSet};

/// Returns the order of the classic geometry whose candidates a line holds, in standard symbols; `None` if it holds no
/// candidates, or one out of its place.
pub fn order(text: &str) -> Option<usize> {
    let order = order_by_length(text)?;
    let word = text.split_whitespace().next()?;
    let alphabet = Alphabet::standard(order).ok()?;
    let is_in_place = |(index, character): (usize, char)| {
        is_absent(character) || alphabet.character((index % order) as Symbol) == character
    };
    let has_any = word.chars().any(|character| !is_absent(character));
    (has_any && word.chars().enumerate().all(is_in_place)).then_some(order)
}

/// Returns the order of the classic geometry with as many candidates as the line has characters.
pub fn order_by_length(text: &str) -> Option<usize> {
    let length = without_comment(text).split_whitespace().next()?.chars().count();
    let order = (2..=MAX_SYMBOLS).find(|order: &usize| order.pow(3) == length)?;
    catalog::classic_order(order * order)
}

/// Returns whether a line has as many characters as `geometry` has candidates.
pub fn is_as_long(text: &str, geometry: &Geometry) -> bool {
    let length = geometry.cells() * geometry.symbols();
    // Nearly every line is too short.
    text.len() >= length && geometry.symbols() > 1 && {
        let word = text.split_whitespace().next().unwrap_or_default();
        word.chars().count() == length
    }
}

/// Reads a line: the puzzle, and the name after it if there is one.
///
/// # Errors
/// If the line has another number of characters than `geometry` has candidates, or a character is out
/// of its place.
pub fn read<'t>(
    text: &'t str,
    geometry: &Arc<Geometry>,
) -> Result<(Puzzle, Option<&'t str>), TextError> {
    let Some(span) = words(1, without_comment(text)).next() else { return Err(empty_line()) };
    let size = geometry.symbols();
    let (found, expected) = (span.text.chars().count(), geometry.cells() * size);
    if found != expected {
        let expected_text =
            format!("{expected} ({size} characters for each cell of {})", geometry.name());
        return Err(span.error_at(found.min(expected), counted(found, "cell"), expected_text));
    }
    let puzzle = Puzzle::from_allowed(geometry.clone(), candidates(span, geometry)?);
    let end = span.text.as_ptr() as usize - text.as_ptr() as usize + span.text.len();
    let name = without_comment(&text[end..]).trim();
    Ok((puzzle, Some(name).filter(|name| !name.is_empty())))
}

/// Returns the candidates of each cell, from a word of the right length.
fn candidates(span: Span<'_>, geometry: &Geometry) -> Result<Vec<SymbolSet>, TextError> {
    let (size, alphabet) = (geometry.symbols(), geometry.alphabet());
    let mut allowed = vec![SymbolSet::EMPTY; geometry.cells()];
    for (index, character) in span.text.chars().enumerate() {
        let symbol = (index % size) as Symbol;
        let expected = alphabet.character(symbol);
        if expected == character {
            allowed[index / size].insert(symbol);
        } else if !is_absent(character) {
            let found = format!("{character:?} is no candidate here");
            let expected = format!("{expected}, or . where there is none");
            return Err(span.error_at(index, found, expected));
        }
    }
    Ok(allowed)
}

/// Returns the candidates of a puzzle.
pub fn write(puzzle: &Puzzle) -> String {
    let geometry = puzzle.geometry();
    let place = |set: SymbolSet, symbol: Symbol| {
        if set.contains(symbol) { geometry.alphabet().character(symbol) } else { '.' }
    };
    let cell = |set: SymbolSet| (0..geometry.symbols() as Symbol).map(move |s| place(set, s));
    puzzle.allowed().flat_map(cell).collect()
}

fn is_absent(character: char) -> bool {
    matches!(character, '.' | '0')
}
