//! Regular grids: each row is the one above it, shifted by the width of a block; the first row of a band by one more.
//!
//! ```text
//!   1 2 3 4 5 6      blocks of two rows and three columns
//!   4 5 6 1 2 3
//!   2 3 4 5 6 1
//!   5 6 1 2 3 4
//!   3 4 5 6 1 2
//!   6 1 2 3 4 5
//! ```
//!
//! They are known for Latin squares, whose bands have one row or all, and for boards of equal rectangular blocks, of
//! any size. No search is needed, where one that begins with an empty board of 64 symbols does not end.

use std::sync::Arc;

use board::{Geometry, Grid, Puzzle, Symbol, referee};

/// Returns whether a board has a regular grid, from which [`Grids::Regular`](crate::Grids::Regular)
/// starts.
pub fn has_regular_grid(geometry: &Arc<Geometry>) -> bool {
    regular(geometry).is_some()
}

/// Returns a regular grid, or `None` if a board has none.
pub(super) fn regular(geometry: &Arc<Geometry>) -> Option<Grid> {
    let size = geometry.symbols();
    if geometry.cells() != size * size {
        return None;
    }
    let empty = Puzzle::empty(geometry.clone());
    let heights = (1..=size).filter(|&height| size.is_multiple_of(height));
    let mut grids = heights.map(|height| shifted(size, height));
    grids.find(|grid| referee::check(&empty, grid).is_ok())
}

/// Returns the grid of blocks of so many rows.
fn shifted(size: usize, height: usize) -> Grid {
    let width = size / height;
    let symbol = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        ((row % height * width + row / height + column) % size) as Symbol
    };
    Grid::new((0..size * size).map(symbol).collect::<Vec<_>>())
}
