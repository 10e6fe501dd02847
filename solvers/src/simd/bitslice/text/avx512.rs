//! Conversion of eight lines at once, with AVX-512.
//!
//! The low four bits of a character encode the digit. Squares of eight characters by eight bits are
//! transposed, and equal bits are collected into four vectors, each with one bit of every cell and
//! one word for each line. Logic on all lines at once then yields the digits, and the resulting
//! vectors are those of the rows. Writing takes the same path in reverse. The first 64 cells of a
//! line are converted first, and then the last 17.
#![expect(unsafe_code, reason = "vendor intrinsics")]

use std::arch::x86_64::*;

use crate::simd::REGULAR;
use crate::simd::bitslice::lane_set::{GROUP, bits};
use crate::simd::bitslice::planes::{LAST_CELLS, LaneRow, ROW_WORDS};
use crate::simd::bitslice::row::Group;
use crate::simd::bitslice::sink::ResultSink;
use crate::simd::x86::DIAGONAL;

/// The last cells of a line, or of a word of 64.
const LAST: u64 = (1 << LAST_CELLS) - 1;

/// Moves byte j of word i of a vector, for four i, to byte j of word i of the low half; that of a
/// second vector goes to the high half.
const GATHER: [u8; 64] = {
    let mut gather = [0; 64];
    let mut at = 0;
    while at < 64 {
        gather[at] = (at / 32 * 64 + at % 8 * 8 + at / 8 % 4) as u8;
        at += 1;
    }
    gather
};

/// Each character that can be a cell, at the index of its low six bits; other entries hold a
/// different character.
const CELLS: [u8; 64] = {
    let mut cells = [0; 64];
    // The low six bits of 0 are 0, too.
    cells[0] = 1;
    cells[b'.' as usize] = b'.';
    let mut digit = b'0';
    while digit <= b'9' {
        cells[digit as usize] = digit;
        digit += 1;
    }
    cells
};

/// For each pair of lanes: the positions in two vectors from which their words are taken, at odd
/// indices; and at even indices, the upper four bits of a digit.
const SPREAD: [[u32; 16]; 4] = {
    let mut spread = [[0xFFFF_0000; 16]; 4];
    let mut at = 0;
    while at < 32 {
        let (pair, word) = (at / 8, at % 8);
        spread[pair][2 * word + 1] = (word / 4 * 16 + 4 * pair + word % 4) as u32;
        at += 1;
    }
    spread
};

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(line: &[u8; 81]) -> (__m512i, __m512i) {
    // SAFETY: 64 bytes, and those behind them that the mask names, are in the line.
    unsafe {
        let at = line.as_ptr().cast::<i8>();
        (_mm512_loadu_epi8(at), _mm512_maskz_loadu_epi8(LAST, at.add(64)))
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn bytes(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes are there.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn words(words: &[u64]) -> __m512i {
    assert_eq!(words.len(), GROUP, "the words of a vector of AVX-512");
    // SAFETY: eight words are there.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Returns the number of leading lines that are 81 cells and a line feed.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn count_regular(text: &[u8]) -> usize {
    let mut count = 0;
    for line in text.as_chunks::<REGULAR>().0 {
        let Some(cells) = line.first_chunk() else { break };
        if line[81] != b'\n' || !is_puzzle(cells) {
            break;
        }
        count += 1;
    }
    count
}

/// Returns whether all characters of a line are cells.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn is_puzzle(line: &[u8; 81]) -> bool {
    let (first, last) = load(line);
    let cells = bytes(&CELLS);
    let wrong = _mm512_cmpneq_epi8_mask(_mm512_permutexvar_epi8(first, cells), first);
    let wrong_last = _mm512_cmpneq_epi8_mask(_mm512_permutexvar_epi8(last, cells), last);
    wrong | wrong_last & LAST == 0
}

/// Writes the rows of some of eight lines.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
pub(super) fn read<const WORDS: usize>(
    lines: &[&[u8; 81]; GROUP],
    group: &mut Group<'_, WORDS>,
    lanes: u8,
) {
    let (mut first, mut last) = ([_mm512_setzero_si512(); GROUP], [_mm512_setzero_si512(); GROUP]);
    for lane in 0..GROUP {
        (first[lane], last[lane]) = load(lines[lane]);
    }
    for (digit, cells) in digits(planes(&first)).into_iter().enumerate() {
        store(group.word_mut(digit), lanes, cells);
    }
    let [a, b, c, d, e, f, g, h, i] = digits(planes(&last));
    for (word, of_word) in [[a, b, c], [d, e, f], [g, h, i]].into_iter().enumerate() {
        store(group.word_mut(9 + word), lanes, side_by_side(of_word));
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(vector: &mut [u64], lanes: u8, words: __m512i) {
    assert_eq!(vector.len(), GROUP, "the words of a vector of AVX-512");
    // SAFETY: eight words are there.
    unsafe { _mm512_mask_storeu_epi64(vector.as_mut_ptr().cast(), lanes, words) }
}

/// Returns bit i of the characters of eight lines, for i from zero to three.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn planes(characters: &[__m512i; GROUP]) -> [__m512i; 4] {
    let diagonal = _mm512_set1_epi64(DIAGONAL);
    let mut pairs = [diagonal; 4];
    for pair in 0..4 {
        // Byte j receives bit j of the characters of its word, the last one in the lowest bit.
        let one = _mm512_gf2p8affine_epi64_epi8::<0>(diagonal, characters[pair]);
        let other = _mm512_gf2p8affine_epi64_epi8::<0>(diagonal, characters[pair + 4]);
        pairs[pair] = _mm512_permutex2var_epi8(one, bytes(&GATHER), other);
    }
    let [a, b, c, d] = pairs;
    let even = (_mm512_unpacklo_epi64(a, b), _mm512_unpacklo_epi64(c, d));
    let odd = (_mm512_unpackhi_epi64(a, b), _mm512_unpackhi_epi64(c, d));
    let low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    let high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    let mut planes = [
        _mm512_permutex2var_epi64(even.0, low, even.1),
        _mm512_permutex2var_epi64(odd.0, low, odd.1),
        _mm512_permutex2var_epi64(even.0, high, even.1),
        _mm512_permutex2var_epi64(odd.0, high, odd.1),
    ];
    for plane in &mut planes {
        // Reverses the bits of each byte.
        *plane = _mm512_gf2p8affine_epi64_epi8::<0>(*plane, diagonal);
    }
    planes
}

/// Returns the cells that each digit may take. The low bits of `0` are those of zero, and those of
/// `.` of 14: both are open cells.
#[inline]
#[target_feature(enable = "avx512f")]
fn digits([one, two, four, eight]: [__m512i; 4]) -> [__m512i; 9] {
    const OR_WITHOUT: i32 = 0xF4;
    let any = _mm512_ternarylogic_epi64::<0xFE>(one, two, four);
    let open = _mm512_ternarylogic_epi64::<0xC5>(eight, two, any);
    let high = _mm512_andnot_si512(two, eight);
    let below_eight = [
        _mm512_ternarylogic_epi64::<0x02>(four, two, one),
        _mm512_ternarylogic_epi64::<0x04>(four, two, one),
        _mm512_ternarylogic_epi64::<0x08>(four, two, one),
        _mm512_ternarylogic_epi64::<0x10>(four, two, one),
        _mm512_ternarylogic_epi64::<0x20>(four, two, one),
        _mm512_ternarylogic_epi64::<0x40>(four, two, one),
        _mm512_ternarylogic_epi64::<0x80>(four, two, one),
    ];
    let mut digits = [open; 9];
    for digit in 0..7 {
        digits[digit] = _mm512_ternarylogic_epi64::<OR_WITHOUT>(open, below_eight[digit], eight);
    }
    digits[7] = _mm512_ternarylogic_epi64::<OR_WITHOUT>(open, high, one);
    digits[8] = _mm512_ternarylogic_epi64::<0xF8>(open, high, one);
    digits
}

/// Packs the last cells of three digits into one word.
#[inline]
#[target_feature(enable = "avx512f")]
fn side_by_side([a, b, c]: [__m512i; 3]) -> __m512i {
    let last = _mm512_set1_epi64(LAST.cast_signed());
    let a = _mm512_and_si512(a, last);
    let b = _mm512_slli_epi64::<{ LAST_CELLS as u32 }>(_mm512_and_si512(b, last));
    let c = _mm512_slli_epi64::<{ 2 * LAST_CELLS as u32 }>(_mm512_and_si512(c, last));
    _mm512_ternarylogic_epi64::<0xFE>(a, b, c)
}

/// Writes the first solutions of some lanes to `sink`. `numbers` are the puzzles of all lanes.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
pub(super) fn write<const WORDS: usize>(
    group: &Group<'_, WORDS>,
    lanes: u8,
    numbers: &[usize; GROUP],
    is_all: bool,
    sink: &mut impl ResultSink,
) {
    let mut all = [_mm512_setzero_si512(); ROW_WORDS];
    for (number, word) in all.iter_mut().enumerate() {
        *word = words(group.word(number));
    }
    let characters = Characters::of(&all);
    for lane in bits(lanes.into()) {
        characters.write(lane, sink.slot_without_bets(numbers[lane], is_all));
        sink.commit(numbers[lane]);
    }
}

/// Writes the digits of a row.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
pub(super) fn write_row(row: &LaneRow, line: &mut [u8; 81]) {
    let mut all = [_mm512_setzero_si512(); ROW_WORDS];
    for word in 0..ROW_WORDS {
        all[word] = _mm512_set1_epi64(row[word].cast_signed());
    }
    Characters::of(&all).write(0, line);
}

/// The digits of the cells of eight lanes, each cell with one candidate: four bytes for eight
/// cells.
struct Characters {
    first: Nibbles,
    last: Nibbles,
}

/// For the even lanes, then for the odd ones: the first four words, and the last four.
type Nibbles = [[__m512i; 2]; 2];

impl Characters {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn of(vectors: &[__m512i; ROW_WORDS]) -> Self {
        let &[a, b, c, d, e, f, g, h, i, abc, def, ghi] = vectors;
        const FAR: u32 = LAST_CELLS as u32;
        let (b_last, c_last) =
            (_mm512_srli_epi64::<FAR>(abc), _mm512_srli_epi64::<{ 2 * FAR }>(abc));
        let (e_last, f_last) =
            (_mm512_srli_epi64::<FAR>(def), _mm512_srli_epi64::<{ 2 * FAR }>(def));
        let (h_last, i_last) =
            (_mm512_srli_epi64::<FAR>(ghi), _mm512_srli_epi64::<{ 2 * FAR }>(ghi));
        Self {
            first: nibbles([a, b, c, d, e, f, g, h, i]),
            last: nibbles([abc, b_last, c_last, def, e_last, f_last, ghi, h_last, i_last]),
        }
    }

    /// Writes the characters of a lane. Squares of eight bytes with a bit of eight cells each are
    /// transposed: the last four bytes come from the lane, the first four are the bits that all
    /// digits share as characters.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,gfni")]
    fn write(&self, lane: usize, line: &mut [u8; 81]) {
        // SAFETY: sixteen numbers are there.
        let spread = unsafe { _mm512_loadu_si512(SPREAD[lane / 2 % 4].as_ptr().cast()) };
        let [[low, high], [last, _]] = [self.first[lane % 2], self.last[lane % 2]];
        let diagonal = _mm512_set1_epi64(DIAGONAL);
        let first = _mm512_mask2_permutex2var_epi32(low, spread, 0xAAAA, high);
        let last = _mm512_mask2_permutex2var_epi32(last, spread, 0xAAAA, last);
        let first = _mm512_gf2p8affine_epi64_epi8::<0>(diagonal, first);
        let last = _mm512_gf2p8affine_epi64_epi8::<0>(diagonal, last);
        // SAFETY: 64 bytes, and those behind them that the mask names, are in the line.
        unsafe {
            let at = line.as_mut_ptr().cast::<i8>();
            _mm512_storeu_epi8(at, first);
            _mm_storeu_si128(at.add(64).cast(), _mm512_castsi512_si128(last));
            line[80] = _mm_cvtsi128_si32(_mm512_extracti32x4_epi32::<1>(last)) as u8;
        }
    }
}

/// Returns the digits of cells as numbers. Each bit of the numbers of eight cells becomes one byte,
/// the highest bit first.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn nibbles([a, b, c, d, e, f, g, h, i]: [__m512i; 9]) -> Nibbles {
    const OR: i32 = 0xFE;
    let one = _mm512_ternarylogic_epi64::<OR>(_mm512_ternarylogic_epi64::<OR>(a, c, e), g, i);
    let two = _mm512_or_si512(_mm512_ternarylogic_epi64::<OR>(b, c, f), g);
    let four = _mm512_or_si512(_mm512_ternarylogic_epi64::<OR>(d, e, f), g);
    let eight = _mm512_or_si512(h, i);
    let even = (_mm512_unpacklo_epi8(eight, four), _mm512_unpacklo_epi8(two, one));
    let odd = (_mm512_unpackhi_epi8(eight, four), _mm512_unpackhi_epi8(two, one));
    [
        [_mm512_unpacklo_epi16(even.0, even.1), _mm512_unpackhi_epi16(even.0, even.1)],
        [_mm512_unpacklo_epi16(odd.0, odd.1), _mm512_unpackhi_epi16(odd.0, odd.1)],
    ]
}
