//! The one-line notation: the cells in reading order, then, after a blank, a name.
//!
//! ```text
//! 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 SAE
//! 1 0 3 4  0 0 0 0  16 0 0 0  …                   numbers, where letters would be hard to read
//! ```
//!
//! `.` is an empty cell, and so is `0` unless it is a symbol; `_`, `*`, `-`, `?` and, on boards of up to nine symbols,
//! `x` are read as well. Symbols are the characters of the
//! geometry's alphabet or, separated by blanks, their numbers from 1. A `#` at the start or after
//! a blank starts a comment.
//!
//! Errors are on line 1; the caller knows the number of the line.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::embedded;
use super::symbols::{self, Symbols};
use crate::catalog;
use crate::geometry::{Cell, Geometry};
use crate::puzzle::{Grid, Puzzle};
use crate::source::{TextError, counted};
use crate::symbols::{Alphabet, MAX_SYMBOLS, Symbol};

/// The fewest cells of a puzzle within a word, so that no misprint in a larger board makes one of its parts a puzzle.
const FEWEST_CELLS: usize = 81;

/// Returns the order of the classic geometry with as many cells as the line.
///
/// # Errors
/// If the line is empty, no classic geometry has as many cells, or the first word has another puzzle within it.
pub fn order(text: &str) -> Result<usize, TextError> {
    let Some(first) = first_word(text) else { return Err(empty_line()) };
    let cells = if is_number(first) {
        words(text).take_while(|word| is_number(word)).count()
    } else if first.is_ascii() {
        first.len()
    } else {
        first.chars().count()
    };
    let order = catalog::classic_order(cells).ok_or_else(|| {
        let side = cells.isqrt();
        let column = column_of_word(text, first);
        if side > MAX_SYMBOLS && side * side == cells {
            return symbols::too_many(1, column, side);
        }
        let expected = "81 for classic9, or 16, 36, 64, 100, 144, 225, 256, … for another classic \
                        order, or a header line `# geometry: NAME` before";
        TextError::new(1, column, counted(cells, "cell"), expected)
    })?;
    if order > 9 && surrounds_puzzle(first) {
        let found = format!("a puzzle within a word of {}", counted(cells, "character"));
        return Err(TextError::new(1, column_of_word(text, first), found, "its cells alone"));
    }
    Ok(order)
}

/// Returns whether a word has characters between the fields of a line, and a puzzle in one of the fields.
fn surrounds_puzzle(word: &str) -> bool {
    let may_be_cell = |c: char| c.is_alphanumeric() || symbols::is_empty_mark(c, MAX_SYMBOLS);
    let has_separator = word.chars().any(|c| c.is_ascii() && !may_be_cell(c));
    has_separator && embedded::find(word, None).is_some_and(|it| it.cells.len() >= FEWEST_CELLS)
}

/// Reads a line: the puzzle, and the name after it if there is one.
///
/// # Errors
/// If the line has another number of cells than the geometry, or at the first character that is not a
/// symbol.
pub fn read<'t>(
    text: &'t str,
    geometry: &Arc<Geometry>,
) -> Result<(Puzzle, Option<&'t str>), TextError> {
    let (puzzle, rest) = match read_plain(text.trim_start(), geometry) {
        Some(read) => read,
        None => {
            let (givens, rest) = read_any(text, geometry)?;
            (Puzzle::from_givens(geometry.clone(), &givens), rest)
        }
    };
    let name = without_comment(rest).trim();
    Ok((puzzle, Some(name).filter(|name| !name.is_empty())))
}

/// Returns the puzzle of a line, without its name.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &str, geometry: &Arc<Geometry>) -> Result<Puzzle, TextError> {
    read(text, geometry).map(|(puzzle, _)| puzzle)
}

/// Returns the grid of a line, without its name.
///
/// # Errors
/// As [`read`], and at the first empty cell.
pub fn read_grid(text: &str, geometry: &Arc<Geometry>) -> Result<Grid, TextError> {
    let puzzle = parse(text, geometry)?;
    let open = |cell: Cell| empty_cell(1, column_of_cell(text, cell, geometry.cells()));
    let symbol = |cell: Cell| puzzle.given(cell).ok_or_else(|| open(cell));
    let symbols: Vec<Symbol> = (0..geometry.cells()).map(symbol).collect::<Result<_, _>>()?;
    Ok(Grid::new(symbols))
}

/// Returns the symbols of a line, if nothing states them: the standard characters, or numbers from
/// one.
///
/// # Errors
/// If `0` may be a symbol as well as an empty cell: there are more than nine symbols, or other marks for empty cells,
/// the last symbol does not occur, and `0` occurs in no more cells than a symbol can.
pub fn symbols(text: &str, geometry: &Geometry) -> Result<Symbols, TextError> {
    let (size, cells) = (geometry.symbols(), geometry.cells());
    let may_be_zero = |text: &str| size > 9 || text.contains(symbols::EMPTY);
    if !text.contains('0') || !may_be_zero(text) {
        return Ok(Symbols::Hex1);
    }
    let Some(first) = words(text).next() else { return Ok(Symbols::Hex1) };
    let last = Alphabet::standard(size).map_or(' ', |alphabet| alphabet.character(size as u8 - 1));
    let (zeros, has_last, has_empty, choices) = if are_numbers(text, first, cells) {
        let zeros = words(text).take(cells).filter(|word| word.parse() == Ok(0)).count();
        let has_last = words(text).take(cells).any(|word| word.parse() == Ok(size));
        let has_empty = words(text).take(cells).any(may_be_zero);
        (zeros, has_last, has_empty, [Symbols::Numbers, Symbols::Numbers0])
    } else {
        let end = first.char_indices().nth(cells).map_or(first.len(), |(end, _)| end);
        let first = &first[..end];
        let zeros = first.bytes().filter(|&byte| byte == b'0').count();
        (zeros, first.contains(last), may_be_zero(first), [Symbols::Hex1, Symbols::Hex0])
    };
    if has_last || !has_empty || !symbols::may_be_symbol(zeros, size, cells) {
        return Ok(choices[0].clone());
    }
    Err(symbols::ambiguous(1, column_of_word(text, first), &choices))
}

/// Returns a filling as characters, with `.` for an empty cell.
///
/// # Panics
/// If a symbol is not in S.
pub fn write(alphabet: &Alphabet, filling: &[Option<Symbol>]) -> String {
    alphabet.givens(filling.iter().copied())
}

/// Returns the givens of a puzzle as characters of its geometry, with `.` for an open cell.
pub fn write_givens(puzzle: &Puzzle) -> String {
    let geometry = puzzle.geometry();
    geometry.alphabet().givens((0..geometry.cells()).map(|cell| puzzle.given(cell)))
}

/// Returns the givens of a puzzle, as characters or as numbers.
pub(super) fn write_cells(puzzle: &Puzzle, numbers: bool) -> String {
    if !numbers {
        return write_givens(puzzle);
    }
    let givens = puzzle.givens();
    let word = |given: &Option<Symbol>| given.map_or(0, |symbol| usize::from(symbol) + 1);
    givens.iter().map(|given| word(given).to_string()).collect::<Vec<_>>().join(" ")
}

/// Returns a grid as characters.
///
/// # Panics
/// If a symbol is not in S.
pub fn write_grid(alphabet: &Alphabet, grid: &Grid) -> String {
    alphabet.givens(grid.symbols().iter().copied().map(Some))
}

/// `text` up to a `#` at the start or after a blank.
pub fn without_comment(text: &str) -> &str {
    let opens =
        |&(at, _): &(usize, &str)| text[..at].chars().next_back().is_none_or(char::is_whitespace);
    text.match_indices('#').find(opens).map_or(text, |(at, _)| &text[..at])
}

/// Returns the words before the comment.
fn words(text: &str) -> impl Iterator<Item = &str> {
    without_comment(text).split_whitespace()
}

/// Returns the first of the [`words`]. Nearly always it is the whole line, or ASCII and found without looking at the
/// rest.
fn first_word(text: &str) -> Option<&str> {
    // Without an early exit, so that the loop is vectorised.
    let is_plain = |byte: u8| matches!(byte, b'!'..=b'~') && byte != b'#';
    if text.bytes().fold(!text.is_empty(), |all, byte| all & is_plain(byte)) {
        return Some(text);
    }
    let ends = |byte: u8| byte.is_ascii_whitespace() || byte == b'#' || !byte.is_ascii();
    let end = text.bytes().position(ends).unwrap_or(text.len());
    match text.as_bytes().get(end) {
        None | Some(b' ' | b'\t') if end > 0 => Some(&text[..end]),
        _ => words(text).next(),
    }
}

/// Returns whether a word is a cell of its own: `.`, or a number of two digits or [`MAX_SYMBOLS`].
fn is_number(word: &str) -> bool {
    let is_short = word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    word == "." || is_short || word.parse() == Ok(MAX_SYMBOLS)
}

/// Returns whether a line that starts with the word `first` has a word for each of `cells` cells. Two digits are the
/// characters of two cells, unless another number follows.
fn are_numbers(text: &str, first: &str, cells: usize) -> bool {
    let is_alone = || first.len() == cells && words(text).nth(1).is_none_or(|it| !is_number(it));
    is_number(first) && cells > 1 && !is_alone()
}

/// Returns whether a name after `cells` would be read as a cell.
pub(super) fn reads_as_cell(cells: &str, name: &str) -> bool {
    cells.len() > 1 && is_number(cells) && words(name).next().is_some_and(is_number)
}

/// Returns whether a name would be read as the solution, or as another puzzle: its first word, or the one after a mark, has
/// a character for each cell.
pub(super) fn reads_as_grid(geometry: &Arc<Geometry>, name: &str) -> bool {
    let word = |text: &str| {
        text.split(char::is_whitespace).next().is_some_and(|word| {
            word.chars().count() == geometry.cells() && parse(word, geometry).is_ok()
        })
    };
    word(name) || word(after_mark(name))
}

/// Returns the text after a mark (`->`, `|`) and the word solution, which may stand before one.
pub fn after_mark(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let after_word = ["solution", "Solution"].iter().find_map(|word| rest.strip_prefix(word));
    after_word.map_or(rest, |rest| rest.trim_start_matches([':', '=', ' ', '\t']))
}

/// Returns the error for a line without a puzzle.
pub(super) fn empty_line() -> TextError {
    TextError::new(1, 1, "an empty line", "a puzzle")
}

/// Returns the error for an empty cell in a grid.
pub(super) fn empty_cell(line: usize, column: usize) -> TextError {
    TextError::new(line, column, "an empty cell", "a full grid")
}

/// Returns the error at `column` for a line of `found` cells.
fn wrong_length(column: usize, found: usize, geometry: &Geometry) -> TextError {
    let expected = format!("{} ({})", geometry.cells(), geometry.name());
    TextError::new(1, column, counted(found, "cell"), expected)
}

/// Returns the column of `word`, which is a part of `text`.
fn column_of_word(text: &str, word: &str) -> usize {
    let start = word.as_ptr() as usize - text.as_ptr() as usize;
    text[..start].chars().count() + 1
}

/// Returns the column of a cell in a valid line of `cells` cells.
fn column_of_cell(text: &str, cell: Cell, cells: usize) -> usize {
    let first = words(text).next().unwrap_or(text);
    match words(text).nth(cell) {
        Some(number) if are_numbers(text, first, cells) => column_of_word(text, number),
        _ => column_of_word(text, first) + cell,
    }
}

/// The given of each cell, or `None` for an open one.
type Givens = Vec<Option<Symbol>>;

/// Reads nearly every line: an ASCII character for each cell, looked up in a table. Returns the puzzle
/// and the rest of the line, or `None` if the line is invalid or of another form.
fn read_plain<'t>(text: &'t str, geometry: &Arc<Geometry>) -> Option<(Puzzle, &'t str)> {
    let (cells, rest) = text.split_at_checked(geometry.cells())?;
    let could_be_a_number = cells.len() <= 2;
    // Where there is one symbol, an open cell is a given.
    let is_filled = geometry.symbols() == 1;
    if could_be_a_number || is_filled || !(rest.is_empty() || rest.starts_with(char::is_whitespace))
    {
        return None;
    }
    let table = geometry.alphabet().cells();
    // Without an end at the first that is no cell, which would be a branch for each.
    let mut are_cells = true;
    let symbol = |byte: u8| {
        let cell = table[usize::from(byte)];
        are_cells &= cell.is_some();
        cell.flatten().unwrap_or(Puzzle::OPEN)
    };
    let symbols = cells.bytes().map(symbol).collect();
    are_cells.then(|| (Puzzle::from_plain(geometry.clone(), symbols), rest))
}

/// Reads any line: numbers, characters beyond ASCII, or one with an error.
fn read_any<'t>(text: &'t str, geometry: &Geometry) -> Result<(Givens, &'t str), TextError> {
    let Some(first) = words(text).next() else { return Err(empty_line()) };
    let (givens, last) = if are_numbers(text, first, geometry.cells()) {
        read_numbers(text, geometry)?
    } else {
        (read_characters(text, first, geometry)?, first)
    };
    let end = last.as_ptr() as usize - text.as_ptr() as usize + last.len();
    Ok((givens, &text[end..]))
}

/// Returns whether a word consists of letters, as many different ones as the board may have, and of marks for empty cells.
fn has_other_symbols(word: &str, size: usize) -> bool {
    let is_empty = |c: &char| *c == '0' || symbols::is_empty_mark(*c, size);
    let letters: BTreeSet<char> = word.chars().filter(|c| !is_empty(c)).collect();
    letters.len() <= size && !letters.is_empty() && letters.iter().all(|c| c.is_alphabetic())
}

fn read_characters(text: &str, word: &str, geometry: &Geometry) -> Result<Givens, TextError> {
    let start = column_of_word(text, word);
    let (found, expected) = (word.chars().count(), geometry.cells());
    if found != expected {
        return Err(wrong_length(start + found.min(expected), found, geometry));
    }
    let alphabet = geometry.alphabet();
    // A line of marks alone is a rule between puzzles.
    let is_value = |c: char| {
        alphabet.cell(c).is_some()
            || c.is_alphabetic() && !symbols::is_empty_mark(c, alphabet.len())
    };
    let has_cells = word.chars().any(is_value);
    let cell = |(index, character): (usize, char)| {
        let is_open = has_cells && symbols::is_empty_mark(character, alphabet.len());
        alphabet.cell(character).or(is_open.then_some(None)).ok_or_else(|| {
            let error = symbols::foreign_character(1, start + index, character, alphabet);
            if has_other_symbols(word, alphabet.len()) { symbols::with_hint(error) } else { error }
        })
    };
    word.chars().enumerate().map(cell).collect()
}

/// Returns the cells, and the word of the last one.
fn read_numbers<'t>(text: &'t str, geometry: &Geometry) -> Result<(Givens, &'t str), TextError> {
    let (expected, size) = (geometry.cells(), geometry.symbols());
    let mut givens = Vec::with_capacity(expected);
    let mut last = text;
    for word in words(text).take(expected) {
        givens.push(match word.parse::<usize>() {
            Ok(0) => None,
            Ok(number) if number <= size => Some((number - 1) as Symbol),
            Err(_) if word == "." => None,
            _ => return Err(symbols::foreign_number(1, column_of_word(text, word), word, size)),
        });
        last = word;
    }
    if givens.len() < expected {
        let column = column_of_word(text, last) + last.len();
        return Err(wrong_length(column, givens.len(), geometry));
    }
    Ok((givens, last))
}

#[cfg(test)]
mod tests;
