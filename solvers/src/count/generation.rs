//! States and their counts in one block of memory.
//!
//! Each state has a *row*: the digits of its count, with a mark in the highest bit of the last one, and the words of
//! the state. A hash says where to look; if the row there has another state, the next rows are looked at until
//! one has the state or is free (linear probing; Peterson 1957, *Addressing for random-access storage*). Rows are
//! compared word by word, so that two states are never taken for one.
//!
//! ```text
//!   row     5         6         7         8
//!           count a   count b   free      count c     a, b have hash 5, c has 8
//! ```
//!
//! A count has few digits: the rows are rebuilt when one has more. The size of the block is the memory that the
//! states take, to the byte, and most states are found with one access to memory.

use board::Count;

/// The mark of a row that has a state, in the last digit of its count.
const TAKEN: u64 = 1 << 63;

/// The number of rows allocated first.
const FIRST_ROWS: usize = 64;

/// The largest block that is kept when it is cleared, in words.
const KEPT_WORDS: usize = 1 << 12;

/// A bounded map from states to their number of solutions.
#[derive(Debug)]
pub(super) struct Generation {
    words: usize,
    /// The number of 64-bit digits of each count.
    digits: usize,
    block: Vec<u64>,
    rows: usize,
    /// The number of rows that have a state.
    taken: usize,
}

impl Generation {
    /// Returns an empty map of states of this many words.
    pub(super) fn new(words: usize) -> Self {
        Self { words, digits: 1, block: Vec::new(), rows: 0, taken: 0 }
    }

    /// Returns the number of words of a state.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Returns the number of digits that a row needs for a count and the mark.
    #[inline]
    pub(super) fn digits_of(count: &Count) -> usize {
        count.bits() as usize / 64 + 1
    }

    /// Returns the number of digits of each count.
    pub(super) fn digits(&self) -> usize {
        self.digits
    }

    /// Returns the size of the block in bytes.
    pub(super) fn bytes(&self) -> usize {
        8 * self.block.len()
    }

    /// Returns whether another state with a count of this many digits has room. A quarter of the rows stays free, so
    /// that few rows are looked at.
    #[inline]
    pub(super) fn has_room(&self, digits: usize) -> bool {
        4 * self.taken + 4 <= 3 * self.rows && digits <= self.digits
    }

    /// Returns the number of solutions of a state with this hash, if it is known.
    #[inline]
    pub(super) fn get(&self, hash: u64, state: &[u64]) -> Option<Count> {
        if self.taken == 0 {
            return None;
        }
        let row = self.row_of(hash, state);
        match self.digits {
            _ if row[self.digits - 1] & TAKEN == 0 => None,
            1 => Some(Count::from(row[0] & !TAKEN)),
            _ => {
                let mut digits = row[..self.digits].to_vec();
                *digits.last_mut().expect("there is one") &= !TAKEN;
                Some(Count::from_digits(&digits))
            }
        }
    }

    /// Adds a state with this hash, for which there is room, unless it is known.
    #[inline]
    pub(super) fn add(&mut self, hash: u64, state: &[u64], count: &Count) {
        let digits = self.digits;
        let start = self.start_of(hash, state);
        let row = &mut self.block[start..start + digits + state.len()];
        if row[digits - 1] & TAKEN != 0 {
            return;
        }
        match count.to_u64() {
            Some(word) => row[0] = word,
            None => row.iter_mut().zip(count.digits()).for_each(|(word, digit)| *word = digit),
        }
        row[digits - 1] |= TAKEN;
        row[digits..].copy_from_slice(state);
        self.taken += 1;
    }

    /// Rebuilds the rows with twice as many, but no more than fit into so many bytes, and with this many digits or
    /// more. Returns `false`, without any effect, if no state would have room or memory is refused.
    pub(super) fn grow(&mut self, digits: usize, most_bytes: usize) -> bool {
        let mut grown = Self { digits: digits.max(self.digits), ..Self::new(self.words) };
        let rows = if self.has_room(self.digits) { self.rows } else { 2 * self.rows };
        grown.rows = rows.max(FIRST_ROWS).min(grown.most_rows(most_bytes));
        grown.taken = self.taken;
        if !grown.has_room(digits) {
            return false;
        }
        grown.taken = 0;
        match zeros(grown.rows * grown.row_words()) {
            Some(block) => grown.block = block,
            None => return false,
        }
        for row in self.block.chunks(self.row_words()) {
            if row[self.digits - 1] & TAKEN != 0 {
                grown.add_row(row, self.digits);
            }
        }
        *self = grown;
        true
    }

    /// Removes all states, and allocates as many rows as fit into so many bytes. Returns `false` if memory is
    /// refused: no state has room then.
    pub(super) fn allocate(&mut self, digits: usize, most_bytes: usize) -> bool {
        self.free();
        self.digits = digits;
        let rows = self.most_rows(most_bytes);
        let Some(block) = zeros(rows * self.row_words()) else { return false };
        (self.rows, self.block) = (rows, block);
        true
    }

    /// Removes all states. A small block is kept, so that small problems are not the slower for it.
    pub(super) fn clear(&mut self) {
        if self.block.len() > KEPT_WORDS {
            self.free();
        } else if self.taken > 0 {
            self.block.fill(0);
            self.taken = 0;
        }
    }

    /// Removes all states and frees the block.
    pub(super) fn free(&mut self) {
        *self = Self::new(self.words);
    }

    /// Adds a row of a map whose counts have this many digits, and no more than those of this map.
    fn add_row(&mut self, row: &[u64], digits: usize) {
        let state = &row[digits..];
        let start = self.start_of(super::places::hash_of(state), state);
        let new = &mut self.block[start..start + self.digits + state.len()];
        new[..digits].copy_from_slice(&row[..digits]);
        new[digits - 1] &= !TAKEN;
        new[self.digits - 1] |= TAKEN;
        new[self.digits..].copy_from_slice(state);
        self.taken += 1;
    }

    fn row_words(&self) -> usize {
        self.digits + self.words
    }

    fn most_rows(&self, bytes: usize) -> usize {
        bytes / (8 * self.row_words())
    }

    #[inline]
    fn row_of(&self, hash: u64, state: &[u64]) -> &[u64] {
        let start = self.start_of(hash, state);
        &self.block[start..start + self.row_words()]
    }

    /// Returns where the row of a state begins, or the free one where it would be. A row is free.
    #[inline]
    fn start_of(&self, hash: u64, state: &[u64]) -> usize {
        let width = self.row_words();
        // The hash, as a fraction of 2⁶⁴, says which share of the rows comes before. Its low bits are the better
        // ones, so they are spread to the high ones.
        let share = u128::from(hash.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut start = ((share * self.rows as u128) >> 64) as usize * width;
        loop {
            let row = &self.block[start..start + width];
            let is_same =
                || row[self.digits..].iter().zip(state).all(|(word, other)| word == other);
            if row[self.digits - 1] & TAKEN == 0 || is_same() {
                return start;
            }
            start += width;
            if start == self.block.len() {
                start = 0;
            }
        }
    }
}

/// Returns so many zeros, or `None` if memory is refused.
fn zeros(words: usize) -> Option<Vec<u64>> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(words).ok()?;
    zeros.resize(words, 0);
    Some(zeros)
}
