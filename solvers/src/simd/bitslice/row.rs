//! Rows: the bits of one puzzle, built from a puzzle, divided by a bet, and decoded when solved.

use board::{Cell, Puzzle, Symbol};

use super::configurations::{CONFIGURATIONS, EXCLUDED};
use super::lane_set::{GROUPS, bits};
use super::planes::{LAST_CELLS, LaneRow, PLANES, ROW_WORDS, SPARE, row_place};

/// One bit for each configuration.
const ALL_CONFIGURATIONS: u64 = (1 << CONFIGURATIONS) - 1;

/// The rows of a kernel whose vectors have `WORDS` words, [placed](super::planes) as transposition
/// leaves them.
pub(super) type LaneRows<const WORDS: usize> = [[u64; WORDS]; PLANES];

/// Returns the words of a kernel as rows.
///
/// # Panics
/// If there are too few words.
pub(super) fn rows<const WORDS: usize>(words: &mut [u64]) -> &mut LaneRows<WORDS> {
    words.as_chunks_mut().0.first_chunk_mut().expect("the rows of all lanes")
}

/// The rows of the lanes of a group: one vector for their first words, one for their second words,
/// and so on.
pub(super) struct Group<'a, const WORDS: usize> {
    vectors: &'a mut LaneRows<WORDS>,
    number: usize,
}

impl<'a, const WORDS: usize> Group<'a, WORDS> {
    /// Returns the group with this number.
    #[inline]
    pub(super) fn new(vectors: &'a mut LaneRows<WORDS>, number: usize) -> Self {
        Self { vectors, number: number % GROUPS }
    }

    /// Returns a word of all rows.
    #[inline]
    pub(super) fn word(&self, word: usize) -> &[u64; WORDS] {
        &self.vectors[row_place(word, self.number)]
    }

    /// Returns a word of all rows, mutably.
    #[inline]
    pub(super) fn word_mut(&mut self, word: usize) -> &mut [u64; WORDS] {
        &mut self.vectors[row_place(word, self.number)]
    }

    /// Reads the row of a lane, word by word: processors are slow to read wider than what was just
    /// written.
    #[inline]
    pub(super) fn get(&self, lane: usize, row: &mut LaneRow) {
        for (at, word) in row.iter_mut().enumerate() {
            *word = self.word(at)[lane % WORDS];
        }
    }

    /// Returns the row of a lane.
    pub(super) fn row(&self, lane: usize) -> LaneRow {
        let mut row = [0; ROW_WORDS];
        self.get(lane, &mut row);
        row
    }

    /// Writes the row of a lane.
    #[inline]
    pub(super) fn set(&mut self, lane: usize, row: &LaneRow) {
        for (at, word) in row.iter().enumerate() {
            self.word_mut(at)[lane % WORDS] = *word;
        }
    }
}

/// The bet of a row.
pub(super) struct BandBet {
    /// The number of the band or stack.
    pub(super) band: usize,
    pub(super) digit: usize,
    /// The configurations that are still to be tried, one bit each.
    pub(super) configurations: u64,
}

impl BandBet {
    /// Returns the bet that a row has chosen.
    #[inline]
    pub(super) fn of(row: &LaneRow) -> Self {
        let choice = row[9] >> SPARE;
        let (band, digit) = ((choice & 0x7) as usize, (choice >> 3 & 0xF) as usize);
        Self { band, digit, configurations: row[10] >> SPARE & ALL_CONFIGURATIONS }
    }

    /// Returns the cells of the band that the first of the configurations uses, and the others.
    pub(super) fn cells(&self) -> (Vec<Cell>, Vec<Cell>) {
        let [first, last] = EXCLUDED[self.band][self.configurations.trailing_zeros() as usize];
        let excluded = u128::from(first) | u128::from(last) << 64;
        let of_band = |cell: &Cell| match self.band {
            ..3 => cell / 27 == self.band,
            _ => cell % 9 / 3 == self.band - 3,
        };
        (0..81).filter(of_band).partition(|cell| excluded >> cell & 1 == 0)
    }
}

/// Divides the candidates of a row, which are those of a lane, in two: the lane tries the first
/// configuration of the chosen digit, and the row keeps the others.
#[inline]
pub(super) fn divide<const WORDS: usize>(
    group: &mut Group<'_, WORDS>,
    lane: usize,
    row: &mut LaneRow,
) {
    let BandBet { band, digit, configurations } = BandBet::of(row);
    let others = configurations & (configurations - 1);
    row[10] ^= (configurations ^ others) << SPARE;
    for (word, excluded) in outside(band, digit, configurations) {
        group.word_mut(word)[lane % WORDS] &= !excluded;
    }
    if !has_several(row) {
        for (word, excluded) in outside(band, digit, others) {
            row[word] &= !excluded;
        }
    }
}

/// Returns whether several configurations of a bet are still to be tried.
#[inline]
pub(super) fn has_several(row: &LaneRow) -> bool {
    let configurations = row[10] >> SPARE & ALL_CONFIGURATIONS;
    configurations & (configurations - 1) != 0
}

/// Returns the words of a row that hold a digit, with the cells of a band outside the first of the
/// given configurations.
#[inline]
fn outside(band: usize, digit: usize, configurations: u64) -> [(usize, u64); 2] {
    let [first, last] = EXCLUDED[band][configurations.trailing_zeros() as usize];
    [(digit, first), (9 + digit / 3, last << (digit % 3 * LAST_CELLS))]
}

/// Returns the row of a puzzle with 81 cells and nine symbols.
pub(super) fn of_puzzle(puzzle: &Puzzle) -> LaneRow {
    let mut by_digit = [0; 9];
    for (cell, set) in puzzle.allowed().enumerate() {
        bits(set.word()).for_each(|digit| by_digit[digit] |= 1 << cell);
    }
    of_digits(by_digit)
}

/// Returns the symbols of a row in which each cell has one candidate.
pub(super) fn symbols(row: &LaneRow) -> [Symbol; 81] {
    let bits = symbol_planes(row);
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

/// Returns bit i of the symbols of such a row, for i from zero to three.
pub(super) fn symbol_planes(row: &LaneRow) -> [u128; 4] {
    let mut bits = [0; 4];
    for digit in 0..9 {
        let cells = digit_cells(row, digit);
        for (bit, plane) in bits.iter_mut().enumerate() {
            if digit >> bit & 1 == 1 {
                *plane |= cells;
            }
        }
    }
    bits
}

/// Returns the cells with at least one candidate, and those with at least two.
pub(super) fn cells_with_candidates(row: &LaneRow) -> [u128; 2] {
    (0..9).fold([0, 0], |[one, two], digit| {
        let cells = digit_cells(row, digit);
        [one | cells, two | one & cells]
    })
}

/// Returns the cells in which a digit is a candidate.
pub(super) fn digit_cells(row: &LaneRow, digit: usize) -> u128 {
    let last = row[9 + digit / 3] >> (17 * (digit % 3)) & 0x1_FFFF;
    u128::from(row[digit]) | u128::from(last) << 64
}

/// Returns the row with the given cells for each digit.
pub(super) fn of_digits(by_digit: [u128; 9]) -> LaneRow {
    let mut row = [0; ROW_WORDS];
    for (digit, cells) in by_digit.into_iter().enumerate() {
        row[digit] = cells as u64;
        row[9 + digit / 3] |= ((cells >> 64) as u64) << (17 * (digit % 3));
    }
    row
}

/// Spreads the bits of a byte to the lowest bits of eight bytes.
fn spread_out(bits: u8) -> u64 {
    let each = u64::from(bits).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((each + 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080) >> 7
}
