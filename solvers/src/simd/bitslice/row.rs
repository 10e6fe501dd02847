//! One puzzle as a row of bits: read from a puzzle, changed by a bet, and read off when
//! solved.

use board::{Puzzle, Symbol};

use super::planes::{LAST_CELLS, PLANES, ROW_WORDS, Row, SPARE, row_place};
use super::set::GROUPS;
use super::ways::{STRUCK, WAYS};

/// A bit for each way.
const ALL_WAYS: u64 = (1 << WAYS) - 1;

/// The rows of a kernel whose vectors have so many words, as they [lie](super::planes).
pub(super) type Rows<const WORDS: usize> = [[u64; WORDS]; PLANES];

/// The words of a kernel as rows.
///
/// # Panics
/// If there are fewer.
pub(super) fn rows<const WORDS: usize>(words: &mut [u64]) -> &mut Rows<WORDS> {
    words.as_chunks_mut().0.first_chunk_mut().expect("the rows of all lanes")
}

/// The rows of the lanes of a group: a vector for their first words, one for the second ones, and so on.
pub(super) struct Group<'a, const WORDS: usize> {
    vectors: &'a mut Rows<WORDS>,
    number: usize,
}

impl<'a, const WORDS: usize> Group<'a, WORDS> {
    /// A group by its number.
    #[inline]
    pub(super) fn of(vectors: &'a mut Rows<WORDS>, number: usize) -> Self {
        Self { vectors, number: number % GROUPS }
    }

    /// A word of all rows.
    #[inline]
    pub(super) fn word(&self, word: usize) -> &[u64; WORDS] {
        &self.vectors[row_place(word, self.number)]
    }

    /// A word of all rows, to be written.
    #[inline]
    pub(super) fn word_mut(&mut self, word: usize) -> &mut [u64; WORDS] {
        &mut self.vectors[row_place(word, self.number)]
    }

    /// Reads the row of a lane, word by word: a processor that has just written words is slow to read wider
    /// ones.
    #[inline]
    pub(super) fn get(&self, lane: usize, row: &mut Row) {
        for (at, word) in row.iter_mut().enumerate() {
            *word = self.word(at)[lane % WORDS];
        }
    }

    /// Writes the row of a lane.
    #[inline]
    pub(super) fn set(&mut self, lane: usize, row: &Row) {
        for (at, word) in row.iter().enumerate() {
            self.word_mut(at)[lane % WORDS] = *word;
        }
    }
}

/// Divides what a row allows, which is that of a lane, in two: the lane tries the first way of the digit
/// that was chosen, and the row keeps the others.
#[inline]
pub(super) fn divide<const WORDS: usize>(group: &mut Group<'_, WORDS>, lane: usize, row: &mut Row) {
    let choice = row[9] >> SPARE;
    let (band, digit) = ((choice & 0x7) as usize, (choice >> 3 & 0xF) as usize);
    let ways = row[10] >> SPARE & ALL_WAYS;
    let others = ways & (ways - 1);
    row[10] ^= (ways ^ others) << SPARE;
    for (word, struck) in outside(band, digit, ways) {
        group.word_mut(word)[lane % WORDS] &= !struck;
    }
    if !has_several(row) {
        for (word, struck) in outside(band, digit, others) {
            row[word] &= !struck;
        }
    }
}

/// Whether several ways of a bet are still to be tried.
#[inline]
pub(super) fn has_several(row: &Row) -> bool {
    let ways = row[10] >> SPARE & ALL_WAYS;
    ways & (ways - 1) != 0
}

/// The words of a row that tell of a digit, with its cells in a band outside of the first of some ways.
#[inline]
fn outside(band: usize, digit: usize, ways: u64) -> [(usize, u64); 2] {
    let [first, last] = STRUCK[band][ways.trailing_zeros() as usize];
    [(digit, first), (9 + digit / 3, last << (digit % 3 * LAST_CELLS))]
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
