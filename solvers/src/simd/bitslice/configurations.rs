//! In which ways a digit can stand in a band.
//!
//! The three minirows of a digit in a band lie in three rows and in three boxes. So there are six ways to
//! place them, as in tdoku's bands: the minirow of the first row may be in any of the boxes, and that of the
//! next row in the box after it or in the one after that. Stacks are the same lying down. What no way uses
//! goes, and a bet is on a way.
//!
//! ```text
//! way 0: a . .   way 1: . a .   way 2: . . a   way 3: a . .   way 4: . a .   way 5: . . a
//!        . a .          . . a          a . .          . . a          a . .          . a .
//!        . . a          a . .          . a .          . a .          . . a          a . .
//! ```

#![expect(
    clippy::needless_range_loop,
    reason = "closures of iterators would be compiled without the instructions of the kernel"
)]

use super::planes::place;
use crate::simd::lanes::Lanes;

/// How many ways there are.
pub(super) const WAYS: usize = 6;

/// How many bands and stacks there are: the bands first.
pub(super) const BANDS: usize = 6;

/// For each row of a band, and each of its boxes, whether a digit may be there.
pub(super) type Minirows<L> = [[L; 3]; 3];

/// The minirows of a digit in the planes of a band whose lines are `LINE` apart, boxes `BOX` and cells
/// `CELL`; with rows and columns exchanged, the minicolumns of a stack.
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

/// The ways that are left.
#[inline(always)]
pub(super) fn ways<L: Lanes>(holds: &Minirows<L>) -> [L; WAYS] {
    let mut ways = [holds[0][0]; WAYS];
    for way in 0..WAYS {
        let (b, c) = (holds[1][box_of(way, 1)], holds[2][box_of(way, 2)]);
        ways[way] = holds[0][box_of(way, 0)].and3(b, c);
    }
    ways
}

/// The box in which a way has a line.
#[inline(always)]
pub(super) const fn box_of(way: usize, line: usize) -> usize {
    if way < 3 { (way + line) % 3 } else { (way + 3 - line) % 3 }
}

/// The two ways that have a line in a box.
#[inline(always)]
pub(super) const fn through(line: usize, of: usize) -> [usize; 2] {
    [(of + 3 - line) % 3, 3 + (of + line) % 3]
}

/// For each band, then each stack, and each way through it: the cells of the band that are not in the way,
/// as they stand in the first and in the last word of a digit.
pub(super) static STRUCK: [[[u64; 2]; WAYS]; BANDS] = struck();

const fn struck() -> [[[u64; 2]; WAYS]; BANDS] {
    let mut table = [[[0; 2]; WAYS]; BANDS];
    let mut at = 0;
    while at < BANDS * WAYS * 27 {
        let (band, way, cell) = (at / 27 / WAYS, at / 27 % WAYS, at % 27);
        let (line, of, i) = (cell / 9, cell / 3 % 3, cell % 3);
        let cell =
            if band < 3 { 27 * band + cell } else { 3 * (band - 3) + line + 27 * of + 9 * i };
        if box_of(way, line) != of {
            let (word, bit) = place(0, cell);
            table[band][way][(word > 0) as usize] |= 1 << bit;
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
    fn the_ways_of_a_band_leave_each_row_and_each_box_of_it_once_and_each_minirow_twice() {
        for (band, ways) in STRUCK.iter().enumerate() {
            let mut left = [0; 81];
            for [first, last] in ways {
                let struck = u128::from(*first) | u128::from(*last) << 64;
                let cells = (0..81).filter(|&cell| {
                    let of = if band < 3 { cell / 27 } else { 3 + cell % 9 / 3 };
                    of == band && struck >> cell & 1 == 0
                });
                let cells: Vec<usize> = cells.collect();
                assert_eq!((struck.count_ones(), cells.len()), (18, 9));
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
    fn a_minirow_is_in_two_ways_of_which_each_has_its_row_in_its_box() {
        for line in 0..3 {
            for of in 0..3 {
                let mut found = (0..WAYS).filter(|&way| box_of(way, line) == of);
                assert_eq!(through(line, of).map(Some), [found.next(), found.next()]);
                assert_eq!(found.next(), None);
            }
        }
    }
}
