//! A symmetry of a geometry: a permutation of the cells, and one of the symbols.

use chacha20::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::chart::RegionSets;
use crate::geometry::{Cell, Geometry};
use crate::puzzle::{Grid, Puzzle};
use crate::seed::seeded;
use crate::symbols::{Symbol, SymbolSet};

/// The stream of random symmetries: see [`crate::seed`].
pub(super) const STREAM: u64 = 1;

/// A permutation of the cells that maps regions to regions, and one of the symbols.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    pub(super) cells: Box<[Cell]>,
    pub(super) symbols: Box<[Symbol]>,
}

impl Symmetry {
    /// Creates the symmetry that moves cell `c` to `cells[c]` and turns symbol `s` into `symbols[s]`.
    ///
    /// `None` if one of them is not a permutation of C or S, or the image of a region is not a region
    /// (one that occurs equally often, if regions are repeated). On a geometry with relations the identity is the only
    /// symmetry.
    pub fn new(geometry: &Geometry, cells: Vec<Cell>, symbols: Vec<Symbol>) -> Option<Self> {
        let numbers: Vec<usize> = symbols.iter().copied().map(usize::from).collect();
        let moves = is_permutation(&cells, geometry.cells());
        let relabels = is_permutation(&numbers, geometry.symbols());
        if !moves || !relabels || !RegionSets::of(geometry).preserved_by(&cells) {
            return None;
        }
        let symmetry = Self { cells: cells.into(), symbols: symbols.into() };
        let keeps_relations =
            geometry.relations().is_empty() || symmetry == Self::identity(geometry);
        keeps_relations.then_some(symmetry)
    }

    /// Returns the identity.
    pub fn identity(geometry: &Geometry) -> Self {
        let symbols = (0..geometry.symbols()).map(|symbol| symbol as Symbol).collect();
        Self { cells: (0..geometry.cells()).collect(), symbols }
    }

    /// Returns the relabelling of `seed`: a uniformly random permutation of the symbols, which every geometry without
    /// relations allows; the cells are not moved. With relations it is the identity.
    pub fn relabelling(geometry: &Geometry, seed: u64) -> Self {
        if !geometry.relations().is_empty() {
            return Self::identity(geometry);
        }
        let symbols = shuffled_symbols(geometry.symbols(), &mut seeded(seed, STREAM));
        Self { symbols, ..Self::identity(geometry) }
    }

    /// Returns the image of each cell: `c` moves to `cells()[c]`.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the image of each symbol: `s` becomes `symbols()[s]`.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// Returns the isomorph of `puzzle`: the symbols that a cell may take are relabelled and move with the cell.
    ///
    /// # Panics
    /// If the puzzle has another number of cells or symbols. A symmetry of another geometry of the same
    /// size is not detected, and gives a puzzle that is not isomorphic.
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        let geometry = puzzle.geometry();
        let sizes = (self.cells.len(), self.symbols.len());
        assert_eq!(sizes, (geometry.cells(), geometry.symbols()), "a puzzle of another geometry");
        let mut allowed = vec![SymbolSet::EMPTY; self.cells.len()];
        for (set, &target) in puzzle.allowed().zip(&self.cells) {
            allowed[target] = set.iter().map(|symbol| self.symbols[usize::from(symbol)]).collect();
        }
        Puzzle::from_allowed(geometry.clone(), allowed)
    }

    /// Returns the isomorph of `grid`.
    ///
    /// # Panics
    /// If the grid has another number of cells, or a symbol that is not in S.
    pub fn apply_grid(&self, grid: &Grid) -> Grid {
        let symbols = grid.symbols();
        assert_eq!(symbols.len(), self.cells.len(), "a grid of another geometry");
        let mut image = vec![0; symbols.len()];
        for (&symbol, &target) in symbols.iter().zip(&self.cells) {
            image[target] = self.symbols[usize::from(symbol)];
        }
        Grid::new(image)
    }

    /// Returns the inverse.
    pub fn inverse(&self) -> Self {
        let mut inverse = self.clone();
        self.cells.iter().enumerate().for_each(|(cell, &target)| inverse.cells[target] = cell);
        for (symbol, &image) in self.symbols.iter().enumerate() {
            inverse.symbols[usize::from(image)] = symbol as Symbol;
        }
        inverse
    }

    /// Returns the composition: this symmetry first, then `next`.
    ///
    /// # Panics
    /// If `next` has another number of cells or symbols.
    pub fn then(&self, next: &Self) -> Self {
        let sizes = |symmetry: &Self| (symmetry.cells.len(), symmetry.symbols.len());
        assert_eq!(sizes(self), sizes(next), "symmetries of two geometries");
        Self {
            cells: self.cells.iter().map(|&cell| next.cells[cell]).collect(),
            symbols: self.symbols.iter().map(|&s| next.symbols[usize::from(s)]).collect(),
        }
    }
}

fn is_permutation(images: &[usize], size: usize) -> bool {
    let mut seen = vec![false; size];
    let mut is_new =
        |&image: &usize| seen.get_mut(image).is_some_and(|seen| !std::mem::replace(seen, true));
    images.len() == size && images.iter().all(&mut is_new)
}

pub(super) fn shuffled_symbols(size: usize, generator: &mut ChaCha8Rng) -> Box<[Symbol]> {
    let mut symbols: Box<[Symbol]> = (0..size).map(|symbol| symbol as Symbol).collect();
    symbols.shuffle(generator);
    symbols
}
