//! The regions that follow from the shape of a board: rows, columns and diagonals.

use std::collections::BTreeMap;

use crate::geometry::{Cell, Position, Region};

/// Returns the rows: their cells in reading order.
pub(super) fn rows(positions: &[Position]) -> Vec<Region> {
    by_line("row", positions, |position| position.row)
}

/// Returns the columns.
pub(super) fn columns(positions: &[Position]) -> Vec<Region> {
    by_line("column", positions, |position| position.column)
}

/// Returns both diagonals; `None` if the board is not a square, or has a hole on them.
pub(super) fn diagonals(positions: &[Position]) -> Option<Vec<Region>> {
    let (top, left) = corner(positions)?;
    let (height, width) = size(positions);
    let side = (height - top == width - left).then_some(height - top)?;
    let diagonal = |number: usize, column: &dyn Fn(usize) -> usize| {
        let cell = |i: usize| {
            let wanted = Position { row: top + i, column: left + column(i) };
            positions.iter().position(|&position| position == wanted)
        };
        let cells = (0..side).map(cell).collect::<Option<_>>()?;
        Some(Region { name: format!("diagonal {number}"), cells })
    };
    Some(vec![diagonal(1, &|i| i)?, diagonal(2, &|i| side - 1 - i)?])
}

/// Rows and columns of a picture, which starts at r1c1.
pub(super) fn size(positions: &[Position]) -> (usize, usize) {
    let last = |line: fn(&Position) -> usize| positions.iter().map(line).max();
    (
        last(|position| position.row).map_or(0, |row| row + 1),
        last(|position| position.column).map_or(0, |column| column + 1),
    )
}

/// Returns the first row and the first column with a cell.
fn corner(positions: &[Position]) -> Option<(usize, usize)> {
    let top = positions.iter().map(|position| position.row).min()?;
    let left = positions.iter().map(|position| position.column).min()?;
    Some((top, left))
}

fn by_line(kind: &str, positions: &[Position], line: fn(&Position) -> usize) -> Vec<Region> {
    let mut lines: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    for (cell, position) in positions.iter().enumerate() {
        lines.entry(line(position)).or_default().push(cell);
    }
    let region = |(line, cells)| Region { name: format!("{kind} {}", line + 1), cells };
    lines.into_iter().map(region).collect()
}
