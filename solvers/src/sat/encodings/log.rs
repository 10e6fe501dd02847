//! The log encoding: the symbol of a cell as a binary number.
//!
//! Iwama and Miyazaki (*SAT-variable complexity of hard combinatorial problems*, 1994); the name is
//! Walsh's (*SAT v CSP*, 2000). A cell has ⌈log₂ |S|⌉ variables, one for each bit, the lowest first:
//!
//! ```text
//!    |S| = 9      bits of r1c1   3 2 1 0       symbol
//!                                0 0 0 0       1
//!                                1 0 0 0       9
//!                                1 0 0 1 …     none: each such number is forbidden
//! ```
//!
//! No clauses are needed for a cell to hold exactly one symbol. Two cells that share a region differ:
//! for each symbol, a clause states that some bit of one of them differs from that of the symbol. A
//! pair of cells that two regions share is encoded once. That each symbol occurs in a full region is
//! not encoded; it follows by counting, as in the [`minimal`](super::minimal()) encoding.
//!
//! The encoding has few variables, but its clauses have 2⌈log₂ |S|⌉ literals and propagate late:
//! nothing follows before all bits but one of two cells are known. A classic 9×9 grid has 324 variables
//! and 7,857 clauses: 7 numbers in each of 81 cells, and 9 symbols in each of 810 pairs.

use board::{Cell, Geometry};

use super::relations::add_relations;
use crate::sat::formula::{Formula, Literal, Variable};

/// Returns the log encoding of `geometry`.
pub fn log(geometry: &Geometry) -> Formula {
    let symbols = geometry.symbols();
    let width = width(symbols);
    let mut formula = Formula::new(geometry.cells() * width);
    let unlike = |cell: Cell, number: usize| {
        (0..width).map(move |place| unlike_bit(cell, number, place, width))
    };
    for cell in 0..geometry.cells() {
        for number in symbols..1 << width {
            formula.add_clause(unlike(cell, number));
        }
    }
    for cell in 0..geometry.cells() {
        for &peer in geometry.peers(cell).iter().filter(|&&peer| peer < cell) {
            for symbol in 0..symbols {
                formula.add_clause(unlike(peer, symbol).chain(unlike(cell, symbol)));
            }
        }
    }
    add_relations(&mut formula, geometry, unlike);
    formula
}

/// Returns the number of bits of a symbol.
pub(super) fn width(symbols: usize) -> usize {
    symbols.next_power_of_two().trailing_zeros() as usize
}

/// Returns the literal that states that a bit of `cell` is that of `number`.
pub(super) fn bit(cell: Cell, number: usize, place: usize, width: usize) -> Literal {
    let variable = (cell * width + place) as Variable;
    Literal::new(variable, number >> place & 1 == 1)
}

/// Returns the literal that states that a bit of `cell` differs from that of `number`.
fn unlike_bit(cell: Cell, number: usize, place: usize, width: usize) -> Literal {
    bit(cell, !number, place, width)
}
