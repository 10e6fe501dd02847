//! The name of a puzzle that does not depend on what people call it.

use board::symmetry;
use board::{Geometry, Puzzle};

/// The first 16 hex digits of the blake3 hash of geometry and cells.
///
/// What is hashed, as 64-bit little-endian numbers: |S|, |C|, the number of regions; for each
/// region its size and its cells in ascending order, the regions sorted; then for each cell the
/// allowed symbols as bits. Names, positions and characters do not matter.
pub fn puzzle(puzzle: &Puzzle) -> String {
    PuzzleHasher::new(puzzle.geometry()).hash(puzzle)
}

/// Hashes the puzzles of one geometry, as [`puzzle`] does. The geometry is three quarters of what
/// is hashed for a 9×9, and comes first: it is hashed once.
#[derive(Clone, Debug)]
pub struct PuzzleHasher {
    geometry: blake3::Hasher,
}

/// So many cells go into the hasher at once.
const CELLS: usize = 128;

impl PuzzleHasher {
    /// A hasher for puzzles of this geometry.
    pub fn new(geometry: &Geometry) -> Self {
        let mut regions: Vec<Vec<usize>> =
            geometry.regions().iter().map(|region| region.cells.clone()).collect();
        regions.iter_mut().for_each(|cells| cells.sort_unstable());
        regions.sort_unstable();
        let mut hasher = blake3::Hasher::new();
        let mut number = |value: usize| {
            hasher.update(&(value as u64).to_le_bytes());
        };
        number(geometry.symbols());
        number(geometry.cells());
        number(regions.len());
        for cells in &regions {
            number(cells.len());
            cells.iter().for_each(|&cell| number(cell));
        }
        Self { geometry: hasher }
    }

    /// The hash of a puzzle of the geometry.
    pub fn hash(&self, puzzle: &Puzzle) -> String {
        let mut hasher = self.geometry.clone();
        let mut bytes = [0; 8 * CELLS];
        for cells in puzzle.allowed().chunks(CELLS) {
            for (bytes, set) in bytes.chunks_exact_mut(8).zip(cells) {
                bytes.copy_from_slice(&set.bits().to_le_bytes());
            }
            hasher.update(&bytes[..8 * cells.len()]);
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }
}

/// The hash of what a puzzle is whichever way it is turned: of its canonical form, where one is
/// defined (classic 9×9 and 4×4), else of the puzzle itself.
pub fn class(puzzle: &Puzzle) -> String {
    let canonical = symmetry::canonical(puzzle);
    self::puzzle(canonical.as_ref().map_or(puzzle, |canonical| &canonical.puzzle))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::catalog;
    use board::text::line;

    use super::*;

    #[track_caller]
    fn check(geometry: &str, text: &str, expected: &str) {
        let geometry = Arc::new(catalog::named(geometry).unwrap());
        assert_eq!(puzzle(&line::parse(text, &geometry).unwrap()), expected);
    }

    #[test]
    fn hashes_are_the_same_for_ever() {
        let sae =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        check("classic9", sae, "7920f85c1975fc84");
        check("x", sae, "b469202ba3f2a504");
        check("classic4", "....1.3.431.2...", "b2ca62e76650c62b");
        check("latin25", &".".repeat(625), "ede2faf5a10de6ea");
    }
}
