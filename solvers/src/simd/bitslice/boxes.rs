//! The planes of a box.

use super::planes::{PLANES, candidate};
use crate::simd::lanes::Lanes;

/// The number of planes from the first cell of a box for the first digit to its last cell for the
/// last digit.
const BOX_SPAN: usize = candidate(8, 20) + 1;

/// The first cell of each box.
const CORNERS: [usize; 9] = [0, 3, 6, 27, 30, 33, 54, 57, 60];

/// The planes from the first to the last one of a box.
pub(super) type BoxPlanes<L> = [L; BOX_SPAN];

/// Returns the planes of the box with this number.
#[inline(always)]
pub(super) fn planes_of_box<L: Lanes>(
    x: &mut [L; PLANES],
    number: usize,
) -> Option<&mut BoxPlanes<L>> {
    x[CORNERS[number]..].first_chunk_mut()
}

/// Returns the index of the plane of a digit and a cell of a box among its planes.
#[inline(always)]
pub(super) const fn in_box(digit: usize, cell: usize) -> usize {
    candidate(digit, cell / 3 * 9 + cell % 3)
}

/// Returns the planes of the cells of a box for one digit.
#[inline(always)]
pub(super) fn cells<L: Lanes>(x: &BoxPlanes<L>, digit: usize) -> [L; 9] {
    nine(x, |cell| in_box(digit, cell))
}

/// Returns the planes of the digits of one cell of a box.
#[inline(always)]
pub(super) fn digits<L: Lanes>(x: &BoxPlanes<L>, cell: usize) -> [L; 9] {
    nine(x, |digit| in_box(digit, cell))
}

#[inline(always)]
fn nine<L: Lanes>(x: &BoxPlanes<L>, place: impl Fn(usize) -> usize) -> [L; 9] {
    let mut nine = [x[0]; 9];
    for i in 0..9 {
        nine[i] = x[place(i)];
    }
    nine
}

/// Returns the minirows of a digit in a box, then its minicolumns: for each, whether any of its
/// three cells has the digit.
#[inline(always)]
pub(super) fn triads<L: Lanes>([a, b, c, d, e, f, g, h, i]: [L; 9]) -> [[L; 3]; 2] {
    [[a.or3(b, c), d.or3(e, f), g.or3(h, i)], [a.or3(d, g), b.or3(e, h), c.or3(f, i)]]
}
