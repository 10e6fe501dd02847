//! The log encoding: the symbol of a cell as a number in bits.
//!
//! Iwama and Miyazaki (*SAT-variable complexity of hard combinatorial problems*, 1994); the name is
//! Walsh's (*SAT v CSP*, 2000). A cell has ⌈log₂ |S|⌉ variables, bit after bit, the lowest first:
//!
//! ```text
//!    |S| = 9      bits of r1c1   3 2 1 0       stands for
//!                                0 0 0 0       1
//!                                1 0 0 0       9
//!                                1 0 0 1 …     nothing: each such number is forbidden
//! ```
//!
//! That a cell holds one symbol and no two needs no word. Two cells that share a region differ: for
//! each symbol a clause says that one bit of one of them is not that of the symbol. A pair that two
//! regions share is told once. That each symbol stands somewhere in a full region is not said; it
//! follows by counting, as in the [`minimal`](super::minimal()) encoding.
//!
//! So there are few variables, and clauses of 2⌈log₂ |S|⌉ literals, which propagate late: nothing
//! follows before all bits but one of two cells are known. A classic 9×9 has 324 variables and
//! 7,857 clauses: 7 numbers in each of 81 cells, and 9 symbols in each of 810 pairs.

use board::{Cell, Geometry};

use crate::sat::formula::{Formula, Literal, Variable};

/// The log encoding of `geometry`.
pub fn log(geometry: &Geometry) -> Formula {
    let symbols = geometry.symbols();
    let width = width(symbols);
    let mut formula = Formula::new(geometry.cells() * width);
    let unlike = |cell, number| (0..width).map(move |place| unlike_bit(cell, number, place, width));
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
    formula
}

/// How many bits the number of a symbol has.
pub(super) fn width(symbols: usize) -> usize {
    symbols.next_power_of_two().trailing_zeros() as usize
}

/// One bit of `cell` is that of `number`.
pub(super) fn bit(cell: Cell, number: usize, place: usize, width: usize) -> Literal {
    let variable = (cell * width + place) as Variable;
    match number >> place & 1 {
        1 => Literal::positive(variable),
        _ => Literal::negative(variable),
    }
}

fn unlike_bit(cell: Cell, number: usize, place: usize, width: usize) -> Literal {
    bit(cell, !number, place, width)
}
