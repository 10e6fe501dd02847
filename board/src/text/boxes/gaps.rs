//! Boxes that blank lines and wide gaps show, where no lines are drawn.
//!
//! ```text
//!   1 2  3 4  5 6        a gap before columns 3 and 5, in every row
//!   3 4  5 6  1 2
//!   5 6  1 2  3 4
//!                        a blank line before row 4: boxes of 3 rows by 2 columns
//!   2 1  4 3  6 5
//!   …
//! ```
//!
//! Gaps show boxes if there are some in both directions, at equal distances, and a box has as many cells as a row.
//! Others show nothing: blanks may align the numbers of a column, and a blank line may stand anywhere.

use super::{Bar, Lines, Rule, Weight, step};
use crate::text::picture_row::{Row, Word};

/// Returns the lines that gaps stand for in rows of which some, `after_blank`, follow a blank line; `None` if they show
/// no boxes.
pub(in crate::text) fn lines(rows: &[Row], after_blank: &[usize]) -> Option<Lines> {
    let order = rows.len();
    let blanks: Vec<usize> =
        after_blank.iter().copied().filter(|row| (1..order).contains(row)).collect();
    let gaps = wide_gaps(rows.first()?, order)?;
    let steps = [&blanks, &gaps].map(|borders| step(borders.iter().copied(), order));
    let is_box = steps[0]? * steps[1]? == order;
    if !is_box || rows.iter().any(|row| wide_gaps(row, order).as_ref() != Some(&gaps)) {
        return None;
    }
    let rule = |(index, row): (usize, &Row)| {
        blanks.contains(&index).then_some(Rule { line: row.line - 1, weight: Weight::Light })
    };
    let bars = |row: &Row| {
        let before_gap = starts(row).filter(|(before, _)| gaps.contains(before));
        before_gap.map(|(_, word)| Bar { column: word.column - 1, is_heavy: false }).collect()
    };
    Some(Lines {
        bars: rows.iter().map(bars).collect(),
        rules: rows.iter().enumerate().map(rule).collect(),
        are_gaps: true,
    })
}

/// Returns the number of cells before each gap that is wider than the narrowest. Between groups of characters, every gap
/// is. `None` if the row has not `order` cells.
fn wide_gaps(row: &Row, order: usize) -> Option<Vec<usize>> {
    let are_groups = row.words.len() < order;
    if row.words.len() != order && row.characters() != order {
        return None;
    }
    let ends = row.words.iter().map(|word| word.column + length(word));
    let widths: Vec<usize> =
        starts(row).zip(ends).map(|((_, word), end)| word.column - end).collect();
    let least = if are_groups { 0 } else { widths.iter().copied().min()? };
    let wide = starts(row).zip(widths).filter(|(_, width)| *width > least);
    Some(wide.map(|((before, _), _)| before).collect())
}

/// Returns each word but the first, with the number of words before it, or of characters if each word has as many.
fn starts(row: &Row) -> impl Iterator<Item = (usize, &Word)> {
    let first = row.words.first().map_or(0, length);
    let are_groups = row.words.iter().all(|word| length(word) == first);
    let cells = if are_groups { first } else { 1 };
    (0..).step_by(cells).zip(&row.words).skip(1)
}

fn length(word: &Word) -> usize {
    word.text.chars().count()
}

#[cfg(test)]
mod tests {
    use crate::text::grid;

    /// Returns the board of a grid of six rows with blank lines after some of them.
    fn board(row: &str, height: usize) -> Result<String, String> {
        let rows = vec![row.to_owned() + "\n"; 6];
        let text: Vec<String> = rows.chunks(height).map(<[String]>::concat).collect();
        let puzzles = grid::read(&text.join("\n"), &mut |_| None).expect("a grid");
        puzzles[0].cells.geometry().map_err(|error| error.to_string())
    }

    #[test]
    fn gaps_show_boxes_if_both_directions_have_them() {
        for row in [". .  . .  . .", ".. .. ..", ".  .   .  .   .  ."] {
            let error = board(row, 3).unwrap_err();
            assert!(error.contains("the gaps show boxes of 3 rows by 2 columns"), "{error}");
            assert!(error.starts_with("1:"), "{error}");
            for height in [1, 2, 4, 6] {
                assert_eq!(board(row, height).as_deref(), Ok("classic6"), "{row} {height}");
            }
        }
        for row in [". . .  . . .", "... ...", "......", ". . . . . .", ". .  . . . ."] {
            for height in [1, 2, 3, 6] {
                assert_eq!(board(row, height).as_deref(), Ok("classic6"), "{row} {height}");
            }
        }
    }
}
