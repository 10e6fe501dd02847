//! Hurtebis' text file (2005): the rows as they are typed, with blanks for empty cells.
//!
//! ```text
//!   53  7             |------------------|
//!   6  195            |     1         3 4|
//!    98    6          |   7     1 9 6 5  |
//!   …                 …
//! ```
//!
//! A cell is one character. If the first line contains `---`, it is skipped, and a cell is two
//! characters, as in the grids that his program prints: the value may be either of the two. A bar
//! before or after a row is skipped as well. Text after the last cell of a row, or after the last row,
//! is a comment, and so is a line that starts with `#`. An empty line is a row of empty cells.
//!
//! His grids are 9×9. Here the number of dashes, or the geometry, may give another order.

use super::metadata::{Metadata, Note, Topic};
use super::parsed::{Cells, GeometryLookup, ParsedPuzzle};
use super::picture::{Picture, Writing, second_in_cell};
use super::picture_row::{Row, Word, rows_of, width_of};
use super::record::{Record, Style};
use super::write_error::WriteError;
use crate::source::{Span, TextError, counted, lines};

/// The order of his grids.
const ORDER: usize = 9;

/// Reads a grid.
///
/// # Errors
/// If there are too few rows, or two values in a cell.
pub fn read(text: &str, lookup: &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError> {
    let mut metadata = Metadata::default();
    let mut rest: Vec<(usize, &str)> = Vec::new();
    for (number, line) in lines(text) {
        match line.trim_start().strip_prefix('#') {
            Some(comment) => metadata.parse_header(number, comment),
            None => rest.push((number, line)),
        }
    }
    let Some((_, first)) = rest.first() else {
        return Err(TextError::new(1, 1, "no puzzle", "rows of cells"));
    };
    let dashes = is_rule(first).then(|| first.matches('-').count());
    let pitch = if dashes.is_some() { 2 } else { 1 };
    let stated = metadata.geometry.as_ref().map(|stated| stated.text.as_str());
    let order = dashes.map_or(ORDER, |dashes| (dashes / 2).max(1));
    let (height, width) = lookup(stated)
        .map_or((order, order), |geometry| (rows_of(&geometry).len(), width_of(&geometry)));
    let mut lines = rest.into_iter().skip(usize::from(dashes.is_some()));
    let mut rows = Vec::new();
    for (number, line) in lines.by_ref().take(height) {
        if is_rule(line) {
            break;
        }
        let (row, comment) = row(number, line, pitch, width)?;
        rows.push(row);
        metadata.notes.extend(comment);
    }
    if rows.len() < height {
        let line = rows.last().map_or(1, |row| row.line);
        let expected = format!("{height}, a blank for each empty cell");
        return Err(TextError::new(line, 1, counted(rows.len(), "row"), expected));
    }
    let comments = lines.filter(|(_, line)| !is_rule(line));
    metadata.notes.extend(comments.filter_map(|(_, line)| note(line)));
    let cells = Cells::Picture(Picture::new(rows, Writing::Placed));
    let line = cells.start().0;
    Ok(vec![ParsedPuzzle { metadata, ..ParsedPuzzle::new(line, cells) }])
}

/// Writes a grid, two characters per cell.
pub(super) fn write(record: &Record, style: Style) -> Result<String, WriteError> {
    record.only_givens("hurtebis")?;
    // A cell is one character.
    let style = Style { numbers: false, ..style };
    let geometry = record.puzzle.geometry();
    let width = width_of(geometry);
    let rule = format!("|{}|\n", "-".repeat((2 * width).max(3)));
    let mut text = rule.clone();
    for (_, cells) in rows_of(geometry) {
        let mut line = vec![' '; 2 * width];
        for cell in cells {
            let given = record.puzzle.given(cell);
            let character = given.map_or(' ', |symbol| geometry.alphabet().character(symbol));
            line[2 * geometry.position(cell).column + 1] = character;
        }
        text.extend(['|'].into_iter().chain(line).chain(['|', '\n']));
    }
    text += &rule;
    text += &record.headers("hurtebis", style)?;
    Ok(text)
}

/// Returns whether a line is drawn, as the first may be.
fn is_rule(line: &str) -> bool {
    line.contains("---")
}

/// Returns a row, and the comment after it.
fn row(
    line: usize,
    text: &str,
    pitch: usize,
    width: usize,
) -> Result<(Row, Option<Note>), TextError> {
    let bar = usize::from(text.starts_with('|'));
    let mut characters = text.chars().enumerate().skip(bar);
    let mut words: Vec<Word> = Vec::new();
    for (index, character) in characters.by_ref().take(pitch * width) {
        if character == '|' {
            break;
        }
        if character.is_whitespace() {
            continue;
        }
        let (place, column) = ((index - bar) / pitch, index + 1);
        if words.last().is_some_and(|word| word.place == Some(place)) {
            let mut bytes = [0; 4];
            let text = &*character.encode_utf8(&mut bytes);
            return Err(second_in_cell(Span { line, column, text }));
        }
        words.push(Word { column, text: character.into(), place: Some(place) });
    }
    let comment: String = characters.map(|(_, character)| character).collect();
    Ok((Row::new(line, words), note(&comment)))
}

fn note(text: &str) -> Option<Note> {
    let note = Note::new(Topic::Comment, text.trim().trim_start_matches(['|', '#']));
    Some(note).filter(|note| !note.text.is_empty())
}
