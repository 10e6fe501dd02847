//! Vectorised solvers for classic 9×9.
//!
//! There are two ways to use a vector. [`bitslice`] applies one operation to many puzzles: a vector
//! holds one bit of each of up to 512 puzzles, and propagation is nothing but logic on whole
//! vectors. It has no data-dependent branch and no lookup table, but a single puzzle takes as long
//! as 512. [`single`] applies one operation to the nine boxes of one puzzle, each of them a lane of
//! a vector.
//!
//! Neither accepts any other board: nine digits, bands and boxes are built into the layout of the
//! bits. Each has one row that uses the best [instructions](crate::Instructions) of the processor,
//! and one row for each instruction set by name. `NOTES.md` records what was tried and what each
//! step gained.

mod fetch;
mod lanes;
mod logic;
mod portable;
mod square;
#[cfg(target_arch = "x86_64")]
mod x86;

pub mod bitslice;
pub mod single;

use board::{Geometry, Symbol};

use crate::contract::Unsupported;

/// The length of most lines of a text: 81 cells and a line feed.
const REGULAR: usize = 82;

/// Returns whether `byte` is a cell of a line: a digit, or a dot for an open cell.
#[inline]
fn is_cell(byte: u8) -> bool {
    byte.is_ascii_digit() | (byte == b'.')
}

/// Returns the character of a cell of a [plain](board::Puzzle::plain) puzzle: a digit, `0` for an open cell.
#[inline]
fn character(cell: Symbol) -> u8 {
    // The number of an open cell precedes zero.
    cell.wrapping_add(b'1')
}

/// Checks that a geometry is nine symbols in rows, columns and boxes, without relations. Its name does not matter.
///
/// # Errors
/// If it is any other.
pub fn only_classic(geometry: &Geometry) -> Result<(), Unsupported> {
    match geometry.symbols() {
        9 if geometry.is_classic() => Ok(()),
        _ => Err(Unsupported(
            "it takes classic9 only: nine symbols in rows, columns and boxes".into(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use board::catalog;

    use super::*;

    #[test]
    fn a_geometry_is_accepted_by_its_regions_not_its_name() {
        assert_eq!(only_classic(&catalog::named("classic9").unwrap()), Ok(()));
        for other in ["classic4", "classic16", "latin9", "windoku", "x"] {
            let error = only_classic(&catalog::named(other).unwrap()).unwrap_err();
            assert!(error.to_string().contains("classic9 only"), "{other}");
        }
    }
}
