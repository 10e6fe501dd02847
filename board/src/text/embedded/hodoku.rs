//! Lines of HoDoKu's library: fields between colons, the puzzle and the candidates that were deleted among them.
//!
//! ```text
//!   :0000:6:58+139+247...2......4:118 123::619:
//!     technique, candidates, puzzle, deleted candidates, eliminations, placements
//! ```
//!
//! A plus sign precedes a value that was placed. A candidate is a digit, a row and a column.

use std::borrow::Cow;

/// The fields before the puzzle, the first of which is empty.
const FIELDS_BEFORE: usize = 3;

/// Returns a line without the plus signs, if it has the fields of such a line.
pub(super) fn without_signs(line: &str) -> Cow<'_, str> {
    if line.starts_with(':') { line.replace('+', "").into() } else { line.into() }
}

/// Returns the cells of a puzzle, or all candidates, as in the pencil-mark line, if the field after it lists deleted
/// ones; `None` if that field lists anything else, or deletes a given.
pub(super) fn cells(line: &str, cells: &str) -> Option<String> {
    let mut fields = line.split(':').skip(FIELDS_BEFORE);
    let is_puzzle = line.starts_with(':') && fields.next() == Some(cells);
    let list = fields.next().filter(|list| is_puzzle && !list.trim().is_empty());
    let Some(list) = list else { return Some(cells.to_owned()) };
    let order = cells.len().isqrt();
    let mut marks: Vec<char> = cells.chars().flat_map(|cell| candidates(cell, order)).collect();
    for word in list.split_whitespace() {
        let [digit, row, column] = indices(word, order)?;
        let cell = row * order + column;
        if cells[cell..].chars().next()?.to_digit(10) == Some(digit as u32 + 1) {
            return None;
        }
        marks[cell * order + digit] = '.';
    }
    Some(marks.into_iter().collect())
}

/// Returns a character for each candidate of a cell: the given alone, or all.
fn candidates(cell: char, order: usize) -> impl Iterator<Item = char> {
    let given = cell.to_digit(10).filter(|&digit| digit > 0);
    (1..=order as u32).map(move |digit| match given {
        Some(given) if given != digit => '.',
        _ => char::from_digit(digit, 10).unwrap_or('.'),
    })
}

/// Returns the three digits of a word, from zero.
fn indices(word: &str, order: usize) -> Option<[usize; 3]> {
    let index = |c: char| {
        let digit = c.to_digit(10)? as usize;
        (1..=order).contains(&digit).then(|| digit - 1)
    };
    word.chars().map(index).collect::<Option<Vec<_>>>()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: &str = "....1.3.431.2...";

    #[test]
    fn deleted_candidates_are_no_candidates() {
        let marks = |list: &str| cells(&format!(":0002:1:{CELLS}:{list}::412:"), CELLS);
        assert_eq!(marks("").as_deref(), Some(CELLS));
        let all = marks("122").expect("candidates");
        assert_eq!((all.len(), &all[..8], &all[16..24]), (64, "12341234", "1....234"));
        assert_eq!(marks("112 311").expect("candidates")[..8], *"12.4.234");
        // In a given cell, only the given is a candidate.
        assert_eq!(marks("321").expect("candidates")[16..20], *"1...");
    }

    #[test]
    fn a_field_of_anything_else_is_refused() {
        for list in ["511", "151", "110", "11", "1111", "easy", "112,113", "121"] {
            assert_eq!(cells(&format!(":0002:1:{CELLS}:{list}:::"), CELLS), None, "{list}");
        }
    }

    #[test]
    fn fields_elsewhere_are_no_candidates() {
        for line in [format!(":{CELLS}:112:::"), format!("a:0002:1:{CELLS}:112")] {
            assert_eq!(cells(&line, CELLS).as_deref(), Some(CELLS), "{line}");
        }
    }
}
