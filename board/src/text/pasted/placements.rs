//! Values with their places, as `r1c2=7` or `A2=7`, as rows of cells.
//!
//! Nothing in such a list says how large its board is; rows, columns and values up to nine are taken for a board of
//! nine, and no others are read.

/// The order of the board.
const ORDER: usize = 9;

/// The fewest values, so that no sentence is taken for a list.
const FEWEST: usize = 4;

/// Returns the rows of a list of values with their places, after its comments; `None` if the text contains anything
/// else, or two values for a cell.
pub(super) fn as_rows(text: &str) -> Option<String> {
    let mut cells = [['.'; ORDER]; ORDER];
    let (mut comments, mut n_values) = (String::new(), 0);
    for line in text.lines() {
        if line.trim_start().starts_with('#') {
            comments += line;
            comments.push('\n');
            continue;
        }
        for word in words(line) {
            let (row, column, value) = placement(&word)?;
            let cell = &mut cells[row][column];
            if *cell != '.' && *cell != value {
                return None;
            }
            (*cell, n_values) = (value, n_values + 1);
        }
    }
    let rows = cells.iter().map(|row| row.iter().chain(['\n'].iter()).collect::<String>());
    (n_values >= FEWEST).then(|| comments + &rows.collect::<String>())
}

/// Returns the words of a line, without blanks around equals signs.
fn words(line: &str) -> impl Iterator<Item = String> {
    let line = line.replace([',', ';'], " ").replace(" =", "=").replace("= ", "=");
    line.split_whitespace().map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// Returns the row and the column of `r1c2=7` or `A2=7`, from zero, and the value.
fn placement(word: &str) -> Option<(usize, usize, char)> {
    let (place, value) = word.split_once('=')?;
    let place: Vec<char> = place.to_ascii_lowercase().chars().collect();
    let digit = |c: char| c.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as usize - 1);
    let (row, column) = match place[..] {
        ['r', row, 'c', column] => (digit(row)?, digit(column)?),
        [row @ 'a'..='i', column] => (row as usize - 'a' as usize, digit(column)?),
        _ => return None,
    };
    let mut characters = value.chars();
    let value = characters.next().filter(|c| matches!(c, '1'..='9'))?;
    characters.next().is_none().then_some((row, column, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_values_becomes_rows() {
        let rows = format!("..7......\n{}........1\n", ".........\n".repeat(7));
        for text in [
            "r1c3=7 r9c9=1 r1c3=7 R9C9=1",
            "R1C3 = 7, R9C9 = 1;\nr1c3=7\nr9c9=1\n",
            "A3=7, I9=1, a3=7, i9=1",
        ] {
            assert_eq!(as_rows(text).as_deref(), Some(&*rows), "{text}");
        }
        assert_eq!(as_rows("# x\nr1c3=7\nr9c9=1 r1c3=7 r9c9=1"), Some(format!("# x\n{rows}")));
    }

    #[test]
    fn other_texts_are_not_lists_of_values() {
        for text in [
            "r1c1=1",
            "r1c1=1 r1c1=2 r1c2=3 r1c3=4",
            "r1c1=1 r1c2=2 r1c3=3 r1c4=4 and",
            "r0c1=1 r1c2=2 r1c3=3 r1c4=4",
            "r1c1=12 r1c2=2 r1c3=3 r1c4=4",
            "a=1 b=2 c=3 d=4",
        ] {
            assert_eq!(as_rows(text), None, "{text}");
        }
    }
}
