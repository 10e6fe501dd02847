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
//! are numbers from zero or one, or letters from `A`, alone or after a letter such as `r`. Such a grid could not be
//! read otherwise. If a table has an empty corner above the labels of its rows, it is a square itself:
//!
//! ```text
//!   ,0,1,2,3
//!   0,0,0,3,0        as cells, the labels beside the corner would be one symbol twice in a block
//!   1,1,0,0,2
//!   …
//! ```
//!
//! Labels may stand at both ends of rows and columns, and beside cells that are empty between bars:
//!
//! ```text
//!        1 2 3 4            |   | 1 | 2 | 3 | 4 |
//!      A . . 3 . A          |---|---|---|---|---|
//!      …                    | A |   |   | 3 |   |
//!      D . 4 . . D          …
//!        1 2 3 4
//! ```

use crate::text::boxes::{Bar, Lines};
use crate::text::picture_row::{Row, Word};

/// The fewest rows of a labelled grid.
const FEWEST_ROWS: usize = 4;

/// Removes the labels of rows and columns.
pub(super) fn remove(rows: &mut Vec<Row>, lines: &mut Lines) {
    remove_repeated(rows, lines);
    let has_corner = has_corner(rows);
    if has_corner || has_head(rows, lines) {
        rows.remove(0);
        lines.bars.remove(0);
        lines.rules.remove(0);
    }
    let are_words = has_corner || have_labels(rows);
    let are_in_bars = !are_words && have_labels_in_bars(rows, lines);
    if are_words || are_in_bars {
        rows.iter_mut().for_each(|row| drop(row.words.remove(0)));
    }
    if are_in_bars {
        lines.bars.iter_mut().for_each(|bars| drop(bars.drain(..1)));
    }
}

/// Removes labels below the columns and behind the rows that repeat those above and before them.
fn remove_repeated(rows: &mut Vec<Row>, lines: &mut Lines) {
    if let [head, inner @ .., foot] = &rows[..]
        && inner.len() >= FEWEST_ROWS
        && head.words.len() == inner.len()
        && count(head.words.iter())
        && head.words.iter().map(|word| &word.text).eq(foot.words.iter().map(|word| &word.text))
    {
        rows.pop();
        lines.bars.pop();
        lines.rules.pop();
    }
    let has_head = rows.first().is_some_and(|head| head.words.len() + 1 == rows.len());
    let labelled = &mut rows[usize::from(has_head)..];
    let n_rows = labelled.len();
    let are_both = |row: &Row| {
        let ends = row.words.first().zip(row.words.last());
        row.words.len() == n_rows + 2 && ends.is_some_and(|(one, other)| one.text == other.text)
    };
    if labelled.iter().all(are_both) && first_words_count(labelled) {
        labelled.iter_mut().for_each(|row| drop(row.words.pop()));
    }
}

/// Returns whether the first field of each row between bars is its label, and the others are as many as there are rows.
fn have_labels_in_bars(rows: &[Row], lines: &Lines) -> bool {
    let n_rows = rows.len();
    let is_labelled = |(row, bars): (&Row, &Vec<Bar>)| {
        let label = row.words.first();
        bars.len() == n_rows + 2 && label.is_some_and(|word| word.column < bars[1].column)
    };
    rows.iter().zip(&lines.bars).all(is_labelled) && first_words_count(rows)
}

/// Returns whether the first row and the first column of a square label the others, beside an empty corner.
fn has_corner(rows: &[Row]) -> bool {
    let Some((head, below)) = rows.split_first() else { return false };
    let is_empty = |word: &Word| word.text.chars().all(|c| !c.is_alphanumeric());
    below.len() >= FEWEST_ROWS
        && rows.iter().all(|row| row.words.len() == rows.len())
        && is_empty(&head.words[0])
        && count(head.words[1..].iter())
        && count(below.iter().map(|row| &row.words[0]))
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
    rows.iter().all(is_labelled) && first_words_count(rows)
}

/// Returns whether there are enough rows, and the first words of them are labels.
fn first_words_count(rows: &[Row]) -> bool {
    rows.len() >= FEWEST_ROWS && count(rows.iter().filter_map(|row| row.words.first()))
}

/// Returns whether labels are numbers from zero or one, after the same letter or none, or letters from `A`.
fn count<'w>(labels: impl Iterator<Item = &'w Word>) -> bool {
    let labels: Vec<String> = labels
        .map(|word| word.text.trim_end_matches([':', ')', '.']).to_ascii_uppercase())
        .collect();
    let Some(first) = labels.first() else { return false };
    let prefix: String = first.chars().take_while(char::is_ascii_alphabetic).collect();
    let are_numbers = |from: usize| {
        let is_number = |(number, label): (usize, &String)| {
            label.strip_prefix(&*prefix).is_some_and(|rest| rest == number.to_string())
        };
        prefix.len() < 2 && (from..).zip(&labels).all(is_number)
    };
    let is_letter = |(letter, label): (char, &String)| *label == letter.to_string();
    let are_letters = || labels.len() <= 26 && ('A'..='Z').zip(&labels).all(is_letter);
    are_numbers(0) || are_numbers(1) || are_letters()
}
