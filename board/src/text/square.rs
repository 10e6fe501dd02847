//! Square boards whose blocks a notation states cell by cell: the first statements of a [drawing](crate::drawing), and
//! the blocks that are written.

use std::collections::BTreeSet;

use serde_json::Value;

use super::same_rules;
use crate::catalog;
use crate::geometry::{Cell, Geometry, Position};
use crate::source::TextError;

/// Letters of blocks: more than there can be.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The cells of each block in reading order, and the blocks in the order of their first cells.
pub(super) type Blocks = Vec<Vec<Position>>;

/// The number of the block of each cell, from 0, if it is in one.
pub(super) type Numbers = Vec<Option<usize>>;

/// Returns the statements about rows, columns and blocks.
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

/// Returns the board of a drawing: a name if the catalog has it, else the drawing.
///
/// # Errors
/// At `start`, if there is no such board.
pub(super) fn known_or_drawn(
    drawing: String,
    (line, column): (usize, usize),
) -> Result<String, TextError> {
    let read = catalog::read_drawing(&drawing, "").map_err(|error| {
        let found = format!("the rules are no board: {}", error.found);
        TextError::new(line, column, found, error.expected)
    })?;
    Ok(same_rules::known(&read.geometry).unwrap_or(drawing))
}

/// Returns all cells of a board, in reading order.
pub(super) fn positions(size: usize) -> impl Iterator<Item = Position> {
    (0..size * size).map(move |cell| Position { row: cell / size, column: cell % size })
}

/// Returns whether a board is a square of 2 to `largest` rows with as many symbols, in reading order.
pub(super) fn is_square(geometry: &Geometry, largest: usize) -> bool {
    let size = geometry.symbols();
    (2..=largest).contains(&size)
        && geometry.cells() == size * size
        && positions(size).enumerate().all(|(cell, position)| geometry.position(cell) == position)
}

/// Returns the regions of a square board that are neither a row nor a column, each once.
pub(super) fn regions_beside_lines(geometry: &Geometry) -> Vec<Vec<Cell>> {
    let size = geometry.symbols();
    let line = |first: usize, step: usize| (0..size).map(|at| first + at * step).collect();
    let rows = (0..size).map(|row| line(row * size, 1));
    let columns = (0..size).map(|column| line(column, size));
    let mut known: BTreeSet<Vec<Cell>> = rows.chain(columns).collect();
    let mut is_other = |cells: &&Vec<Cell>| {
        let mut sorted = (*cells).clone();
        sorted.sort_unstable();
        known.insert(sorted) && !cells.is_empty()
    };
    let regions = geometry.regions().iter().map(|region| &region.cells);
    regions.filter(|cells| is_other(cells)).cloned().collect()
}

/// Takes the blocks out of regions: full ones, the first that are disjoint.
pub(super) fn take_blocks(regions: &mut Vec<Vec<Cell>>, size: usize) -> Numbers {
    let mut of: Numbers = vec![None; size * size];
    let mut number = 0;
    regions.retain(|cells| {
        let is_block = cells.len() == size && cells.iter().all(|&cell| of[cell].is_none());
        if is_block {
            cells.iter().for_each(|&cell| of[cell] = Some(number));
            number += 1;
        }
        !is_block
    });
    of
}

/// Returns a list of rows of cells.
pub(super) fn rows(size: usize, cell: impl Fn(Cell) -> Value) -> Value {
    let row = |row: usize| (row * size..(row + 1) * size).map(&cell).collect::<Value>();
    (0..size).map(row).collect()
}
