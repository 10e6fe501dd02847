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
//! The board may be drawn beside its puzzle: `regions`, a list of rows with a letter for each block of a
//! jigsaw, with `diagonals` set to `true` if both are regions; or `grids`, a list of the top left corners
//! of overlapping 9×9 grids, `[[0,0],[0,12],…]` from zero. Other keys are ignored.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::board_header::{self, StatedBoard};
use super::line;
use super::metadata::{Note, Topic};
use super::parsed::{Cells, ParsedPuzzle};
use super::picture::{Picture, Writing};
use super::picture_row::{Row, Word, words_of};
use super::record::{Record, Style, Writer};
use super::table::{NAMES, PUZZLES, SOLUTIONS};
use super::write_error::WriteError;
use crate::geometry::Geometry;
use crate::source::TextError;
use crate::symbols::Alphabet;

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
    loop {
        let line = text[..stream.byte_offset()].matches('\n').count() + 1;
        let Some(value) = stream.next() else { break };
        match value.map_err(|error| syntax(&error, 0))? {
            Value::Array(items) => {
                for item in &items {
                    puzzles.push(parse(line, item)?);
                }
            }
            value => puzzles.push(parse(line, &value)?),
        }
    }
    if puzzles.is_empty() {
        return Err(TextError::new(1, 1, "no puzzle", "an object with a puzzle"));
    }
    Ok(puzzles)
}

/// Returns whether the first line is an object.
pub(super) fn recognise(head: &str) -> bool {
    let lines = head.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        line.starts_with('{') && line.len() > 2 && (line.ends_with('}') || line.len() > 4096)
    })
}

/// Writes an object per line.
pub(super) struct Objects {
    style: Style,
    /// The geometry of the last puzzle, and the text that identifies it.
    board: Option<(Arc<Geometry>, String)>,
}

impl Objects {
    pub(super) fn new(style: Style) -> Self {
        Self { style, board: None }
    }

    /// Returns the text that identifies a geometry.
    fn board(&mut self, geometry: &Arc<Geometry>) -> Result<String, WriteError> {
        if let Some((_, text)) = self.board.as_ref().filter(|(last, _)| Arc::ptr_eq(last, geometry))
        {
            return Ok(text.clone());
        }
        let text = board_header::text(geometry)?;
        self.board = Some((geometry.clone(), text.clone()));
        Ok(text)
    }
}

impl Writer for Objects {
    fn record(&mut self, record: &Record) -> Result<String, WriteError> {
        let geometry = record.puzzle.geometry();
        let cells = record.cells("jsonl", self.style.numbers)?;
        let mut object = Map::new();
        let mut put = |key: &str, value: String| object.insert(key.into(), value.into());
        if let Some(name) = &record.name {
            put("name", name.clone());
        }
        let by_size = Cells::Line(1, 1, cells.clone()).geometry().ok();
        let board = self.board(geometry)?;
        if by_size.is_none_or(|by_size| by_size != board) {
            put("geometry", board);
        }
        if Alphabet::standard(geometry.symbols()).as_ref() != Ok(geometry.alphabet()) {
            put("symbols", geometry.alphabet().to_string());
        }
        put("puzzle", cells);
        if let Some(solution) = &record.solution {
            put("solution", line::write_grid(geometry.alphabet(), solution));
        }
        if let Some(expect) = &record.expect {
            put("expect", expect.clone());
        }
        for topic in Topic::ALL {
            let notes = record.notes.iter().filter(|note| note.topic == topic);
            let texts: Vec<&str> = notes.map(|note| note.text.as_str()).collect();
            match texts[..] {
                [] => {}
                [text] => drop(object.insert(topic.key().into(), text.into())),
                _ => drop(object.insert(topic.key().into(), texts.into())),
            }
        }
        Ok(format!("{}\n", Value::Object(object)))
    }
}

/// Returns the puzzle of an object that starts on `line`.
fn parse(line: usize, value: &Value) -> Result<ParsedPuzzle, TextError> {
    let error = |found: String, expected: &str| TextError::new(line, 1, found, expected);
    let Value::Object(object) = value else {
        return Err(error("a value that is no object".into(), "{\"puzzle\": …}"));
    };
    let Some(puzzle) = find(object, PUZZLES) else {
        let keys: Vec<&str> = object.keys().map(String::as_str).collect();
        let found = format!("an object with the keys {}", keys.join(", "));
        return Err(error(found, "a puzzle under one called puzzle"));
    };
    let cells = |value: &Value| {
        let form =
            || error("a puzzle of another form".into(), "a text, or a list of rows or cells");
        cells(line, value).ok_or_else(form)
    };
    let mut parsed = ParsedPuzzle::new(line, cells(puzzle)?);
    let solution = find(object, SOLUTIONS).filter(|value| value.as_str() != Some(""));
    parsed.solution = solution.map(cells).transpose()?;
    let metadata = &mut parsed.metadata;
    metadata.name = text(object, NAMES);
    let board = text(object, &["geometry"]).or_else(|| drawing(object));
    metadata.geometry = board.map(|board| StatedBoard::new(line, &board));
    metadata.symbols = text(object, &["symbols"]).map(|symbols| (line, symbols));
    metadata.expect = text(object, &["expect"]).map(|expect| (line, expect));
    for topic in Topic::ALL {
        let key = &[topic.key()];
        match find(object, key) {
            Some(Value::Array(items)) => {
                let texts = items.iter().filter_map(Value::as_str);
                metadata.notes.extend(texts.map(|text| Note::new(topic, text)));
            }
            _ => metadata.notes.extend(text(object, key).map(|text| Note::new(topic, &text))),
        }
    }
    Ok(parsed)
}

/// Returns the value under the first of these keys that the object has.
fn find<'o>(object: &'o Map<String, Value>, names: &[&str]) -> Option<&'o Value> {
    let of = |name: &&str| {
        object.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    };
    names.iter().find_map(of).filter(|value| !value.is_null())
}

/// Returns the value under the first of these keys as text, if it is not empty.
fn text(object: &Map<String, Value>, names: &[&str]) -> Option<String> {
    match find(object, names)? {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        value @ (Value::Number(_) | Value::Bool(_)) => Some(value.to_string()),
        _ => None,
    }
}

/// Returns the [drawing](crate::drawing) of the board of an object without a geometry.
fn drawing(object: &Map<String, Value>) -> Option<String> {
    let mut text = "rows\ncolumns\n".to_owned();
    if find(object, &["diagonals"]) == Some(&Value::Bool(true)) {
        text += "diagonals\n";
    }
    if let Some(Value::Array(rows)) = find(object, &["regions"]) {
        let rows: Vec<&str> = rows.iter().map(Value::as_str).collect::<Option<_>>()?;
        return Some(format!("name: jigsaw\nboard:\n{}\n\n{text}", rows.join("\n")));
    }
    let place = |corner: &Value| {
        let from_zero = |index: usize| corner.get(index).and_then(Value::as_u64);
        Some(format!(" r{}c{}", from_zero(0)? + 1, from_zero(1)? + 1))
    };
    let corners = find(object, &["grids"])?.as_array()?;
    let places = corners.iter().map(place).collect::<Option<String>>()?;
    Some(format!("name: grids\nplace: classic9 at{places}\n"))
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
