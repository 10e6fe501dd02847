//! Rows as a spreadsheet saves them: a field for each cell, between commas, semicolons, tabs or bars. An empty field is
//! an empty cell.
//!
//! ```text
//!   5,3,,,7,,,,           two separators with nothing between them
//!   6,,,1,9,5,,,
//!   |5|3|||7|||||         two bars with nothing between them, with or without bars around the row
//! ```
//!
//! Two bars may also be the heavy line between blocks. So there must be as many fields between bars in a row as there are
//! rows, or rows of several grids.

use crate::source::lines;
use crate::text::line::without_comment;
use crate::text::picture_row::Word;

/// Upright bars.
pub(super) const BARS: &[char] = &['|', '│', '┃', '║', '¦', '╎', '┆', '┊', '╏', '┇', '┋'];

/// The separators of fields, each with the characters that it may be.
const SEPARATORS: [&[char]; 4] = [&[','], &[';'], BARS, &['\t']];

/// The fewest rows of a grid.
const FEWEST_ROWS: usize = 4;

/// The rows of a text whose empty fields are cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fields {
    separator: &'static [char],
    /// The number of separators in each row.
    count: usize,
    /// Whether a row starts and ends with a bar.
    in_bars: bool,
}

impl Fields {
    /// Returns the fields of a text in which all rows have as many separators, and some field before a separator is
    /// empty: a separator at the end of each row may also follow the last cell.
    pub(super) fn of(text: &str) -> Option<Self> {
        SEPARATORS.into_iter().find_map(|separator| {
            let are_bars = separator == BARS;
            let rows = || {
                let rows = lines(text).map(|(_, line)| without_comment(line));
                rows.filter(move |row| row.contains(separator) && !(are_bars && is_rule(row)))
            };
            let n_rows = rows().count();
            let count = count_of(separator, rows().next()?);
            let n_headings = usize::from(has_heading(text));
            let in_bars = if are_bars {
                in_bars(count, &[n_rows, n_rows - n_headings], rows)?
            } else {
                false
            };
            let fields = Self { separator, count, in_bars };
            let is_table = n_rows >= FEWEST_ROWS
                && count + 1 >= FEWEST_ROWS
                && rows().all(|row| count_of(separator, row) == count)
                && rows().any(|row| fields.has_gap(row));
            is_table.then_some(fields)
        })
    }

    /// Returns whether a line is a row of fields.
    pub(super) fn has(self, line: &str) -> bool {
        count_of(self.separator, line) == self.count && !(self.separator == BARS && is_rule(line))
    }

    /// Returns whether a line is one between two rows in bars: nothing else between them tells it from a row of dashes.
    pub(super) fn is_rule(self, line: &str) -> bool {
        self.separator == BARS && is_rule(line)
    }

    /// Adds an empty cell for each empty field of a row to its words.
    pub(super) fn fill(self, line: &str, words: &mut Vec<Word>) {
        for (column, field) in self.split(line) {
            if field.trim().is_empty() {
                words.push(Word { column, text: '.'.into(), place: None });
            }
        }
        words.sort_by_key(|word| word.column);
    }

    /// Returns the fields of a row, and the column at which each starts.
    fn split(self, line: &str) -> impl Iterator<Item = (usize, &str)> {
        let mut column = 1;
        let fields = line.split(self.separator).map(move |field| {
            let start = column;
            column += field.chars().count() + 1;
            (start, field)
        });
        let n_fields = self.count + 1;
        let (first, last) = if self.in_bars { (1, n_fields - 1) } else { (0, n_fields) };
        fields.take(last).skip(first)
    }

    /// Returns whether a field before the last separator of a row is empty. Blanks between bars are a cell by their
    /// width, and gaps between bars have none.
    fn has_gap(self, row: &str) -> bool {
        let are_bars = self.separator == BARS;
        let is_empty = |field: &str| field.is_empty() || !are_bars && field.trim().is_empty();
        self.split(row).take(self.count).any(|(_, field)| is_empty(field))
    }
}

/// Returns the number of separators in a row.
fn count_of(separator: &[char], row: &str) -> usize {
    row.matches(separator).count()
}

/// Returns whether the outermost of `count` bars in each row are around it; `None` if the fields between the bars are not
/// as many as the rows of a grid, with the first row or without.
fn in_bars<'t, R: Iterator<Item = &'t str>>(
    count: usize,
    n_rows: &[usize],
    rows: impl Fn() -> R,
) -> Option<bool> {
    let are_around = |row: &str| row.trim().starts_with(BARS) && row.trim().ends_with(BARS);
    let fits = |n_fields: usize| {
        n_fields >= FEWEST_ROWS && n_rows.iter().any(|n_rows| n_rows.is_multiple_of(n_fields))
    };
    let in_bars = rows().all(are_around);
    let n_fields = if in_bars { count.saturating_sub(1) } else { count + 1 };
    fits(n_fields).then_some(in_bars)
}

/// Returns whether the first row is the heading of a table in Markdown: the next line with bars is a rule.
fn has_heading(text: &str) -> bool {
    let mut rows = lines(text).map(|(_, line)| line).filter(|line| line.contains(BARS));
    rows.next().is_some_and(|first| !is_rule(first)) && rows.next().is_some_and(is_rule)
}

/// Returns whether a line with bars is one between two rows.
fn is_rule(line: &str) -> bool {
    line.contains(['-', '=', '─', '═', '━']) && !line.contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use crate::text::grid;

    /// Returns the cells of the only grid of a text; `None` if it is not read.
    fn board(text: &str) -> Option<String> {
        let puzzles = grid::read(text, &mut |_| None).ok()?;
        let cells = &puzzles.first().filter(|_| puzzles.len() == 1)?.cells;
        let geometry = crate::catalog::named(&cells.geometry().ok()?).ok()?.into();
        let puzzle = cells.puzzle(&geometry, &cells.symbols(&geometry).ok()?).ok()?;
        Some(crate::text::line::write_givens(&puzzle))
    }

    #[test]
    fn nothing_between_bars_is_an_empty_cell() {
        let rows = ["1|||4", "|||", "||2|", "|3||"];
        let in_bars = rows.map(|row| format!("|{row}|"));
        let rule = "\n+-+-+-+-+\n";
        let drawn = in_bars.join("\n").replace('|', "│");
        for text in [
            rows.join("\n"),
            in_bars.join("\n"),
            in_bars.join(rule),
            in_bars.join("\n|-|-|-|-|\n").replacen("-", "--", 2),
            format!("|1|2|3|4|\n|-|-|-|-|\n{}", in_bars.join("\n")),
            in_bars.map(|row| format!("\t{row}\t")).join("\r\n"),
            drawn.replacen('│', "║", 9),
            rows.join("\n").replace("||", "| |"),
        ] {
            assert_eq!(board(&text).as_deref(), Some("1..4......2..3.."), "{text}");
        }
    }

    #[test]
    fn two_bars_between_blocks_are_a_heavy_line() {
        let text = "|1|2||3|4|\n|3|4||1|2|\n|2|1||4|3|\n|4|3||2|1|\n";
        assert_eq!(board(text).as_deref(), Some("1234341221434321"));
        // With empty cells, nothing tells the two apart.
        assert_eq!(board(&text.replace('3', "")), None);
        let blocks = "|1234|5678|\n".repeat(8);
        assert_eq!(board(&blocks), Some("12345678".repeat(8)));
    }
}
