//! A filled grid in which each block is a permutation of the symbols, and the number of rules that it breaks.

use board::{Cell, Geometry, Puzzle, Symbol, SymbolSet};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// A filled grid, and the cost of it.
pub(super) struct Permutations {
    /// For each block, its cells.
    blocks: Vec<Vec<Cell>>,
    /// For each cell, the numbers of the regions that contain it, but its block.
    others: Vec<Vec<usize>>,
    n_symbols: usize,
    symbols: Vec<Symbol>,
    /// The symbols that the puzzle allows in each cell.
    allowed: Vec<SymbolSet>,
    /// For each region and symbol, the number of cells that have it.
    counts: Vec<u32>,
    /// The pairs of cells that may be swapped are pairs of open cells of one block: for each block that has
    /// several, those cells.
    open: Vec<Vec<Cell>>,
    /// The number of symbols repeated in a region, counting each repetition, and of cells with a symbol that is
    /// not allowed there. A solution costs 0.
    pub(super) cost: i64,
}

impl Permutations {
    /// Creates a grid for a board that these blocks divide.
    pub(super) fn new(geometry: &Geometry, blocks: &[usize]) -> Self {
        let others = |cell| {
            let all = geometry.regions_of(cell).iter().copied();
            all.filter(|region| !blocks.contains(region)).collect()
        };
        Self {
            blocks: blocks.iter().map(|&it| geometry.regions()[it].cells.clone()).collect(),
            others: (0..geometry.cells()).map(others).collect(),
            n_symbols: geometry.symbols(),
            symbols: vec![0; geometry.cells()],
            allowed: Vec::new(),
            counts: vec![0; geometry.regions().len() * geometry.symbols()],
            open: Vec::new(),
            cost: 0,
        }
    }

    /// Fills each block with the symbols that its givens, which do not clash, leave, in random order.
    pub(super) fn fill(&mut self, puzzle: &Puzzle, random: &mut impl Rng) {
        self.allowed = puzzle.allowed().collect();
        self.open.clear();
        for block in &self.blocks {
            let mut missing = SymbolSet::all(self.n_symbols);
            let mut open = Vec::new();
            for &cell in block {
                match self.allowed[cell].single() {
                    None => open.push(cell),
                    Some(symbol) => {
                        missing.remove(symbol);
                        self.symbols[cell] = symbol;
                    }
                }
            }
            let mut missing: Vec<Symbol> = missing.iter().collect();
            missing.shuffle(random);
            open.iter().zip(missing).for_each(|(&cell, symbol)| self.symbols[cell] = symbol);
            if open.len() > 1 {
                self.open.push(open);
            }
        }
        self.count();
    }

    /// Counts all symbols, and the cost.
    fn count(&mut self) {
        self.counts.fill(0);
        self.cost = 0;
        for cell in 0..self.symbols.len() {
            let symbol = self.symbols[cell];
            self.cost += i64::from(!self.allowed[cell].contains(symbol));
            for &region in &self.others[cell] {
                let count = &mut self.counts[region * self.n_symbols + usize::from(symbol)];
                self.cost += i64::from(*count > 0);
                *count += 1;
            }
        }
    }

    /// Returns the number of open cells in blocks that have several.
    pub(super) fn n_open(&self) -> usize {
        self.open.iter().map(Vec::len).sum()
    }

    /// Returns two cells to swap: an open cell at random, and another one of its block. There have to be some.
    pub(super) fn pair(&self, random: &mut impl Rng) -> (Cell, Cell) {
        let mut number = random.random_range(0..self.n_open());
        for block in &self.open {
            if number < block.len() {
                let other = (number + 1 + random.random_range(0..block.len() - 1)) % block.len();
                return (block[number], block[other]);
            }
            number -= block.len();
        }
        unreachable!("a number below the number of open cells is that of one")
    }

    /// Swaps the symbols of two cells of a block, and updates the cost.
    pub(super) fn swap(&mut self, a: Cell, b: Cell) {
        let (first, second) = (self.symbols[a], self.symbols[b]);
        self.replace(a, second);
        self.replace(b, first);
    }

    fn replace(&mut self, cell: Cell, symbol: Symbol) {
        let old = self.symbols[cell];
        let forbids = |symbol| i64::from(!self.allowed[cell].contains(symbol));
        self.cost += forbids(symbol) - forbids(old);
        for &region in &self.others[cell] {
            let first = region * self.n_symbols;
            let count = &mut self.counts[first + usize::from(old)];
            *count -= 1;
            self.cost -= i64::from(*count > 0);
            let count = &mut self.counts[first + usize::from(symbol)];
            self.cost += i64::from(*count > 0);
            *count += 1;
        }
        self.symbols[cell] = symbol;
    }

    /// Returns the grid.
    pub(super) fn grid(&self) -> &[Symbol] {
        &self.symbols
    }
}

#[cfg(test)]
mod tests {
    use board::{catalog, referee};
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::local::partition;

    #[test]
    fn the_cost_after_swaps_is_that_of_the_grid() {
        for name in ["classic6", "x", "windoku", "jigsaw9-1", "latin5"] {
            let geometry = catalog::named(name).unwrap();
            let blocks = partition::of(&geometry).unwrap();
            let puzzle = Puzzle::empty(geometry.clone().into());
            let mut grid = Permutations::new(&geometry, &blocks);
            let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
            grid.fill(&puzzle, &mut random);
            for _ in 0..200 {
                let (a, b) = grid.pair(&mut random);
                let in_block = |&it: &usize| {
                    let cells = &geometry.regions()[it].cells;
                    cells.contains(&a) && cells.contains(&b)
                };
                assert!(a != b && blocks.iter().any(in_block), "{name}");
                grid.swap(a, b);
                let cost = grid.cost;
                grid.count();
                assert_eq!(grid.cost, cost, "{name}");
                let is_solution = referee::check(&puzzle, &board::Grid::new(grid.grid())).is_ok();
                assert_eq!(grid.cost == 0, is_solution, "{name}");
            }
        }
    }
}
