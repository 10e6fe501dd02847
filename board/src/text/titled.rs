//! Titles above lines that have a puzzle each, among fields.
//!
//! ```text
//!   My list
//!   53..7....6..195…,easy,1
//!   …7.9.2....1.…   ,hard,2
//! ```

use super::embedded::{self, EmbeddedLine};
use super::line::{self, without_comment};
use super::table::{Heading, TextTable};
use crate::source::lines;

/// The largest number of titles.
const TITLES: usize = 3;

/// The number of lines below them that decide.
const LINES: usize = 4;

/// The longest row of a grid that a line is not, in characters.
const WIDEST_ROW: usize = 64;

/// Returns the number of lines that are titles, if the first lines below them contain a puzzle each; otherwise zero.
pub(super) fn titles(text: &str) -> usize {
    let lines = lines(text).map(|(_, line)| without_comment(line).trim());
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).take(TITLES + LINES).collect();
    let n_titles = lines.iter().take(TITLES).take_while(|line| is_title(line)).count();
    let mut below = lines[n_titles..].iter().take(LINES).peekable();
    if below.peek().is_some() && below.all(|line| has_puzzle(line)) { n_titles } else { 0 }
}

/// Returns whether a line has words, but neither cells nor the names of columns.
fn is_title(line: &str) -> bool {
    line.contains(char::is_alphabetic)
        && !line.contains(['[', '{', '<', '|'])
        && line.len() <= WIDEST_ROW
        && line::order(line).is_err()
        && embedded::find(line, None).is_none()
        && matches!(TextTable::heading(line, None), Heading::None)
}

/// Returns whether a puzzle is embedded in a line that is longer than a row.
fn has_puzzle(line: &str) -> bool {
    let is_long = |it: EmbeddedLine| it.cells.len() > WIDEST_ROW;
    line.len() > WIDEST_ROW && puzzle_among_text(line, None).is_some_and(is_long)
}

/// Returns the puzzle in a line that is neither cells alone nor a list or an object; of `n_cells` cells if that is known.
pub(super) fn puzzle_among_text(line: &str, n_cells: Option<usize>) -> Option<EmbeddedLine> {
    let is_other = line.starts_with(['[', '{', '<']) || line::order(line).is_ok();
    if is_other { None } else { embedded::find(line, n_cells) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_stand_above_lines_with_puzzles() {
        let line = format!("{:.<81},easy,1\n", "53..7");
        assert_eq!(titles(&format!("My list\n{line}")), 1);
        assert_eq!(titles(&format!("# a comment\nMy list\n\nOf 2026 by me:\n{line}{line}")), 2);
        for text in [
            line.clone(),
            format!("puzzle,level,number\n{line}"),
            format!("a title\n{line}another\n{line}"),
            format!("12\n{line}"),
            format!("a title\n{}", "....1.3.431.2...,easy\n".repeat(4)),
            format!("a title\n{}", "1.......2\n".repeat(9)),
            "a title\n".into(),
            "a title\n".repeat(9) + &line,
        ] {
            assert_eq!(titles(&text), 0, "{text}");
        }
    }
}
