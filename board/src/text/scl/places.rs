//! Pairs of a row and a column, from 0.

use super::super::site::Field;
use super::super::square::Blocks;
use crate::geometry::Position;
use crate::source::{TextError, counted};

/// Returns the cells of a list, in which none is repeated.
pub(super) fn cells(field: &Field<'_>, size: usize) -> Result<Vec<Position>, TextError> {
    let mut cells = Vec::new();
    for item in field.items()? {
        let cell = cell(&item, size)?;
        if cells.contains(&cell) {
            return Err(item.error(&format!("{cell} again"), "each cell once"));
        }
        cells.push(cell);
    }
    Ok(cells)
}

fn cell(field: &Field<'_>, size: usize) -> Result<Position, TextError> {
    let numbers: Option<Vec<usize>> = field.value.as_array().and_then(|items| {
        items.iter().map(|item| item.as_u64()?.try_into().ok().filter(|&it| it < size)).collect()
    });
    match numbers.as_deref() {
        Some(&[row, column]) => Ok(Position { row, column }),
        _ => {
            let expected = format!("a row and a column, from 0 to {}", size - 1);
            Err(field.wrong(&expected))
        }
    }
}

/// Returns the blocks in the order of their first cells.
pub(super) fn blocks(field: &Field<'_>, size: usize) -> Result<Blocks, TextError> {
    let mut blocks = Blocks::new();
    for item in field.items()? {
        let mut cells = cells(&item, size)?;
        if cells.len() > size {
            let expected = format!("at most {size}: there are no more symbols");
            return Err(item.error(&counted(cells.len(), "cell"), &expected));
        }
        if let Some(cell) = cells.iter().find(|&cell| blocks.iter().flatten().any(|it| it == cell))
        {
            return Err(item.error(&format!("{cell} is in two regions"), "one at most"));
        }
        cells.sort_unstable();
        if !cells.is_empty() {
            blocks.push(cells);
        }
    }
    blocks.sort_unstable();
    Ok(blocks)
}

/// Returns whether cells reach all sides of the board.
pub(super) fn span_the_board<'c>(
    cells: impl Iterator<Item = &'c Position> + Clone,
    size: usize,
) -> bool {
    let reach = |part: fn(&Position) -> usize| {
        let numbers = cells.clone().map(part);
        (numbers.clone().min(), numbers.max()) == (Some(0), Some(size - 1))
    };
    reach(|cell| cell.row) && reach(|cell| cell.column)
}
