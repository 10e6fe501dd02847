//! A puzzle as it stands in a text, before it is known where it is played: a notation gives a shape,
//! and the caller chooses the geometry.
//!
//! ```text
//!   text ──(notation)──> ParsedPuzzle ──(geometry, symbols)──> Puzzle
//! ```

use std::sync::Arc;

use super::line;
use super::metadata::Metadata;
use super::pencil_line;
use super::picture::Picture;
use super::symbols::Symbols;
use crate::geometry::Geometry;
use crate::puzzle::{Grid, Puzzle};
use crate::source::TextError;

/// A puzzle as it stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedPuzzle {
    /// The line that it starts on, from one.
    pub line: usize,
    /// Its cells.
    pub cells: Cells,
    /// The solution beside it.
    pub solution: Option<Cells>,
    /// What the text says about it.
    pub metadata: Metadata,
}

/// Cells as they stand in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// In reading order, as in the [one-line notation](mod@line): the line and the column of the first,
    /// and the text.
    Line(usize, usize, String),
    /// In rows.
    Picture(Picture),
}

/// Finds a geometry by its name, or the default one if there is no name; `None` if the geometry follows
/// from the number of cells.
pub type GeometryLookup<'a> = dyn FnMut(Option<&str>) -> Option<Arc<Geometry>> + 'a;

impl ParsedPuzzle {
    /// Creates a puzzle without metadata.
    pub(super) fn new(line: usize, cells: Cells) -> Self {
        Self { line, cells, solution: None, metadata: Metadata::default() }
    }
}

impl Cells {
    /// Returns the name of the classic geometry of this size.
    ///
    /// # Errors
    /// If no classic geometry has this size.
    pub fn geometry(&self) -> Result<String, TextError> {
        self.order().map(|order| format!("classic{order}"))
    }

    /// Returns the order of the classic geometry of this size.
    ///
    /// # Errors
    /// As [`Cells::geometry`].
    pub(super) fn order(&self) -> Result<usize, TextError> {
        match self {
            Self::Line(_, _, text) => match pencil_line::order(text) {
                Some(order) => Ok(order),
                None => line::order(text).map_err(|error| self.locate(error)),
            },
            Self::Picture(picture) => picture.order(),
        }
    }

    /// Returns the symbols, if nothing states them.
    ///
    /// # Errors
    /// If more than one way of writing them fits, or the size is not that of `geometry`.
    pub fn symbols(&self, geometry: &Geometry) -> Result<Symbols, TextError> {
        match self {
            Self::Line(_, _, text) if pencil_line::is_as_long(text, geometry) => Ok(Symbols::Hex1),
            Self::Line(_, _, text) => {
                line::symbols(text, geometry).map_err(|error| self.locate(error))
            }
            Self::Picture(picture) => picture.symbols(geometry),
        }
    }

    /// Returns the puzzle.
    ///
    /// # Errors
    /// If the cells are not those of `geometry`, or one holds something other than its symbols.
    pub fn puzzle(&self, geometry: &Arc<Geometry>, symbols: &Symbols) -> Result<Puzzle, TextError> {
        match self {
            Self::Line(_, _, text) if pencil_line::is_as_long(text, geometry) => {
                let read = pencil_line::read(text, geometry).map(|(puzzle, _)| puzzle);
                read.map_err(|error| self.locate(error))
            }
            Self::Line(_, _, text) => {
                line::parse(text, geometry).map_err(|error| self.locate(error))
            }
            Self::Picture(picture) => picture.puzzle(geometry, symbols),
        }
    }

    /// Returns the grid.
    ///
    /// # Errors
    /// As [`Cells::puzzle`], and at an empty cell.
    pub fn grid(&self, geometry: &Arc<Geometry>, symbols: &Symbols) -> Result<Grid, TextError> {
        let puzzle = self.puzzle(geometry, symbols)?;
        let (line, column) = self.start();
        let symbols: Option<Vec<_>> = puzzle.givens().into_iter().collect();
        symbols.map(Grid::new).ok_or_else(|| line::empty_cell(line, column))
    }

    /// Returns whether they are rows as `geometry` has them.
    pub(super) fn is_picture_of(&self, geometry: &Geometry) -> bool {
        matches!(self, Self::Picture(picture) if picture.fits(geometry))
    }

    /// Returns the line and column of the first cell.
    pub fn start(&self) -> (usize, usize) {
        match self {
            Self::Line(line, column, _) => (*line, *column),
            Self::Picture(picture) => picture.start(),
        }
    }

    /// Moves an error in the text of a line to its place in the whole text.
    fn locate(&self, error: TextError) -> TextError {
        let (line, column) = self.start();
        error.within(line, column)
    }
}
