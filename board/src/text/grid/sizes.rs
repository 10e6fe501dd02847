//! Numbers before the rows of a grid that state its size, as programming contests write them.
//!
//! ```text
//!   9            9x9          3 3          2
//!   53..7....    53..7....    53..7....    3
//!   …            …            …            123456
//! ```
//!
//! They are the order, the rows and columns of a block, or the number of grids. Numbers that are none of these are an
//! error: the rows would be read as another board than the one that the text means.

use super::section::{Section, order};
use crate::catalog;
use crate::source::{TextError, counted};
use crate::text::picture_row::Row;

/// The maximum number of lines with sizes.
const MOST_LINES: usize = 2;

/// The fewest cells in a row below a size.
const FEWEST_CELLS: usize = 4;

/// Removes the sizes before the rows.
///
/// # Errors
/// If they are not those of the rows; they are removed nevertheless.
pub(super) fn remove(section: &mut Section) -> Result<(), TextError> {
    let Some((stated, length)) = find(section) else { return Ok(()) };
    let rows = section.split_off(stated.len());
    let metadata = std::mem::take(&mut section.metadata);
    let sizes = std::mem::replace(section, Section { metadata, ..rows }).rows;
    let n_rows = section.rows.len();
    match order(&section.rows) {
        Some(order) if are_of(&stated, order, n_rows / order) => Ok(()),
        _ => Err(odd_size(&sizes[0], n_rows, length)),
    }
}

/// Returns the numbers before the rows, and the number of cells in each row.
fn find(section: &Section) -> Option<(Vec<Vec<usize>>, usize)> {
    let rows = section.rows.iter().zip(&section.lines.bars);
    let stated = rows.map_while(|(row, bars)| if bars.is_empty() { sizes(row) } else { None });
    let stated: Vec<Vec<usize>> = stated.take(MOST_LINES).collect();
    let (before, rows) = section.rows.split_at(stated.len());
    let length = even_length(rows)?;
    let is_row = |row: &Row| row.words.len() == length || row.characters() == length;
    (!before.is_empty() && !before.iter().any(is_row)).then_some((stated, length))
}

/// Returns the error for numbers that are not the size of the rows below.
fn odd_size(row: &Row, n_rows: usize, length: usize) -> TextError {
    let words: Vec<&str> = row.words.iter().map(|word| &*word.text).collect();
    let (rows, cells) = (counted(n_rows, "row"), counted(length, "cell"));
    let found =
        format!("{:?}, which seems to state a size, above {rows} of {cells}", words.join(" "));
    let expected =
        "whole grids below the order, the rows and columns of a block, or the number of grids";
    TextError::new(row.line, row.column(), found, expected)
}

/// Returns the one or two numbers of a row, as in `9`, `9x9` and `3 3`.
fn sizes(row: &Row) -> Option<Vec<usize>> {
    let words: Vec<&str> = row.words.iter().map(|word| &*word.text).collect();
    let text = words.join(" ").replace(" x ", "x").replace(" × ", "x");
    let numbers: Vec<&str> = text.split([' ', 'x', 'X', '×', '*']).collect();
    let number = |text: &&str| {
        let is_number = (1..4).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit());
        text.parse().ok().filter(|&number: &usize| is_number && number > 0)
    };
    numbers.iter().map(number).collect::<Option<Vec<usize>>>().filter(|it| it.len() < 3)
}

/// Returns the number of cells in each row, if it is the same in all.
fn even_length(rows: &[Row]) -> Option<usize> {
    let same = |length: &dyn Fn(&Row) -> usize| {
        let first = length(rows.first()?);
        (first >= FEWEST_CELLS && rows.iter().all(|row| length(row) == first)).then_some(first)
    };
    same(&|row| row.words.len()).or_else(|| same(&Row::characters))
}

/// Returns whether lines of numbers state the size of `n_grids` grids of this order.
fn are_of(lines: &[Vec<usize>], order: usize, n_grids: usize) -> bool {
    let block = catalog::classic_block(order);
    let is_block =
        |numbers: &[usize]| matches!(*numbers, [rows, columns] if block == Some((rows, columns)));
    let is_side = |number: usize| block == Some((number, number));
    let is_size = |&number: &usize| number == order || number == n_grids || is_side(number);
    let is_line = |numbers: &Vec<usize>| is_block(numbers) || numbers.iter().all(is_size);
    lines.iter().all(is_line) || is_block(&lines.concat())
}
