//! The board of an object: its blocks and its rules, as a name of the catalog or a drawing.

use super::super::site::Field;
use super::super::square::{self, Blocks, positions};
use super::rules::Rules;
use crate::catalog;
use crate::geometry::Position;
use crate::source::TextError;

/// Reads the blocks: the number `region` of each cell, no block if it is `null`, and where it is absent, the number
/// of the usual block, which is the rectangle nearest to a square: a row if the size is a prime number.
pub(super) fn blocks(grid: &Field<'_>, size: usize) -> Result<Blocks, TextError> {
    let usual = usual_blocks(size);
    let rows: Vec<Vec<Field<'_>>> =
        grid.items()?.iter().map(Field::items).collect::<Result<_, _>>()?;
    let mut found: Vec<(u16, Vec<Position>)> = Vec::new();
    for (cell, usual) in positions(size).zip(usual) {
        let item = &rows[cell.row][cell.column];
        let region = item.get("region")?;
        let number = match item.value.get("region") {
            Some(_) => region.number()?,
            None => Some(usual as u16),
        };
        let Some(number) = number else { continue };
        let known = found.iter_mut().find(|(known, _)| *known == number);
        match known {
            Some((_, cells)) if cells.len() == size => {
                let what = format!("more than {size} cells in region {number}");
                return Err(region.error(&what, "at most one for each symbol"));
            }
            Some((_, cells)) => cells.push(cell),
            None => found.push((number, vec![cell])),
        }
    }
    Ok(found.into_iter().map(|(_, cells)| cells).collect())
}

/// Returns the number of the usual block of each cell.
pub(super) fn usual_blocks(size: usize) -> Vec<usize> {
    let (height, width) = catalog::block_shape(size);
    let block = |it: Position| it.row / height * height + it.column / width;
    positions(size).map(block).collect()
}

/// Returns the board in words: a name if the catalog has it, else a drawing.
pub(super) fn text(
    blocks: &Blocks,
    rules: &Rules,
    start: (usize, usize),
) -> Result<String, TextError> {
    let size = rules.size;
    let mut text = square::statements(blocks, size);
    let is_classic = text.starts_with("place: classic");
    match rules.diagonals {
        [true, true] => text += "diagonals\n",
        [true, false] => text += &diagonal(size, 1, |row| row),
        [false, true] => text += &diagonal(size, 2, |row| size - 1 - row),
        [false, false] => {}
    }
    text += &rules.statements;
    if !rules.apart.is_empty() {
        text += &format!("apart: {}\n", rules.apart.join(" "));
    }
    let is_killer = is_classic
        && !rules.has_others
        && rules.apart.is_empty()
        && rules.diagonals[0] == rules.diagonals[1];
    let name = match rules.diagonals[0] {
        _ if !is_killer => "f-puzzles",
        false => "killer",
        true => "killer-x",
    };
    let text = format!("name: {name}\n{text}");
    square::known_or_drawn(text, start)
}

fn diagonal(size: usize, number: usize, column: impl Fn(usize) -> usize) -> String {
    let cells = (0..size).map(|row| format!(" {}", Position { row, column: column(row) }));
    format!("region diagonal {number}:{}\n", cells.collect::<String>())
}
