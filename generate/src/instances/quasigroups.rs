//! Puzzles whose difficulty depends on the share of given cells: with holes, and completion.
//!
//! - *With holes* (Achlioptas, Gomes, Kautz & Selman, *Generating satisfiable problem instances*,
//!   2000): random cells of a full grid are emptied. There is a solution by construction, often several.
//! - *Completion* (Gomes & Selman, *Problem structure in the presence of perturbations*, 1997): random
//!   cells get random symbols that clash with none before, and the puzzle may have no solution. A cell
//!   that can take no symbol is skipped, so a high share may not be reached.
//! - *With balanced holes*: [`Balance`].
//!
//! On Latin squares these are the quasigroup problems of the literature; any other geometry is possible.
//! With few givens there are many solutions, and one is soon found. With many, one cell after the other
//! is forced. In between, solvable problems turn into unsolvable ones and searches take longest: a phase
//! transition. Its share of given cells is often quoted as 42 %, for completion.

use std::sync::Arc;

use board::seed::ChaCha8Rng;
use board::{Cell, Geometry, Grid, Puzzle, Symbol, SymbolSet};
use rand::seq::{IteratorRandom, SliceRandom};

use super::balanced::{Balance, balanced_holes};
use crate::fit;

/// The number of given cells, and how they are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Random symbols that do not clash, in this number of random cells: completion.
    Assigned(usize),
    /// This number of random cells of a grid: with holes.
    Left(usize),
    /// All cells of a grid but holes that are balanced, this number of them.
    Balanced(usize, Balance),
}

/// Returns a puzzle with the symbols of a grid in this number of random cells.
pub(crate) fn with_holes(
    geometry: &Arc<Geometry>,
    grid: &Grid,
    given: usize,
    rng: &mut ChaCha8Rng,
) -> Puzzle {
    let cells = in_random_order(geometry, rng);
    fit::with_symbols(geometry, &cells[..given.min(cells.len())], |cell| grid[cell])
}

/// Returns a puzzle with the symbols of a grid in this number of cells, where the holes are balanced; they are made
/// of the other grid.
pub(crate) fn with_balanced_holes(
    geometry: &Arc<Geometry>,
    [grid, other]: [&Grid; 2],
    (given, balance): (usize, Balance),
    rng: &mut ChaCha8Rng,
) -> Puzzle {
    let holes = geometry.cells() - given;
    let is_hole = balanced_holes(geometry, other, holes, balance, rng);
    let cells: Vec<Cell> = (0..geometry.cells()).filter(|&cell| !is_hole[cell]).collect();
    fit::with_symbols(geometry, &cells, |cell| grid[cell])
}

/// Returns a puzzle with random symbols that do not clash in this number of random cells, or `None` if
/// too few cells can take one.
pub(crate) fn pre_assigned(
    geometry: &Arc<Geometry>,
    given: usize,
    rng: &mut ChaCha8Rng,
) -> Option<Puzzle> {
    let mut givens: Vec<Option<Symbol>> = vec![None; geometry.cells()];
    let mut n_given = 0;
    for cell in in_random_order(geometry, rng) {
        if n_given == given {
            break;
        }
        let peers = geometry.peers(cell).iter();
        let taken: SymbolSet = peers.filter_map(|&peer| givens[peer]).collect();
        let symbols = 0..geometry.symbols() as Symbol;
        givens[cell] = symbols.filter(|&symbol| !taken.contains(symbol)).choose(rng);
        n_given += usize::from(givens[cell].is_some());
    }
    (n_given == given).then(|| Puzzle::from_givens(geometry.clone(), &givens))
}

fn in_random_order(geometry: &Geometry, rng: &mut ChaCha8Rng) -> Vec<Cell> {
    let mut cells: Vec<Cell> = (0..geometry.cells()).collect();
    cells.shuffle(rng);
    cells
}
