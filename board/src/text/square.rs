//! Square boards whose blocks a notation states cell by cell, as the first statements of a [drawing](crate::drawing).

use crate::catalog;
use crate::geometry::{Cell, Position};

/// Letters of blocks: more than there can be.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The cells of each block in reading order, and the blocks in the order of their first cells.
pub(super) type Blocks = Vec<Vec<Position>>;

/// The statements about rows, columns and blocks.
pub(super) fn statements(blocks: &Blocks, size: usize) -> String {
    let cell = |it: &Position| it.row * size + it.column;
    let stated: Vec<Vec<Cell>> = blocks.iter().map(|it| it.iter().map(cell).collect()).collect();
    let are_rows = stated.iter().all(|it| it.len() == size && it[0] / size == it[size - 1] / size);
    if are_rows {
        return format!("place: latin{size} at r1c1\n");
    }
    let classic = catalog::named(&format!("classic{size}")).ok();
    if classic.is_some_and(|it| it.regions()[2 * size..].iter().map(|it| &it.cells).eq(&stated)) {
        return format!("place: classic{size} at r1c1\n");
    }
    let mut rows = vec![vec!['.'; size]; size];
    for (cells, letter) in blocks.iter().zip(LETTERS.chars().cycle()) {
        cells.iter().for_each(|it| rows[it.row][it.column] = letter);
    }
    let rows: String = rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
    format!("board:\n{rows}\nrows\ncolumns\n")
}

/// All cells of a board, in reading order.
pub(super) fn positions(size: usize) -> impl Iterator<Item = Position> {
    (0..size * size).map(move |cell| Position { row: cell / size, column: cell % size })
}
