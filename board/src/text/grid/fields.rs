//! Rows as a spreadsheet saves them: a field for each cell, between commas, semicolons or tabs. An empty field is
//! an empty cell.
//!
//! ```text
//!   5,3,,,7,,,,           two separators with nothing between them
//!   6,,,1,9,5,,,
//! ```

use crate::source::lines;
use crate::text::line::without_comment;
use crate::text::picture_row::Word;

/// The separators of fields.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The fewest rows of a grid.
const FEWEST_ROWS: usize = 4;

/// The rows of a text whose empty fields are cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fields {
    separator: char,
    /// The number of separators in each row.
    count: usize,
}

impl Fields {
    /// Returns the fields of a text in which all rows have as many separators, and some field before a separator is
    /// empty: a separator at the end of each row may also follow the last cell.
    pub(super) fn of(text: &str) -> Option<Self> {
        SEPARATORS.into_iter().find_map(|separator| {
            let rows = || {
                let rows = lines(text).map(|(_, line)| without_comment(line));
                rows.filter(move |row| row.contains(separator))
            };
            let count = |row: &str| row.matches(separator).count();
            let fields = Self { separator, count: count(rows().next()?) };
            let has_gap = |row: &str| {
                let mut before = row.split(separator).take(fields.count);
                before.any(|field| field.trim().is_empty())
            };
            let is_table = rows().count() >= FEWEST_ROWS
                && rows().all(|row| count(row) == fields.count)
                && rows().any(has_gap);
            is_table.then_some(fields)
        })
    }

    /// Returns whether a line is a row of fields.
    pub(super) fn has(self, line: &str) -> bool {
        line.matches(self.separator).count() == self.count
    }

    /// Adds an empty cell for each empty field of a row to its words.
    pub(super) fn fill(self, line: &str, words: &mut Vec<Word>) {
        let mut column = 1;
        for field in line.split(self.separator) {
            if field.trim().is_empty() {
                words.push(Word { column, text: '.'.into(), place: None });
            }
            column += field.chars().count() + 1;
        }
        words.sort_by_key(|word| word.column);
    }
}
