//! Band configurations: the ways in which a digit can occupy a band.
//!
//! The three minirows of a digit in a band lie in three different rows and three different boxes.
//! This leaves six configurations, as in tdoku's bands: the minirow of the first row may be in any
//! of the boxes, and that of the next row in either the next box or the one after it. Stacks are
//! the same with rows and columns exchanged. Candidates that no configuration uses are removed, and
//! a bet is on one configuration.
//!
//! ```text
//! 0: a . .   1: . a .   2: . . a   3: a . .   4: . a .   5: . . a
//!    . a .      . . a      a . .      . . a      a . .      . a .
//!    . . a      a . .      . a .      . a .      . . a      a . .
//! ```

#![expect(
    clippy::needless_range_loop,
    reason = "closures of iterators would be compiled without the instructions of the kernel"
)]

use super::planes::place;
use crate::simd::lanes::Lanes;

/// The number of configurations of a digit in a band.
pub(super) const CONFIGURATIONS: usize = 6;

/// The number of bands and stacks together. Bands come first.
pub(super) const BANDS: usize = 6;

/// For each row of a band, and each of its boxes, whether a digit may be there.
pub(super) type Minirows<L> = [[L; 3]; 3];

/// Returns the minirows of a digit in the planes of a band whose lines are `LINE` apart, boxes
/// `BOX` and cells `CELL`; with rows and columns exchanged, the minicolumns of a stack.
#[inline(always)]
pub(super) fn minirows<
    L: Lanes,
    const SPAN: usize,
    const LINE: usize,
    const BOX: usize,
    const CELL: usize,
>(
    x: &[L; SPAN],
) -> Minirows<L> {
    let mut holds = [[x[0]; 3]; 3];
    for line in 0..3 {
        for of in 0..3 {
            let at = line * LINE + of * BOX;
            holds[line][of] = x[at].or3(x[at + CELL], x[at + 2 * CELL]);
        }
    }
    holds
}

/// Returns the configurations that are still possible.
#[inline(always)]
pub(super) fn configurations<L: Lanes>(holds: &Minirows<L>) -> [L; CONFIGURATIONS] {
    let mut configurations = [holds[0][0]; CONFIGURATIONS];
    for configuration in 0..CONFIGURATIONS {
        let (b, c) = (holds[1][box_of(configuration, 1)], holds[2][box_of(configuration, 2)]);
        configurations[configuration] = holds[0][box_of(configuration, 0)].and3(b, c);
    }
    configurations
}

/// Returns the box that a configuration uses in a line.
#[inline(always)]
pub(super) const fn box_of(configuration: usize, line: usize) -> usize {
    if configuration < 3 { (configuration + line) % 3 } else { (configuration + 3 - line) % 3 }
}

/// Returns the two configurations that use a given box in a given line.
#[inline(always)]
pub(super) const fn through(line: usize, of: usize) -> [usize; 2] {
    [(of + 3 - line) % 3, 3 + (of + line) % 3]
}

/// For each band, then each stack, and each of its configurations: the cells of the band outside
/// the configuration, as positions in the first and in the last word of a digit.
pub(super) static EXCLUDED: [[[u64; 2]; CONFIGURATIONS]; BANDS] = excluded();

const fn excluded() -> [[[u64; 2]; CONFIGURATIONS]; BANDS] {
    let mut table = [[[0; 2]; CONFIGURATIONS]; BANDS];
    let mut at = 0;
    while at < BANDS * CONFIGURATIONS * 27 {
        let (band, configuration, cell) =
            (at / 27 / CONFIGURATIONS, at / 27 % CONFIGURATIONS, at % 27);
        let (line, of, i) = (cell / 9, cell / 3 % 3, cell % 3);
        let cell =
            if band < 3 { 27 * band + cell } else { 3 * (band - 3) + line + 27 * of + 9 * i };
        if box_of(configuration, line) != of {
            let (word, bit) = place(0, cell);
            table[band][configuration][(word > 0) as usize] |= 1 << bit;
        }
        at += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn configurations_use_each_row_and_box_once_and_all_of_them_each_minirow_twice() {
        for (band, configurations) in EXCLUDED.iter().enumerate() {
            let mut left = [0; 81];
            for [first, last] in configurations {
                let excluded = u128::from(*first) | u128::from(*last) << 64;
                let cells = (0..81).filter(|&cell| {
                    let of = if band < 3 { cell / 27 } else { 3 + cell % 9 / 3 };
                    of == band && excluded >> cell & 1 == 0
                });
                let cells: Vec<usize> = cells.collect();
                assert_eq!((excluded.count_ones(), cells.len()), (18, 9));
                let minirow = |cell: usize| match band {
                    ..3 => (cell / 9, cell % 9 / 3),
                    _ => (cell % 9, cell / 27),
                };
                let minirows: BTreeSet<_> = cells.iter().map(|&cell| minirow(cell)).collect();
                let (rows, boxes): (BTreeSet<_>, BTreeSet<_>) = minirows.iter().copied().unzip();
                assert_eq!((minirows.len(), rows.len(), boxes.len()), (3, 3, 3));
                cells.iter().for_each(|&cell| left[cell] += 1);
            }
            assert_eq!(left.iter().filter(|&&times| times == 2).count(), 27);
        }
    }

    #[test]
    fn a_minirow_is_in_two_configurations() {
        for line in 0..3 {
            for of in 0..3 {
                let mut found =
                    (0..CONFIGURATIONS).filter(|&configuration| box_of(configuration, line) == of);
                assert_eq!(through(line, of).map(Some), [found.next(), found.next()]);
                assert_eq!(found.next(), None);
            }
        }
    }
}
