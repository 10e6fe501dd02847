//! Hurtebis' text file (2005): the rows as one types them, with blanks for empty cells.
//!
//! ```text
//!   53  7             |------------------|
//!   6  195            |     1         3 4|
//!    98    6          |   7     1 9 6 5  |
//!   …                 …
//! ```
//!
//! A cell is one character. If the first line has `---`, it is left out, and a cell is two
//! characters, as in the grids that his program prints: the value may stand in either. A bar
//! before a row and one behind it are left out as well. What follows the last cell of a row, or the
//! last row, is a comment, and so is a line that begins with `#`. An empty line is a row of empty
//! cells.
//!
//! His grids are 9×9. Here the number of dashes tells another order, or the geometry does.

use super::draft::{Atlas, Cells, Draft, Note, Said, Topic, lines};
use super::picture::{Picture, Row, Word, Writing, rows_of};
use super::problem::{Problem, TextError};
use super::record::{Record, Style, Unwritable};

/// His grids.
const ORDER: usize = 9;

/// Reads a grid.
///
/// # Errors
/// When there are too few rows, or two values in a cell.
pub fn read(text: &str, atlas: &mut Atlas<'_>) -> Result<Vec<Draft>, TextError> {
    let mut said = Said::default();
    let mut rest: Vec<(usize, &str)> = Vec::new();
    for (number, line) in lines(text) {
        match line.trim_start().strip_prefix('#') {
            Some(comment) => said.hear(number, comment),
            None => rest.push((number, line)),
        }
    }
    let Some((_, first)) = rest.first() else {
        return Err(TextError::new(1, 1, Problem::NoPuzzle("rows of cells")));
    };
    let dashes = is_double(first).then(|| first.matches('-').count());
    let pitch = if dashes.is_some() { 2 } else { 1 };
    let stated = said.geometry.as_ref().map(|stated| stated.text.as_str());
    let geometry = atlas(stated);
    let order = dashes.map_or(ORDER, |dashes| (dashes / 2).max(1));
    let (height, width) = geometry.map_or((order, order), |geometry| {
        let columns = (0..geometry.cells()).map(|cell| geometry.position(cell).column + 1);
        (rows_of(&geometry).len(), columns.max().unwrap_or(1))
    });
    let mut lines = rest.into_iter().skip(usize::from(dashes.is_some()));
    let mut rows = Vec::new();
    for (number, line) in lines.by_ref().take(height) {
        if is_double(line) {
            break;
        }
        let (row, comment) = row(number, line, pitch, width)?;
        rows.push(row);
        said.notes.extend(comment);
    }
    if rows.len() < height {
        let line = rows.last().map_or(1, |row| row.line);
        let problem = Problem::malformed(
            format!("{} rows", rows.len()),
            format!("{height}, a blank for each empty cell"),
        );
        return Err(TextError::new(line, 1, problem));
    }
    let comments = lines.filter(|(_, line)| !is_double(line));
    said.notes.extend(comments.filter_map(|(_, line)| note(line)));
    let cells = Cells::Picture(Picture::new(rows, Writing::Placed));
    let mut draft = Draft::new(1, cells);
    draft.line = draft.cells.start().0;
    draft.said = said;
    Ok(vec![draft])
}

/// Writes a grid, two characters a cell.
pub(super) fn write(record: &Record, style: Style) -> Result<String, Unwritable> {
    record.only_givens("hurtebis")?;
    // A cell is one character.
    let style = Style { numbers: false, ..style };
    let geometry = record.puzzle.geometry();
    let columns = (0..geometry.cells()).map(|cell| geometry.position(cell).column + 1);
    let width = columns.max().unwrap_or(1);
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

/// Whether a line is drawn, as the first may be.
fn is_double(line: &str) -> bool {
    line.contains("---")
}

/// A row, and the comment behind it.
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
            let problem = Problem::SecondInCell(character.into());
            return Err(TextError::new(line, column, problem));
        }
        words.push(Word { column, text: character.into(), place: Some(place) });
    }
    let comment: String = characters.map(|(_, character)| character).collect();
    // A row without a value is a row all the same: its cells are said to be where they are.
    Ok((Row { line, words, spans: Vec::new() }, note(&comment)))
}

fn note(text: &str) -> Option<Note> {
    let note = Note::new(Topic::Comment, text.trim().trim_start_matches(['|', '#']));
    Some(note).filter(|note| !note.text.is_empty())
}
