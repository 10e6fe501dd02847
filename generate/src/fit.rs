//! Puzzles whose given cells are fixed beforehand, by both of Falissard's methods.
//!
//! *Choosing*: only the cells of the pattern are kept of random grids, until one leaves a single
//! solution. A pattern of 32 cells of a 9×9 takes about a hundred grids, and several times as many for
//! each clue less.
//!
//! *Building*: the puzzle starts with the symbols of one random grid and changes cell by cell. A random
//! cell of the pattern gets a random other symbol. A change that leaves no solution, or more than
//! before, is undone. The number of solutions thus decreases until it is one or no single change
//! improves it. Solutions are counted up to [`MOST`] only; above that, all changes are equal.

use std::sync::Arc;

use board::seed::ChaCha8Rng;
use board::{Cell, Geometry, Grid, Puzzle, Symbol, SymbolSet};
use rand::seq::IndexedRandom;

use crate::uniqueness::Uniqueness;

/// The number of solutions at which counting stops while a puzzle is built.
const MOST: u64 = 2_000;

/// The largest number of changes for each clue of a puzzle that is built.
const CHANGES_PER_CLUE: usize = 40;

/// Returns the puzzle with the symbols of `grid` in these cells, if it has no other solution.
pub(super) fn chosen(
    geometry: &Arc<Geometry>,
    cells: &[Cell],
    grid: &Grid,
    uniqueness: &mut Uniqueness<'_>,
) -> Option<Puzzle> {
    let puzzle = with_symbols(geometry, cells, |cell| grid[cell]);
    (uniqueness.is_unique(&puzzle) == Some(true)).then_some(puzzle)
}

/// Returns a puzzle with one solution and clues in these cells, or `None` if no change led to one.
pub(super) fn built(
    geometry: &Arc<Geometry>,
    cells: &[Cell],
    grid: &Grid,
    uniqueness: &mut Uniqueness<'_>,
    rng: &mut ChaCha8Rng,
) -> Option<Puzzle> {
    let mut puzzle = with_symbols(geometry, cells, |cell| grid[cell]);
    let mut solutions = uniqueness.solutions(&puzzle, MOST).unwrap_or(MOST);
    for _ in 0..CHANGES_PER_CLUE * cells.len() {
        if solutions == 1 {
            return Some(puzzle);
        }
        let &cell = cells.choose(rng)?;
        let Some(&symbol) = others(&puzzle, cell).choose(rng) else { continue };
        let mut allowed: Vec<_> = puzzle.allowed().collect();
        allowed[cell] = SymbolSet::only(symbol);
        let changed = Puzzle::from_allowed(geometry.clone(), allowed);
        match uniqueness.solutions(&changed, MOST) {
            Some(fewer) if (1..=solutions).contains(&fewer) => {
                (puzzle, solutions) = (changed, fewer);
            }
            _ => {}
        }
    }
    None
}

/// Returns the symbols that a given cell could have instead without a clash.
fn others(puzzle: &Puzzle, cell: Cell) -> Vec<Symbol> {
    let geometry = puzzle.geometry();
    let peers = geometry.peers(cell).iter().chain([&cell]);
    let taken: SymbolSet = peers.filter_map(|&peer| puzzle.given(peer)).collect();
    (0..geometry.symbols() as Symbol).filter(|&symbol| !taken.contains(symbol)).collect()
}

/// Returns the puzzle with these symbols in these cells.
pub(super) fn with_symbols(
    geometry: &Arc<Geometry>,
    cells: &[Cell],
    symbol: impl Fn(Cell) -> Symbol,
) -> Puzzle {
    let mut givens = vec![None; geometry.cells()];
    cells.iter().for_each(|&cell| givens[cell] = Some(symbol(cell)));
    Puzzle::from_givens(geometry.clone(), &givens)
}
