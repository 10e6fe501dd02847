//! What a text says of a puzzle before it is known where it is played: a notation gives a shape,
//! and the geometry is somebody else's to name.
//!
//! ```text
//!   text ──(notation)──> draft ──(geometry, symbols)──> puzzle
//! ```
//!
//! Comment lines `# key: value` are *headers* in every notation that has comments: `geometry` and
//! `symbols` say how the cells are to be read ([`board`](super::board_header)), `name` what the puzzle is called, and the [`Topic`]s
//! what else there is to say of it. Any other comment is a comment.

use std::borrow::Cow;
use std::sync::Arc;

use super::board_header::Stated;
use super::line;
use super::pencil_line;
use super::picture::Picture;
use super::problem::{Problem, TextError};
use super::symbols::Symbols;
use crate::geometry::Geometry;
use crate::puzzle::{Grid, Puzzle};

/// A puzzle as it stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The line that it begins on, from one.
    pub line: usize,
    /// Its cells.
    pub cells: Cells,
    /// The solution that stands beside it.
    pub solution: Option<Cells>,
    /// What was said of it.
    pub said: Said,
}

/// What a text says of a puzzle beside its cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// What it is called.
    pub name: Option<String>,
    /// Its geometry.
    pub geometry: Option<Stated>,
    /// Its symbols, and the line that says so.
    pub symbols: Option<(usize, String)>,
    /// How many solutions it is expected to have, and the line that says so.
    pub expect: Option<(usize, String)>,
    /// Everything else.
    pub notes: Vec<Note>,
}

/// Something that is said of a puzzle, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it is about.
    pub topic: Topic,
    /// What is said: one line.
    pub text: String,
}

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// Who made the puzzle.
    Author,
    /// Anything.
    Comment,
    /// When it was made.
    Date,
    /// What it is.
    Description,
    /// How hard it is said to be.
    Level,
    /// Where it was published.
    Source,
    /// An address.
    Url,
}

/// Cells as they stand in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// In reading order, as in the [one-line notation](mod@line): the line and the column that they
    /// begin at, and the text.
    Line(usize, usize, String),
    /// In rows.
    Picture(Picture),
}

/// Gives the geometry that a name names, or the one that holds where there is no name; none where
/// the size has to tell.
pub type Atlas<'a> = dyn FnMut(Option<&str>) -> Option<Arc<Geometry>> + 'a;

impl Topic {
    /// All topics.
    pub const ALL: [Self; 7] = [
        Self::Author,
        Self::Comment,
        Self::Date,
        Self::Description,
        Self::Level,
        Self::Source,
        Self::Url,
    ];

    /// The key of its header.
    pub fn key(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::Comment => "comment",
            Self::Date => "date",
            Self::Description => "description",
            Self::Level => "level",
            Self::Source => "source",
            Self::Url => "url",
        }
    }

    /// The topic whose header has this key.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.key() == key)
    }
}

impl Note {
    /// A note; line ends in `text` become blanks.
    pub fn new(topic: Topic, text: &str) -> Self {
        Self { topic, text: text.split_whitespace().collect::<Vec<_>>().join(" ") }
    }

    /// What is behind the `#` of a comment line that says nothing else; none if it says nothing.
    pub fn of_comment(comment: &str) -> Option<Self> {
        let header = comment.split_once(':');
        let topic = header.and_then(|(key, text)| Some((Topic::of_key(key.trim())?, text)));
        let (topic, text) = topic.unwrap_or((Topic::Comment, comment));
        Some(Self::new(topic, text)).filter(|note| !note.text.is_empty())
    }
}

impl Said {
    /// Takes what is behind the `#` of a comment line.
    pub(super) fn hear(&mut self, line: usize, comment: &str) {
        if self.geometry.as_mut().is_some_and(|stated| stated.take(line, comment)) {
            return;
        }
        let (key, value) = comment.split_once(':').unwrap_or_default();
        let value = || value.trim().to_owned();
        match key.trim() {
            "expect" => self.expect = Some((line, value())),
            "geometry" => self.geometry = Some(Stated::new(line, &value())),
            "name" => self.name = Some(value()).filter(|name| !name.is_empty()),
            "symbols" => self.symbols = Some((line, value())),
            _ => self.notes.extend(Note::of_comment(comment)),
        }
    }

    /// Headers hold for the puzzles that follow until others are stated.
    pub(super) fn go_on(&mut self, holds: &mut Self) {
        go_on(&mut self.geometry, &mut holds.geometry);
        go_on(&mut self.symbols, &mut holds.symbols);
        go_on(&mut self.expect, &mut holds.expect);
    }

    /// What else there is to say: what is said here already stays.
    pub(super) fn add(&mut self, other: Self) {
        self.name = self.name.take().or(other.name);
        self.geometry = self.geometry.take().or(other.geometry);
        self.symbols = self.symbols.take().or(other.symbols);
        self.expect = self.expect.take().or(other.expect);
        self.notes.extend(other.notes);
    }
}

/// What is stated here holds from here on; where nothing is, what held before does.
fn go_on<T: Clone>(here: &mut Option<T>, before: &mut Option<T>) {
    match here {
        Some(_) => before.clone_from(here),
        None => here.clone_from(before),
    }
}

impl Draft {
    /// A puzzle of which nothing is said.
    pub(super) fn new(line: usize, cells: Cells) -> Self {
        Self { line, cells, solution: None, said: Said::default() }
    }
}

impl Cells {
    /// The name of the geometry that the size tells: a classic one.
    ///
    /// # Errors
    /// When no classic geometry has this size.
    pub fn geometry(&self) -> Result<String, TextError> {
        let order = match self {
            Self::Line(_, _, text) => match pencil_line::order(text) {
                Some(order) => order,
                None => line::order(text).map_err(|error| self.place(error))?,
            },
            Self::Picture(picture) => picture.order()?,
        };
        Ok(format!("classic{order}"))
    }

    /// The symbols, where nobody told them.
    ///
    /// # Errors
    /// When more than one way of writing them fits, or the size is not that of `geometry`.
    pub fn symbols(&self, geometry: &Geometry) -> Result<Symbols, TextError> {
        match self {
            Self::Line(_, _, text) if pencil_line::is_as_long(text, geometry) => Ok(Symbols::Hex1),
            Self::Line(_, _, text) => {
                line::symbols(text, geometry).map_err(|error| self.place(error))
            }
            Self::Picture(picture) => picture.symbols(geometry),
        }
    }

    /// The puzzle.
    ///
    /// # Errors
    /// When the cells are not those of `geometry`, or one holds what is no symbol.
    pub fn puzzle(&self, geometry: &Arc<Geometry>, symbols: &Symbols) -> Result<Puzzle, TextError> {
        match self {
            Self::Line(_, _, text) if pencil_line::is_as_long(text, geometry) => {
                let read = pencil_line::read(text, geometry).map(|(puzzle, _)| puzzle);
                read.map_err(|error| self.place(error))
            }
            Self::Line(_, _, text) => {
                line::parse(text, geometry).map_err(|error| self.place(error))
            }
            Self::Picture(picture) => picture.puzzle(geometry, symbols),
        }
    }

    /// The grid.
    ///
    /// # Errors
    /// As [`Cells::puzzle`], and at an empty cell.
    pub fn grid(&self, geometry: &Arc<Geometry>, symbols: &Symbols) -> Result<Grid, TextError> {
        let puzzle = self.puzzle(geometry, symbols)?;
        let (line, column) = self.start();
        let open = || TextError::new(line, column, Problem::Open);
        let symbols: Option<Vec<_>> = puzzle.givens().into_iter().collect();
        symbols.map(Grid::new).ok_or_else(open)
    }

    /// Whether they are rows as `geometry` has them.
    pub(super) fn is_picture_of(&self, geometry: &Geometry) -> bool {
        matches!(self, Self::Picture(picture) if picture.fits(geometry))
    }

    /// Where they begin.
    pub fn start(&self) -> (usize, usize) {
        match self {
            Self::Line(line, column, _) => (*line, *column),
            Self::Picture(picture) => picture.start(),
        }
    }

    /// An error in the text of a line, at its place in the whole text.
    fn place(&self, error: line::LineError) -> TextError {
        let (line, column) = self.start();
        TextError::new(line, column + error.column - 1, error.problem)
    }
}

/// The lines of a text with their numbers, without a byte order mark and ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..).zip(text.lines())
}

/// A text in which line ends are blanks.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\r']) {
        text.split_whitespace().collect::<Vec<_>>().join(" ").into()
    } else {
        text.into()
    }
}
