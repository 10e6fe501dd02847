//! What is right and what is not: the referee knows geometries and grids, and no solver.
//!
//! It answers two questions. [`standing`] is Malherbe's `verifie_grille_Sudoku`: is this (perhaps
//! partial) filling complete and right, violated, or incomplete and consistent? [`check`] is the
//! one that judges a backend: does this grid solve this puzzle?

use crate::geometry::{Cell, Geometry};
use crate::puzzle::{Grid, Puzzle};
use crate::symbols::{Symbol, SymbolSet};

/// How a filling stands under the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Every cell is filled and no region repeats a symbol.
    Complete,
    /// A region repeats a symbol: the first violation found.
    Violated(Violation),
    /// A cell is empty and no region repeats a symbol.
    Incomplete,
}

impl Standing {
    /// Malherbe's answer: 1, −1 or 0. His −1 is for complete grids that violate a rule; ours is
    /// for partial ones as well, where he leaves the answer open.
    pub fn code(&self) -> i8 {
        match self {
            Self::Complete => 1,
            Self::Violated(_) => -1,
            Self::Incomplete => 0,
        }
    }
}

/// A symbol that stands twice in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The number of the region in the geometry.
    pub region: usize,
    /// The symbol that repeats.
    pub symbol: Symbol,
    /// Two cells that hold it.
    pub cells: [Cell; 2],
}

/// Why a grid does not solve a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refutation {
    /// The grid is that of another geometry.
    #[error("{found} cells, expected {expected}")]
    Size {
        /// How many cells the grid has.
        found: usize,
        /// How many cells the geometry has.
        expected: usize,
    },
    /// A cell holds a symbol that the puzzle does not allow there, or that is not in S.
    #[error("{position} holds {symbol}, which the puzzle does not allow there")]
    NotAllowed {
        /// Where, as `r1c1`.
        position: String,
        /// The symbol as the geometry writes it, or its number where it is not in S.
        symbol: String,
    },
    /// A region repeats a symbol.
    #[error("{region} holds {symbol} twice, at {first} and {second}")]
    Repeated {
        /// The region's name.
        region: String,
        /// The symbol as the geometry writes it.
        symbol: char,
        /// Where, as `r1c1`.
        first: String,
        /// Where else.
        second: String,
    },
}

/// Whether a line of 81 digits solves a puzzle of classic 9×9 in another, of digits, `.` and `0`: the
/// answer of [`check`], for those who have a million of them.
pub fn solves_line(puzzle: &[u8; 81], grid: &[u8; 81]) -> bool {
    let is_kept =
        |(&given, &digit): (&u8, &u8)| (given == digit) | (given == b'.') | (given == b'0');
    let are_kept = puzzle.iter().zip(grid).map(is_kept).fold(true, |all, kept| all & kept);
    // A house is right where its nine cells have the bits of all digits. Four cells of a row are in a word.
    let (mut houses, mut columns) = (ALL, [0; 3]);
    for band in grid.chunks_exact(27) {
        let mut stacks = [0; 3];
        for row in band.chunks_exact(9) {
            let words = [four(&row[..4]), four(&row[4..8]), four(&row[8..])];
            houses &= union(words[0] | words[1] | words[2]);
            (0..3).for_each(|at| stacks[at] |= words[at]);
        }
        let [first, second, third] = stacks;
        houses &= union(first & FIRST_THREE) & union(first >> 48 | second & FIRST_TWO);
        houses &= union(second >> 32 | third);
        (0..3).for_each(|at| columns[at] |= stacks[at]);
    }
    let [first, second, last] = columns;
    let all_columns = first == EACH && second == EACH && last == ALL;
    are_kept && all_columns && houses == ALL
}

/// The bits of all digits.
const ALL: u64 = 0b11_1111_1110;

/// The same for each of four cells.
const EACH: u64 = ALL | ALL << 16 | ALL << 32 | ALL << 48;

const FIRST_TWO: u64 = (1 << 32) - 1;
const FIRST_THREE: u64 = (1 << 48) - 1;

/// Up to four cells as the bits of their digits, 16 bits each.
fn four(cells: &[u8]) -> u64 {
    cells.iter().rev().fold(0, |word, &cell| word << 16 | BITS[usize::from(cell)])
}

/// The bits that four cells have together.
fn union(word: u64) -> u64 {
    let halves = word | word >> 32;
    (halves | halves >> 16) & 0xFFFF
}

/// The bit of a digit, for each character.
const BITS: [u64; 256] = {
    let mut bits = [0; 256];
    let mut digit = 1;
    while digit <= 9 {
        bits[b'0' as usize + digit] = 1 << digit;
        digit += 1;
    }
    bits
};

/// Malherbe's question for a filling of `geometry`; `None` is an empty cell.
///
/// # Panics
/// If there are not as many cells as in the geometry, or if a symbol is not in S.
pub fn standing(geometry: &Geometry, filling: &[Option<Symbol>]) -> Standing {
    assert_eq!(filling.len(), geometry.cells(), "a filling of another geometry");
    match violations(geometry, filling).next() {
        Some(violation) => Standing::Violated(violation),
        None if filling.contains(&None) => Standing::Incomplete,
        None => Standing::Complete,
    }
}

/// Every repetition in `filling`: each cell whose symbol stands earlier in the same region, with
/// the cell before it that holds the symbol.
pub fn violations<'a>(
    geometry: &'a Geometry,
    filling: &'a [Option<Symbol>],
) -> impl Iterator<Item = Violation> + 'a {
    geometry.regions().iter().enumerate().flat_map(move |(index, region)| {
        let mut seen = [None; SymbolSet::CAPACITY];
        region.cells.iter().filter_map(move |&cell| {
            let symbol = filling[cell]?;
            let before = seen[usize::from(symbol)].replace(cell)?;
            Some(Violation { region: index, symbol, cells: [before, cell] })
        })
    })
}

/// Whether `grid` solves `puzzle`: a symbol that the puzzle allows in every cell, and none twice
/// in a region.
///
/// # Errors
/// The first reason found why it does not.
pub fn check(puzzle: &Puzzle, grid: &Grid) -> Result<(), Refutation> {
    let (geometry, symbols) = (puzzle.geometry(), grid.symbols());
    if symbols.len() != geometry.cells() {
        return Err(Refutation::Size { found: symbols.len(), expected: geometry.cells() });
    }
    let in_s = |symbol: Symbol| usize::from(symbol) < geometry.symbols();
    for (cell, &symbol) in symbols.iter().enumerate() {
        if !in_s(symbol) || !puzzle.allowed()[cell].contains(symbol) {
            let number = || (usize::from(symbol) + 1).to_string();
            let written = || geometry.alphabet().character(symbol).to_string();
            return Err(Refutation::NotAllowed {
                position: geometry.position(cell).to_string(),
                symbol: if in_s(symbol) { written() } else { number() },
            });
        }
    }
    // Nearly every grid is right, and that is seen by bits; only a wrong one is gone through in words.
    let bits = |cells: &[Cell]| cells.iter().fold(0_u64, |seen, &cell| seen | 1 << symbols[cell]);
    let differ = |cells: &[Cell]| bits(cells).count_ones() as usize == cells.len();
    if geometry.regions().iter().all(|region| differ(&region.cells)) {
        return Ok(());
    }
    let filling: Vec<_> = symbols.iter().copied().map(Some).collect();
    violations(geometry, &filling).next().map_or(Ok(()), |violation| {
        Err(Refutation::Repeated {
            region: geometry.regions()[violation.region].name.clone(),
            symbol: geometry.alphabet().character(violation.symbol),
            first: geometry.position(violation.cells[0]).to_string(),
            second: geometry.position(violation.cells[1]).to_string(),
        })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::symmetry::Symmetries;
    use crate::{catalog, text::line};

    const MALHERBE: &str = "....1.3.431.2...";
    const SOLVED: &str = "3421123443122143";

    fn puzzle(text: &str) -> Puzzle {
        line::parse(text, &Arc::new(catalog::classic(4).unwrap())).unwrap()
    }

    fn code(text: &str) -> i8 {
        let puzzle = puzzle(text);
        standing(puzzle.geometry(), &puzzle.givens()).code()
    }

    fn refutation(grid: &str) -> String {
        let grid = Grid::new(grid.bytes().map(|b| b - b'1').collect::<Vec<_>>());
        check(&puzzle(MALHERBE), &grid).unwrap_err().to_string()
    }

    #[test]
    fn lines_are_judged_as_their_puzzles_and_grids_are() {
        let classic = Arc::new(catalog::classic(9).unwrap());
        let symmetries = Symmetries::of(&classic);
        let pattern =
            Grid::new((0..81).map(|at| (at / 9 * 3 + at / 27 + at) as u8 % 9).collect::<Vec<_>>());
        let mut n_right = 0;
        for seed in 0..2000_usize {
            let grid = symmetries.random(seed as u64).apply_grid(&pattern);
            let mut grid: [u8; 81] = std::array::from_fn(|cell| grid[cell] + b'1');
            let mut puzzle = grid.map(|digit| if digit % 3 == 0 { b".0"[seed % 2] } else { digit });
            let cell = seed * 7 % 81;
            match seed % 7 {
                0 => grid.swap(cell, cell / 9 * 9 + (cell + 1) % 9),
                1 => grid.swap(cell, (cell + 9) % 81),
                2 => grid[cell] = b'1' + (grid[cell] - b'0') % 9,
                3 => puzzle[cell] = b'1' + (grid[cell] - b'0') % 9,
                4 => grid.swap(cell, (cell * 5 + 1) % 81),
                _ => {}
            }
            let text = str::from_utf8(&puzzle).unwrap();
            let whole = Grid::new(grid.map(|digit| digit - b'1').to_vec());
            let is_right = check(&line::parse(text, &classic).unwrap(), &whole).is_ok();
            assert_eq!(solves_line(&puzzle, &grid), is_right, "{text} {grid:?}");
            n_right += usize::from(is_right);
            for other in [b'0', b'.', b':', b'/', 0, 255] {
                let wrong = std::array::from_fn(|at| if at == cell { other } else { grid[at] });
                assert!(!solves_line(&[b'.'; 81], &wrong));
            }
        }
        assert!((500..1500).contains(&n_right), "{n_right}");
    }

    #[test]
    fn malherbes_three_answers() {
        assert_eq!(code(SOLVED), 1);
        assert_eq!(code(MALHERBE), 0);
        assert_eq!(code(&SOLVED.replace('4', "1")), -1);
    }

    #[test]
    fn a_partial_filling_can_be_violated_too() {
        assert_eq!(code("11.............."), -1);
        assert_eq!(code("1....1.........."), -1);
        assert_eq!(code("1......1........"), 0);
    }

    #[test]
    fn every_violation_is_found_with_its_region() {
        let puzzle = puzzle("11..1...........");
        let geometry = puzzle.geometry();
        let found: Vec<_> = violations(geometry, &puzzle.givens())
            .map(|v| (geometry.regions()[v.region].name.clone(), v.cells))
            .collect();
        let expected =
            [("row 1", [0, 1]), ("column 1", [0, 4]), ("block 1", [0, 1]), ("block 1", [1, 4])];
        assert_eq!(found, expected.map(|(name, cells)| (name.to_string(), cells)));
    }

    #[test]
    fn a_grid_that_solves_the_puzzle_is_accepted() {
        let grid = Grid::new(SOLVED.bytes().map(|b| b - b'1').collect::<Vec<_>>());
        assert_eq!(check(&puzzle(MALHERBE), &grid), Ok(()));
    }

    #[test]
    fn a_grid_that_does_not_is_refuted_with_the_reason() {
        assert_eq!(refutation("342112344312"), "12 cells, expected 16");
        assert_eq!(
            refutation("3421213443122143"),
            "r2c1 holds 2, which the puzzle does not allow there"
        );
        assert_eq!(
            refutation("3451123443122143"),
            "r1c3 holds 5, which the puzzle does not allow there"
        );
        assert_eq!(refutation("3321123443122143"), "row 1 holds 3 twice, at r1c1 and r1c2");
    }
}
