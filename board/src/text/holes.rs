//! Pictures of boards with holes, in which each row is as wide as the board: an empty cell stands in each hole.
//!
//! ```text
//!   5 . . 0 0 1 . .        the board has holes in the middle of its first row
//! ```

use std::collections::BTreeSet;

use super::picture_row::{Row, rows_of, width_of};
use crate::catalog;
use crate::geometry::Geometry;
use crate::source::{Span, TextError};

/// The number of rows and of columns of the geometry `samurai`, and also the order of a classic geometry.
const SAMURAI_ROWS: usize = 21;

/// Returns the number of columns of a geometry with holes; `None` if it has none.
pub(super) fn width_with_holes(geometry: &Geometry) -> Option<usize> {
    let width = width_of(geometry);
    (geometry.cells() < width * rows_of(geometry).len()).then_some(width)
}

/// Returns the span of each cell, if each row has a word or a character for each column of a geometry with holes. The
/// rows are as many as those of the geometry.
///
/// # Errors
/// If a value stands in a hole.
pub(super) fn lay_out<'p>(
    rows: &'p [Row],
    by_character: bool,
    geometry: &Geometry,
) -> Option<Result<Vec<Option<Span<'p>>>, TextError>> {
    let units = units(rows, by_character, width_with_holes(geometry)?)?;
    let mut spans = vec![None; geometry.cells()];
    let mut holes = Vec::new();
    for (units, (_, cells)) in units.iter().zip(rows_of(geometry)) {
        let mut cells = cells.into_iter().peekable();
        for (column, &span) in units.iter().enumerate() {
            match cells.next_if(|&cell| geometry.position(cell).column == column) {
                Some(cell) => spans[cell] = Some(span),
                None => holes.push(span),
            }
        }
    }
    // Where another mark is an empty cell, zero may be a symbol.
    let has_marks = spans.iter().flatten().chain(&holes).any(|span| is_mark(span.text));
    let are_zeros = holes.iter().all(|span| span.text == "0");
    let is_empty = |text: &str| is_mark(text) || (text == "0" && (are_zeros || !has_marks));
    match holes.into_iter().find(|span| !is_empty(span.text)) {
        Some(value) => {
            let found = format!("{:?} where {} has no cell", value.text, geometry.name());
            Some(Err(value.error(found, "an empty cell or a blank")))
        }
        None => Some(Ok(spans)),
    }
}

/// # Errors
/// If rows of a square are those of the geometry `samurai`: they are empty where it has no cells, no symbol is larger
/// than its symbols, and a symbol repeated in a row or column contradicts the square.
pub(super) fn must_not_be_samurai(rows: &[Row], by_character: bool) -> Result<(), TextError> {
    if rows.len() != SAMURAI_ROWS {
        return Ok(());
    }
    let Ok(samurai) = catalog::named("samurai") else { return Ok(()) };
    let Some(Ok(spans)) = lay_out(rows, by_character, &samurai) else { return Ok(()) };
    let mut seen = BTreeSet::new();
    let mut has_repeated = false;
    for (cell, span) in spans.iter().enumerate() {
        let text = span.map_or(".", |span| span.text);
        if is_mark(text) || text == "0" {
            continue;
        }
        if !matches!(text.as_bytes(), [b'1'..=b'9']) {
            return Ok(());
        }
        let position = samurai.position(cell);
        has_repeated |= !seen.insert((text, true, position.row));
        has_repeated |= !seen.insert((text, false, position.column));
    }
    if !has_repeated {
        return Ok(());
    }
    let found = "21 rows of 21 cells, empty where samurai has no cells, and a symbol twice in a row or column";
    let expected =
        "`--geometry samurai` or a header `# geometry: samurai`, or `classic21` for a square";
    Err(TextError::new(rows[0].line, rows[0].column(), found, expected))
}

/// Returns the words of each row, or else its characters, if there are `width` in all rows.
fn units(rows: &[Row], by_character: bool, width: usize) -> Option<Vec<Vec<Span<'_>>>> {
    if rows.iter().all(|row| row.words.len() == width) {
        return Some(rows.iter().map(words).collect());
    }
    let are_even = by_character && rows.iter().all(|row| row.characters() == width);
    are_even.then(|| rows.iter().map(characters).collect())
}

fn words(row: &Row) -> Vec<Span<'_>> {
    row.words.iter().map(|word| row.span(word)).collect()
}

fn characters(row: &Row) -> Vec<Span<'_>> {
    row.words.iter().flat_map(|word| row.letters(word)).collect()
}

/// Returns whether a word is a mark of an empty cell.
fn is_mark(word: &str) -> bool {
    word.chars().all(|c| !c.is_alphanumeric())
}
