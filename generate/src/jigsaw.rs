//! Jigsaws: boards whose blocks are drawn at random.
//!
//! A layout starts with the rows as blocks. In a step two adjacent blocks exchange a cell: a
//! random cell moves to a block that it touches, and a random cell of that block that touches the rest
//! of the first one moves back. The step is undone unless both blocks are still connected. After
//! [`STEPS`] steps for each cell, nothing is left of the rows. Layouts are not drawn uniformly: compact
//! blocks are more likely, since more steps lead to them.
//!
//! Not every layout has a grid. For example, one with a block that is a row except for one cell has none.
//! Layouts in which no random start finds a grid are discarded.

use std::sync::Arc;

use board::seed::{ChaCha8Rng, seeded};
use board::{Alphabet, Cell, Geometry, GeometryError, Position, Region, catalog};
use rand::RngExt;
use rand::seq::IteratorRandom;

use crate::full::{FullGrids, Grids};

/// The number of exchanges tried for each cell.
const STEPS: usize = 200;

/// The random stream of this module.
const STREAM: u64 = 1 << 41;

/// Returns a square board with `order` rows and as many connected blocks that has a grid. It is a
/// function of order and seed.
///
/// # Errors
/// If there are no symbols, or more than can be written.
pub fn jigsaw(name: &str, order: usize, seed: u64) -> Result<Geometry, GeometryError> {
    Alphabet::standard(order)?;
    let mut rng = seeded(seed, STREAM);
    loop {
        let layout = Layout::random(order, &mut rng);
        let geometry = geometry(name, &layout)?;
        if FullGrids::new(&Arc::new(geometry.clone()), None)
            .random(Grids::FewestFirst, &mut rng)
            .is_some()
        {
            return Ok(geometry);
        }
    }
}

fn geometry(name: &str, layout: &Layout) -> Result<Geometry, GeometryError> {
    let latin = catalog::latin(layout.order)?;
    // Numbered by their first cells, as a drawing is read.
    let mut blocks: Vec<Vec<Cell>> = (0..layout.order).map(|block| layout.cells(block)).collect();
    blocks.sort_unstable();
    let block = |(cells, number)| Region { name: format!("block {number}"), cells };
    let blocks = blocks.into_iter().zip(1..).map(block);
    let regions = blocks.chain(latin.regions().iter().cloned()).collect();
    let positions = (0..latin.cells()).map(|cell| latin.position(cell)).collect();
    Geometry::new(name, Alphabet::standard(layout.order)?, positions, regions)
}

/// The blocks of a square board.
struct Layout {
    order: usize,
    block: Vec<usize>,
}

impl Layout {
    fn random(order: usize, rng: &mut ChaCha8Rng) -> Self {
        let cells = order * order;
        let mut layout = Self { order, block: (0..cells).map(|cell| cell / order).collect() };
        for _ in 0..STEPS * cells {
            layout.step(rng);
        }
        layout
    }

    /// Tries to exchange two cells.
    fn step(&mut self, rng: &mut ChaCha8Rng) {
        let cell = rng.random_range(0..self.block.len());
        let own = self.block[cell];
        let others = self.neighbours(cell).map(|it| self.block[it]).filter(|&block| block != own);
        let Some(other) = others.choose(rng) else { return };
        self.block[cell] = other;
        let touches_own = |&back: &Cell| self.neighbours(back).any(|it| self.block[it] == own);
        let backs = (0..self.block.len()).filter(|&it| it != cell && self.block[it] == other);
        let back = backs.filter(touches_own).choose(rng);
        if let Some(back) = back {
            self.block[back] = own;
            if self.is_in_one_piece(own) && self.is_in_one_piece(other) {
                return;
            }
            self.block[back] = other;
        }
        self.block[cell] = own;
    }

    /// Returns the cells of a block, in ascending order.
    fn cells(&self, block: usize) -> Vec<Cell> {
        (0..self.block.len()).filter(|&cell| self.block[cell] == block).collect()
    }

    /// Returns the cells that share a side with `cell`.
    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let (here, order) =
            (Position { row: cell / self.order, column: cell % self.order }, self.order);
        let up = (here.row > 0).then(|| cell - order);
        let left = (here.column > 0).then(|| cell - 1);
        let right = (here.column + 1 < order).then_some(cell + 1);
        let down = (here.row + 1 < order).then_some(cell + order);
        [up, left, right, down].into_iter().flatten()
    }

    fn is_in_one_piece(&self, block: usize) -> bool {
        let cells = self.cells(block);
        let mut reached: Vec<Cell> = cells.first().copied().into_iter().collect();
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            for near in self.neighbours(cell) {
                if self.block[near] == block && !reached.contains(&near) {
                    reached.push(near);
                }
            }
            next += 1;
        }
        reached.len() == cells.len()
    }
}

#[cfg(test)]
mod tests {
    use board::{Puzzle, referee};

    use super::*;
    use crate::{Generator, Grids};

    #[test]
    fn blocks_are_in_one_piece_of_the_right_size_and_have_a_grid() {
        for (order, seed) in [(1, 1), (2, 1), (4, 2), (5, 3), (6, 4), (7, 5), (9, 6)] {
            let geometry = Arc::new(jigsaw("jigsaw", order, seed).expect("a board"));
            assert_eq!(geometry.regions().len(), 3 * order);
            let mut layout = Layout { order, block: vec![usize::MAX; order * order] };
            for (number, block) in geometry.regions()[..order].iter().enumerate() {
                block.cells.iter().for_each(|&cell| layout.block[cell] = number);
                assert_eq!(block.cells.len(), order);
                assert!(layout.is_in_one_piece(number));
            }
            assert!(!layout.block.contains(&usize::MAX));
            let grid =
                Generator::new(geometry.clone()).grid(1, 1, Grids::FewestFirst).expect("a grid");
            assert_eq!(referee::check(&Puzzle::empty(geometry), &grid), Ok(()));
        }
    }

    #[test]
    fn a_seed_means_the_same_board_and_others_mean_others() {
        let make = |seed| jigsaw("jigsaw", 6, seed).expect("a board");
        assert_eq!(make(1), make(1));
        assert_ne!(make(1), make(2));
    }
}
