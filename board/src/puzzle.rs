//! A puzzle is a geometry and the symbols that each cell may take; a grid is a symbol for every
//! cell.
//!
//! A *given* is a cell that may take one symbol only. So a puzzle with pencil marks is a puzzle
//! like any other, and a cell that may take none is a legal, impossible puzzle.

use std::ops::Index;
use std::sync::Arc;

use crate::geometry::{Cell, Geometry};
use crate::symbols::{Symbol, SymbolSet};

/// A geometry, and for each cell the set of symbols that it may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    geometry: Arc<Geometry>,
    allowed: Box<[SymbolSet]>,
}

impl Puzzle {
    /// The puzzle in which every cell may take every symbol.
    pub fn empty(geometry: Arc<Geometry>) -> Self {
        let allowed = vec![SymbolSet::all(geometry.symbols()); geometry.cells()].into();
        Self { geometry, allowed }
    }

    /// The puzzle with these givens; `None` leaves a cell open.
    ///
    /// # Panics
    /// If there are not as many as cells, or if one is not in S.
    pub fn from_givens(geometry: Arc<Geometry>, givens: &[Option<Symbol>]) -> Self {
        let all = SymbolSet::all(geometry.symbols());
        let set = |given: &Option<Symbol>| given.map_or(all, SymbolSet::only);
        Self::from_allowed(geometry, givens.iter().map(set).collect())
    }

    /// The puzzle in which each cell may take the symbols of its set.
    ///
    /// # Panics
    /// If there are not as many sets as cells, or if one holds what is not in S.
    pub fn from_allowed(geometry: Arc<Geometry>, allowed: Vec<SymbolSet>) -> Self {
        let all = SymbolSet::all(geometry.symbols());
        assert_eq!(allowed.len(), geometry.cells(), "one set for each cell");
        let union = allowed.iter().fold(0, |union, set| union | set.bits());
        assert!(SymbolSet::from_bits(union).is_subset(all), "symbols of the geometry only");
        Self { geometry, allowed: allowed.into() }
    }

    /// Where it is played.
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The symbols that each cell may take, in the order of C.
    pub fn allowed(&self) -> &[SymbolSet] {
        &self.allowed
    }

    /// The symbol of `cell`, if it is given.
    pub fn given(&self, cell: Cell) -> Option<Symbol> {
        self.allowed[cell].single()
    }

    /// The givens, in the order of C; `None` where a cell is open.
    pub fn givens(&self) -> Vec<Option<Symbol>> {
        self.allowed.iter().map(|set| set.single()).collect()
    }

    /// The candidates of each cell at the start: what it may take and no given of its regions
    /// holds. A given keeps its symbol.
    pub fn candidates(&self) -> Vec<SymbolSet> {
        let given = |&cell: &Cell| self.given(cell).map_or(0, |symbol| 1 << symbol);
        let union = |taken: u64, more: u64| taken | more;
        let regions = self.geometry.regions().iter();
        let taken: Vec<u64> =
            regions.map(|region| region.cells.iter().map(given).fold(0, union)).collect();
        let candidates = |(cell, set): (Cell, &SymbolSet)| match set.single() {
            Some(_) => *set,
            None => {
                let regions = self.geometry.regions_of(cell).iter();
                let taken = regions.map(|&region| taken[region]).fold(0, union);
                SymbolSet::from_bits(set.bits() & !taken)
            }
        };
        self.allowed.iter().enumerate().map(candidates).collect()
    }

    /// How many cells are given.
    pub fn clues(&self) -> usize {
        // No branch: which cells are given cannot be foreseen.
        self.allowed.iter().map(|set| usize::from(set.bits().is_power_of_two())).sum()
    }
}

/// A symbol for every cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid(Box<[Symbol]>);

impl Grid {
    /// The grid with these symbols, in the order of C.
    pub fn new(symbols: impl Into<Box<[Symbol]>>) -> Self {
        Self(symbols.into())
    }

    /// The symbols, in the order of C.
    pub fn symbols(&self) -> &[Symbol] {
        &self.0
    }
}

impl Index<Cell> for Grid {
    type Output = Symbol;

    fn index(&self, cell: Cell) -> &Symbol {
        &self.0[cell]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    #[test]
    fn givens_are_struck_from_the_cells_that_see_them() {
        let geometry = Arc::new(catalog::classic(4).unwrap());
        let mut givens = vec![None; 16];
        (givens[0], givens[6]) = (Some(0), Some(2));
        let candidates = Puzzle::from_givens(geometry, &givens).candidates();
        assert_eq!(candidates[0], SymbolSet::only(0));
        // In a row with the 1, in a block with the 3.
        assert_eq!(candidates[2], [1, 3].into_iter().collect());
        assert_eq!(candidates[15], SymbolSet::all(4));
    }
}
