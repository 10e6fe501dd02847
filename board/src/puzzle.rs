//! A puzzle is a geometry and the symbols that each cell may take; a grid is a symbol for every
//! cell.
//!
//! A *given* is a cell that may take one symbol only. So a puzzle with pencil marks is an ordinary
//! puzzle, and one with a cell that may take no symbol is valid, but has no solution.

use std::ops::Index;
use std::sync::Arc;

use crate::geometry::{Cell, Geometry};
use crate::symbols::{Symbol, SymbolSet};

/// A geometry, and for each cell the set of symbols that it may take.
///
/// ```
/// use std::sync::Arc;
///
/// use board::{Puzzle, SymbolSet, catalog};
///
/// let classic = Arc::new(catalog::classic(4)?);
/// let mut givens = vec![None; classic.cells()];
/// givens[0] = Some(0); // symbols are numbered from 0: this is the digit 1
/// let puzzle = Puzzle::from_givens(classic, &givens);
/// assert_eq!(puzzle.given(0), Some(0));
/// assert_eq!(puzzle.candidates()[1], SymbolSet::all(4) - SymbolSet::only(0));
/// # Ok::<(), board::GeometryError>(())
/// ```
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

    /// The puzzle with these givens; `None` is an open cell.
    ///
    /// # Panics
    /// If their number is not that of the cells, or one is not in S.
    pub fn from_givens(geometry: Arc<Geometry>, givens: &[Option<Symbol>]) -> Self {
        let all = SymbolSet::all(geometry.symbols());
        let set = |given: &Option<Symbol>| given.map_or(all, SymbolSet::only);
        Self::from_allowed(geometry, givens.iter().map(set).collect())
    }

    /// The puzzle in which each cell may take the symbols of its set.
    ///
    /// # Panics
    /// If the number of sets is not that of the cells, or one has a member that is not in S.
    pub fn from_allowed(geometry: Arc<Geometry>, allowed: Vec<SymbolSet>) -> Self {
        let all = SymbolSet::all(geometry.symbols());
        assert_eq!(allowed.len(), geometry.cells(), "one set for each cell");
        let union = allowed.iter().fold(SymbolSet::EMPTY, |union, &set| union | set);
        assert!(union.is_subset(all), "symbols of the geometry only");
        Self { geometry, allowed: allowed.into() }
    }

    /// The geometry.
    #[inline]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The symbols that each cell may take, in the order of C.
    #[inline]
    pub fn allowed(&self) -> &[SymbolSet] {
        &self.allowed
    }

    /// The symbol of `cell` if it is a given.
    #[inline]
    pub fn given(&self, cell: Cell) -> Option<Symbol> {
        self.allowed[cell].single()
    }

    /// The givens, in the order of C; `None` for other cells.
    pub fn givens(&self) -> Vec<Option<Symbol>> {
        self.allowed.iter().map(|set| set.single()).collect()
    }

    /// The initial candidates of each cell: the symbols that it may take, without the givens of its
    /// regions. A given keeps its symbol.
    pub fn candidates(&self) -> Vec<SymbolSet> {
        let given = |&cell: &Cell| Some(self.allowed[cell]).filter(|set| set.single().is_some());
        let union = |taken: SymbolSet, more: SymbolSet| taken | more;
        let regions = self.geometry.regions().iter();
        let taken: Vec<SymbolSet> = regions
            .map(|region| region.cells.iter().filter_map(given).fold(SymbolSet::EMPTY, union))
            .collect();
        let candidates = |(cell, &set): (Cell, &SymbolSet)| match set.single() {
            Some(_) => set,
            None => {
                let regions = self.geometry.regions_of(cell).iter();
                set - regions.map(|&region| taken[region]).fold(SymbolSet::EMPTY, union)
            }
        };
        self.allowed.iter().enumerate().map(candidates).collect()
    }

    /// The number of givens.
    pub fn clues(&self) -> usize {
        // Without a branch, since which cells are given cannot be predicted.
        self.allowed.iter().map(|set| usize::from(set.bits().is_power_of_two())).sum()
    }
}

/// A symbol for every cell.
///
/// ```
/// use board::text::line;
/// use board::{Alphabet, Grid};
///
/// let grid = Grid::new([0, 1, 1, 0]);
/// assert_eq!(grid[2], 1);
/// assert_eq!(line::write_grid(&Alphabet::new("ab")?, &grid), "abba");
/// # Ok::<(), board::AlphabetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid(Box<[Symbol]>);

impl Grid {
    /// The grid with these symbols, in the order of C.
    pub fn new(symbols: impl Into<Box<[Symbol]>>) -> Self {
        Self(symbols.into())
    }

    /// The symbols, in the order of C.
    #[inline]
    pub fn symbols(&self) -> &[Symbol] {
        &self.0
    }
}

impl Index<Cell> for Grid {
    type Output = Symbol;

    #[inline]
    fn index(&self, cell: Cell) -> &Symbol {
        &self.0[cell]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    #[test]
    fn givens_are_removed_from_the_cells_that_see_them() {
        let geometry = Arc::new(catalog::classic(4).unwrap());
        let mut givens = vec![None; 16];
        (givens[0], givens[6]) = (Some(0), Some(2));
        let candidates = Puzzle::from_givens(geometry, &givens).candidates();
        assert_eq!(candidates[0], SymbolSet::only(0));
        // In a row with the 1, and in a block with the 3.
        assert_eq!(candidates[2], [1, 3].into_iter().collect());
        assert_eq!(candidates[15], SymbolSet::all(4));
    }
}
