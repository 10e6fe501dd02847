//! Whether lists of values are the rows of a board, or puzzles with all cells of a board each.
//!
//! ```text
//!   [[16 values], … 20 of them]      puzzles: no board has 20 rows of 16 cells
//!   [[16 values], … 16 of them]      a board of order 16, or 16 puzzles of order 4
//! ```
//!
//! The second may only be puzzles if no value is larger than 4, and only a board if no row and no column repeats a
//! value. Often just one of both holds; if both do, that is an error. Without any value it is a board.

use std::collections::BTreeSet;

use super::scanner::{Value, What};
use crate::catalog;
use crate::geometry::Geometry;
use crate::source::TextError;
use crate::text::picture_row::rows_of;

/// Returns whether each item is a puzzle; if not, the items are rows. `board` is the stated board.
///
/// # Errors
/// If both are possible.
pub(super) fn are_puzzles(items: &[Value], board: Option<&Geometry>) -> Result<bool, TextError> {
    let lengths: Option<Vec<usize>> = items.iter().map(n_cells).collect();
    let is_classic = |&cells: &usize| catalog::classic_order(cells).is_some();
    let Some(lengths) = lengths.filter(|lengths| lengths.iter().all(is_classic)) else {
        return Ok(false);
    };
    if let Some(board) = board {
        let rows = rows_of(board);
        if rows.iter().map(|(_, cells)| cells.len()).eq(lengths.iter().copied()) {
            return Ok(false);
        }
        if lengths.iter().all(|&cells| cells == board.cells()) {
            return Ok(true);
        }
    }
    let (n_items, cells) = (items.len(), items.iter().map(cells).collect::<Vec<_>>());
    let is_square = lengths.iter().all(|&cells| cells == n_items);
    if !is_square || catalog::classic_block(n_items).is_none() {
        return Ok(cells.iter().any(|cells| fits_classic(cells)));
    }
    if !cells.iter().all(|cells| fits_classic(cells)) || cells.iter().flatten().all(Option::is_none)
    {
        return Ok(false);
    }
    if repeats(&cells) {
        return Ok(true);
    }
    let (order, first) = (n_items.isqrt(), &items[0]);
    let found = format!(
        "{n_items} lists of {n_items} values, which are one board or {n_items} puzzles of order {order}"
    );
    let expected = format!("`--geometry classic{n_items}` or `--geometry classic{order}`");
    Err(TextError::new(first.line, first.column, found, expected))
}

/// Returns whether a puzzle with these givens may be read as several.
pub(super) fn may_be_puzzles(order: usize, givens: impl Iterator<Item = usize>) -> bool {
    let largest = givens.max();
    let inner = catalog::classic_order(order);
    inner.is_some_and(|inner| largest.is_some_and(|largest| largest <= inner))
}

/// Returns the number of cells of a list of values or of a text of characters.
fn n_cells(item: &Value) -> Option<usize> {
    match &item.what {
        What::List(cells) => {
            let is_list = |cell: &Value| matches!(cell.what, What::List(_));
            (!cells.iter().any(is_list)).then_some(cells.len())
        }
        What::Quoted(text) => (!text.contains(char::is_whitespace)).then(|| text.chars().count()),
        What::Bare(_) => None,
    }
}

/// Returns the value of each cell of an item, `None` for an empty one.
fn cells(item: &Value) -> Vec<Option<String>> {
    let value = |word: String| {
        let is_empty = word == "0" || !word.contains(char::is_alphanumeric);
        (!is_empty).then_some(word)
    };
    match &item.what {
        What::List(cells) => cells.iter().map(|cell| value(cell.word())).collect(),
        What::Quoted(text) => text.chars().map(|character| value(character.into())).collect(),
        What::Bare(_) => Vec::new(),
    }
}

/// Returns whether cells may be those of a classic puzzle: no number is larger than its order, and there are no more
/// values.
fn fits_classic(cells: &[Option<String>]) -> bool {
    let order = cells.len().isqrt();
    let values: BTreeSet<&String> = cells.iter().flatten().collect();
    let is_large = |value: &String| value.parse::<usize>().is_ok_and(|number| number > order);
    values.len() <= order && !values.into_iter().any(is_large)
}

/// Returns whether a row or a column of a square has a value twice.
fn repeats(rows: &[Vec<Option<String>>]) -> bool {
    let sides = 0..rows.len();
    let column = |column: usize| has_twice(rows.iter().map(move |row| &row[column]));
    rows.iter().any(|row| has_twice(row.iter())) || sides.into_iter().any(column)
}

fn has_twice<'c>(cells: impl Iterator<Item = &'c Option<String>>) -> bool {
    let mut seen = BTreeSet::new();
    !cells.flatten().all(|value| seen.insert(value))
}
