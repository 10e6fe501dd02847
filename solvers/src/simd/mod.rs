//! Classic 9×9 at the speed of the processor.
//!
//! Two ways of doing many things at once. [`bitslice`] does one thing to many puzzles: a vector holds
//! one bit of each of up to 512 puzzles, and logic on whole vectors is all the propagation that there
//! is. It knows no branch that a processor could guess wrong, and needs no table; what it costs is
//! patience: a puzzle by itself takes as long as 512. [`single`] does one thing to the nine boxes of one
//! puzzle, each a lane of a vector.
//!
//! What these rows may not do is take other boards: the nine digits, the bands and the boxes are
//! built into their bits. Each has a row that takes the best [instructions](crate::Instructions) of the
//! processor, and one for each kind of instructions by its name. What was tried, and what each step
//! gave, stands in `NOTES.md`.

mod fetch;
mod lanes;
mod logic;
mod square;
#[cfg(target_arch = "x86_64")]
mod x86;

pub mod bitslice;
pub mod single;

use board::{Geometry, catalog};

use crate::contract::Unsupported;

/// Whether a character of a line is a cell: a digit, or a dot for an open one.
#[inline]
fn is_cell(byte: u8) -> bool {
    byte.is_ascii_digit() | (byte == b'.')
}

/// Refuses every board but that of nine digits in rows, columns and boxes, whatever it is called.
fn only_classic(geometry: &Geometry) -> Result<(), Unsupported> {
    let shape = |geometry: &Geometry| {
        let cells = |region: &board::Region| {
            let mut cells = region.cells.clone();
            cells.sort_unstable();
            cells
        };
        let mut regions: Vec<_> = geometry.regions().iter().map(cells).collect();
        regions.sort_unstable();
        (geometry.symbols(), geometry.cells(), regions)
    };
    match catalog::classic(9) {
        Ok(classic) if shape(&classic) == shape(geometry) => Ok(()),
        _ => Err(Unsupported(
            "it takes classic9 only: nine symbols in rows, columns and boxes".into(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_by_the_regions_and_not_by_the_name() {
        assert_eq!(only_classic(&catalog::named("classic9").unwrap()), Ok(()));
        for other in ["classic4", "classic16", "latin9", "windoku", "x"] {
            let error = only_classic(&catalog::named(other).unwrap()).unwrap_err();
            assert!(error.to_string().contains("classic9 only"), "{other}");
        }
    }
}
