//! What the cells of a drawing show: givens, values, candidates, colours.

use board::{Grid, Puzzle, Symbol, SymbolSet};

/// The content of the cells.
#[derive(Clone, Copy, Debug)]
pub enum CellContent<'a> {
    /// Blank; the script of a page fills them by the cell number in `data-cell`.
    Blank,
    /// The givens of a puzzle, and something in its open cells.
    Puzzle {
        /// The puzzle.
        puzzle: &'a Puzzle,
        /// What its open cells show.
        open: OpenCells<'a>,
        /// The colours of the cells.
        fill: Fill<'a>,
    },
}

/// What the cells without a given show.
#[derive(Clone, Copy, Debug)]
pub enum OpenCells<'a> {
    /// The candidates of cells that the puzzle restricts by itself.
    Restricted,
    /// The candidates that the givens leave.
    Candidates,
    /// What a deduction has made of each cell.
    Marks(&'a [CellMarks]),
    /// The values of a solution.
    Solved(&'a Grid),
}

impl<'a> OpenCells<'a> {
    /// Returns the values of a solution, or else the candidates of restricted cells.
    pub fn solved(solution: Option<&'a Grid>) -> Self {
        solution.map_or(Self::Restricted, Self::Solved)
    }
}

/// What a deduction has made of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellMarks {
    /// The value that was placed.
    pub placed: Option<Symbol>,
    /// The candidates left; those of a filled cell are its value.
    pub left: SymbolSet,
    /// The candidates that the givens had left and that were removed.
    pub removed: SymbolSet,
    /// Those of them that the last step removed.
    pub removed_last: SymbolSet,
}

/// The colours of the cells of a drawing.
#[derive(Clone, Copy, Debug)]
pub enum Fill<'a> {
    /// The tints of further regions.
    Regions,
    /// A colour for each symbol, as in a graph colouring.
    Symbols,
    /// The colour of each cell, such as `#ffee88`, or none.
    Cells(&'a [Option<String>]),
}
