//! The table of notations.

use super::parsed::{GeometryLookup, ParsedPuzzle};
use super::record::{Separate, Style, Writer};
use super::rows::{Kind, Rows};
use super::{f_puzzles, grid, hurtebis, json, jsonl, killer, open_sudoku, scl, sdk, sumo_cue};
use crate::source::TextError;

/// A notation.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// Its name.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The extensions of its files, the usual one first.
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
    /// One puzzle per line: [`line::read`](super::line::read) or [`pencil_line::read`](super::pencil_line::read).
    Lines,
    /// One JSON object per line: [`jsonl::read`].
    Objects,
    /// One puzzle per row, under a heading: [`TextTable`](super::table::TextTable).
    Table,
    /// The whole text at once.
    Text(fn(&str, &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError>),
}

impl Notation {
    /// Returns a writer of puzzles in this notation.
    pub fn writer(&self, style: Style) -> Box<dyn Writer> {
        (self.write)(style)
    }
}

/// Every notation.
pub const NOTATIONS: &[Notation] = &[
    Notation {
        name: "csv",
        about: "a table with columns separated by commas or semicolons",
        endings: &["csv"],
        read: Read::Table,
        holds_many: true,
        write: |style| Box::new(Rows::new(Kind::Table(','), style)),
    },
    Notation {
        name: "f-puzzles",
        about: "the objects of f-puzzles with rules, and links to it and to SudokuPad",
        endings: &["fpuz"],
        read: Read::Text(f_puzzles::read),
        holds_many: true,
        write: |style| Box::new(Separate::new("f-puzzles", f_puzzles::write, style, Some(""))),
    },
    Notation {
        name: "grid",
        about: "rows of cells, with or without lines around the blocks",
        endings: &["grid", "txt"],
        read: Read::Text(grid::read),
        holds_many: true,
        write: |style| Box::new(Separate::new("grid", grid::write::grid, style, Some("\n"))),
    },
    Notation {
        name: "hurtebis",
        about: "rows of cells, blanks are empty; under a line --- a cell is two characters",
        endings: &["txt"],
        read: Read::Text(hurtebis::read),
        holds_many: false,
        write: |style| Box::new(Separate::new("hurtebis", hurtebis::write, style, None)),
    },
    Notation {
        name: "json",
        about: "nested lists, as JSON or Python write them; also objects",
        endings: &["json", "py"],
        read: Read::Text(json::read),
        holds_many: true,
        write: |style| Box::new(Separate::new("json", json::write, style, Some("\n"))),
    },
    Notation {
        name: "jsonl",
        about: "one JSON object per line",
        endings: &["jsonl", "ndjson"],
        read: Read::Objects,
        holds_many: true,
        write: |style| Box::new(jsonl::Objects::new(style)),
    },
    Notation {
        name: "killer",
        about: "the code of killers, 3x3::k: and a number for each cell",
        endings: &["txt"],
        read: Read::Text(killer::read),
        holds_many: true,
        write: |style| Box::new(Separate::new("killer", killer::write, style, Some(""))),
    },
    Notation {
        name: "line",
        about: "one puzzle per line, then a name",
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
        read: Read::Text(grid::read_candidates),
        holds_many: true,
        write: |style| Box::new(Separate::new("pencil", grid::write::pencil, style, Some("\n"))),
    },
    Notation {
        name: "pencil-line",
        about: "all candidates in one line: 729 characters, 216 in order 6",
        endings: &["txt"],
        read: Read::Lines,
        holds_many: true,
        write: |style| Box::new(Rows::new(Kind::PencilLine, style)),
    },
    Notation {
        name: "scl",
        about: "the objects of SudokuPad with givens, regions and cages, and links that contain one",
        endings: &["scl"],
        read: Read::Text(scl::read),
        holds_many: true,
        write: |style| Box::new(Separate::new("scl", scl::write, style, Some(""))),
    },
    Notation {
        name: "sdk",
        about: "SadMan and SudoCue: rows of characters under lines #A, #C, …",
        endings: &["sdk"],
        read: Read::Text(sdk::read),
        holds_many: false,
        write: |style| Box::new(Separate::new("sdk", sdk::write, style, None)),
    },
    Notation {
        name: "sdm",
        about: "one puzzle per line, and nothing else",
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
        write: |style| Box::new(Separate::new("ss", grid::write::simple_sudoku, style, Some("\n"))),
    },
    Notation {
        name: "sumocue",
        about: "the code of SumoCue for killers and jigsaws, SumoCueV1 and =N or +N for each cell",
        endings: &["txt"],
        read: Read::Text(sumo_cue::read),
        holds_many: true,
        write: |style| Box::new(Separate::new("sumocue", sumo_cue::write, style, Some(""))),
    },
    Notation {
        name: "tsv",
        about: "a table with columns separated by tabs",
        endings: &["tsv"],
        read: Read::Table,
        holds_many: true,
        write: |style| Box::new(Rows::new(Kind::Table('\t'), style)),
    },
];

/// Returns the notation with this name.
pub fn named(name: &str) -> Option<&'static Notation> {
    NOTATIONS.iter().find(|notation| notation.name == name)
}
