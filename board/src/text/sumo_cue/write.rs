//! Writes codes of SumoCue, each of which is read back before it is taken.

use super::super::coded_line;
use super::super::record::{Record, Style};
use super::super::same_rules;
use super::super::write_error::WriteError;
use super::read::{ORDER, START, read};
use crate::geometry::{Cell, Geometry};
use crate::puzzle::Puzzle;
use crate::relation::RelationKind;

/// Writes the code of a puzzle, and its name.
///
/// # Errors
/// If the puzzle has candidates, givens beside cages, or a board that no code states.
pub(in super::super) fn write(record: &Record, _: Style) -> Result<String, WriteError> {
    const NOTATION: &str = "sumocue";
    record.only_givens(NOTATION)?;
    record.only_standard(NOTATION)?;
    let geometry = &**record.puzzle.geometry();
    let code = code(&record.puzzle).ok_or_else(|| WriteError::Geometry {
        notation: NOTATION,
        geometry: geometry.name().into(),
        expected: "expected 9×9 cells in rows, columns and nine blocks, with both diagonals or \
                   neither, and either givens or cages of which one has several cells",
    })?;
    Ok(coded_line::write(&code, record.name.as_deref()))
}

/// Returns the first code that states this puzzle: with the usual blocks or with others, without diagonals or with
/// them.
fn code(puzzle: &Puzzle) -> Option<String> {
    let geometry = &**puzzle.geometry();
    if geometry.symbols() != ORDER || geometry.cells() != ORDER * ORDER {
        return None;
    }
    let mut entries: Vec<String> = (0..geometry.cells())
        .map(|cell| format!("={}", puzzle.given(cell).map_or(0, |symbol| symbol + 1)))
        .collect();
    for relation in geometry.relations() {
        let RelationKind::Sum(total) = relation.kind else { return None };
        let first = *relation.cells.iter().min()?;
        relation.cells.iter().for_each(|&cell| entries[cell] = format!("+{first}"));
        entries[first] = format!("={total}");
    }
    let states = |code: &String| {
        let read = read(code, &mut |_| None).ok().and_then(|mut read| read.pop());
        read.is_some_and(|read| same_rules::is_read_as(&read, puzzle))
    };
    let blocks = blocks_of(geometry);
    let usual = vec![String::new(); geometry.cells()];
    let ways =
        ["", "D"].into_iter().flat_map(|diagonals| [(diagonals, &usual), (diagonals, &blocks)]);
    let codes = ways.map(|(diagonals, blocks)| {
        let cells = entries.iter().zip(blocks).map(|(entry, block)| format!("{entry}{block}"));
        format!("{START}{diagonals}{}", cells.collect::<String>())
    });
    codes.into_iter().find(states)
}

/// Returns the block of each cell in a code: the regions with nine cells that are neither a row nor a column, as long
/// as they are disjoint.
pub(super) fn blocks_of(geometry: &Geometry) -> Vec<String> {
    let mut blocks = vec![String::new(); geometry.cells()];
    let is_line = |cells: &[Cell]| {
        let is_same = |part: fn(Cell) -> usize| cells.iter().all(|&it| part(it) == part(cells[0]));
        is_same(|cell| cell / ORDER) || is_same(|cell| cell % ORDER)
    };
    let mut number = 0;
    for region in geometry.regions().iter().filter(|it| it.cells.len() == ORDER) {
        let is_free = region.cells.iter().all(|&cell| blocks[cell].is_empty());
        if is_free && !is_line(&region.cells) {
            region.cells.iter().for_each(|&cell| blocks[cell] = format!("J{number}"));
            number += 1;
        }
    }
    blocks
}
