//! Sudoku as exact cover: choose options so that each primary item is covered exactly once.
//!
//! ```text
//!               items      r1c1   …   1 in row 1   1 in column 1   1 in block 1   …
//! options  1 in r1c1         x            x              x              x
//!          2 in r1c1         x
//!          1 in r1c2                      x                             x
//! ```
//!
//! An option says "this symbol in this cell". It covers the cell, and for each region that the
//! cell lies in the item "this symbol in this region". The items of cells and of full regions are
//! *primary*: covered exactly once. Those of shorter regions are *secondary*: covered at most
//! once. So one translation serves every geometry (Knuth, *The Art of Computer Programming* 4B,
//! §7.2.2.1).
//!
//! [`dlx`] is ours; [`dlx_crate`] and [`dlx_rs`] are what others wrote, on the same items and
//! options.

use board::{Cell, Geometry, Puzzle, Symbol};

pub mod dlx;
pub mod dlx_crate;
pub mod dlx_rs;
mod links;

/// An exact cover problem: the whole geometry, without givens.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// How many items there are, primary ones first.
    pub items: usize,
    /// How many of them are primary.
    pub primary: usize,
    /// The items of each option, in ascending order. Option `cell · |S| + symbol` puts the symbol
    /// into the cell.
    pub options: Vec<Vec<usize>>,
}

impl Matrix {
    /// The items and options of `geometry`.
    pub fn new(geometry: &Geometry) -> Self {
        let (cells, symbols) = (geometry.cells(), geometry.symbols());
        let regions = 0..geometry.regions().len();
        let (full, short): (Vec<usize>, Vec<usize>) =
            regions.partition(|&region| geometry.is_full(region));
        let mut first_item = vec![0; geometry.regions().len()];
        for (rank, &region) in full.iter().chain(&short).enumerate() {
            first_item[region] = cells + rank * symbols;
        }
        let option = |cell: Cell, symbol: usize| {
            let regions = geometry.regions_of(cell).iter();
            let mut items: Vec<usize> = regions.map(|&r| first_item[r] + symbol).collect();
            items.push(cell);
            items.sort_unstable();
            items
        };
        Self {
            items: cells + geometry.regions().len() * symbols,
            primary: cells + full.len() * symbols,
            options: (0..cells * symbols).map(|i| option(i / symbols, i % symbols)).collect(),
        }
    }
}

/// The cell and the symbol of an option of a geometry with so many symbols.
fn cell_and_symbol(option: usize, symbols: usize) -> (Cell, Symbol) {
    (option / symbols, (option % symbols) as Symbol)
}

/// The options that a puzzle leaves, in ascending order: those of its givens, and in other cells
/// those that it allows and that share no item with a given. None when they show by themselves
/// that there is no solution: two givens share an item, or a primary item has no option.
///
/// So a problem made of them has options, each of its primary items has one, and no two forced by
/// the givens clash: what the crates take for granted.
fn possible_options(matrix: &Matrix, puzzle: &Puzzle) -> Option<Vec<usize>> {
    let symbols = puzzle.geometry().symbols();
    let mut taken = vec![false; matrix.items];
    for (cell, allowed) in puzzle.allowed().iter().enumerate() {
        let Some(symbol) = allowed.single() else { continue };
        for &item in &matrix.options[cell * symbols + usize::from(symbol)] {
            if std::mem::replace(&mut taken[item], true) {
                return None;
            }
        }
    }
    let mut possible = Vec::new();
    let mut has_option = vec![false; matrix.items];
    for (cell, &allowed) in puzzle.allowed().iter().enumerate() {
        let given = allowed.single().is_some();
        for symbol in allowed.iter() {
            let option = cell * symbols + usize::from(symbol);
            let items = &matrix.options[option];
            if given || !items.iter().any(|&item| taken[item]) {
                possible.push(option);
                items.iter().for_each(|&item| has_option[item] = true);
            }
        }
    }
    has_option[..matrix.primary].iter().all(|&has| has).then_some(possible)
}

#[cfg(test)]
mod tests {
    use board::catalog;

    use super::*;

    #[test]
    fn the_classic_matrix_has_324_items_and_729_options_of_four() {
        let matrix = Matrix::new(&catalog::classic(9).unwrap());
        assert_eq!((matrix.items, matrix.primary, matrix.options.len()), (324, 324, 729));
        assert!(matrix.options.iter().all(|items| items.len() == 4));
    }

    #[test]
    fn every_full_item_is_in_as_many_options_as_there_are_symbols() {
        let geometry = catalog::x(9).unwrap();
        let matrix = Matrix::new(&geometry);
        let mut uses = vec![0; matrix.items];
        matrix.options.iter().flatten().for_each(|&item| uses[item] += 1);
        assert!(uses.iter().all(|&n| n == 9));
        assert_eq!(matrix.primary, matrix.items);
    }
}
