//! How many literals an encoding takes, without making it: pairs of a few hundred symbols fill the memory.

use board::Geometry;

use super::log::width;
use crate::contract::Unsupported;

/// The most literals of an encoding: some hundred megabytes, twice, since engines copy them.
const MOST_LITERALS: usize = 200_000_000;

/// Checks that the literals of an encoding are not too many.
///
/// # Errors
/// If they are.
pub(super) fn check(literals: usize) -> Result<(), Unsupported> {
    match literals {
        ..=MOST_LITERALS => Ok(()),
        _ => Err(Unsupported(format!(
            "a formula of up to {literals} literals, expected {MOST_LITERALS} at most"
        ))),
    }
}

/// Returns a clause for each two symbols of a cell, and for each two cells of a region with a
/// symbol.
pub(super) fn pairwise(geometry: &Geometry) -> usize {
    let (cells, symbols) = (geometry.cells(), geometry.symbols());
    cells * symbols * (symbols - 1) + pairs_in_regions(geometry)
}

/// Returns a clause for each two cells of a region with a symbol.
fn pairs_in_regions(geometry: &Geometry) -> usize {
    let regions = geometry.regions().iter();
    let pairs: usize = regions.map(|it| it.cells.len() * it.cells.len().saturating_sub(1)).sum();
    pairs * geometry.symbols()
}

/// Returns a clause for each two cells of a region with a symbol, and some for each symbol of a cell and the steps
/// beside it.
pub(super) fn with_steps(geometry: &Geometry) -> usize {
    let in_cells = geometry.cells() * geometry.symbols();
    pairs_in_regions(geometry) + 9 * in_cells
}

/// For each two cells that share a region and each symbol, all bits of both.
pub(super) fn by_bits(geometry: &Geometry) -> usize {
    neighbours(geometry) * geometry.symbols() * width(geometry.symbols())
}

/// For each cell, neighbour and symbol, all other symbols.
pub(super) fn supports(geometry: &Geometry) -> usize {
    let symbols = geometry.symbols();
    neighbours(geometry) * symbols * symbols + geometry.cells() * symbols * (symbols - 1)
}

/// For each region and candidate, some auxiliary variables: at most twice as many literals as its number has bits.
pub(super) fn with_auxiliaries(geometry: &Geometry) -> usize {
    let in_regions: usize = geometry.regions().iter().map(|region| region.cells.len()).sum();
    (in_regions + geometry.cells()) * geometry.symbols() * 2 * width(geometry.symbols())
}

/// Nothing: what the givens leave is not known before.
pub(super) fn unknown(_: &Geometry) -> usize {
    0
}

/// Returns the number of ordered pairs of cells that share a region.
fn neighbours(geometry: &Geometry) -> usize {
    (0..geometry.cells()).map(|cell| geometry.peers(cell).len()).sum()
}

#[cfg(test)]
mod tests {
    use board::catalog;

    use super::*;
    use crate::sat::encodings::{ENCODINGS, REDUCED};
    use crate::sat::formula::Formula;

    #[test]
    fn no_encoding_takes_more_literals_than_were_estimated() {
        for name in ["classic9", "windoku", "jigsaw7", "latin12"] {
            let geometry = std::sync::Arc::new(catalog::named(name).unwrap());
            let puzzle = board::Puzzle::empty(geometry.clone());
            let full: usize = geometry.regions().iter().map(|it| it.cells.len()).sum();
            // At least one place for each symbol of a region, and one symbol for each cell.
            let at_least = (full + geometry.cells()) * geometry.symbols();
            for encoding in ENCODINGS.iter().filter(|it| it.name != REDUCED.name) {
                let mut formula = Formula::new(0);
                (encoding.make)(&geometry).load(&puzzle, &mut formula);
                let literals: usize = formula.clauses().map(<[_]>::len).sum();
                let most = (encoding.literals)(&geometry) + at_least;
                assert!(literals <= most, "{name} {}: {literals} of {most}", encoding.name);
            }
        }
    }

    #[test]
    fn pairs_on_the_largest_boards_are_refused() {
        let refused = |name: &str| {
            let geometry = catalog::named(name).unwrap();
            let refused = ENCODINGS.iter().filter(|it| check((it.literals)(&geometry)).is_err());
            refused.map(|it| it.name).collect::<Vec<_>>()
        };
        assert_eq!(refused("classic36"), [""; 0]);
        assert_eq!(refused("classic49"), ["support"]);
        assert_eq!(refused("classic64"), ["log", "support"]);
        assert_eq!(refused("classic100"), ["extended", "log", "minimal", "order", "support"]);
    }
}
