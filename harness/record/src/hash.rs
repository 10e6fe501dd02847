//! Hashes that identify puzzles independently of their names.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use board::{CellRelation, Geometry, Puzzle, SymbolSet, symmetry};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// The first 64 bits of the blake3 hash of the cells of a puzzle, keyed with that of its geometry.
/// It is written as 16 hex digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PuzzleHash(pub u64);

impl From<blake3::Hash> for PuzzleHash {
    /// Returns its first 64 bits.
    fn from(hash: blake3::Hash) -> Self {
        let mut first = [0; 8];
        first.copy_from_slice(&hash.as_bytes()[..8]);
        Self(u64::from_be_bytes(first))
    }
}

impl fmt::Display for PuzzleHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for PuzzleHash {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

impl Serialize for PuzzleHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Every row has two hashes, and `format!` is slow.
        let digit = |at: usize| b"0123456789abcdef"[(self.0 >> (60 - 4 * at)) as usize % 16];
        let digits: [u8; 16] = std::array::from_fn(digit);
        serializer.serialize_str(str::from_utf8(&digits).map_err(ser::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for PuzzleHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Returns the hash of a puzzle.
///
/// The hash of the geometry is that of these numbers, 64-bit little-endian: |S|, |C|, the number of
/// regions; for each region its size and its cells in ascending order, the regions sorted; and, if there are
/// relations, their number and, sorted, for each the length of its kind in words, its bytes, the number of its cells and
/// these in order. A cell is a byte: 0 if it may take every symbol, n if the nth symbol is given, else 255 followed by
/// its allowed symbols as the bits of another such number, which has 128 bits if there are more than 64 symbols. Names,
/// positions and characters do not matter.
pub fn puzzle(puzzle: &Puzzle) -> PuzzleHash {
    PuzzleHasher::new(puzzle.geometry()).hash(puzzle).0
}

/// Hashes the puzzles of one geometry as [`puzzle`] does, but hashes the geometry only once.
#[derive(Clone, Debug)]
pub struct PuzzleHasher {
    geometry: [u8; blake3::KEY_LEN],
    all: SymbolSet,
    /// The bytes of a set of symbols.
    width: usize,
}

impl PuzzleHasher {
    /// Creates a hasher for puzzles of this geometry.
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
        let relation = |it: &CellRelation| (it.kind.to_string(), it.cells.clone());
        let mut relations: Vec<(String, Vec<usize>)> =
            geometry.relations().iter().map(relation).collect();
        relations.sort_unstable();
        if !relations.is_empty() {
            number(relations.len());
        }
        for (kind, cells) in &relations {
            number(kind.len());
            kind.bytes().for_each(|byte| number(byte.into()));
            number(cells.len());
            cells.iter().for_each(|&cell| number(cell));
        }
        let all = SymbolSet::all(geometry.symbols());
        let width = if geometry.symbols() > 64 { 16 } else { 8 };
        Self { geometry: *hasher.finalize().as_bytes(), all, width }
    }

    /// Returns the hash of a puzzle of the geometry, and the number of given cells.
    pub fn hash(&self, puzzle: &Puzzle) -> (PuzzleHash, usize) {
        let mut bytes = Vec::with_capacity(puzzle.geometry().cells());
        if let Some(cells) = puzzle.plain() {
            // The number of an open cell precedes zero.
            bytes.extend(cells.iter().map(|cell| cell.wrapping_add(1)));
        } else {
            for set in puzzle.allowed() {
                match set.single() {
                    Some(given) => bytes.push(given + 1),
                    None if set == self.all => bytes.push(0),
                    None => {
                        bytes.push(u8::MAX);
                        bytes.extend(&set.bits().to_le_bytes()[..self.width]);
                    }
                }
            }
        }
        (blake3::keyed_hash(&self.geometry, &bytes).into(), puzzle.clues())
    }

    /// Returns the same for a puzzle of nine symbols as a line of digits, with `.` or `0` for empty
    /// cells.
    pub fn hash_line<const CELLS: usize>(&self, line: &[u8; CELLS]) -> (PuzzleHash, usize) {
        let mut bytes = [0; CELLS];
        for (byte, &character) in bytes.iter_mut().zip(line) {
            *byte = if character == b'.' { 0 } else { character.wrapping_sub(b'0') };
        }
        (blake3::keyed_hash(&self.geometry, &bytes).into(), clues(&bytes))
    }
}

/// Returns the number of given cells, among cells encoded as one byte each.
fn clues(bytes: &[u8]) -> usize {
    bytes.iter().map(|byte| usize::from((1..u8::MAX).contains(byte))).sum()
}

/// Returns the 64-bit XXH3 hash of the characters of a solution, as a row writes it. It distinguishes runs, at the
/// speed of the fastest ones.
pub fn solution(characters: &[u8]) -> u64 {
    xxh3_64(characters)
}

/// Returns the 128-bit XXH3 hash of a key, of which millions are compared without a collision.
pub fn key(bytes: &[u8]) -> u128 {
    xxh3_128(bytes)
}

/// Returns the hash of the equivalence class of a puzzle: of its canonical form, if one is defined (classic 9×9 and
/// 4×4), or else of the puzzle itself.
pub fn class(puzzle: &Puzzle) -> PuzzleHash {
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
        let hash = puzzle(&line::parse(text, &geometry).unwrap());
        assert_eq!(hash.to_string(), expected);
        assert_eq!(expected.parse(), Ok(hash));
    }

    #[test]
    fn hashes_never_change() {
        let sae =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        check("classic9", sae, "b704a055ededc621");
        check("x", sae, "4c50dce8ae6e5fb3");
        check("classic4", "....1.3.431.2...", "f19b28d4c2cd8aa5");
        check("latin25", &".".repeat(625), "bba9db7eb96291d3");
    }

    #[test]
    fn relations_are_a_part_of_the_hash() {
        let hash = |more: &str| {
            let drawing = format!("place: classic4 at r1c1\n{more}");
            let board = catalog::read_drawing(&drawing, "").unwrap().geometry;
            puzzle(&Puzzle::empty(Arc::new(board))).to_string()
        };
        let plain = hash("");
        assert_eq!(
            plain,
            puzzle(&Puzzle::empty(Arc::new(catalog::classic(4).unwrap()))).to_string()
        );
        let (sum, rising) = (hash("sum 7: r1c1 r1c2\n"), hash("rising: r1c1 r1c2\n"));
        let others = ["sum 6: r1c1 r1c2\n", "sum 7: r1c1 r1c3\n", "sum 7: r1c2 r1c1\n"].map(hash);
        let all = [vec![plain, sum, rising], others.to_vec()].concat();
        let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
        let both = "sum 7: r1c1 r1c2\nrising: r1c1 r1c2\n";
        let turned = "rising: r1c1 r1c2\nsum 7: r1c1 r1c2\n";
        assert_eq!(hash(both), hash(turned));
    }

    #[test]
    fn a_hash_is_serialised_as_it_is_displayed() {
        for hash in [0, 1, 0xb704_a055_eded_c621, u64::MAX].map(PuzzleHash) {
            assert_eq!(serde_json::to_value(hash).unwrap(), hash.to_string());
        }
    }
}
