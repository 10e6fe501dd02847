//! The layout of planes, and their transposition into rows and back.
//!
//! A *plane* is one bit of every lane; a lane is the place of one puzzle. There are 768 planes: 729
//! for candidates, digit by digit, and 39 spare ones, three of which hold the status of a lane and
//! thirteen its chosen bet. A *row* holds all bits of one lane as twelve words: the first 64 cells
//! of each digit, then for each three digits the last 17 cells and thirteen spare bits.
//!
//! Each word of the rows corresponds to 64 planes, which are transposed as a square of 64 × 64 bits
//! for all words of a vector at once ([`Transpose`]). Rows replace planes in place: the lanes with
//! the same bit position in all words of a vector, a [group](super::lane_set), have each of their
//! twelve words in one vector. Transposition is its own inverse.

use crate::simd::square::Transpose;

/// The number of planes.
pub(super) const PLANES: usize = 768;

/// The number of words in a row.
pub(super) const ROW_WORDS: usize = 12;

/// All bits of one lane.
pub(super) type LaneRow = [u64; ROW_WORDS];

/// The number of cells in the first word of a digit.
const FIRST_CELLS: usize = 64;

/// The number of remaining cells, in the last word of a digit.
pub(super) const LAST_CELLS: usize = 17;

/// The first spare bit of a last word.
pub(super) const SPARE: usize = 3 * LAST_CELLS;

/// The number of spare bits in a last word.
const SPARE_BITS: usize = 64 - SPARE;

/// The first of seven planes: three bits for the number of the band or stack of the chosen bet, and
/// four for its digit, the lowest bit first. They are spare bits of the first of the last words.
pub(super) const CHOICE: usize = 729;

/// The first of six planes: the configurations of the chosen digit in the chosen band. They are
/// spare bits of the next word.
pub(super) const CHOSEN_CONFIGURATIONS: usize = CHOICE + SPARE_BITS;

/// Whether a lane has a contradiction.
pub(super) const DEAD: usize = CHOSEN_CONFIGURATIONS + SPARE_BITS;

/// Whether a cell of a lane has several candidates.
pub(super) const OPEN: usize = DEAD + 1;

/// Whether the last pass removed a candidate.
pub(super) const CHANGED: usize = OPEN + 1;

/// Returns the plane of a candidate.
#[inline(always)]
pub(super) const fn candidate(digit: usize, cell: usize) -> usize {
    81 * digit + cell
}

/// Returns the word of a row that holds a candidate, and its bit.
#[inline]
pub(super) const fn place(digit: usize, cell: usize) -> (usize, usize) {
    if cell < FIRST_CELLS {
        (digit, cell)
    } else {
        (9 + digit / 3, digit % 3 * LAST_CELLS + cell - FIRST_CELLS)
    }
}

/// Returns the plane of a bit of a row.
const fn plane(word: usize, bit: usize) -> usize {
    if word < 9 {
        candidate(word, bit)
    } else if bit < SPARE {
        candidate(3 * (word - 9) + bit / LAST_CELLS, FIRST_CELLS + bit % LAST_CELLS)
    } else {
        729 + SPARE_BITS * (word - 9) + bit - SPARE
    }
}

static PLANE: [[u16; 64]; ROW_WORDS] = {
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

/// Returns the plane whose place holds a word of the rows of a group.
#[inline(always)]
pub(super) fn row_place(word: usize, group: usize) -> usize {
    if word < 9 { candidate(word, group) } else { usize::from(PLANE[word][group]) }
}

/// Transposes planes into rows, or rows into planes. `square` is scratch memory.
#[inline(always)]
pub(super) fn transpose<L: Transpose>(planes: &mut [L; PLANES], square: &mut [L; 64]) {
    for digit in 0..9 {
        let Some(first_cells) = planes[candidate(digit, 0)..].first_chunk_mut::<64>() else {
            return;
        };
        L::transpose(first_cells, |bit| bit, square);
    }
    for word in &PLANE[9..] {
        L::transpose(planes, |bit| usize::from(word[bit]), square);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::simd::lanes::Lanes;
    use crate::simd::portable::Portable;

    /// Returns planes of random bits.
    pub(in super::super) fn random(seed: u64) -> [Portable; PLANES] {
        let (mut planes, mut state) = ([Portable::splat(0); PLANES], seed);
        for word in Portable::words_mut(&mut planes) {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            *word = state ^ state >> 31;
        }
        planes
    }

    /// Returns a bit of a vector.
    pub(in super::super) fn bit(vector: &Portable, lane: usize) -> bool {
        Portable::words(std::slice::from_ref(vector))[lane / 64] >> (lane % 64) & 1 == 1
    }

    #[test]
    fn every_plane_has_one_position_in_a_row() {
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
    fn transposition_moves_bits_of_planes_to_rows_and_back() {
        let planes = random(1);
        let (mut rows, mut square) = (planes, [Portable::splat(0); 64]);
        transpose(&mut rows, &mut square);
        let word = |vectors: &[Portable; PLANES], at: usize, lane: usize| {
            Portable::words(vectors)[at * Portable::WORDS + lane]
        };
        for (group, of_word) in (0..64).flat_map(|group| (0..ROW_WORDS).map(move |it| (group, it)))
        {
            for (bit, &plane) in PLANE[of_word].iter().enumerate() {
                for lane in 0..Portable::WORDS {
                    let in_row = word(&rows, row_place(of_word, group), lane) >> bit & 1;
                    assert_eq!(in_row, word(&planes, plane.into(), lane) >> group & 1);
                }
            }
        }
        transpose(&mut rows, &mut square);
        assert_eq!(Portable::words(&rows), Portable::words(&planes));
    }
}
