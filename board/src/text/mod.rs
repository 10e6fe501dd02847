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
//! | [`grid`], [`hurtebis`], [`sdk`], `ss`, `pencil` | a picture | headers and comments |
//! | [`json`], [`open_sudoku`] | lists, elements | comments |
//!
//! A text contains the cells of a puzzle, and seldom its geometry: so a picture becomes a
//! [`ParsedPuzzle`] first, and a puzzle when the geometry and the [`Symbols`](symbols::Symbols) are
//! known. The readers never guess: if two readings are possible, that is an error that names both.
//!
//! [`NOTATIONS`] lists them; [`recognise`] finds the notation of a text by its first lines. What is
//! written ([`record`]) reads back as the same puzzle, or is a [`WriteError`].
//!
//! In reading order: what a text states ([`symbols`], [`board_header`], [`metadata`]), cells in lines and
//! in rows, the [`parsed`] puzzle, the [`record`] that is written, the notations, and the [`reading`] of a single puzzle.

pub mod symbols;

mod write_error;

pub mod board_header;
pub mod metadata;

pub mod line;
pub mod pencil_line;

mod boxes;
mod picture_row;

mod picture;

pub mod parsed;
pub mod record;

mod rows;

pub mod grid;
pub mod hurtebis;
pub mod jsonl;
pub mod open_sudoku;
pub mod sdk;
pub mod table;

pub mod json;

mod notation;
mod recognise;

pub mod reading;

pub use self::metadata::{Metadata, Note, Topic};
pub use self::notation::{NOTATIONS, Notation, Read, named};
pub use self::parsed::{Cells, GeometryLookup, ParsedPuzzle};
pub use self::recognise::{Recognised, recognise};
pub use self::write_error::WriteError;
