//! Writes the notations with one puzzle per line: `line`, `pencil-line`, `sdm`, `csv` and `tsv`.
//!
//! Metadata is written in header lines, which apply until they are replaced, so that only changes are
//! written. A name follows the cells. In a table, name and level have columns of their own, and comments no place, since
//! most readers of CSV take every line for a row.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::board_header;
use super::line;
use super::metadata::Topic;
use super::parsed::Cells;
use super::pencil_line;
use super::record::{Record, Style, Writer, comment, push_header};
use super::symbols::Symbols;
use super::write_error::WriteError;
use crate::geometry::Geometry;
use crate::source::one_line;
use crate::symbols::Alphabet;

/// A notation with one puzzle per line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Line,
    PencilLine,
    Sdm,
    /// A table with this separator.
    Table(char),
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::PencilLine => "pencil-line",
            Self::Sdm => "sdm",
            Self::Table('\t') => "tsv",
            Self::Table(_) => "csv",
        }
    }

    /// Returns the first line, if it is the heading of a table.
    fn heading(self) -> String {
        match self {
            Self::Table(separator) => {
                ["puzzle", "solution", "name", "level\n"].join(&separator.to_string())
            }
            _ => String::new(),
        }
    }
}

/// Writes lines, and keeps track of the headers in force.
pub(super) struct Rows {
    kind: Kind,
    style: Style,
    is_first: bool,
    /// The geometry of the last header `geometry`.
    geometry: Option<Arc<Geometry>>,
    alphabet: Option<Alphabet>,
    expect: String,
    topics: BTreeMap<Topic, String>,
}

impl Rows {
    pub(super) fn new(kind: Kind, style: Style) -> Self {
        let (geometry, alphabet, topics) = (None, None, BTreeMap::new());
        Self { kind, style, is_first: true, geometry, alphabet, expect: String::new(), topics }
    }

    /// Returns the header lines after which the headers in force are those of a puzzle.
    fn headers(&mut self, record: &Record, cells: &str) -> Result<String, WriteError> {
        let geometry = record.puzzle.geometry();
        let mut text = String::new();
        let applies = match &self.geometry {
            Some(stated) => Arc::ptr_eq(stated, geometry) || stated.is_same_board(geometry),
            None => determine(cells, geometry),
        };
        if !applies {
            text += &board_header::header(geometry)?;
            self.geometry = Some(geometry.clone());
        }
        let standard = || Alphabet::standard(geometry.symbols()).ok();
        let current = self.alphabet.clone().or_else(standard);
        if current.as_ref() != Some(geometry.alphabet()) {
            let symbols = Symbols::of_alphabet(geometry.alphabet());
            push_header(&mut text, "symbols", &symbols.to_string());
            self.alphabet = Some(geometry.alphabet().clone());
        }
        let expect = record.expect.clone().unwrap_or_default();
        if self.expect != expect {
            push_header(&mut text, "expect", &expect);
            self.expect = expect;
        }
        let is_table = matches!(self.kind, Kind::Table(_));
        let has_column = |topic: Topic| is_table && topic == Topic::Level;
        for topic in Topic::ALL {
            if topic == Topic::Comment || has_column(topic) {
                continue;
            }
            let value = noted(record, topic);
            if self.topics.get(&topic).map_or("", String::as_str) != value {
                push_header(&mut text, topic.key(), &value);
                self.topics.insert(topic, value);
            }
        }
        if !is_table {
            let comments = record.notes.iter().filter(|note| note.topic == Topic::Comment);
            text.extend(comments.map(comment));
        }
        Ok(text)
    }

    fn row(&self, record: &Record, cells: &str) -> Result<String, WriteError> {
        let name = record.name.as_deref().unwrap_or_default();
        match self.kind {
            Kind::Sdm => Ok(format!("{cells}\n")),
            Kind::Line | Kind::PencilLine if name.is_empty() => Ok(format!("{cells}\n")),
            Kind::Line | Kind::PencilLine => {
                let reads_back = name == name.trim()
                    && name == one_line(name)
                    && line::without_comment(name) == name
                    && !line::reads_as_cell(cells, name)
                    && !line::reads_as_grid(record.puzzle.geometry(), name);
                if !reads_back {
                    return Err(WriteError::Name { notation: self.kind.name(), name: name.into() });
                }
                Ok(format!("{cells} {name}\n"))
            }
            Kind::Table(separator) => {
                let alphabet = record.puzzle.geometry().alphabet();
                let solution = record.solution.as_ref();
                let solution = solution.map(|grid| line::write_grid(alphabet, grid));
                let level = noted(record, Topic::Level);
                let fields = [cells, &solution.unwrap_or_default(), name, &level];
                let fields = fields.map(|field| quoted(field, separator));
                Ok(fields.join(&separator.to_string()) + "\n")
            }
        }
    }
}

impl Writer for Rows {
    fn record(&mut self, record: &Record) -> Result<String, WriteError> {
        let cells = match self.kind {
            Kind::Sdm => plain_cells(record, "sdm")?,
            Kind::PencilLine => pencil_line::write(&record.puzzle),
            Kind::Table(_) => record.cells(self.kind.name(), self.style.numbers)?,
            Kind::Line => {
                record.only_givens("line")?;
                line::write_cells(&record.puzzle, self.style.numbers)
            }
        };
        let headers =
            if self.kind == Kind::Sdm { String::new() } else { self.headers(record, &cells)? };
        let heading = if self.is_first { self.kind.heading() } else { String::new() };
        let row = self.row(record, &cells)?;
        self.is_first = false;
        Ok(format!("{heading}{headers}{row}"))
    }

    fn end(&mut self) -> String {
        if self.is_first { self.kind.heading() } else { String::new() }
    }
}

/// Returns what is noted about a puzzle on a topic.
fn noted(record: &Record, topic: Topic) -> String {
    let notes = record.notes.iter().filter(|note| note.topic == topic);
    notes.map(|note| note.text.as_str()).collect::<Vec<_>>().join("; ")
}

/// Returns the givens as characters, of a puzzle that a notation without headers can hold.
pub(super) fn plain_cells(record: &Record, notation: &'static str) -> Result<String, WriteError> {
    record.only_givens(notation)?;
    record.only_classic(notation, 9)?;
    let cells = line::write_cells(&record.puzzle, false);
    let geometry = record.puzzle.geometry();
    if !determine(&cells, geometry) {
        let (geometry, expected) = (geometry.name().into(), "its cells look like candidates");
        return Err(WriteError::Geometry { notation, geometry, expected });
    }
    Ok(cells)
}

/// Returns whether cells alone determine this geometry.
fn determine(cells: &str, geometry: &Geometry) -> bool {
    Cells::Line(1, 1, cells.into()).geometry().is_ok_and(|name| name == geometry.name())
}

/// Returns a field of a table, quoted if necessary.
fn quoted(field: &str, separator: char) -> String {
    let special = |c: char| c == separator || matches!(c, '"' | '\n' | '\r');
    if field.contains(special) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.into()
    }
}
