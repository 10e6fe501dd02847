//! A puzzle somewhere in a line, where the line does not begin with it.
//!
//! ```text
//!   1. 53..7....6..195…              puzzle = "53..7....6..195…"     :0000:x:530070000600195…:::
//!   53..7.... 6..195... .98....6. …  53..7..../6..195.../…           5,3,0,0,7,0,0,0,0,6,0,0,…
//!   16,0,3,0,0,12,0,…
//! ```
//!
//! Only lines that cannot be read in another way come here, so nothing is read differently than before. The run of
//! cells must be as long as the board, and the longest such run in the line (`runs.rs`); a second one is read as the
//! solution if all its cells are given. Lines of HoDoKu's library may also list candidates (`hodoku.rs`). Boards of
//! more than nine symbols are looked for among numbers only: their letters are those of words.

use self::runs::{Runs, is_cell, start_of};
use super::pasted;
use crate::catalog;

mod hodoku;
mod runs;

/// The separators of rows within a line.
const BETWEEN_ROWS: [char; 6] = [' ', '\t', '/', '|', ',', ';'];

/// The smallest number of cells: those of order 4.
const FEWEST_CELLS: usize = 16;

/// The largest order.
const LARGEST: usize = 9;

/// A puzzle that was found in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddedLine {
    /// The cells, as in the [one-line notation](mod@super::line), or all candidates, as in the
    /// [pencil-mark line](super::pencil_line).
    pub cells: String,
    /// The column of the first cell, in characters, from one.
    pub column: usize,
    /// The text before the cells, or after them.
    pub name: Option<String>,
    /// The run of cells that is the solution.
    pub solution: Option<String>,
}

/// Finds the puzzle in a line, of `n_cells` cells if that is known.
///
/// ```
/// use board::text::embedded::find;
///
/// let found = find("No. 7: ....1.3.431.2... (easy)", None).expect("16 cells");
/// assert_eq!((&*found.cells, found.name.as_deref()), ("....1.3.431.2...", Some("No. 7")));
/// assert_eq!(find("no cells here", None), None);
/// ```
pub fn find(line: &str, n_cells: Option<usize>) -> Option<EmbeddedLine> {
    let plain = pasted::plain(line);
    let is_size = |count: usize| match n_cells {
        Some(n_cells) => count == n_cells,
        None => {
            count >= FEWEST_CELLS && catalog::classic_order(count).is_some_and(|it| it <= LARGEST)
        }
    };
    fields(&plain, &is_size).or_else(|| rows(&plain, &is_size)).or_else(|| run(&plain, &is_size))
}

/// Returns a cell for each field between commas or semicolons.
fn fields(line: &str, is_size: &dyn Fn(usize) -> bool) -> Option<EmbeddedLine> {
    let line = line.trim();
    let separator = [',', ';'].into_iter().find(|&separator| line.contains(separator))?;
    let fields: Vec<&str> = line.split(separator).map(str::trim).collect();
    let is_cell = |field: &&str| field.chars().all(is_cell) && field.chars().nth(1).is_none();
    let between = if is_size(fields.len()) && fields.iter().all(is_cell) {
        ""
    } else if are_numbers(&fields) {
        " "
    } else {
        return None;
    };
    let cells: Vec<&str> =
        fields.iter().map(|field| if field.is_empty() { "." } else { field }).collect();
    Some(EmbeddedLine { cells: cells.join(between), column: 1, name: None, solution: None })
}

/// Returns whether the fields are the cells of a classic board of more than nine symbols, as numbers.
fn are_numbers(fields: &[&str]) -> bool {
    let Some(order) = catalog::classic_order(fields.len()).filter(|&order| order > LARGEST) else {
        return false;
    };
    let is_number = |field: &&str| match *field {
        "" | "." => true,
        _ => field.len() < 4 && field.parse().is_ok_and(|number: usize| number <= order),
    };
    fields.iter().all(is_number) && fields.iter().any(|field| !matches!(*field, "" | "." | "0"))
}

/// Rows of equal length with one separator between them.
fn rows(line: &str, is_size: &dyn Fn(usize) -> bool) -> Option<EmbeddedLine> {
    let trimmed = line.trim();
    BETWEEN_ROWS.into_iter().find_map(|separator| {
        let rows: Vec<&str> = trimmed.trim_matches(separator).split(separator).collect();
        let length = rows[0].len();
        let is_row = |row: &&str| row.len() == length && row.chars().all(is_cell);
        let is_board = rows.len() > 3 && length > 3 && is_size(rows.len() * length);
        let column = line.chars().take_while(|&c| !is_cell(c)).count() + 1;
        (is_board && rows.iter().all(is_row)).then(|| EmbeddedLine {
            cells: rows.concat(),
            column,
            name: None,
            solution: None,
        })
    })
}

/// Returns the run of cells that is the puzzle, and the one that is its solution.
fn run(line: &str, is_size: &dyn Fn(usize) -> bool) -> Option<EmbeddedLine> {
    let line = &*hodoku::without_signs(line);
    let runs = Runs::of(line, is_size)?;
    let (start, first) = (start_of(runs.puzzle, line), runs.start(line));
    let is_around = |c: char| !c.is_alphanumeric() && !matches!(c, ')' | ']');
    let text =
        |text: &str| Some(text.trim_matches(is_around).to_owned()).filter(|it| !it.is_empty());
    let before = text(&line[..first]).filter(|name| !name.contains("://"));
    let is_alone = runs.solution.is_none() && start == 0;
    let after = || text(&line[start + runs.puzzle.len()..]).filter(|_| is_alone);
    Some(EmbeddedLine {
        cells: hodoku::cells(line, runs.puzzle)?,
        column: line[..start].chars().count() + 1,
        name: before.or_else(after),
        solution: runs.solution.map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: &str = "....1.3.431.2...";
    const SOLUTION: &str = "3421123443122143";

    #[track_caller]
    fn check(line: &str, column: usize, name: Option<&str>, solution: Option<&str>) {
        let found = find(line, None).expect("a puzzle");
        let name = name.map(str::to_owned);
        let solution = solution.map(str::to_owned);
        assert_eq!(found, EmbeddedLine { cells: CELLS.into(), column, name, solution }, "{line}");
    }

    #[test]
    fn a_puzzle_is_found_after_a_number_a_name_or_a_quote() {
        check(&format!("1. {CELLS}"), 4, Some("1"), None);
        check(&format!("12\t{CELLS}"), 4, Some("12"), None);
        check(&format!("Puzzle 3 (easy): {CELLS}"), 18, Some("Puzzle 3 (easy)"), None);
        check(&format!("puzzle = \"{CELLS}\""), 11, Some("puzzle"), None);
        check(&format!("'{CELLS}'"), 2, None, None);
        check(&format!("> {CELLS}"), 3, None, None);
        check(&format!("https://example.org/?a={CELLS}&b=1"), 24, None, None);
    }

    #[test]
    fn a_solution_may_follow() {
        check(&format!("{CELLS},{SOLUTION}"), 1, None, Some(SOLUTION));
        check(&format!("7;{CELLS};{SOLUTION};hard"), 3, Some("7"), Some(SOLUTION));
    }

    #[test]
    fn rows_in_a_line_are_joined() {
        let rows = ["....", "1.3.", "431.", "2..."];
        for between in [" ", "/", "|", ",", ";", "\t"] {
            check(&rows.join(between), 1, None, None);
        }
        check(&format!("|{}|", rows.join("|")), 2, None, None);
        let fields: Vec<String> = CELLS.chars().map(String::from).collect();
        check(&fields.join(","), 1, None, None);
        check(&fields.join("; ").replace('.', ""), 1, None, None);
    }

    #[test]
    fn numbers_between_commas_are_the_cells_of_a_larger_board() {
        let mut fields = vec!["0"; 256];
        (fields[0], fields[3], fields[7]) = ("16", "", ".");
        let found = |fields: &[&str]| find(&fields.join(","), None).map(|it| it.cells);
        fields[3] = ".";
        let expected = fields.join(" ");
        fields[3] = "";
        assert_eq!(found(&fields), Some(expected));
        assert_eq!(found(&fields[1..]), None);
        fields[9] = "17";
        assert_eq!(found(&fields), None);
        assert_eq!(found(&[""; 256]), None);
    }

    #[test]
    fn a_line_of_hodokus_library_is_read() {
        let text = format!(":0100:5:{}:::412:", CELLS.replacen('1', "+1", 1));
        let found = find(&text, None).expect("a puzzle");
        assert_eq!((&*found.cells, found.name.as_deref()), (CELLS, Some("0100:5")));
        let text = format!(":0100:5:{CELLS}:111 214::412:");
        let found = find(&text, None).expect("a puzzle");
        assert_eq!((&found.cells[..16], found.cells.len()), (".234123412341.34", 64));
    }

    #[test]
    fn two_puzzles_none_or_another_length_are_not_found() {
        for line in [
            &format!("{CELLS} or {CELLS}"),
            "no puzzle",
            "1 ....1.3.431.2..",
            "................ is empty",
            "2026-11-26 12:00",
        ] {
            assert_eq!(find(line, None), None, "{line}");
        }
        assert_eq!(find(&format!("1 {CELLS}"), Some(81)), None);
    }
}
