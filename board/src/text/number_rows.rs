//! Rows of numbers that are too large for a line: grids of more than nine symbols.
//!
//! ```text
//!   10  2  0  0 12 …        most rows have equally many numbers; another one is an error, which `picture.rs` names
//!    0  0  1 11  0 …
//! ```

use super::grid;

/// The fewest rows of a grid.
const FEWEST_ROWS: usize = 4;

/// The longest row whose numbers are characters.
const LONGEST_OF_CHARACTERS: usize = 9;

/// Returns whether a text is rows of numbers that cannot be lines: at least three quarters of the rows are equally
/// long, and most contain a number larger than the order of a line of that length. Numbers larger than the
/// length may be candidates, unless some number cannot.
pub(super) fn recognise(head: &str) -> bool {
    let rows = grid::rows(head);
    let Some(length) = usual_length(&rows) else { return false };
    let Some(largest) = rows.iter().map(|row| largest(row)).collect::<Option<Vec<usize>>>() else {
        return false;
    };
    let may_be_candidates = largest.iter().any(|&number| number > length)
        && rows.iter().flatten().all(|word| word.chars().is_sorted_by(|a, b| a < b));
    let n_large = largest.iter().filter(|&&number| number > length.isqrt()).count();
    let n_given = largest.iter().filter(|&&number| number > 0).count();
    !may_be_candidates && n_large * 2 > n_given
}

/// Returns the length of at least three quarters of the rows, if it is too large for rows of characters.
fn usual_length(rows: &[Vec<String>]) -> Option<usize> {
    let count = |length: usize| rows.iter().filter(|row| row.len() == length).count();
    let is_usual = |length: &usize| count(*length) * 4 >= rows.len() * 3;
    // One of the first rows has it, since at most a quarter has another one.
    let mut lengths = rows.iter().take(rows.len() / 4 + 1).map(Vec::len);
    let length = lengths.find(is_usual)?;
    (rows.len() >= FEWEST_ROWS && length > LONGEST_OF_CHARACTERS).then_some(length)
}

/// Returns the largest number of a row, 0 if all its cells are empty; `None` if a word is no number.
fn largest(row: &[String]) -> Option<usize> {
    let number = |word: &String| match word.chars().all(|c| "._*-?".contains(c)) {
        true => Some(0),
        false => word.parse::<usize>().ok(),
    };
    row.iter().map(number).try_fold(0, |largest, number| Some(largest.max(number?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns rows of the numbers from 1 to `order`.
    fn rows(order: usize) -> Vec<String> {
        let numbers: Vec<String> = (1..=order).map(|number| number.to_string()).collect();
        vec![numbers.join(" "); order]
    }

    #[test]
    fn rows_of_numbers_are_recognised_even_if_some_are_uneven() {
        let mut rows = rows(12);
        assert!(recognise(&rows.join("\n")));
        rows[3].push_str(" 0");
        assert!(recognise(&rows.join("\n")));
        assert!(recognise(&format!("3 4\n{}", rows.join("\n"))));
    }

    #[test]
    fn lines_candidates_and_words_are_not() {
        let candidates = ["1 12 123 23 13 4 124 1234 234 34\n"; 10].concat();
        let lines = ["0 0 0 0 1 0 3 0 4 3 1 0 2 0 0 0\n"; 16].concat();
        let numbers = rows(12).join("\n");
        for text in [&candidates, &lines, &numbers.replace("12", "xii"), &rows(9).join("\n")] {
            assert!(!recognise(text), "{text}");
        }
        let half: String = (0..12).map(|row| "10 ".repeat(11 + row % 2) + "\n").collect();
        assert!(!recognise(&half));
    }
}
