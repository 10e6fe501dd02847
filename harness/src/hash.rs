//! The name of a puzzle that does not depend on what people call it.

use board::Puzzle;
use board::symmetry;

/// The first 16 hex digits of the blake3 hash of geometry and cells.
///
/// What is hashed, as 64-bit little-endian numbers: |S|, |C|, the number of regions; for each
/// region its size and its cells in ascending order, the regions sorted; then for each cell the
/// allowed symbols as bits. Names, positions and characters do not matter.
pub fn puzzle(puzzle: &Puzzle) -> String {
    let geometry = puzzle.geometry();
    let mut regions: Vec<Vec<usize>> = geometry.regions().iter().map(|r| r.cells.clone()).collect();
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
    for allowed in puzzle.allowed() {
        hasher.update(&allowed.bits().to_le_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The hash of what a puzzle is whichever way it is turned: of its canonical form, where one is
/// defined (classic 9×9 and 4×4), else of the puzzle itself.
pub fn class(puzzle: &Puzzle) -> String {
    let canonical = symmetry::canonical(puzzle);
    self::puzzle(canonical.as_ref().map_or(puzzle, |canonical| &canonical.puzzle))
}
