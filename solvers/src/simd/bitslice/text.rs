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
    //! Comparisons of 64 characters at once, with a mask of 64 bits as their answer.
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

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn read(line: &[u8; 81], row: &mut Row) {
        let (first, last) = load(line);
        let (one, nine) = (_mm512_set1_epi8(b'1' as i8), _mm512_set1_epi8(b'9' as i8));
        let open = _mm512_cmplt_epi8_mask(first, one) | _mm512_cmpgt_epi8_mask(first, nine);
        let last_open =
            (_mm512_cmplt_epi8_mask(last, one) | _mm512_cmpgt_epi8_mask(last, nine)) & LAST;
        let mut cells = [0; 9];
        for digit in 0..9 {
            let character = _mm512_set1_epi8(b'1' as i8 + digit as i8);
            row[digit] = _mm512_cmpeq_epi8_mask(first, character) | open;
            cells[digit] = _mm512_cmpeq_epi8_mask(last, character) | last_open;
        }
        for word in 0..3 {
            let [a, b, c] = [cells[3 * word], cells[3 * word + 1], cells[3 * word + 2]];
            row[9 + word] = a | b << LAST_CELLS | c << (2 * LAST_CELLS);
        }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn write(row: &Row, line: &mut [u8; 81]) {
        let (mut first, mut last) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        for digit in 0..9 {
            let character = _mm512_set1_epi8(b'1' as i8 + digit as i8);
            let cells = row[9 + digit / 3] >> (LAST_CELLS * (digit % 3));
            first = _mm512_mask_mov_epi8(first, row[digit], character);
            last = _mm512_mask_mov_epi8(last, cells, character);
        }
        // SAFETY: 64 bytes, and those behind them that the mask names, are in the line.
        unsafe {
            let at = line.as_mut_ptr().cast::<i8>();
            _mm512_storeu_epi8(at, first);
            _mm512_mask_storeu_epi8(at.add(64), LAST, last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtrack::oracle::{SEEDS, puzzle};
    use crate::simd::bitslice::row::of_puzzle;

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
