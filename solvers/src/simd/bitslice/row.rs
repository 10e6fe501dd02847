//! One puzzle as a row of bits: read from a puzzle, changed by a bet, and read off when
//! solved.

use board::{Puzzle, Symbol};

use super::planes::{LAST_CELLS, ROW_WORDS, Row, row_word};
use super::ways::STRUCK;

/// The rows of a kernel.
pub(super) struct Rows<'a> {
    /// The words of a vector: two, four or eight.
    pub(super) words: usize,
    pub(super) bits: &'a mut [u64],
}

impl Rows<'_> {
    /// Reads a row, word by word: a processor that has just written words is slow to read wider ones.
    #[inline]
    pub(super) fn get(&self, lane: usize, row: &mut Row) {
        let bits = &self.bits[row_word(lane, 0, self.words)..];
        match self.words {
            8 => gather::<8>(bits, row),
            4 => gather::<4>(bits, row),
            _ => gather::<2>(bits, row),
        }
    }

    /// Writes a row.
    #[inline]
    pub(super) fn set(&mut self, lane: usize, row: &Row) {
        let bits = &mut self.bits[row_word(lane, 0, self.words)..];
        match self.words {
            8 => scatter::<8>(row, bits),
            4 => scatter::<4>(row, bits),
            _ => scatter::<2>(row, bits),
        }
    }

    /// Leaves a digit in one of its ways through a band.
    #[inline]
    pub(super) fn restrict(&mut self, lane: usize, band: usize, digit: usize, way: usize) {
        let [first, last] = STRUCK[band][way];
        self.bits[row_word(lane, digit, self.words)] &= !first;
        let last = last << (digit % 3 * LAST_CELLS);
        self.bits[row_word(lane, 9 + digit / 3, self.words)] &= !last;
    }
}

/// Reads words that are `APART`: the distance is a constant, so that no word is looked up by itself.
#[inline]
fn gather<const APART: usize>(bits: &[u64], row: &mut Row) {
    let bits = &bits[..(ROW_WORDS - 1) * APART + 1];
    for word in 0..ROW_WORDS {
        row[word] = bits[word * APART];
    }
}

/// Writes words that are `APART`.
#[inline]
fn scatter<const APART: usize>(row: &Row, bits: &mut [u64]) {
    let bits = &mut bits[..(ROW_WORDS - 1) * APART + 1];
    for word in 0..ROW_WORDS {
        bits[word * APART] = row[word];
    }
}

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

/// The cells in which a digit is a candidate.
fn digit_cells(row: &Row, digit: usize) -> u128 {
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
