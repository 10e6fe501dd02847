//! The notations: how puzzles are written, one file each.
//!
//! There are three kinds of texts. In the first a puzzle is a *line*, or a field of a row: such texts may
//! be arbitrarily long, and the caller passes in one line at a time. In the second a puzzle is a
//! *picture*, rows of cells over several lines. In the third it is nested in a general format. All share
//! their notion of a symbol, and differ in everything else:
//!
//! | | reads | also holds |
//! |---|---|---|
//! | [`mod@line`], `sdm`, [`table`], [`pencil_line`] | a line | names, headers; [`table`]: solutions |
//! | [`jsonl`] | a line | everything |
//! | [`killer`], [`sumo_cue`] | a line | names, the board |
//! | [`grid`], [`hurtebis`], [`sdk`], `ss`, `pencil` | a picture | headers and comments |
//! | [`json`], [`open_sudoku`] | lists, elements | comments |
//! | [`f_puzzles`], [`scl`] | objects, links | names, the board, solutions |
//!
//! A text contains the cells of a puzzle, and seldom its geometry: so a picture becomes a
//! [`ParsedPuzzle`] first, and a puzzle when the geometry and the [`Symbols`](symbols::Symbols) are
//! known. The readers never guess: if two readings are possible, that is an error that names both.
//!
//! [`NOTATIONS`] lists them; [`recognise`] finds the notation of a text by its first lines. A text that was copied
//! from elsewhere is made [`plain`](pasted::plain) first, and a line in which nothing is read may have a puzzle
//! [`embedded`]; [`foreign`](foreign()) names files that are not such texts. What is written ([`record`]) reads back as
//! the same puzzle, or is a [`WriteError`].
//!
//! ```
//! use board::text::record::{Record, Style};
//! use board::text::{self, reading};
//!
//! let pasted = "> 1 . | . .\n> . 2 | . .\n> ----+----\n> . . | 3 .\n> . . | . 4\n";
//! let reading = reading::read(pasted, "")?;
//! assert_eq!((reading.notation, reading.puzzle.clues()), ("grid", 4));
//!
//! let line = text::named("line").expect("a notation of the table");
//! let written = line.writer(Style::default()).record(&Record::new(reading.puzzle))?;
//! assert_eq!(written, "1....2....3....4\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! In reading order: what a text states ([`symbols`], [`board_header`], [`metadata`]), cells in lines and
//! in rows, the [`parsed`] puzzle, the [`record`] that is written, the notations, and the [`reading`] of a single puzzle.

pub mod symbols;

mod write_error;

pub mod board_header;
pub mod metadata;

pub mod line;
pub mod pencil_line;

pub mod pasted;

pub mod embedded;

mod foreign;

mod boxes;
mod picture_row;

mod picture;

pub mod parsed;
pub mod record;
mod region_map;

mod rows;

pub mod rule_words;

pub mod same_rules;

mod square;

mod coded_line;
mod site;

pub mod f_puzzles;
pub mod grid;
mod holes;
pub mod hurtebis;
pub mod jsonl;
pub mod killer;
pub mod open_sudoku;
pub mod scl;
pub mod sdk;
pub mod sumo_cue;
pub mod table;

pub mod json;

mod titled;

mod notation;
mod number_rows;
mod recognise;

pub mod reading;

pub use self::foreign::foreign;
pub use self::metadata::{Metadata, Note, Topic};
pub use self::notation::{NOTATIONS, Notation, Read, named};
pub use self::parsed::{Cells, GeometryLookup, ParsedPuzzle};
pub use self::recognise::{Recognised, recognise};
pub use self::write_error::WriteError;
