//! Which bit of a puzzle stands in which plane, and planes turned into rows and back.
//!
//! A *plane* is one bit of every lane; a lane is where a puzzle is worked on. There are 768 planes:
//! 729 of candidates, digit by digit, and 39 to spare, three of which say how a lane stands and thirteen
//! where it is to bet and on what. A *row* is all that belongs to one lane, as twelve words: for each digit the
//! first 64 cells, then for three digits each the last 17 cells and thirteen spare bits. The rows that belong
//! to the same bit of all words of a vector lie side by side: their first words are a vector, then their
//! second words.
//!
//! Rows are gathered 64 planes at a time by transposing a square of 64 by 64 bits for all words of a
//! vector at once, in six steps that swap ever smaller blocks off the diagonal (Hacker's Delight,
//! 7-3); the three words of a row that hold last cells are the planes that they name.

use crate::simd::lanes::Lanes;

/// How many planes there are.
pub(super) const PLANES: usize = 768;

/// How many words a row has.
pub(super) const ROW_WORDS: usize = 12;

/// All that belongs to one lane.
pub(super) type Row = [u64; ROW_WORDS];

/// How many cells a first word of a digit has.
const FIRST_CELLS: usize = 64;

/// How many cells are left for a last word.
pub(super) const LAST_CELLS: usize = 17;

/// The first spare bit of a last word.
pub(super) const SPARE: usize = 3 * LAST_CELLS;

/// How many spare bits a last word has.
const SPARE_BITS: usize = 64 - SPARE;

/// The first of seven planes: the number of the band or stack in which a lane is to bet, three bits, and the
/// digit, the lowest bit first. They are spare bits of the first of the last words.
pub(super) const CHOICE: usize = 729;

/// The first of six planes: the ways of the digit through the band. They are the spare bits of the next
/// word.
pub(super) const CHOSEN_WAYS: usize = CHOICE + SPARE_BITS;

/// Whether a lane has a contradiction.
pub(super) const DEAD: usize = CHOSEN_WAYS + SPARE_BITS;

/// Whether a cell of a lane has several candidates.
pub(super) const OPEN: usize = DEAD + 1;

/// Whether the last pass removed something.
pub(super) const CHANGED: usize = OPEN + 1;

/// The plane of a candidate.
#[inline(always)]
pub(super) const fn candidate(digit: usize, cell: usize) -> usize {
    81 * digit + cell
}

/// Where a candidate stands in a row: a word and a bit of it.
#[inline]
pub(super) const fn place(digit: usize, cell: usize) -> (usize, usize) {
    if cell < FIRST_CELLS {
        (digit, cell)
    } else {
        (9 + digit / 3, digit % 3 * LAST_CELLS + cell - FIRST_CELLS)
    }
}

/// The plane of a bit of a row.
const fn plane(word: usize, bit: usize) -> usize {
    if word < 9 {
        candidate(word, bit)
    } else if bit < SPARE {
        candidate(3 * (word - 9) + bit / LAST_CELLS, FIRST_CELLS + bit % LAST_CELLS)
    } else {
        729 + SPARE_BITS * (word - 9) + bit - SPARE
    }
}

const PLANE: [[u16; 64]; ROW_WORDS] = {
    let mut planes = [[0; 64]; ROW_WORDS];
    let mut word = 0;
    while word < ROW_WORDS {
        let mut bit = 0;
        while bit < 64 {
            planes[word][bit] = plane(word, bit) as u16;
            bit += 1;
        }
        word += 1;
    }
    planes
};

/// Planes into rows. `square` is memory that is needed on the way.
#[inline(always)]
pub(super) fn to_rows<L: Lanes>(
    planes: &[L; PLANES],
    rows: &mut [L; PLANES],
    square: &mut [L; 64],
) {
    for word in 0..ROW_WORDS {
        for first in 0..8 {
            let mut part = [planes[0]; 8];
            for i in 0..8 {
                part[i] = planes[usize::from(PLANE[word][first + 8 * i])];
            }
            transpose_bytes(&mut part);
            for i in 0..8 {
                square[first + 8 * i] = part[i];
            }
        }
        for first in 0..8 {
            let mut part = [planes[0]; 8];
            part.copy_from_slice(&square[8 * first..8 * first + 8]);
            transpose_bits(&mut part);
            for i in 0..8 {
                rows[(8 * first + i) * ROW_WORDS + word] = part[i];
            }
        }
    }
}

/// Rows into planes. `square` is memory that is needed on the way.
#[inline(always)]
pub(super) fn to_planes<L: Lanes>(
    rows: &[L; PLANES],
    planes: &mut [L; PLANES],
    square: &mut [L; 64],
) {
    for word in 0..ROW_WORDS {
        for first in 0..8 {
            let mut part = [rows[0]; 8];
            for i in 0..8 {
                part[i] = rows[(first + 8 * i) * ROW_WORDS + word];
            }
            transpose_bytes(&mut part);
            for i in 0..8 {
                square[first + 8 * i] = part[i];
            }
        }
        for first in 0..8 {
            let mut part = [rows[0]; 8];
            part.copy_from_slice(&square[8 * first..8 * first + 8]);
            transpose_bits(&mut part);
            for i in 0..8 {
                planes[usize::from(PLANE[word][8 * first + i])] = part[i];
            }
        }
    }
}

/// Byte j of the words of vector i becomes byte i of those of vector j.
#[inline(always)]
fn transpose_bytes<L: Lanes>(part: &mut [L; 8]) {
    swap::<L, 32, 4>(part, L::splat(0x0000_0000_FFFF_FFFF));
    swap::<L, 16, 2>(part, L::splat(0x0000_FFFF_0000_FFFF));
    swap::<L, 8, 1>(part, L::splat(0x00FF_00FF_00FF_00FF));
}

/// Bit j of the bytes of vector i becomes bit i of those of vector j.
#[inline(always)]
fn transpose_bits<L: Lanes>(part: &mut [L; 8]) {
    swap::<L, 4, 4>(part, L::splat(0x0F0F_0F0F_0F0F_0F0F));
    swap::<L, 2, 2>(part, L::splat(0x3333_3333_3333_3333));
    swap::<L, 1, 1>(part, L::splat(0x5555_5555_5555_5555));
}

/// Swaps the high blocks of one vector with the low blocks of the vector `APART` places on; blocks
/// are `BITS` wide.
#[inline(always)]
fn swap<L: Lanes, const BITS: u32, const APART: usize>(part: &mut [L; 8], low: L) {
    for i in 0..8 {
        if i & APART == 0 {
            let (a, b) = (part[i], part[i + APART]);
            part[i] = low.select(a, b.up::<BITS>());
            part[i + APART] = low.select(a.down::<BITS>(), b);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::simd::lanes::Portable;

    /// Planes of random bits.
    pub(in super::super) fn random(seed: u64) -> [Portable; PLANES] {
        let (mut planes, mut state) = ([Portable::splat(0); PLANES], seed);
        for word in Portable::words_mut(&mut planes) {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            *word = state ^ state >> 31;
        }
        planes
    }

    /// A bit of a vector.
    pub(in super::super) fn bit(vector: &Portable, lane: usize) -> bool {
        Portable::words(std::slice::from_ref(vector))[lane / 64] >> (lane % 64) & 1 == 1
    }

    #[test]
    fn every_plane_has_one_place_in_a_row() {
        let mut planes: Vec<u16> = PLANE.iter().flatten().copied().collect();
        planes.sort_unstable();
        assert!(planes.into_iter().eq(0..PLANES as u16));
        for digit in 0..9 {
            for cell in 0..81 {
                let (word, bit) = place(digit, cell);
                assert_eq!(usize::from(PLANE[word][bit]), candidate(digit, cell));
            }
        }
        assert_eq!(usize::from(PLANE[9][SPARE]), CHOICE);
    }

    #[test]
    fn a_bit_of_a_plane_is_the_bit_of_a_row_and_comes_back() {
        let planes = random(1);
        let (mut rows, mut back) = (planes, [Portable::splat(0); PLANES]);
        let mut square = [Portable::splat(0); 64];
        to_rows(&planes, &mut rows, &mut square);
        for (of_word, row) in Portable::words(&rows).iter().enumerate() {
            let (at, lane) = (of_word / Portable::WORDS, of_word % Portable::WORDS);
            for (bit, &plane) in PLANE[at % ROW_WORDS].iter().enumerate() {
                let plane = Portable::words(&planes)[usize::from(plane) * Portable::WORDS + lane];
                assert_eq!(row >> bit & 1, plane >> (at / ROW_WORDS) & 1);
            }
        }
        to_planes(&rows, &mut back, &mut square);
        assert_eq!(Portable::words(&back), Portable::words(&planes));
    }
}
