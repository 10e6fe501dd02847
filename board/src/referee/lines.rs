//! The referee for lines of classic 9×9, for a million checks per second: a word holds four cells of a row,
//! 16 bits each with the bit of the digit, and a house is correct if its nine cells have all nine bits.

/// Returns whether a line of 81 digits solves a puzzle of classic 9×9 in another line of digits, `.` and
/// `0`. The result is that of [`check`](super::check).
pub fn solves_line(puzzle: &[u8; 81], grid: &[u8; 81]) -> bool {
    let is_kept =
        |(&given, &digit): (&u8, &u8)| (given == digit) | (given == b'.') | (given == b'0');
    let are_kept = puzzle.iter().zip(grid).map(is_kept).fold(true, |all, kept| all & kept);
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

/// Returns up to four cells as the bits of their digits, 16 bits each.
fn four(cells: &[u8]) -> u64 {
    cells.iter().rev().fold(0, |word, &cell| word << 16 | BITS[usize::from(cell)])
}

/// Returns the union of the bits of four cells.
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::puzzle::Grid;
    use crate::referee::check;
    use crate::symmetry::Symmetries;
    use crate::{catalog, text::line};

    #[test]
    fn lines_are_judged_like_their_puzzles_and_grids() {
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
}
