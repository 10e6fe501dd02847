//! Writes an object per line.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::super::board_header;
use super::super::line;
use super::super::metadata::Topic;
use super::super::parsed::Cells;
use super::super::record::{Record, Style, Writer};
use super::super::write_error::WriteError;
use crate::geometry::Geometry;
use crate::symbols::Alphabet;

/// Writes an object per line.
pub(in crate::text) struct Objects {
    style: Style,
    /// The geometry of the last puzzle, and the text that identifies it.
    board: Option<(Arc<Geometry>, String)>,
}

impl Objects {
    pub(in crate::text) fn new(style: Style) -> Self {
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
