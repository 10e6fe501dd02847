//! Maps of regions: a square with the mark of a region in each cell.
//!
//! ```text
//!   1 1 2 2        AABB
//!   1 1 2 2        AABB
//!   3 3 4 4        CCDD
//!   3 3 4 4        CCDD
//! ```

use std::collections::BTreeMap;

use crate::symbols::STANDARD_SYMBOLS;

/// Returns rows with a character for each mark, if the rows are a square in which every mark occurs in as many cells as a
/// row has.
pub(super) fn of_marks(rows: &[Vec<String>]) -> Option<Vec<String>> {
    let side = rows.len();
    let mut cells: BTreeMap<&str, usize> = BTreeMap::new();
    for mark in rows.iter().flatten() {
        *cells.entry(mark).or_default() += 1;
    }
    let is_mark = |mark: &&str| !mark.is_empty() && mark.chars().all(char::is_alphanumeric);
    let are_regions = rows.iter().all(|row| row.len() == side)
        && cells.keys().all(is_mark)
        && cells.values().all(|&cells| cells == side);
    let characters: BTreeMap<&str, char> =
        cells.keys().copied().zip(STANDARD_SYMBOLS.chars()).collect();
    let row = |row: &Vec<String>| row.iter().map(|mark| characters.get(&**mark)).collect();
    are_regions.then(|| rows.iter().map(row).collect())?
}

/// Returns whether all cells of each region hang together, and some row has two cells of one: no grid of a puzzle has.
pub(super) fn is_of_regions(map: &[String]) -> bool {
    let rows: Vec<Vec<char>> = map.iter().map(|row| row.chars().collect()).collect();
    let side = rows.len();
    let mut is_reached = vec![vec![false; side]; side];
    let mut n_parts = 0;
    for start in (0..side * side).map(|cell| (cell / side, cell % side)) {
        let mut stack = vec![start];
        n_parts += usize::from(!is_reached[start.0][start.1]);
        while let Some((row, column)) = stack.pop() {
            if std::mem::replace(&mut is_reached[row][column], true) {
                continue;
            }
            let near = [
                (row.wrapping_sub(1), column),
                (row + 1, column),
                (row, column.wrapping_sub(1)),
                (row, column + 1),
            ];
            let same =
                |&(r, c): &(usize, usize)| r < side && c < side && rows[r][c] == rows[row][column];
            stack.extend(near.into_iter().filter(same));
        }
    }
    let has_two = |row: &Vec<char>| (1..side).any(|at| row[..at].contains(&row[at]));
    n_parts == side && rows.iter().any(has_two)
}

/// Returns the drawing of a square of such regions, rows and columns.
pub(super) fn drawing(name: &str, rows: &[String], more: &str) -> String {
    format!("name: {name}\nboard:\n{}\n\nrows\ncolumns\n{more}", rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_hang_together_and_have_two_cells_in_a_row() {
        let is = |rows: [&str; 4]| is_of_regions(&rows.map(str::to_owned));
        assert!(is(["1122", "1122", "3344", "3344"]));
        assert!(is(["1222", "1123", "1433", "4443"]));
        assert!(!is(["1234", "1234", "1234", "1234"]));
        assert!(!is(["1122", "1122", "3434", "4343"]));
        assert!(!is(["1234", "3412", "2143", "4321"]));
    }
}
