//! A step of deduction: what a technique saw, and what follows from it. Steps are numbers, so that
//! finding one costs little; words are made of them where they are shown.

use board::{Cell, Symbol, SymbolSet};

/// What a technique saw, and what follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The symbols of the pattern.
    pub symbols: SymbolSet,
    /// The cells of the pattern.
    pub cells: Vec<Cell>,
    /// A second group of cells: fins, wings, the other set.
    pub others: Vec<Cell>,
    /// The regions that the pattern rests on.
    pub regions: Vec<usize>,
    /// A second group of regions: what the first ones are held against.
    pub covers: Vec<usize>,
    /// An argument link by link: each follows from the one before.
    pub chain: Vec<Link>,
    /// Symbols that are certain now.
    pub placements: Vec<(Cell, Symbol)>,
    /// Candidates that go.
    pub eliminations: Vec<(Cell, Symbol)>,
}

/// A statement about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The cell.
    pub cell: Cell,
    /// The symbol.
    pub symbol: Symbol,
    /// Whether the symbol stands there or not.
    pub holds: bool,
}

impl Step {
    /// `symbol` belongs into `cell`, the only one left in `regions`.
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
