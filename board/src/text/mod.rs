//! The notations: how puzzles are written, a file each.
//!
//! Three kinds of text are in use. In the first a puzzle is a *line*, or a field of a row: such texts
//! may be endless, and whoever reads a file hands in line after line. In the second a puzzle is a
//! *picture*, rows of cells over several lines. In the third it lies in the brackets of a format that
//! was made for something else. All agree in what a symbol is, and differ in all the rest:
//!
//! | | reads | also holds |
//! |---|---|---|
//! | [`mod@line`], `sdm`, [`table`], [`pencil_line`] | a line | names, headers; [`table`]: solutions |
//! | [`jsonl`] | a line | everything |
//! | [`grid`], [`hurtebis`], [`sdk`], `ss`, `pencil` | a picture | headers and comments |
//! | [`json`], [`open_sudoku`] | lists, elements | comments |
//!
//! A text says what stands in the cells, and seldom where they are played: so a picture becomes a
//! [`draft`] first, and a puzzle when the geometry and the [`symbols`] are known. What a text does
//! not tell is never guessed: where two readings fit, that is an error that names both.
//!
//! [`NOTATIONS`] is the table of them; [`recognise`] tells by the first lines which one a text is in.
//! What is written ([`record`]) reads back as the same puzzle, or is refused.

use self::draft::{Atlas, Draft};
use self::picture::Writing;
use self::problem::TextError;
use self::record::{Record, Separate, Style, Unwritable, Writer};
use self::rows::{Kind, Rows};

pub mod board_header;
mod boxes;
pub mod draft;
pub mod grid;
pub mod hurtebis;
pub mod json;
pub mod jsonl;
pub mod line;
pub mod open_sudoku;
pub mod pencil_line;
mod picture;
pub mod problem;
mod recognise;
pub mod record;
mod rows;
pub mod sdk;
pub mod symbols;
pub mod table;

pub use self::recognise::recognise;

/// One row of the table of notations.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in one line for people.
    pub about: &'static str,
    /// How files that are written in it end, the usual ending first.
    pub endings: &'static [&'static str],
    /// How it is read.
    pub read: Read,
    /// Whether a text may hold several puzzles.
    pub holds_many: bool,
    write: fn(Style) -> Box<dyn Writer>,
}

/// How a notation is read.
#[derive(Clone, Copy, Debug)]
pub enum Read {
    /// A puzzle a line: [`line::read`] or [`pencil_line::read`].
    Lines,
    /// A JSON object a line: [`jsonl::read`].
    Objects,
    /// A puzzle a row, under a heading: [`table::Table`].
    Table,
    /// The whole text at once.
    Text(fn(&str, &mut Atlas<'_>) -> Result<Vec<Draft>, TextError>),
}

impl Notation {
    /// Writes puzzles in it.
    pub fn writer(&self, style: Style) -> Box<dyn Writer> {
        (self.write)(style)
    }
}

/// Every notation.
pub const NOTATIONS: &[Notation] = &[
    Notation {
        name: "csv",
        about: "a table with columns apart by commas or semicolons",
        endings: &["csv"],
        read: Read::Table,
        holds_many: true,
        write: |style| Box::new(Rows::new(Kind::Table(','), style)),
    },
    Notation {
        name: "grid",
        about: "rows of cells, with lines around the blocks or without",
        endings: &["grid", "txt"],
        read: Read::Text(grid::read),
        holds_many: true,
        write: |style| separate("grid", grid::write::grid, style, Some("\n")),
    },
    Notation {
        name: "hurtebis",
        about: "rows of cells, blanks are empty; under a line --- a cell is two characters",
        endings: &["txt"],
        read: Read::Text(hurtebis::read),
        holds_many: false,
        write: |style| separate("hurtebis", hurtebis::write, style, None),
    },
    Notation {
        name: "json",
        about: "nested lists, as JSON or Python write them; also objects",
        endings: &["json", "py"],
        read: Read::Text(json::read),
        holds_many: true,
        write: |style| separate("json", json::write, style, Some("\n")),
    },
    Notation {
        name: "jsonl",
        about: "a JSON object a line",
        endings: &["jsonl", "ndjson"],
        read: Read::Objects,
        holds_many: true,
        write: |style| Box::new(jsonl::Objects::new(style)),
    },
    Notation {
        name: "line",
        about: "a puzzle a line, then a name",
        endings: &["txt"],
        read: Read::Lines,
        holds_many: true,
        write: |style| Box::new(Rows::new(Kind::Line, style)),
    },
    Notation {
        name: "opensudoku",
        about: "the XML of OpenSudoku",
        endings: &["opensudoku", "xml"],
        read: Read::Text(open_sudoku::read),
        holds_many: true,
        write: |_| Box::new(open_sudoku::Folder::default()),
    },
    Notation {
        name: "pencil",
        about: "rows of candidates, as HoDoKu prints them",
        endings: &["txt"],
        read: Read::Text(read_pencil),
        holds_many: true,
        write: |style| separate("pencil", grid::write::pencil, style, Some("\n")),
    },
    Notation {
        name: "pencil-line",
        about: "all candidates in a line: 729 characters, 216 in order 6",
        endings: &["txt"],
        read: Read::Lines,
        holds_many: true,
        write: |style| Box::new(Rows::new(Kind::PencilLine, style)),
    },
    Notation {
        name: "sdk",
        about: "SadMan and SudoCue: rows of characters under lines #A, #C, …",
        endings: &["sdk"],
        read: Read::Text(sdk::read),
        holds_many: false,
        write: |style| separate("sdk", sdk::write, style, None),
    },
    Notation {
        name: "sdm",
        about: "a puzzle a line, and nothing else",
        endings: &["sdm"],
        read: Read::Lines,
        holds_many: true,
        write: |style| Box::new(Rows::new(Kind::Sdm, style)),
    },
    Notation {
        name: "ss",
        about: "Simple Sudoku: rows of characters in a frame",
        endings: &["ss"],
        read: Read::Text(grid::read),
        holds_many: true,
        write: |style| separate("ss", grid::write::simple_sudoku, style, Some("\n")),
    },
    Notation {
        name: "tsv",
        about: "a table with columns apart by tabs",
        endings: &["tsv"],
        read: Read::Table,
        holds_many: true,
        write: |style| Box::new(Rows::new(Kind::Table('\t'), style)),
    },
];

/// The notation that is called so.
pub fn named(name: &str) -> Option<&'static Notation> {
    NOTATIONS.iter().find(|notation| notation.name == name)
}

fn read_pencil(text: &str, atlas: &mut Atlas<'_>) -> Result<Vec<Draft>, TextError> {
    grid::read_as(text, Writing::Candidates, atlas)
}

fn separate(
    name: &'static str,
    write: fn(&Record, Style) -> Result<String, Unwritable>,
    style: Style,
    between: Option<&'static str>,
) -> Box<dyn Writer> {
    Box::new(Separate { write, style, between, written: 0, last: None, name })
}
