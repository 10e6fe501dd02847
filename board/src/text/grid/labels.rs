//! Labels of rows and columns beside a grid, as `A B C` above it and `1 2 3` at its left, and the first row of a
//! table in Markdown.
//!
//! ```text
//!        1 2 3 4            | a | b | c | d |        |   |   |   |   |
//!      A . . 3 .            |---|---|---|---|        |---|---|---|---|
//!      B 1 . . 2            |   |   | 3 |   |        |   |   | 3 |   |
//! ```
//!
//! Labels are recognised if a grid has one row or one word more than a square has, and the words there count: they
//! are numbers from one or letters from `A`, alone or after a letter such as `r`. Such a grid could not be read
//! otherwise.

use crate::text::boxes::Lines;
use crate::text::picture_row::{Row, Word};

/// The fewest rows of a labelled grid.
const FEWEST_ROWS: usize = 4;

/// Removes the labels of rows and columns.
pub(super) fn remove(rows: &mut Vec<Row>, lines: &mut Lines) {
    if has_head(rows, lines) {
        rows.remove(0);
        lines.bars.remove(0);
        lines.rules.remove(0);
    }
    if have_labels(rows) {
        rows.iter_mut().for_each(|row| drop(row.words.remove(0)));
    }
}

/// Returns whether the first row labels the columns, or is the empty head of a table.
fn has_head(rows: &[Row], lines: &Lines) -> bool {
    let Some(n_rows) = rows.len().checked_sub(1).filter(|&n_rows| n_rows >= FEWEST_ROWS) else {
        return false;
    };
    let head = &rows[0].words;
    let is_empty_head = head.is_empty()
        && lines.rules[1].is_some()
        && lines.bars[0].len() == n_rows + 1
        && lines.bars.iter().all(|bars| bars.len() == n_rows + 1);
    is_empty_head || (head.len() == n_rows && count(head.iter()))
}

/// Returns whether the first word of each row is its label, and the others are as many cells as there are rows.
fn have_labels(rows: &[Row]) -> bool {
    let n_rows = rows.len();
    let is_labelled = |row: &Row| match &row.words[..] {
        [_, cells] => cells.text.chars().count() == n_rows,
        words => words.len() == n_rows + 1,
    };
    n_rows >= FEWEST_ROWS
        && rows.iter().all(is_labelled)
        && count(rows.iter().filter_map(|row| row.words.first()))
}

/// Returns whether labels are numbers from one or letters from `A`, after the same letter or none.
fn count<'w>(labels: impl Iterator<Item = &'w Word>) -> bool {
    let labels: Vec<String> = labels
        .map(|word| word.text.trim_end_matches([':', ')', '.']).to_ascii_uppercase())
        .collect();
    let is_number = |(at, label): (usize, &String)| {
        label.trim_start_matches(|c: char| c.is_ascii_alphabetic()) == (at + 1).to_string()
    };
    let prefix =
        |label: &String| label.chars().filter(char::is_ascii_alphabetic).collect::<String>();
    let have_prefix =
        |first: String| first.len() < 2 && labels.iter().all(|it| prefix(it) == first);
    let is_letter = |(at, label): (usize, &String)| {
        let letter = u8::try_from(at).ok().and_then(|at| b'A'.checked_add(at)).map(char::from);
        letter.is_some_and(|letter| letter <= 'Z' && *label == letter.to_string())
    };
    (labels.iter().enumerate().all(is_number)
        && labels.first().map(prefix).is_some_and(have_prefix))
        || labels.iter().enumerate().all(is_letter)
}
