//! One puzzle as a row of bits: read from a puzzle, changed by a bet, and read off when
//! solved.

use board::{Puzzle, Symbol};

use super::planes::{LAST_CELLS, ROW_WORDS, Row, SPARE};
use super::set::GROUP;
use super::ways::{STRUCK, WAYS};

/// A bit for each way.
const ALL_WAYS: u64 = (1 << WAYS) - 1;

/// The rows of a kernel.
pub(super) struct Rows<'a> {
    /// The words of a vector: two, four or eight.
    pub(super) words: usize,
    pub(super) bits: &'a mut [u64],
}

impl Rows<'_> {
    /// The rows of a group of lanes.
    #[inline]
    pub(super) fn group(&mut self, group: usize) -> Group<'_> {
        let length = ROW_WORDS * self.words;
        Group { words: self.words, bits: &mut self.bits[length * group..][..length] }
    }

    /// The rows of the group of a lane, and which of them is its own.
    #[inline]
    pub(super) fn of_lane(&mut self, lane: usize) -> (Group<'_>, usize) {
        (self.group(lane / GROUP), lane % GROUP)
    }
}

/// The rows of a group of lanes, side by side: the first words of all of them, then the second words.
pub(super) struct Group<'a> {
    /// How many lanes it has.
    words: usize,
    bits: &'a mut [u64],
}

impl Group<'_> {
    /// Reads a row, word by word: a processor that has just written words is slow to read wider ones.
    #[inline]
    pub(super) fn get(&self, lane: usize, row: &mut Row) {
        match self.words {
            8 => gather::<8>(&self.bits[lane..], row),
            4 => gather::<4>(&self.bits[lane..], row),
            _ => gather::<2>(&self.bits[lane..], row),
        }
    }

    /// Writes a row.
    #[inline]
    pub(super) fn set(&mut self, lane: usize, row: &Row) {
        match self.words {
            8 => scatter::<8>(row, &mut self.bits[lane..]),
            4 => scatter::<4>(row, &mut self.bits[lane..]),
            _ => scatter::<2>(row, &mut self.bits[lane..]),
        }
    }

    /// Divides what a row allows, which is that of a lane, in two: the lane tries the first way of the digit
    /// that was chosen, and the row keeps the others. Tells whether those are several.
    #[inline]
    pub(super) fn divide(&mut self, lane: usize, row: &mut Row) -> bool {
        let choice = row[9] >> SPARE;
        let (band, digit) = ((choice & 0x7) as usize, (choice >> 3 & 0xF) as usize);
        let ways = row[10] >> SPARE & ALL_WAYS;
        let others = ways & (ways - 1);
        row[10] ^= (ways ^ others) << SPARE;
        for (word, struck) in outside(band, digit, ways) {
            self.bits[self.words * word + lane] &= !struck;
        }
        let are_several = others & others.wrapping_sub(1) != 0;
        if !are_several {
            for (word, struck) in outside(band, digit, others) {
                row[word] &= !struck;
            }
        }
        are_several
    }

    /// The vectors of a group of eight lanes.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(super) fn vectors(&mut self) -> Option<&mut [[u64; GROUP]; ROW_WORDS]> {
        self.bits.as_chunks_mut().0.first_chunk_mut()
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
