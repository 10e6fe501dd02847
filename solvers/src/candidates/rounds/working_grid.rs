//! The grid being filled: the symbol of each cell, and the order in which cells were filled.
//!
//! The values of a region are one word. The values that a cell can take are recomputed each time,
//! as in Hurtebis' text, by reading one word for each region of the cell; no derived state has to
//! be undone when cells are erased.

use board::{Cell, Geometry, Puzzle, SetBits, Symbol, SymbolBits, SymbolSet};

/// A grid that is being filled.
pub(super) struct WorkingGrid<B> {
    regions_of: Vec<Vec<usize>>,
    full_regions: Vec<FullRegion>,
    /// The symbols that the puzzle allows in each cell.
    allowed: Vec<SymbolBits<B>>,
    /// The symbol of each filled cell.
    grid: Vec<Option<Symbol>>,
    /// The symbols in each region.
    values: Vec<SymbolBits<B>>,
    /// The filled cells, in order, without the givens.
    filled: Vec<Cell>,
    n_empty: usize,
}

/// A region that contains every symbol.
pub(super) struct FullRegion {
    /// Its number among all regions.
    pub(super) number: usize,
    pub(super) cells: Vec<Cell>,
}

impl<B: SetBits> WorkingGrid<B> {
    /// Returns a grid for puzzles of `geometry`.
    pub(super) fn new(geometry: &Geometry) -> Self {
        let (cells, regions) = (geometry.cells(), geometry.regions());
        let full = (0..regions.len()).filter(|&number| geometry.is_full(number));
        let full = full.map(|number| FullRegion { number, cells: regions[number].cells.clone() });
        Self {
            regions_of: (0..cells).map(|cell| geometry.regions_of(cell).to_vec()).collect(),
            full_regions: full.collect(),
            allowed: Vec::with_capacity(cells),
            grid: vec![None; cells],
            values: vec![SymbolBits::EMPTY; regions.len()],
            filled: Vec::with_capacity(cells),
            n_empty: cells,
        }
    }

    /// Starts with the givens. Returns false if they clash.
    pub(super) fn load(&mut self, puzzle: &Puzzle) -> bool {
        self.allowed.clear();
        self.allowed.extend(puzzle.allowed().map(|set| set.cast()));
        self.grid.fill(None);
        self.values.fill(SymbolBits::EMPTY);
        self.n_empty = self.grid.len();
        for cell in 0..self.grid.len() {
            if let Some(symbol) = puzzle.given(cell) {
                if self.possible(cell).is_empty() {
                    return false;
                }
                self.fill(cell, symbol);
            }
        }
        self.filled.clear();
        true
    }

    /// Returns the number of cells.
    pub(super) fn cells(&self) -> usize {
        self.grid.len()
    }

    /// Returns the number of empty cells.
    pub(super) fn n_empty(&self) -> usize {
        self.n_empty
    }

    /// Returns the number of filled cells, without the givens.
    pub(super) fn n_filled(&self) -> usize {
        self.filled.len()
    }

    /// Returns whether a cell is empty.
    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.grid[cell].is_none()
    }

    /// Returns the regions that contain every symbol.
    pub(super) fn full_regions(&self) -> &[FullRegion] {
        &self.full_regions
    }

    /// Returns the values that a cell can take given those in its regions.
    pub(super) fn possible(&self, cell: Cell) -> SymbolBits<B> {
        let values = self.regions_of[cell].iter().map(|&region| self.values[region]);
        self.allowed[cell] - values.fold(SymbolBits::EMPTY, |all, more| all | more)
    }

    /// Returns the values that exactly one empty cell of a full region can take.
    pub(super) fn with_one_place(&self, full_region: usize) -> SymbolBits<B> {
        let (mut once, mut twice) = (SymbolBits::EMPTY, SymbolBits::EMPTY);
        let cells = self.full_regions[full_region].cells.iter().copied();
        for cell in cells.filter(|&cell| self.is_empty(cell)) {
            let possible = self.possible(cell);
            twice |= once & possible;
            once |= possible;
        }
        once - twice
    }

    /// Returns the empty cells that can take the fewest values, in reading order.
    pub(super) fn with_fewest(&self) -> impl Iterator<Item = Cell> {
        let count = |cell: Cell| self.possible(cell).len();
        let empty = (0..self.cells()).filter(|&cell| self.is_empty(cell));
        let fewest = empty.clone().map(count).min();
        empty.filter(move |&cell| Some(count(cell)) == fewest)
    }

    pub(super) fn fill(&mut self, cell: Cell, symbol: Symbol) {
        self.grid[cell] = Some(symbol);
        self.n_empty -= 1;
        self.filled.push(cell);
        for &region in &self.regions_of[cell] {
            self.values[region].insert(symbol);
        }
    }

    /// Erases the cells filled after the first `filled`.
    pub(super) fn erase(&mut self, filled: usize) {
        for cell in self.filled.drain(filled..) {
            if let Some(symbol) = self.grid[cell].take() {
                self.n_empty += 1;
                for &region in &self.regions_of[cell] {
                    self.values[region].remove(symbol);
                }
            }
        }
    }

    /// Returns the puzzle that is left: filled cells, and possible values of the others.
    pub(super) fn left(&self, puzzle: &Puzzle) -> Puzzle {
        let left = |cell: Cell| match self.grid[cell] {
            Some(symbol) => SymbolSet::only(symbol),
            None => self.possible(cell).cast(),
        };
        Puzzle::from_allowed(puzzle.geometry().clone(), (0..self.cells()).map(left).collect())
    }

    /// Returns the symbol of each cell of a full grid.
    pub(super) fn symbols(&self) -> Vec<Symbol> {
        self.grid.iter().copied().flatten().collect()
    }
}
