//! Conversion between rows and lines of text: 81 characters, cells in reading order.
//!
//! The portable code takes eight characters at a time and gathers a bit of each by a
//! multiplication. The code for AVX2 takes 32 of them, and that for AVX-512 eight lines at a time.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use super::lane_set::{GROUP, bits};
use super::planes::LaneRow;
use super::row::{Group, of_digits, symbol_planes, symbols};
use super::sink::ResultSink;
use crate::contract::Instructions;
use crate::simd::{REGULAR, is_cell};

/// Writes the rows of lines, one line for each lane of a group, into `lanes`. The characters `1` to
/// `9` are givens, `0` and `.` are open cells.
pub(super) fn read<const WORDS: usize>(
    lines: &[&[u8; 81]; GROUP],
    group: &mut Group<'_, WORDS>,
    lanes: u8,
    instructions: Instructions,
) {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: where there is a kernel for AVX-512, the processor has it.
        #[expect(unsafe_code, reason = "the processor was asked")]
        Instructions::Avx512 => unsafe { avx512::read(lines, group, lanes) },
        _ => {
            let row = |lane: usize| row_of(planes(lines[lane], instructions));
            bits(lanes.into()).for_each(|lane| group.set(lane, &row(lane)));
        }
    }
}

/// Writes the first solutions of `lanes`, in whose rows each cell has one candidate, to `sink`.
/// `numbers` are the puzzles of all lanes of the group.
pub(super) fn write<const WORDS: usize>(
    group: &Group<'_, WORDS>,
    lanes: u8,
    numbers: &[usize; GROUP],
    is_all: bool,
    sink: &mut impl ResultSink,
    instructions: Instructions,
) {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: where there is a kernel for AVX-512, the processor has it.
        #[expect(unsafe_code, reason = "the processor was asked")]
        Instructions::Avx512 => unsafe { avx512::write(group, lanes, numbers, is_all, sink) },
        _ => {
            let mut row = LaneRow::default();
            for lane in bits(lanes.into()) {
                group.get(lane, &mut row);
                let grid = sink.slot_without_bets(numbers[lane], is_all);
                write_row(&row, grid, instructions);
                sink.commit(numbers[lane]);
            }
        }
    }
}

/// Writes the digits of a row in which each cell has one candidate.
pub(super) fn write_row(row: &LaneRow, line: &mut [u8; 81], instructions: Instructions) {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: where there is a kernel for AVX-512, the processor has it.
        #[expect(unsafe_code, reason = "the processor was asked")]
        Instructions::Avx512 => unsafe { avx512::write_row(row, line) },
        // SAFETY: likewise for AVX2.
        #[cfg(target_arch = "x86_64")]
        #[expect(unsafe_code, reason = "the processor was asked")]
        Instructions::Avx2 => *line = unsafe { avx2::digits(&symbol_planes(row)) },
        _ => *line = symbols(row).map(|symbol| symbol + b'1'),
    }
}

/// Returns the number of leading lines that are puzzles of this length.
pub(super) fn count_regular(text: &[u8], instructions: Instructions) -> usize {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: where there is a kernel for AVX-512, the processor has it.
        #[expect(unsafe_code, reason = "the processor was asked")]
        Instructions::Avx512 => unsafe { avx512::count_regular(text) },
        _ => {
            let is_regular = |line: &&[u8; REGULAR]| {
                line[81] == b'\n'
                    && line.first_chunk().is_some_and(|cells| is_puzzle(cells, instructions))
            };
            text.as_chunks().0.iter().take_while(is_regular).count()
        }
    }
}

/// Returns whether all characters of a line are cells.
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

/// Returns bit i of the characters of a line, for i from zero to three.
#[inline]
fn planes(line: &[u8; 81], instructions: Instructions) -> [u128; 4] {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: where there is a kernel for AVX2, the processor has it.
        #[expect(unsafe_code, reason = "the processor was asked")]
        Instructions::Avx2 => unsafe { avx2::planes(line) },
        _ => planes_portably(line),
    }
}

fn planes_portably(line: &[u8; 81]) -> [u128; 4] {
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
    bits
}

/// Returns the row of a line whose characters have these bits.
fn row_of([one, two, four, eight]: [u128; 4]) -> LaneRow {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtrack::oracle::{Draws, SEEDS, puzzle};
    use crate::contract::LineResult;
    use crate::simd::bitslice::planes::{PLANES, ROW_WORDS};
    use crate::simd::bitslice::row::of_puzzle;
    use crate::simd::bitslice::sink::EMPTY_RESULT;

    fn read_portably(line: &[u8; 81]) -> LaneRow {
        row_of(planes_portably(line))
    }

    /// Returns lines of random characters out of `characters`.
    fn lines(draws: &mut Draws, characters: &[u8]) -> [[u8; 81]; GROUP] {
        std::array::from_fn(|_| std::array::from_fn(|_| characters[draws.below(characters.len())]))
    }

    #[test]
    fn all_instructions_read_any_characters_into_the_given_lanes() {
        let mut draws = Draws(17);
        for round in 0..200 {
            let lines = lines(&mut draws, b".0123456789");
            for instructions in Instructions::ALL.into_iter().filter(|it| it.are_here()) {
                let mut rows = Box::new([[7; GROUP]; PLANES]);
                let mut group = Group::new(&mut rows, 3);
                read(&lines.each_ref(), &mut group, round as u8, instructions);
                let mut row = LaneRow::default();
                for (lane, line) in lines.iter().enumerate() {
                    group.get(lane, &mut row);
                    let is_named = round >> lane & 1 == 1;
                    let expected = if is_named { read_portably(line) } else { [7; ROW_WORDS] };
                    assert_eq!(row, expected, "{instructions:?}");
                }
            }
        }
    }

    #[test]
    fn all_instructions_write_any_digits_of_the_given_lanes() {
        let mut draws = Draws(18);
        let numbers = [8, 7, 6, 5, 4, 3, 2, 0];
        for round in 0..200 {
            let lines = lines(&mut draws, b"123456789");
            for instructions in Instructions::ALL.into_iter().filter(|it| it.are_here()) {
                let mut rows = Box::new([[0; GROUP]; PLANES]);
                let mut group = Group::new(&mut rows, 60);
                read(&lines.each_ref(), &mut group, 0xFF, instructions);
                let mut solved = vec![EMPTY_RESULT; 9];
                write(&group, round as u8, &numbers, true, &mut solved, instructions);
                for (lane, line) in lines.iter().enumerate() {
                    let is_named = round >> lane & 1 == 1;
                    let solution = LineResult { solutions: 1, is_all: true, bets: 0, grid: *line };
                    let expected = if is_named { solution } else { EMPTY_RESULT };
                    assert_eq!(solved[numbers[lane]], expected, "{instructions:?}");
                }
                assert_eq!(solved[1], EMPTY_RESULT);
            }
        }
    }

    #[test]
    fn lines_are_read_like_puzzles_and_grids_are_written() {
        for text in [SEEDS[1].1, SEEDS[1].2, SEEDS[2].1] {
            let line: &[u8; 81] = text.as_bytes().try_into().unwrap();
            let expected = of_puzzle(&puzzle("classic9", text));
            assert_eq!(read_portably(line), expected);
            let zeros = line.map(|byte| if byte == b'.' { b'0' } else { byte });
            assert_eq!(read_portably(&zeros), expected);
        }
        let grid = SEEDS[1].2.as_bytes().try_into().unwrap();
        for instructions in Instructions::ALL.into_iter().filter(|it| it.are_here()) {
            let mut written = [0; 81];
            write_row(&read_portably(grid), &mut written, instructions);
            assert_eq!(&written, grid);
        }
    }

    #[test]
    fn all_instructions_accept_the_same_characters() {
        for instructions in Instructions::ALL.into_iter().filter(|it| it.are_here()) {
            for character in 0..=u8::MAX {
                for at in [0, 63, 64, 80] {
                    let mut line = [b'.'; 81];
                    line[at] = character;
                    assert_eq!(is_puzzle(&line, instructions), is_cell(character), "{character}");
                }
            }
        }
    }
}
