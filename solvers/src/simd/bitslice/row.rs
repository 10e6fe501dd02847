//! One puzzle as a row of bits: read from a puzzle, changed by a bet, read off when solved.

use board::{Puzzle, Symbol};

use super::planes::{LAST_CELLS, ROW_WORDS, Row, place};

/// The row of a puzzle of 81 cells and nine symbols.
pub(super) fn of_puzzle(puzzle: &Puzzle) -> Row {
    let mut by_digit = [0u128; 9];
    let mut open = 0u128;
    for (cell, set) in puzzle.allowed().iter().enumerate() {
        if set.bits() == 0x1FF {
            open |= 1 << cell;
        } else {
            set.iter().for_each(|digit| by_digit[usize::from(digit)] |= 1 << cell);
        }
    }
    of_digits(by_digit.map(|cells| cells | open))
}

/// The symbols of a row in which each cell has one candidate.
pub(super) fn symbols(row: &Row) -> [Symbol; 81] {
    let mut bits = [0u128; 4];
    for digit in 0..9 {
        let cells = digit_cells(row, digit);
        for (bit, plane) in bits.iter_mut().enumerate() {
            if digit >> bit & 1 == 1 {
                *plane |= cells;
            }
        }
    }
    let mut symbols = [0; 81];
    let (groups, last) = symbols.as_chunks_mut::<8>();
    for (group, bytes) in groups.iter_mut().enumerate() {
        let mut spread = 0u64;
        for (bit, plane) in bits.iter().enumerate() {
            spread |= spread_out((plane >> (8 * group)) as u8) << bit;
        }
        *bytes = spread.to_le_bytes();
    }
    for (bit, plane) in bits.iter().enumerate() {
        last[0] |= ((plane >> 80) as u8 & 1) << bit;
    }
    symbols
}

/// Leaves one candidate in a cell.
#[inline]
pub(super) fn restrict(row: &mut Row, cell: usize, digit: usize) {
    let (word, bit) = place(0, cell);
    let here = 1u64 << bit;
    if word == 0 {
        row[..9].iter_mut().for_each(|word| *word &= !here);
    } else {
        let here = here | here << LAST_CELLS | here << (2 * LAST_CELLS);
        row[9..].iter_mut().for_each(|word| *word &= !here);
    }
    let (word, bit) = place(digit, cell);
    row[word] |= 1 << bit;
}

/// The cells in which a digit is a candidate.
pub(super) fn digit_cells(row: &Row, digit: usize) -> u128 {
    let last = row[9 + digit / 3] >> (17 * (digit % 3)) & 0x1_FFFF;
    u128::from(row[digit]) | u128::from(last) << 64
}

/// The row of the cells in which each digit is a candidate.
pub(super) fn of_digits(by_digit: [u128; 9]) -> Row {
    let mut row = [0; ROW_WORDS];
    for (digit, cells) in by_digit.into_iter().enumerate() {
        row[digit] = cells as u64;
        row[9 + digit / 3] |= ((cells >> 64) as u64) << (17 * (digit % 3));
    }
    row
}

/// The bits of a byte as the lowest bits of eight bytes.
fn spread_out(bits: u8) -> u64 {
    let each = u64::from(bits).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((each + 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080) >> 7
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtrack::oracle::named;

    #[test]
    fn a_bet_leaves_one_candidate_in_its_cell() {
        for cell in 0..81 {
            let mut row = of_puzzle(&Puzzle::empty(named("classic9")));
            restrict(&mut row, cell, 4);
            for digit in 0..9 {
                let gone = if digit == 4 { 0 } else { 1 << cell };
                assert_eq!(digit_cells(&row, digit), ((1 << 81) - 1) & !gone);
            }
        }
    }
}
