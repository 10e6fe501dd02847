//! Writes the notations with a puzzle a line: `line`, `pencil-line`, `sdm`, `csv` and `tsv`.
//!
//! What is said of a puzzle stands in header lines before it, which hold until others follow: so
//! only what changes is written. A name stands behind the cells, or in a column.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::board_header;
use super::draft::{Cells, Topic, one_line};
use super::line;
use super::pencil_line;
use super::record::{Record, Style, Unwritable, Writer, comment};
use super::symbols::Symbols;
use crate::geometry::Geometry;
use crate::symbols::Alphabet;

/// A notation with a puzzle a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Line,
    PencilLine,
    Sdm,
    /// The columns are apart by this.
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
}

/// Writes lines, and knows which headers hold.
pub(super) struct Rows {
    kind: Kind,
    style: Style,
    n_written: usize,
    /// The geometry that a header states.
    geometry: Option<Arc<Geometry>>,
    alphabet: Option<Alphabet>,
    expect: String,
    topics: BTreeMap<Topic, String>,
}

impl Rows {
    pub(super) fn new(kind: Kind, style: Style) -> Self {
        let (geometry, alphabet, topics) = (None, None, BTreeMap::new());
        Self { kind, style, n_written: 0, geometry, alphabet, expect: String::new(), topics }
    }

    /// The header lines that make what holds true of a puzzle.
    fn headers(&mut self, record: &Record, cells: &str) -> Result<String, Unwritable> {
        let geometry = record.puzzle.geometry();
        let mut text = String::new();
        let holds = match &self.geometry {
            Some(stated) => Arc::ptr_eq(stated, geometry) || stated.is_same_board(geometry),
            None => told(cells, geometry).is_some(),
        };
        if !holds {
            text += &board_header::header(geometry)?;
            self.geometry = Some(geometry.clone());
        }
        let mut say = |key: &str, value: &str| {
            // A String takes every write.
            let _ = writeln!(text, "{}", format!("# {key}: {}", one_line(value).trim()).trim_end());
        };
        let standard = || Alphabet::standard(geometry.symbols()).ok();
        let holds = self.alphabet.clone().or_else(standard);
        if holds.as_ref() != Some(geometry.alphabet()) {
            say("symbols", &named(geometry).to_string());
            self.alphabet = Some(geometry.alphabet().clone());
        }
        let expect = record.expect.clone().unwrap_or_default();
        if self.expect != expect {
            say("expect", &expect);
            self.expect = expect;
        }
        for topic in Topic::ALL.into_iter().filter(|&topic| topic != Topic::Comment) {
            let notes = record.notes.iter().filter(|note| note.topic == topic);
            let said = notes.map(|note| note.text.as_str()).collect::<Vec<_>>().join("; ");
            if self.topics.get(&topic).map_or("", String::as_str) != said {
                say(topic.key(), &said);
                self.topics.insert(topic, said);
            }
        }
        let comments = record.notes.iter().filter(|note| note.topic == Topic::Comment);
        text.extend(comments.map(comment));
        Ok(text)
    }

    fn row(&self, record: &Record, cells: &str) -> Result<String, Unwritable> {
        let name = record.name.as_deref().unwrap_or_default();
        match self.kind {
            Kind::Sdm => Ok(format!("{cells}\n")),
            Kind::Line | Kind::PencilLine if name.is_empty() => Ok(format!("{cells}\n")),
            Kind::Line | Kind::PencilLine => {
                // It is read as it is written.
                if name != name.trim()
                    || name != one_line(name)
                    || line::without_comment(name) != name
                {
                    return Err(Unwritable::Name { notation: self.kind.name(), name: name.into() });
                }
                Ok(format!("{cells} {name}\n"))
            }
            Kind::Table(separator) => {
                let alphabet = record.puzzle.geometry().alphabet();
                let solution = record.solution.as_ref();
                let solution = solution.map(|grid| line::write_grid(alphabet, grid));
                let fields = [cells, &solution.unwrap_or_default(), name];
                let fields = fields.map(|field| quoted(field, separator));
                Ok(fields.join(&separator.to_string()) + "\n")
            }
        }
    }
}

impl Writer for Rows {
    fn record(&mut self, record: &Record) -> Result<String, Unwritable> {
        let cells = match self.kind {
            Kind::Sdm => plain_cells(record, "sdm")?,
            Kind::PencilLine => pencil_line::write(&record.puzzle),
            Kind::Table(_) => pencil_line::cells(record, self.kind.name(), self.style.numbers)?,
            Kind::Line => {
                record.only_givens("line")?;
                line::cells(&record.puzzle, self.style.numbers)
            }
        };
        let headers =
            if self.kind == Kind::Sdm { String::new() } else { self.headers(record, &cells)? };
        let heading = match self.kind {
            Kind::Table(_) if self.n_written == 0 => {
                let separator = if self.kind == Kind::Table('\t') { '\t' } else { ',' };
                ["puzzle", "solution", "name\n"].join(&separator.to_string())
            }
            _ => String::new(),
        };
        let row = self.row(record, &cells)?;
        self.n_written += 1;
        Ok(format!("{heading}{headers}{row}"))
    }

    fn end(&mut self) -> String {
        match self.kind {
            Kind::Table(separator) if self.n_written == 0 => {
                ["puzzle", "solution", "name\n"].join(&separator.to_string())
            }
            _ => String::new(),
        }
    }
}

/// The givens as characters, of a puzzle that a notation without headers can hold.
pub(super) fn plain_cells(record: &Record, notation: &'static str) -> Result<String, Unwritable> {
    record.only_givens(notation)?;
    record.only_classic(notation, 9)?;
    let cells = line::cells(&record.puzzle, false);
    let geometry = record.puzzle.geometry();
    if told(&cells, geometry).is_none() {
        let (geometry, expected) = (geometry.name().into(), "its cells look like candidates");
        return Err(Unwritable::Geometry { notation, geometry, expected });
    }
    Ok(cells)
}

/// The geometry of a puzzle, if its cells tell it.
fn told(cells: &str, geometry: &Geometry) -> Option<String> {
    let told = Cells::Line(1, 1, cells.into()).geometry().ok()?;
    (told == geometry.name()).then_some(told)
}

/// The symbols of a geometry, by their name where they have one.
fn named(geometry: &Geometry) -> Symbols {
    let is = |symbols: &Symbols| {
        symbols.alphabet(geometry.symbols()).as_ref() == Ok(geometry.alphabet())
    };
    let named = [Symbols::Hex1, Symbols::Hex0, Symbols::Letters].into_iter().find(is);
    named.unwrap_or_else(|| Symbols::Characters(geometry.alphabet().clone()))
}

/// A field of a table: in quotes where it must be.
fn quoted(field: &str, separator: char) -> String {
    let special = |c: char| c == separator || matches!(c, '"' | '\n' | '\r');
    if field.contains(special) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.into()
    }
}
