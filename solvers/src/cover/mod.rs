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

use board::{Cell, Geometry, Symbol};

pub mod dlx;
pub mod dlx_crate;
pub mod dlx_rs;

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
