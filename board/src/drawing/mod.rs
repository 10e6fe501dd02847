//! Geometries as text: a picture with a letter for each block, and what else must not repeat. The
//! format is that of the files in `datasets/geometries`, whose page follows.
//!
//! Cells are numbered in reading order, and regions stand in the order of the lines that make them,
//! those of `apart` last.
#![doc = include_str!("../../../datasets/geometries/README.md")]

use std::fmt;

use crate::geometry::{Geometry, GeometryError, Position};
use crate::symbols::AlphabetError;

mod build;
mod read;
mod shapes;
#[cfg(test)]
mod tests;
mod write;

pub use write::write;

/// What a text draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The geometry, with its name.
    pub geometry: Geometry,
    /// What it is, for people; empty where nothing was said.
    pub about: String,
}

/// Reads a drawing; `name` is what it is called where the text does not say it.
///
/// # Errors
/// What is wrong first, and where.
pub fn read(text: &str, name: &str) -> Result<Drawing, DrawingError> {
    let sheet = read::sheet(text)?;
    let about = sheet.about.unwrap_or_default().to_owned();
    Ok(Drawing { geometry: build::geometry(sheet, name)?, about })
}

/// What is wrong with a drawing, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct DrawingError {
    /// The line, from one.
    pub line: usize,
    /// The column, in characters, from one.
    pub column: usize,
    /// What is wrong and what was expected.
    pub problem: Problem,
}

/// What can be wrong with a drawing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A line that says nothing known.
    #[error("{found:?} is no keyword, expected one of {}", Keywords)]
    Keyword {
        /// Its first word.
        found: String,
    },
    /// A keyword that is written in another way.
    #[error("expected `{0}`")]
    Form(&'static str),
    /// A keyword that may stand once stands there again.
    #[error("a second `{0}`, expected one")]
    Again(&'static str),
    /// A picture without a line.
    #[error("no picture, expected one in the lines after this: a character for each cell")]
    NoPicture,
    /// Lines of different length.
    #[error(
        "{found} cells, expected {expected} as in the first line of the picture; a picture ends \
         with an empty line"
    )]
    Ragged {
        /// Characters of this line.
        found: usize,
        /// Characters of the first line.
        expected: usize,
    },
    /// A blank or a comment sign within a line of a picture.
    #[error("{0:?} in a picture, expected a letter, `.` or `-`")]
    Mark(char),
    /// A picture of another size than the board.
    #[error("a picture of {}, expected {} as the board has", Size(*found), Size(*expected))]
    Size {
        /// Rows and columns of the picture.
        found: (usize, usize),
        /// Rows and columns of the board.
        expected: (usize, usize),
    },
    /// A cell that is not on the board.
    #[error("{0} is no cell of the board")]
    Outside(Position),
    /// A hole where the board has a cell.
    #[error("a hole at {0}, where the board has a cell: expected `.` or a letter")]
    Hole(Position),
    /// A word that names no cell.
    #[error("{0:?} is no cell, expected one like r1c1")]
    Cell(String),
    /// A region names a cell twice.
    #[error("{region} names {position} twice")]
    Repeated {
        /// Its name.
        region: String,
        /// The cell.
        position: Position,
    },
    /// A region has more cells than there are symbols.
    #[error("{region} has {cells} cells, expected at most {symbols}: there are no more symbols")]
    Long {
        /// Its name, with its letter where it has one.
        region: String,
        /// |E_j|.
        cells: usize,
        /// |S|.
        symbols: usize,
    },
    /// More cells than a board may have.
    #[error("more than {most} {what}, expected a smaller board")]
    Large {
        /// What there is too much of.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// Nothing says where there are cells.
    #[error("no cells, expected a line `board:` and a picture, or `place: NAME at r1c1`")]
    NoCells,
    /// Diagonals of what has none.
    #[error("diagonals of a board that is {}, expected a square without a hole on them", Size(*.0))]
    Diagonals((usize, usize)),
    /// A word that is no offset.
    #[error("{0:?} is no offset, expected rows and columns like 1,2")]
    Offset(String),
    /// A number of symbols that cannot be.
    #[error("{0:?} is no number of symbols")]
    Order(String),
    /// Symbols that cannot be.
    #[error(transparent)]
    Symbols(#[from] AlphabetError),
    /// A geometry that cannot be placed, or sets that make none.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
}

/// A place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    line: usize,
    column: usize,
}

impl Spot {
    fn error(self, problem: impl Into<Problem>) -> DrawingError {
        DrawingError { line: self.line, column: self.column, problem: problem.into() }
    }
}

/// The keywords, as an error lists them.
struct Keywords;

impl fmt::Display for Keywords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", read::KEYWORDS.join(", "))
    }
}

/// Rows and columns.
struct Size((usize, usize));

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows and {} columns", self.0.0, self.0.1)
    }
}
