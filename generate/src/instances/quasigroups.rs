//! Puzzles in which a share of the cells decides how hard they are: with holes, and completion.
//!
//! - *With holes* (Achlioptas, Gomes, Kautz & Selman, *Generating satisfiable problem instances*,
//!   2000): random cells of a full grid are emptied. A solution is there by construction, often several.
//! - *Completion* (Gomes & Selman, *Problem structure in the presence of perturbations*, 1997): random
//!   cells take random symbols that clash with none before, and nobody knows whether it can be
//!   completed. A cell that can take none is passed over, so that a full share may not be had.
//!
//! On Latin squares these are the quasigroup problems of the literature; any other geometry will do.
//! With few cells given there are many solutions, and one is soon found; with many, one cell after the
//! other is forced. Between them solvable problems turn into unsolvable ones, and searches are longest:
//! a phase transition. Its share of given cells is often quoted as 42 %, for completion.

use std::sync::Arc;

use board::seed::ChaCha8Rng;
use board::{Cell, Geometry, Grid, Puzzle, Symbol, SymbolSet};
use rand::seq::{IteratorRandom, SliceRandom};

use crate::fit;

/// How many cells are given, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// So many random cells have random symbols that do not clash: completion.
    Assigned(usize),
    /// So many random cells of a grid are left: with holes.
    Left(usize),
}

/// A grid of which so many random cells are left.
pub(crate) fn with_holes(
    geometry: &Arc<Geometry>,
    grid: &Grid,
    given: usize,
    rng: &mut ChaCha8Rng,
) -> Puzzle {
    let cells = in_random_order(geometry, rng);
    fit::with_symbols(geometry, &cells[..given.min(cells.len())], |cell| grid[cell])
}

/// A puzzle in which so many random cells have random symbols that do not clash. None when no further
/// cell can take one.
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
