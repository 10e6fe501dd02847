//! A puzzle and its metadata, as notations write them.
//!
//! What is written reads back as the same puzzle; a notation that cannot hold a puzzle returns an error.
//! Metadata is written if the notation has a place for it.

use std::fmt::Write as _;
use std::sync::Arc;

use super::board_header;
use super::line;
use super::metadata::{Note, Topic};
use super::pencil_line;
use super::symbols::Symbols;
use super::write_error::WriteError;
use crate::geometry::Geometry;
use crate::puzzle::{Grid, Puzzle};
use crate::source::one_line;
use crate::symbols::{Alphabet, MAX_SYMBOLS};

/// A puzzle and its metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its name.
    pub name: Option<String>,
    /// Its solution.
    pub solution: Option<Grid>,
    /// How many solutions it is expected to have, as in the header `expect`.
    pub expect: Option<String>,
    /// Everything else.
    pub notes: Vec<Note>,
}

/// How puzzles are written where a notation allows a choice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Cells as numbers from one, not as characters.
    pub numbers: bool,
    /// The headers in force.
    pub(super) headers: HeaderState,
}

/// The headers that were written before, and apply until they are written again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HeaderState {
    geometry: bool,
    /// The last puzzle was played on the same board, so that its header still applies.
    same_board: bool,
    symbols: bool,
    expect: bool,
}

impl Style {
    /// Cells as numbers.
    pub fn numbers() -> Self {
        Self { numbers: true, ..Self::default() }
    }
}

/// Writes puzzles one after the other.
pub trait Writer {
    /// Returns the text of the next puzzle.
    ///
    /// # Errors
    /// If the notation cannot hold it.
    fn record(&mut self, record: &Record) -> Result<String, WriteError>;

    /// Returns whether a text holds one puzzle only.
    fn holds_one(&self) -> bool {
        false
    }

    /// Returns the text after the last puzzle.
    fn end(&mut self) -> String {
        String::new()
    }
}

/// Writes a puzzle of a notation, without those before it.
pub(super) type WriteOne = fn(&Record, Style) -> Result<String, WriteError>;

/// Writes each puzzle as if it were the only one, with a separator between two.
pub(super) struct Separate {
    name: &'static str,
    write: WriteOne,
    style: Style,
    /// The separator; `None` if a text holds one puzzle only.
    between: Option<&'static str>,
    is_first: bool,
    /// The geometry of the last puzzle.
    last: Option<Arc<Geometry>>,
}

impl Separate {
    pub(super) fn new(
        name: &'static str,
        write: WriteOne,
        style: Style,
        between: Option<&'static str>,
    ) -> Self {
        Self { name, write, style, between, is_first: true, last: None }
    }
}

impl Writer for Separate {
    fn holds_one(&self) -> bool {
        self.between.is_none()
    }

    fn record(&mut self, record: &Record) -> Result<String, WriteError> {
        let geometry = record.puzzle.geometry();
        self.style.headers.same_board = self
            .last
            .as_ref()
            .is_some_and(|last| Arc::ptr_eq(last, geometry) || last.is_same_board(geometry));
        let text = (self.write)(record, self.style)?;
        let between = match self.between {
            _ if self.is_first => "",
            Some(between) => between,
            None => return Err(WriteError::Second(self.name)),
        };
        self.is_first = false;
        self.last = Some(geometry.clone());
        let has_header = |header: &str| text.lines().any(|line| line.starts_with(header));
        let headers = &mut self.style.headers;
        headers.geometry |= has_header("# geometry:");
        headers.symbols |= has_header("# symbols:");
        headers.expect |= has_header("# expect:");
        Ok(format!("{between}{text}"))
    }
}

impl Record {
    /// Creates a puzzle without metadata.
    pub fn new(puzzle: Puzzle) -> Self {
        Self { puzzle, name: None, solution: None, expect: None, notes: Vec::new() }
    }

    /// Returns whether every cell is given or may take every symbol.
    fn has_only_givens(&self) -> bool {
        self.puzzle.plain().is_some()
    }

    /// # Errors
    /// If a cell is neither given nor open.
    pub(super) fn only_givens(&self, notation: &'static str) -> Result<(), WriteError> {
        if self.has_only_givens() { Ok(()) } else { Err(WriteError::Candidates(notation)) }
    }

    /// # Errors
    /// If the geometry is not the classic one of its size, in standard symbols, and with at most
    /// `largest` of them: the notation has no place to state it.
    pub(super) fn only_classic(
        &self,
        notation: &'static str,
        largest: usize,
    ) -> Result<(), WriteError> {
        let geometry = self.puzzle.geometry();
        let order = geometry.symbols();
        if geometry.name() != format!("classic{order}") || order > largest {
            let expected = if largest < MAX_SYMBOLS {
                "expected a classic one of at most nine symbols"
            } else {
                "expected a classic one, or a notation with headers, as line and grid"
            };
            let geometry = geometry.name().into();
            return Err(WriteError::Geometry { notation, geometry, expected });
        }
        self.only_standard(notation)
    }

    /// # Errors
    /// If the symbols are not the standard ones.
    pub(super) fn only_standard(&self, notation: &'static str) -> Result<(), WriteError> {
        let alphabet = self.puzzle.geometry().alphabet();
        if Alphabet::standard(alphabet.len()).as_ref() != Ok(alphabet) {
            let symbols = alphabet.to_string();
            return Err(WriteError::Symbols { notation, symbols });
        }
        Ok(())
    }

    /// Returns the cells as a field of a notation: givens, or all candidates if there are some.
    pub(super) fn cells(
        &self,
        notation: &'static str,
        numbers: bool,
    ) -> Result<String, WriteError> {
        if self.has_only_givens() {
            return Ok(line::write_cells(&self.puzzle, numbers));
        }
        // With one symbol, a cell is as long as its candidates, and `.` is an open cell.
        if self.puzzle.geometry().symbols() > 1 {
            Ok(pencil_line::write(&self.puzzle))
        } else {
            Err(WriteError::Impossible(notation))
        }
    }

    /// Returns the header lines of a picture: all metadata, and the geometry and the symbols unless the picture
    /// determines them.
    ///
    /// # Errors
    /// If numbers are to stand for symbols other than the standard ones.
    pub(super) fn headers(
        &self,
        notation: &'static str,
        style: Style,
    ) -> Result<String, WriteError> {
        let geometry = self.puzzle.geometry();
        if style.numbers {
            self.only_standard(notation)?;
        }
        let mut text = String::new();
        let is_classic = || geometry.name() == format!("classic{}", geometry.symbols());
        if !style.headers.same_board && (style.headers.geometry || !is_classic()) {
            text += &board_header::header(geometry)?;
        }
        let symbols = stated_symbols(geometry.alphabet(), style.numbers);
        if let Some(symbols) = symbols.or(style.headers.symbols.then_some(Symbols::Hex1)) {
            push_header(&mut text, "symbols", &symbols.to_string());
        }
        let nothing = style.headers.expect.then(String::new);
        if let Some(expect) = self.expect.as_ref().or(nothing.as_ref()) {
            push_header(&mut text, "expect", expect);
        }
        if let Some(name) = &self.name {
            push_header(&mut text, "name", name);
        }
        text.extend(self.notes.iter().map(comment));
        Ok(text)
    }
}

/// Appends a header line.
pub(super) fn push_header(text: &mut String, key: &str, value: &str) {
    let line = format!("# {key}: {}", one_line(value).trim());
    writeln!(text, "{}", line.trim_end()).expect("a string accepts every write");
}

/// Returns the symbols that a header must state; `None` for the digits of up to nine symbols.
fn stated_symbols(alphabet: &Alphabet, numbers: bool) -> Option<Symbols> {
    if alphabet.len() <= 9 && Alphabet::standard(alphabet.len()).as_ref() == Ok(alphabet) {
        return None;
    }
    Some(if numbers { Symbols::Numbers } else { Symbols::of_alphabet(alphabet) })
}

/// Returns a note as a comment line.
pub(super) fn comment(note: &Note) -> String {
    let text = one_line(&note.text);
    // A comment that would read back as a header gets a key of its own.
    let key = text.split_once(':').map(|(key, _)| key.trim());
    let looks_like_a_header = key.is_some_and(|key| {
        matches!(key, "expect" | "geometry" | "name" | "symbols") || Topic::of_key(key).is_some()
    });
    if note.topic == Topic::Comment && !looks_like_a_header {
        format!("# {text}\n")
    } else {
        format!("# {}: {text}\n", note.topic.key())
    }
}
