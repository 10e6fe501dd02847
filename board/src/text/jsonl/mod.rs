//! JSON lines: an object per line, with the puzzle under a key.
//!
//! ```text
//!   {"name":"SAE","puzzle":"53..7....6..195…","solution":"534678912…","level":"easy"}
//!   {"geometry":"samurai","puzzle":[".7.514...   ...431.7.", …]}
//! ```
//!
//! Keys are those of the columns of a [table](super::table), in any case: `puzzle` or one of its
//! synonyms, `solution`, `name`; and those of headers: `geometry`, `symbols`, `expect`, `author`,
//! `source`, … A puzzle is a text as in the [one-line notation](super::line) or of candidates, a list of
//! rows, a list of lists of values, or the list of all values of a square.
//!
//! The board may be stated beside its puzzle in other ways than by `geometry`:
//!
//! ```text
//!   "regions": ["AABB", "AABB", "CCDD", "CCDD"]     the block of each cell of a jigsaw; also [[0,0,1,1],…]
//!                                                   and "AABBAABBCCDDCCDD", or under `blocks`, `areas`, …
//!   "diagonals": true                               both diagonals are regions, too
//!   "grids": [[0,0],[0,12],…]                       the top left corners of overlapping 9×9 grids, from zero
//!   "box_height": 3, "box_width": 2                 boxes other than those of the classic board;
//!                                                   `box_size` for square ones
//! ```
//!
//! A key that names another rule (`anti_king`, `thermometers`, `cages`, `variant`, …) is an error unless its value is
//! false or empty, or the caller chooses the board: without the rule the puzzle would be another one. All other keys are
//! ignored.

mod board;
mod object;
mod regions;
mod rules;
mod sides;
#[cfg(test)]
mod tests;
mod write;

use serde_json::Value;

use self::board::Statement;
use self::object::Object;
pub(super) use self::write::Objects;
use super::board_header::StatedBoard;
use super::metadata::{Note, Topic};
use super::parsed::{Cells, ParsedPuzzle};
use super::picture::{Picture, Writing};
use super::picture_row::{Row, Word, words_of};
use super::table::{NAMES, PUZZLES, SOLUTIONS};
use crate::source::TextError;

/// Reads a line.
///
/// # Errors
/// If it is not an object, or has no puzzle.
pub fn read(number: usize, text: &str) -> Result<ParsedPuzzle, TextError> {
    let value: Value = serde_json::from_str(text).map_err(|error| syntax(&error, number - 1))?;
    parse(number, &value)
}

/// Reads objects one after the other, or in a list, over any number of lines.
pub(super) fn objects(text: &str) -> Result<Vec<ParsedPuzzle>, TextError> {
    let mut puzzles = Vec::new();
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let (mut line, mut start) = (1, 0);
    while let Some(value) = stream.next() {
        let value = value.map_err(|error| syntax(&error, 0))?;
        let read = &text[start..stream.byte_offset()];
        match value {
            Value::Array(items) => {
                for (line, item) in element_lines(read, line).into_iter().zip(&items) {
                    puzzles.push(parse(line, item)?);
                }
            }
            value => {
                let before = &read[..read.len() - read.trim_start().len()];
                puzzles.push(parse(line + before.matches('\n').count(), &value)?);
            }
        }
        line += read.matches('\n').count();
        start += read.len();
    }
    if puzzles.is_empty() {
        return Err(TextError::new(1, 1, "no puzzle", "an object with a puzzle"));
    }
    Ok(puzzles)
}

/// Returns the line of each element of a list in valid JSON that starts on `line`.
fn element_lines(list: &str, mut line: usize) -> Vec<usize> {
    let mut lines = Vec::new();
    let (mut depth, mut is_before_element) = (0, false);
    let mut bytes = list.bytes();
    while let Some(byte) = bytes.next() {
        let starts = !byte.is_ascii_whitespace() && byte != b']';
        if starts && std::mem::take(&mut is_before_element) {
            lines.push(line);
        }
        match byte {
            b'\n' => line += 1,
            b'[' | b'{' => {
                depth += 1;
                is_before_element = depth == 1;
            }
            b']' | b'}' => depth -= 1,
            b',' => is_before_element = depth == 1,
            b'"' => skip_text(&mut bytes),
            _ => {}
        }
    }
    lines
}

/// Skips the rest of a text up to its closing quote.
fn skip_text(bytes: &mut std::str::Bytes<'_>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
}

/// Returns whether the first line is an object.
pub(super) fn recognise(head: &str) -> bool {
    let lines = head.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        line.starts_with('{') && line.len() > 2 && (line.ends_with('}') || line.len() > 4096)
    })
}

/// Returns the puzzle of an object that starts on `line`.
fn parse(line: usize, value: &Value) -> Result<ParsedPuzzle, TextError> {
    let error = |found: String, expected: &str| TextError::new(line, 1, found, expected);
    let Value::Object(map) = value else {
        return Err(error("a value that is no object".into(), "{\"puzzle\": …}"));
    };
    let object = Object::new(line, map);
    let Some(puzzle) = object.find(PUZZLES) else {
        let keys: Vec<&str> = map.keys().map(String::as_str).collect();
        let found = format!("an object with the keys {}", keys.join(", "));
        return Err(error(found, "a puzzle under one called puzzle"));
    };
    let cells = |value: &Value| {
        let form =
            || error("a puzzle of another form".into(), "a text, or a list of rows or cells");
        cells(line, value).ok_or_else(form)
    };
    let mut parsed = ParsedPuzzle::new(line, cells(puzzle)?);
    let solution = object.find(SOLUTIONS).filter(|value| value.as_str() != Some(""));
    parsed.solution = solution.map(cells).transpose()?;
    let Statement { board, rule } = board::stated(&object, &parsed.cells)?;
    let metadata = &mut parsed.metadata;
    metadata.name = object.text(NAMES);
    metadata.geometry = board.map(|board| StatedBoard::new(line, &board));
    metadata.rule = rule.map(|rule| (line, rule));
    let symbols = object.only_text("symbols", "a text with the characters of the symbols")?;
    metadata.symbols = symbols.map(|symbols| (line, symbols));
    let expect = object.only_text("expect", "a word, or a number of solutions")?;
    metadata.expect = expect.map(|expect| (line, expect));
    metadata.notes = Topic::ALL.into_iter().flat_map(|topic| notes(&object, topic)).collect();
    Ok(parsed)
}

/// Returns the notes of a topic: a text, or a list of texts.
fn notes(object: &Object<'_>, topic: Topic) -> Vec<Note> {
    let key = &[topic.key()];
    match object.find(key) {
        Some(Value::Array(items)) => {
            items.iter().filter_map(Value::as_str).map(|text| Note::new(topic, text)).collect()
        }
        _ => object.text(key).iter().map(|text| Note::new(topic, text)).collect(),
    }
}

/// Returns the cells of a text, of rows of characters, of rows of values, or of the values of a
/// square.
fn cells(line: usize, value: &Value) -> Option<Cells> {
    if let Value::String(text) = value {
        return Some(Cells::Line(line, 1, text.clone()));
    }
    let mut writing = Writing::Values;
    let values = value.as_array()?;
    let side = values.len().isqrt();
    let is_square = side > 0 && side * side == values.len() && values.iter().all(is_cell);
    let rows: Option<Vec<Vec<Word>>> = if is_square {
        values.chunks(side).map(words).collect()
    } else {
        let row = |row: &Value| match row {
            Value::String(text) => {
                writing = Writing::Any;
                Some(words_of(1, text))
            }
            Value::Array(cells) => words(cells),
            _ => None,
        };
        values.iter().map(row).collect()
    };
    let rows: Vec<Row> = rows?.into_iter().map(|words| Row::new(line, words)).collect();
    (!rows.is_empty()).then_some(Cells::Picture(Picture::new(rows, writing)))
}

/// Returns whether a value is that of a cell, and no row.
fn is_cell(value: &Value) -> bool {
    match value {
        Value::String(text) => text.trim().chars().count() <= 1,
        value => value.is_null() || value.is_number(),
    }
}

/// Returns the cells of a row of values.
fn words(cells: &[Value]) -> Option<Vec<Word>> {
    let word = |cell: &Value| {
        let text = match cell {
            Value::Null => ".".into(),
            Value::String(text) if text.trim().is_empty() => ".".into(),
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        Some(Word { column: 1, text, place: None })
    };
    cells.iter().map(word).collect()
}

/// Returns the parser's error, with its place at the start.
pub(super) fn syntax(error: &serde_json::Error, lines_before: usize) -> TextError {
    let message = error.to_string();
    let found = message.split(" at line ").next().unwrap_or(&message).to_owned();
    let (line, column) = (error.line().max(1) + lines_before, error.column().max(1));
    TextError::new(line, column, found, "JSON")
}
