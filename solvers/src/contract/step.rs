//! A step of deduction: the pattern that a technique found, and what follows from it. Steps consist
//! of numbers, so that finding one is cheap; they are put into words where they are shown.

use board::{Cell, Symbol, SymbolSet};

/// The pattern that a technique found, and what follows from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The symbols of the pattern.
    pub symbols: SymbolSet,
    /// The cells of the pattern.
    pub cells: Vec<Cell>,
    /// A second group of cells: fins, wings, the other set.
    pub others: Vec<Cell>,
    /// The regions that the pattern is based on.
    pub regions: Vec<usize>,
    /// A second group of regions, which cover the first.
    pub covers: Vec<usize>,
    /// A chain of inferences: each link follows from the one before.
    pub chain: Vec<Link>,
    /// The symbols that are now certain.
    pub placements: Vec<(Cell, Symbol)>,
    /// The candidates that are removed.
    pub eliminations: Vec<(Cell, Symbol)>,
}

/// A statement about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The cell.
    pub cell: Cell,
    /// The symbol.
    pub symbol: Symbol,
    /// Whether the cell has the symbol or not.
    pub holds: bool,
}

impl Step {
    /// Returns the step that places `symbol` in `cell`, the only one left in `regions`.
    pub fn single(cell: Cell, symbol: Symbol, regions: Vec<usize>) -> Self {
        Self {
            symbols: SymbolSet::only(symbol),
            cells: vec![cell],
            regions,
            placements: vec![(cell, symbol)],
            ..Self::default()
        }
    }
}
