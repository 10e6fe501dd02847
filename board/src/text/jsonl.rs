//! JSON lines: an object a line, with the puzzle under a key.
//!
//! ```text
//!   {"name":"SAE","puzzle":"53..7....6..195…","solution":"534678912…","level":"easy"}
//!   {"geometry":"samurai","puzzle":[".7.514...   ...431.7.", …]}
//! ```
//!
//! Keys are those of the columns of a [table](super::table), in small or large letters: `puzzle` or
//! one of its synonyms, `solution`, `name`; and those of headers: `geometry`, `symbols`, `expect`,
//! `author`, `source`, … A puzzle is a text as in the [one-line notation](super::line) or of
//! candidates, a list of rows, or a list of lists of values.
//!
//! A board may be drawn beside its puzzle: `regions`, a list of rows with a letter for each block of a
//! jigsaw, with `diagonals`, `true` where both are regions; or `grids`, a list of the top left corners
//! of 9×9 grids that overlap, `[[0,0],[0,12],…]` from zero. Other keys are not looked at.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::board_header::{self, Stated};
use super::draft::{Cells, Draft, Note, Topic};
use super::json::words;
use super::pencil_line;
use super::picture::{Picture, Row, Word, Writing};
use super::problem::{Problem, TextError};
use super::record::{Record, Style, Unwritable, Writer};
use super::table::{NAMES, PUZZLES, SOLUTIONS};
use crate::geometry::Geometry;
use crate::symbols::Alphabet;

/// Reads a line.
///
/// # Errors
/// When it is no object, or has no puzzle.
pub fn read(number: usize, text: &str) -> Result<Draft, TextError> {
    let value: Value = serde_json::from_str(text).map_err(|error| syntax(&error, number - 1))?;
    draft(number, &value)
}

/// Reads objects one after the other, or in a list, over any number of lines.
pub(super) fn objects(text: &str) -> Result<Vec<Draft>, TextError> {
    let mut drafts = Vec::new();
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    loop {
        let line = text[..stream.byte_offset()].matches('\n').count() + 1;
        let Some(value) = stream.next() else { break };
        match value.map_err(|error| syntax(&error, 0))? {
            Value::Array(items) => {
                for item in &items {
                    drafts.push(draft(line, item)?);
                }
            }
            value => drafts.push(draft(line, &value)?),
        }
    }
    if drafts.is_empty() {
        return Err(TextError::new(1, 1, Problem::NoPuzzle("an object with a puzzle")));
    }
    Ok(drafts)
}

/// Whether the first line is an object.
pub(super) fn recognise(head: &str) -> bool {
    let lines = head.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        line.starts_with('{') && line.len() > 2 && (line.ends_with('}') || line.len() > 4096)
    })
}

/// Writes an object a line.
pub(super) struct Objects {
    pub(super) style: Style,
    /// The geometry of the last puzzle, and the text that names it.
    board: Option<(Arc<Geometry>, String)>,
}

impl Objects {
    pub(super) fn new(style: Style) -> Self {
        Self { style, board: None }
    }

    /// The text that names a geometry.
    fn board(&mut self, geometry: &Arc<Geometry>) -> Result<String, Unwritable> {
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
    fn record(&mut self, record: &Record) -> Result<String, Unwritable> {
        let geometry = record.puzzle.geometry();
        let cells = pencil_line::cells(record, "jsonl", self.style.numbers)?;
        let mut object = Map::new();
        let mut put = |key: &str, value: String| object.insert(key.into(), value.into());
        if let Some(name) = &record.name {
            put("name", name.clone());
        }
        let told = Cells::Line(1, 1, cells.clone()).geometry().ok();
        let board = self.board(geometry)?;
        if told.is_none_or(|told| told != board) {
            put("geometry", board);
        }
        if Alphabet::standard(geometry.symbols()).as_ref() != Ok(geometry.alphabet()) {
            put("symbols", geometry.alphabet().to_string());
        }
        put("puzzle", cells);
        if let Some(solution) = &record.solution {
            put("solution", super::line::write_grid(geometry.alphabet(), solution));
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

fn draft(line: usize, value: &Value) -> Result<Draft, TextError> {
    let error = |found: String, expected: &str| {
        TextError::new(line, 1, Problem::malformed(found, expected))
    };
    let Value::Object(object) = value else {
        return Err(error("a value that is no object".into(), "{\"puzzle\": …}"));
    };
    let find = |names: &[&str]| {
        let of = |name: &&str| {
            object.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
        };
        names.iter().find_map(of).filter(|value| !value.is_null())
    };
    let text = |names: &[&str]| match find(names)? {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        value @ (Value::Number(_) | Value::Bool(_)) => Some(value.to_string()),
        _ => None,
    };
    let Some(puzzle) = find(PUZZLES) else {
        let keys: Vec<&str> = object.keys().map(String::as_str).collect();
        let found = format!("an object with the keys {}", keys.join(", "));
        return Err(error(found, "a puzzle under one called puzzle"));
    };
    let cells = |value: &Value| {
        cells(line, value)
            .ok_or_else(|| error("a puzzle of another form".into(), "a text, or a list of rows"))
    };
    let mut draft = Draft::new(line, cells(puzzle)?);
    draft.solution =
        find(SOLUTIONS).filter(|value| value.as_str() != Some("")).map(cells).transpose()?;
    draft.said.name = text(NAMES);
    let drawn = || drawing(find(&["regions"]), find(&["grids"]), find(&["diagonals"]));
    draft.said.geometry = text(&["geometry"]).or_else(drawn).map(|name| Stated::new(line, &name));
    draft.said.symbols = text(&["symbols"]).map(|symbols| (line, symbols));
    draft.said.expect = text(&["expect"]).map(|expect| (line, expect));
    for topic in Topic::ALL {
        match find(&[topic.key()]) {
            Some(Value::Array(items)) => {
                let texts = items.iter().filter_map(Value::as_str);
                draft.said.notes.extend(texts.map(|text| Note::new(topic, text)));
            }
            _ => draft.said.notes.extend(text(&[topic.key()]).map(|text| Note::new(topic, &text))),
        }
    }
    Ok(draft)
}

/// The board as a [drawing](crate::drawing), in place of its name.
fn drawing(
    regions: Option<&Value>,
    grids: Option<&Value>,
    diagonals: Option<&Value>,
) -> Option<String> {
    let mut text = "rows\ncolumns\n".to_owned();
    if diagonals == Some(&Value::Bool(true)) {
        text += "diagonals\n";
    }
    if let Some(Value::Array(rows)) = regions {
        let rows: Vec<&str> = rows.iter().map(Value::as_str).collect::<Option<_>>()?;
        return Some(format!("name: jigsaw\nboard:\n{}\n\n{text}", rows.join("\n")));
    }
    let place = |corner: &Value| {
        let from_zero = |index: usize| corner.get(index).and_then(Value::as_u64);
        Some(format!(" r{}c{}", from_zero(0)? + 1, from_zero(1)? + 1))
    };
    let places = grids?.as_array()?.iter().map(place).collect::<Option<String>>()?;
    Some(format!("name: grids\nplace: classic9 at{places}\n"))
}

/// The cells of a text, of rows of characters or of rows of values.
fn cells(line: usize, value: &Value) -> Option<Cells> {
    if let Value::String(text) = value {
        return Some(Cells::Line(line, 1, text.clone()));
    }
    let mut writing = Writing::Values;
    let mut rows = Vec::new();
    for row in value.as_array()? {
        let words = match row {
            Value::String(text) => {
                writing = Writing::Any;
                words(1, text)
            }
            Value::Array(cells) => {
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
                cells.iter().map(word).collect::<Option<_>>()?
            }
            _ => return None,
        };
        rows.push(Row { line, words, spans: Vec::new() });
    }
    (!rows.is_empty()).then_some(Cells::Picture(Picture::new(rows, writing)))
}

/// What the parser says, without the place, which stands before it.
fn syntax(error: &serde_json::Error, lines_before: usize) -> TextError {
    let told = error.to_string();
    let found = told.split(" at line ").next().unwrap_or(&told).to_owned();
    let (line, column) = (error.line().max(1) + lines_before, error.column().max(1));
    TextError::new(line, column, Problem::malformed(found, "JSON"))
}
