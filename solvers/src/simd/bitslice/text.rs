//! Rows read from lines of text, and written into them: 81 characters, cells in reading order.
//!
//! The portable way takes eight characters at a time and gathers a bit of each by a multiplication;
//! AVX-512 compares all cells with a digit at once, and the answer is that digit's part of the row.

use super::planes::Row;
use super::row::{of_digits, symbols};
use crate::simd::Instructions;

/// Writes the row of a line: the characters `1` to `9` are givens, `0` and `.` are open.
#[inline]
pub(super) fn read(line: &[u8; 81], row: &mut Row, instructions: Instructions) {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: where there is a kernel for AVX-512, the processor has it.
        #[expect(unsafe_code, reason = "the processor was asked")]
        Instructions::Avx512 => unsafe { avx512::read(line, row) },
        _ => *row = read_portably(line),
    }
}

/// Writes the digits of a row in which each cell has one candidate.
#[inline]
pub(super) fn write(row: &Row, line: &mut [u8; 81], instructions: Instructions) {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: where there is a kernel for AVX-512, the processor has it.
        #[expect(unsafe_code, reason = "the processor was asked")]
        Instructions::Avx512 => unsafe { avx512::write(row, line) },
        _ => *line = symbols(row).map(|symbol| symbol + b'1'),
    }
}

/// Whether all characters of a line are cells.
#[inline]
pub(super) fn is_puzzle(line: &[u8; 81], instructions: Instructions) -> bool {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: where there is a kernel for AVX-512, the processor has it.
        #[expect(unsafe_code, reason = "the processor was asked")]
        Instructions::Avx512 => unsafe { avx512::is_puzzle(line) },
        _ => line.iter().fold(true, |good, &byte| good & is_cell(byte)),
    }
}

/// Whether a character is a cell: a digit, or a dot for an open one.
#[inline]
pub(super) fn is_cell(byte: u8) -> bool {
    byte.is_ascii_digit() | (byte == b'.')
}

fn read_portably(line: &[u8; 81]) -> Row {
    let mut bits = [0u128; 4];
    let (groups, last) = line.as_chunks::<8>();
    for (group, bytes) in groups.iter().enumerate() {
        let bytes = u64::from_le_bytes(*bytes);
        for (bit, plane) in bits.iter_mut().enumerate() {
            let low = bytes >> bit & 0x0101_0101_0101_0101;
            *plane |= u128::from(low.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * group);
        }
    }
    for (bit, plane) in bits.iter_mut().enumerate() {
        *plane |= u128::from(last[0] >> bit & 1) << 80;
    }
    let [one, two, four, eight] = bits;
    // The low half of the byte is the digit; that of 0 is 0, and that of a dot is 14.
    let all = (1 << 81) - 1;
    let open = all & (!(one | two | four | eight) | eight & (two | four));
    let below_8 = |wanted: usize| {
        let is = |plane: u128, bit: usize| if wanted >> bit & 1 == 1 { plane } else { !plane };
        is(one, 0) & is(two, 1) & is(four, 2)
    };
    let by_digit = std::array::from_fn(|digit| {
        let value = digit + 1;
        open | all & below_8(value & 7) & if value < 8 { !eight } else { eight }
    });
    of_digits(by_digit)
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    //! 64 characters at once.
    #![expect(unsafe_code, reason = "vendor intrinsics")]

    use std::arch::x86_64::*;

    use crate::simd::bitslice::planes::{LAST_CELLS, Row};

    const LAST: u64 = (1 << LAST_CELLS) - 1;

    /// The first 64 characters, and the last 17.
    #[target_feature(enable = "avx512f,avx512bw")]
    fn load(line: &[u8; 81]) -> (__m512i, __m512i) {
        // SAFETY: 64 bytes, and those behind them that the mask names, are in the line.
        unsafe {
            let at = line.as_ptr().cast::<i8>();
            (_mm512_loadu_epi8(at), _mm512_maskz_loadu_epi8(LAST, at.add(64)))
        }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn is_puzzle(line: &[u8; 81]) -> bool {
        let other = |characters: __m512i| {
            let from_zero = _mm512_sub_epi8(characters, _mm512_set1_epi8(b'0' as i8));
            let no_digit = _mm512_cmpgt_epu8_mask(from_zero, _mm512_set1_epi8(9));
            no_digit & _mm512_cmpneq_epi8_mask(characters, _mm512_set1_epi8(b'.' as i8))
        };
        let (first, last) = load(line);
        other(first) == 0 && other(last) & LAST == 0
    }

    /// The low six bits of a character: a bit for each of the digits 1 to 8 that it leaves.
    const DIGITS: [u8; 64] = {
        let mut digits = [0; 64];
        (digits[b'.' as usize], digits[b'0' as usize]) = (0xFF, 0xFF);
        let mut digit = 0;
        while digit < 8 {
            digits[b'1' as usize + digit] = 1 << digit;
            digit += 1;
        }
        digits
    };

    /// The low six bits of a character: the highest bit where it leaves the digit 9.
    const NINE: [u8; 64] = {
        let mut nine = [0; 64];
        (nine[b'.' as usize], nine[b'0' as usize], nine[b'9' as usize]) = (0x80, 0x80, 0x80);
        nine
    };

    /// Byte j of word i becomes byte i of word j; or of word 7 - j.
    const TURN: [[u8; 64]; 2] = {
        let mut turn = [[0; 64]; 2];
        let mut at = 0;
        while at < 64 {
            turn[0][at] = (at % 8 * 8 + at / 8) as u8;
            turn[1][at] = ((7 - at % 8) * 8 + at / 8) as u8;
            at += 1;
        }
        turn
    };

    /// Bit i of byte i.
    const DIAGONAL: i64 = 0x8040_2010_0804_0201_u64.cast_signed();

    /// How far the last cells of a digit stand from the low end of their word.
    const SHIFTS: [i64; 8] = {
        let last = LAST_CELLS as i64;
        [0, last, 2 * last, 0, last, 2 * last, 0, last]
    };

    #[target_feature(enable = "avx512f")]
    fn bytes(bytes: &[u8; 64]) -> __m512i {
        // SAFETY: 64 bytes are there.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx512f")]
    fn shifts() -> __m512i {
        // SAFETY: eight words are there.
        unsafe { _mm512_loadu_si512(SHIFTS.as_ptr().cast()) }
    }

    /// Bit j of byte 7 - i of each word becomes bit i of byte j.
    #[target_feature(enable = "avx512f,gfni")]
    fn turn_bits(words: __m512i) -> __m512i {
        let each = _mm512_set1_epi64(DIAGONAL);
        _mm512_gf2p8affine_epi64_epi8::<0>(each, words)
    }

    /// The cells that each of the digits 1 to 8 may take, a word each, and those of 9.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn cells(characters: __m512i) -> (__m512i, u64) {
        let nine = _mm512_movepi8_mask(_mm512_permutexvar_epi8(characters, bytes(&NINE)));
        let digits = _mm512_permutexvar_epi8(characters, bytes(&DIGITS));
        // The bits of a byte the other way round.
        let reverse = _mm512_set1_epi64(DIAGONAL);
        let turned = _mm512_gf2p8affine_epi64_epi8::<0>(turn_bits(digits), reverse);
        (_mm512_permutexvar_epi8(bytes(&TURN[0]), turned), nine)
    }

    /// A character is looked up among 64, as bits of the digits that it leaves; squares of eight by eight
    /// such bits are turned, and their bytes put together to words.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    pub(super) fn read(line: &[u8; 81], row: &mut Row) {
        let (first, last) = load(line);
        let ((first, nine), (last, last_nine)) = (cells(first), cells(last));
        let mut words = [0; 8];
        // SAFETY: eight words are there, and in the row.
        unsafe {
            _mm512_storeu_si512(words.as_mut_ptr().cast(), _mm512_sllv_epi64(last, shifts()));
            _mm512_storeu_si512(row.as_mut_ptr().cast(), first);
        }
        let [a, b, c, d, e, f, g, h] = words;
        row[8] = nine;
        (row[9], row[10]) = (a | b | c, d | e | f);
        row[11] = g | h | last_nine << (2 * LAST_CELLS);
    }

    /// The characters of cells whose digits 1 to 8 are a word each. A cell has one bit, and the bits below
    /// it are counted: all eight where there is none, which is the digit 9.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
    fn characters(words: __m512i) -> __m512i {
        let digits = turn_bits(_mm512_permutexvar_epi8(bytes(&TURN[1]), words));
        let below = _mm512_popcnt_epi8(_mm512_sub_epi8(digits, _mm512_set1_epi8(1)));
        _mm512_add_epi8(below, _mm512_set1_epi8(b'1' as i8))
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
    pub(super) fn write(row: &Row, line: &mut [u8; 81]) {
        let [.., a, b, c] = row.map(u64::cast_signed);
        let last = _mm512_srlv_epi64(_mm512_setr_epi64(a, a, a, b, b, b, c, c), shifts());
        // SAFETY: eight words are in the row; 64 bytes, and those behind them that the mask names, in the
        // line.
        unsafe {
            let first = _mm512_loadu_si512(row.as_ptr().cast());
            let at = line.as_mut_ptr().cast::<i8>();
            _mm512_storeu_epi8(at, characters(first));
            _mm512_mask_storeu_epi8(at.add(64), LAST, characters(last));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtrack::oracle::{Draws, SEEDS, puzzle};
    use crate::simd::bitslice::row::of_puzzle;

    #[test]
    fn all_instructions_read_any_characters_and_write_any_digits_alike() {
        let mut draws = Draws(17);
        for _ in 0..200 {
            let line: [u8; 81] = std::array::from_fn(|_| b".0123456789"[draws.below(11)]);
            let digits: [u8; 81] = std::array::from_fn(|_| b"123456789"[draws.below(9)]);
            for instructions in Instructions::ALL.into_iter().filter(|it| it.are_here()) {
                let (mut row, mut expected) = ([0; 12], [0; 12]);
                read(&line, &mut row, instructions);
                read(&line, &mut expected, Instructions::Portable);
                assert_eq!(row, expected, "{instructions:?}");
                let mut written = [0; 81];
                read(&digits, &mut row, instructions);
                write(&row, &mut written, instructions);
                assert_eq!(written, digits, "{instructions:?}");
            }
        }
    }

    #[test]
    fn a_line_is_read_like_its_puzzle_and_a_grid_is_written() {
        for instructions in Instructions::ALL.into_iter().filter(|it| it.are_here()) {
            let mut row = [0; 12];
            for text in [SEEDS[1].1, SEEDS[1].2, SEEDS[2].1] {
                let line: &[u8; 81] = text.as_bytes().try_into().unwrap();
                let expected = of_puzzle(&puzzle("classic9", text));
                read(line, &mut row, instructions);
                assert_eq!(row, expected);
                let zeros = line.map(|byte| if byte == b'.' { b'0' } else { byte });
                read(&zeros, &mut row, instructions);
                assert_eq!(row, expected);
            }
            let grid = SEEDS[1].2.as_bytes().try_into().unwrap();
            let mut written = [0; 81];
            read(grid, &mut row, instructions);
            write(&row, &mut written, instructions);
            assert_eq!(&written, grid);
        }
    }
}
