//! Patterns (Falissard's *motifs*): which cells are given. Either a symmetry that preserves the set of
//! given cells, or that set cell by cell.
//!
//! A symmetry of a pattern moves positions on paper, whatever the regions are. It only requires that
//! each cell has an image on the board. Cells that it moves to each other form an *orbit*, and are
//! given together or not at all:
//!
//! ```text
//!   central       rotational    diagonal      horizontal    vertical
//!   a . . b       a . . .       a . b .       a . . a       a . . b
//!   . . . .       . . . a       . . . .       . . . .       . . . .
//!   . . . .       a . . .       b . . .       b . . b       . . . .
//!   b . . a       . . a .       . . . .       . . . .       a . . b
//! ```

use std::collections::HashMap;

use board::seed::ChaCha8Rng;
use board::{Cell, Geometry, Position};
use rand::seq::SliceRandom;

/// A symmetry, which maps each position to its image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternSymmetry {
    /// A rotation by 180° about the centre.
    Central,
    /// A reflection in the main diagonal, from the top left to the bottom right.
    Diagonal,
    /// A reflection that exchanges left and right.
    Horizontal,
    /// Each position is its own image.
    None,
    /// A rotation by 90° about the centre.
    Rotational,
    /// A reflection that exchanges top and bottom.
    Vertical,
}

/// The cells that may be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// All cells or none of each of these sets. Every cell is in one of them.
    Orbits(Vec<Vec<Cell>>),
    /// Exactly these cells.
    Cells(Vec<Cell>),
}

/// A cell has no image under a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the board has no such symmetry: {cell} has no cell for an image")]
pub struct NoImage {
    /// The position of the cell.
    pub cell: Position,
}

impl PatternSymmetry {
    /// All that move a position.
    pub const MOVING: [Self; 5] =
        [Self::Central, Self::Diagonal, Self::Horizontal, Self::Rotational, Self::Vertical];

    /// Returns the image of a position on a board with these numbers of rows and columns.
    fn image(self, Position { row, column }: Position, rows: usize, columns: usize) -> Position {
        let turned = |from: usize, size: usize| (size - 1).wrapping_sub(from);
        let (row, column) = match self {
            Self::Central => (turned(row, rows), turned(column, columns)),
            Self::Diagonal => (column, row),
            Self::Horizontal => (row, turned(column, columns)),
            Self::None => (row, column),
            // On a board that is not square this leads out of it.
            Self::Rotational => (column, turned(row, rows)),
            Self::Vertical => (turned(row, rows), column),
        };
        Position { row, column }
    }
}

impl Pattern {
    /// Returns the pattern of all sets of cells that a symmetry preserves.
    ///
    /// # Errors
    /// If a cell has no image on the board.
    pub fn symmetric(geometry: &Geometry, symmetry: PatternSymmetry) -> Result<Self, NoImage> {
        let positions = || (0..geometry.cells()).map(|cell| geometry.position(cell));
        let at: HashMap<Position, Cell> = positions().zip(0..).collect();
        let rows = positions().map(|it| it.row + 1).max().unwrap_or(0);
        let columns = positions().map(|it| it.column + 1).max().unwrap_or(0);
        let image = |cell: Cell| {
            let cell = geometry.position(cell);
            at.get(&symmetry.image(cell, rows, columns)).copied().ok_or(NoImage { cell })
        };
        let mut is_in_one = vec![false; geometry.cells()];
        let mut orbits = Vec::new();
        for first in 0..geometry.cells() {
            let (mut orbit, mut cell) = (Vec::new(), first);
            while !is_in_one[cell] {
                is_in_one[cell] = true;
                orbit.push(cell);
                cell = image(cell)?;
            }
            orbits.extend(Some(orbit).filter(|orbit| !orbit.is_empty()));
        }
        Ok(Self::Orbits(orbits))
    }

    /// Returns a random set of so many cells with this pattern, or of any number. Returns `None` if none was found.
    pub(super) fn cells(&self, clues: Option<usize>, rng: &mut ChaCha8Rng) -> Option<Vec<Cell>> {
        let mut cells = match self {
            Self::Cells(cells) => cells.clone(),
            Self::Orbits(orbits) => {
                let mut orbits: Vec<&Vec<Cell>> = orbits.iter().collect();
                orbits.shuffle(rng);
                let mut cells = Vec::new();
                for orbit in orbits {
                    if clues.is_some_and(|clues| cells.len() + orbit.len() <= clues) {
                        cells.extend_from_slice(orbit);
                    }
                }
                cells
            }
        };
        cells.sort_unstable();
        clues.is_none_or(|clues| cells.len() == clues).then_some(cells)
    }
}
