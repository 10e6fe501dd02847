//! A puzzle and what is said of it, as it is written: the way back from a text.
//!
//! A notation that cannot hold a puzzle refuses it: what was written reads back as the same puzzle.
//! What is said beside the cells is written where there is a place for it.

use std::fmt::Write as _;
use std::sync::Arc;

use super::board_header;
use super::draft::{Note, Topic, one_line};
use super::symbols::Symbols;
use crate::geometry::Geometry;
use crate::puzzle::{Grid, Puzzle};
use crate::symbols::{Alphabet, SymbolSet};

/// A puzzle, and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What it is called.
    pub name: Option<String>,
    /// The solution that stands beside it.
    pub solution: Option<Grid>,
    /// How many solutions it is expected to have, as the header `expect` says it.
    pub expect: Option<String>,
    /// Everything else.
    pub notes: Vec<Note>,
}

/// How puzzles are to be written where a notation leaves it open.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Cells as numbers from one, not as characters.
    pub numbers: bool,
    /// The headers that were stated before, and hold until they are stated again.
    pub(super) stated: Stated,
}

/// Which headers were stated.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stated {
    geometry: bool,
    /// The last puzzle was played on the same board: what holds for it holds here.
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
    /// The text of the next puzzle.
    ///
    /// # Errors
    /// When the notation cannot hold it.
    fn record(&mut self, record: &Record) -> Result<String, Unwritable>;

    /// What follows the last puzzle.
    fn end(&mut self) -> String {
        String::new()
    }
}

/// A notation that writes each puzzle as if it were the only one, with something between two.
pub(super) struct Separate {
    pub(super) write: fn(&Record, Style) -> Result<String, Unwritable>,
    pub(super) style: Style,
    /// What stands between two puzzles; none where there may be only one.
    pub(super) between: Option<&'static str>,
    pub(super) written: usize,
    /// The geometry of the last puzzle.
    pub(super) last: Option<Arc<Geometry>>,
    pub(super) name: &'static str,
}

/// Why a notation cannot hold a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// It has candidates, and the notation has givens only.
    #[error(
        "{0} cannot hold candidates: expected a puzzle of givens, or the notation pencil or \
         pencil-line"
    )]
    Candidates(&'static str),
    /// A cell that may take nothing.
    #[error("{0} cannot hold a cell that may take nothing: expected the notation pencil-line")]
    Impossible(&'static str),
    /// The notation knows classic geometries only, or those of some size.
    #[error("{notation} cannot say the geometry {geometry}: {expected}")]
    Geometry {
        /// The notation.
        notation: &'static str,
        /// The name of the geometry.
        geometry: String,
        /// What would do.
        expected: &'static str,
    },
    /// A board that has no name, and that no drawing shows.
    #[error(
        "the board {0} cannot be drawn: expected one of at most 1000 rows and columns, with cells \
         in reading order"
    )]
    Drawing(String),
    /// The notation knows the standard symbols only.
    #[error("{notation} cannot say the symbols {symbols}: expected standard ones, by --to-symbols")]
    Symbols {
        /// The notation.
        notation: &'static str,
        /// The characters.
        symbols: String,
    },
    /// The name would be read as something else.
    #[error("{notation} cannot hold the name {name:?}")]
    Name {
        /// The notation.
        notation: &'static str,
        /// The name.
        name: String,
    },
    /// There is one puzzle in a text of the notation.
    #[error("{0} holds one puzzle: expected a notation that holds many")]
    Second(&'static str),
}

impl Writer for Separate {
    fn record(&mut self, record: &Record) -> Result<String, Unwritable> {
        let geometry = record.puzzle.geometry();
        self.style.stated.same_board = self
            .last
            .as_ref()
            .is_some_and(|last| Arc::ptr_eq(last, geometry) || last.is_same_board(geometry));
        let text = (self.write)(record, self.style)?;
        let between = match (self.written, self.between) {
            (0, _) => "",
            (_, Some(between)) => between,
            (_, None) => return Err(Unwritable::Second(self.name)),
        };
        self.written += 1;
        self.last = Some(geometry.clone());
        let states = |header: &str| text.lines().any(|line| line.starts_with(header));
        let stated = &mut self.style.stated;
        stated.geometry |= states("# geometry:");
        stated.symbols |= states("# symbols:");
        stated.expect |= states("# expect:");
        Ok(format!("{between}{text}"))
    }
}

impl Record {
    /// A puzzle of which nothing is said.
    pub fn new(puzzle: Puzzle) -> Self {
        Self { puzzle, name: None, solution: None, expect: None, notes: Vec::new() }
    }

    /// Whether every cell is given or may take everything.
    pub(super) fn has_only_givens(&self) -> bool {
        let all = SymbolSet::all(self.puzzle.geometry().symbols());
        self.puzzle.allowed().iter().all(|&set| set == all || set.single().is_some())
    }

    /// # Errors
    /// When a cell is neither given nor open.
    pub(super) fn only_givens(&self, notation: &'static str) -> Result<(), Unwritable> {
        if self.has_only_givens() { Ok(()) } else { Err(Unwritable::Candidates(notation)) }
    }

    /// # Errors
    /// When the geometry is not the classic one of its size, in standard symbols: the notation has
    /// no place to say it.
    pub(super) fn only_classic(
        &self,
        notation: &'static str,
        largest: usize,
    ) -> Result<(), Unwritable> {
        let geometry = self.puzzle.geometry();
        let order = geometry.symbols();
        if geometry.name() != format!("classic{order}") || order > largest {
            let expected = if largest < crate::catalog::MAX_CLASSIC {
                "expected a classic one of at most nine symbols"
            } else {
                "expected a classic one, or a notation with headers, as line and grid"
            };
            let geometry = geometry.name().into();
            return Err(Unwritable::Geometry { notation, geometry, expected });
        }
        if Alphabet::standard(order).as_ref() != Ok(geometry.alphabet()) {
            let symbols = geometry.alphabet().to_string();
            return Err(Unwritable::Symbols { notation, symbols });
        }
        Ok(())
    }

    /// The header lines of a picture: everything that is said, and the geometry and the symbols
    /// where the picture does not tell them.
    ///
    /// # Errors
    /// When numbers are to stand for symbols that are not the standard ones.
    pub(super) fn headers(
        &self,
        notation: &'static str,
        style: Style,
    ) -> Result<String, Unwritable> {
        let geometry = self.puzzle.geometry();
        let order = geometry.symbols();
        let standard = Alphabet::standard(order);
        if style.numbers && standard.as_ref() != Ok(geometry.alphabet()) {
            let symbols = geometry.alphabet().to_string();
            return Err(Unwritable::Symbols { notation, symbols });
        }
        let mut text = String::new();
        if !style.stated.same_board
            && (style.stated.geometry || geometry.name() != format!("classic{order}"))
        {
            text += &board_header::header(geometry)?;
        }
        let mut say = |key: &str, value: &str| {
            // A String takes every write.
            let _ = writeln!(text, "{}", format!("# {key}: {}", one_line(value).trim()).trim_end());
        };
        let told = told_symbols(geometry, style.numbers);
        if let Some(symbols) = told.or(style.stated.symbols.then_some(Symbols::Hex1)) {
            say("symbols", &symbols.to_string());
        }
        let nothing = style.stated.expect.then(String::new);
        if let Some(expect) = self.expect.as_ref().or(nothing.as_ref()) {
            say("expect", expect);
        }
        if let Some(name) = &self.name {
            say("name", name);
        }
        for note in &self.notes {
            text += &comment(note);
        }
        Ok(text)
    }
}

/// The symbols, where a picture does not tell them: digits up to 9 need no word.
fn told_symbols(geometry: &Geometry, numbers: bool) -> Option<Symbols> {
    let size = geometry.symbols();
    let is = |symbols: &Symbols| symbols.alphabet(size).as_ref() == Ok(geometry.alphabet());
    if size <= 9 && is(&Symbols::Hex1) {
        return None;
    }
    if numbers {
        return Some(Symbols::Numbers);
    }
    let named = [Symbols::Hex1, Symbols::Hex0, Symbols::Letters].into_iter().find(is);
    Some(named.unwrap_or_else(|| Symbols::Characters(geometry.alphabet().clone())))
}

/// A note as a comment line.
pub(super) fn comment(note: &Note) -> String {
    let text = one_line(&note.text);
    // What would be read as a header is one of its own.
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
