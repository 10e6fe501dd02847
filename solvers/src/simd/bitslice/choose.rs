//! Where to bet, for all lanes at once.
//!
//! A cell with two candidates is best, one with three is next: the bet is then right half of the
//! time, or a third. Among several cells with two the one is taken that has the highest score: a
//! point for each of its digits and each of its houses in which that digit has three places or more,
//! so that the bet strikes many, and a point for each of its digits and each of its lines in which
//! another cell of two has that digit, since that cell is settled at once. Among equals it is the first
//! in reading order. Counting is done in planes: an adder for each bit of a sum, and three cells of a
//! box that lie in a line are added up once for the line and for the box.

#![expect(
    clippy::needless_range_loop,
    reason = "closures of iterators would be compiled without the instructions of the kernel"
)]

use super::planes::{CHOICE, PLANES, VALUES, candidate};
use crate::simd::lanes::Lanes;

/// Planes that are needed on the way.
pub(super) struct Scratch<L> {
    two: [L; 81],
    three: [L; 81],
    more: [L; 81],
    /// Of one digit: its cells, and those of two among them.
    all: [L; 81],
    in_two: [L; 81],
    /// For each cell of two a number of four bits, the lowest first.
    scores: [[L; 4]; 81],
}

impl<L: Lanes> Scratch<L> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let none = [L::splat(0); 81];
        let scores = [[L::splat(0); 4]; 81];
        Self { two: none, three: none, more: none, all: none, in_two: none, scores }
    }
}

/// Writes the cell to bet in and its candidates into the planes from [`CHOICE`] and [`VALUES`] on.
#[inline(always)]
pub(super) fn choose<L: Lanes>(x: &mut [L; PLANES], scratch: &mut Scratch<L>) {
    by_size(x, scratch);
    scores(x, scratch);
    let none = L::splat(0);
    let (mut any_two, mut any_three) = (none, none);
    for cell in 0..81 {
        any_two = any_two.or(scratch.two[cell]);
        any_three = any_three.or(scratch.three[cell]);
    }
    let best = &mut scratch.two;
    for cell in 0..81 {
        let otherwise = any_three.select(scratch.three[cell], scratch.more[cell]);
        best[cell] = any_two.select(best[cell], otherwise);
    }
    for bit in [3, 2, 1, 0] {
        let mut any = none;
        for cell in 0..81 {
            any = any.or_both(best[cell], scratch.scores[cell][bit]);
        }
        for cell in 0..81 {
            best[cell] = best[cell].keep(any, scratch.scores[cell][bit]);
        }
    }
    let mut taken = none;
    let (mut rows, mut columns) = ([none; 9], [none; 9]);
    for row in 0..9 {
        for column in 0..9 {
            let here = best[9 * row + column];
            let first = here.without(taken);
            taken = taken.or(here);
            best[9 * row + column] = first;
            rows[row] = rows[row].or(first);
            columns[column] = columns[column].or(first);
        }
    }
    x[CHOICE..CHOICE + 4].copy_from_slice(&number(&rows));
    x[CHOICE + 4..CHOICE + 8].copy_from_slice(&number(&columns));
    for digit in 0..9 {
        let mut holds = none;
        for cell in 0..81 {
            holds = holds.or_both(best[cell], x[candidate(digit, cell)]);
        }
        x[VALUES + digit] = holds;
    }
}

/// Which of nine planes is set, as a number of four bits, the lowest first.
#[inline(always)]
fn number<L: Lanes>(planes: &[L; 9]) -> [L; 4] {
    let [_, one, two, three, four, five, six, seven, eight] = *planes;
    let (low, high) = (two.or(three), six.or(seven));
    [one.or3(three, five).or(seven), low.or(high), four.or3(five, high), eight]
}

/// Finds the cells with two candidates, with three, and with more.
#[inline(always)]
fn by_size<L: Lanes>(x: &[L; PLANES], scratch: &mut Scratch<L>) {
    for cell in 0..81 {
        // At least one, two, three and four.
        let mut least = [L::splat(0); 4];
        for digit in 0..9 {
            let here = x[candidate(digit, cell)];
            least[3] = least[3].or_both(least[2], here);
            least[2] = least[2].or_both(least[1], here);
            least[1] = least[1].or_both(least[0], here);
            least[0] = least[0].or(here);
        }
        scratch.two[cell] = least[1].without(least[2]);
        scratch.three[cell] = least[2].without(least[3]);
        scratch.more[cell] = least[3];
    }
}

/// Adds up the scores of the cells of two: for each digit, in how many houses it has three places, and
/// in how many lines it is in another cell of two.
#[inline(always)]
fn scores<L: Lanes>(x: &[L; PLANES], scratch: &mut Scratch<L>) {
    let none = L::splat(0);
    let Scratch { two, all, in_two, scores, .. } = scratch;
    for cell in 0..81 {
        scores[cell] = [none; 4];
    }
    for digit in 0..9 {
        for cell in 0..81 {
            all[cell] = x[candidate(digit, cell)];
            in_two[cell] = all[cell].and(two[cell]);
        }
        let (rows, boxes) = lines::<L, 9, 1, 3>(all, in_two);
        let (columns, _) = lines::<L, 1, 9, 27>(all, in_two);
        for row in 0..9 {
            for column in 0..9 {
                let block = boxes[row / 3 * 3 + column / 3];
                let cell = 9 * row + column;
                add(&mut scores[cell], rows[row], columns[column], block, in_two[cell]);
            }
        }
    }
}

/// Adds a number of two bits, another, and one of one bit to a score, where a cell counts.
#[inline(always)]
fn add<L: Lanes>(score: &mut [L; 4], row: [L; 2], column: [L; 2], block: L, counts: L) {
    let carry = row[0].majority(column[0], block);
    let points = [
        row[0].xor3(column[0], block),
        row[1].xor3(column[1], carry),
        row[1].majority(column[1], carry),
    ];
    let mut carry = L::splat(0);
    for bit in 0..3 {
        let more = points[bit].and(counts);
        let sum = score[bit].xor3(more, carry);
        carry = score[bit].majority(more, carry);
        score[bit] = sum;
    }
    score[3] = score[3].or(carry);
}

/// For each of nine lines, `LINE` apart, whose cells are `CELL` apart and whose boxes are `BOX` apart, a
/// number of two bits: whether the digit has three places there, and whether it is in two cells of two.
/// And for each box whether the digit has three places there, if the lines are rows.
#[inline(always)]
fn lines<L: Lanes, const LINE: usize, const CELL: usize, const BOX: usize>(
    all: &[L; 81],
    in_two: &[L; 81],
) -> ([[L; 2]; 9], [L; 9]) {
    let none = L::splat(0);
    let (mut sums, mut of_lines, mut of_boxes) = ([[none; 2]; 27], [[none; 2]; 9], [none; 9]);
    for line in 0..9 {
        let (mut one, mut several) = (none, none);
        for of in 0..3 {
            let at = line * LINE + of * BOX;
            let (a, b, c) = (all[at], all[at + CELL], all[at + 2 * CELL]);
            sums[3 * line + of] = [a.xor3(b, c), a.majority(b, c)];
            let (a, b, c) = (in_two[at], in_two[at + CELL], in_two[at + 2 * CELL]);
            several = several.or(a.majority(b, c)).or_both(one, a.or3(b, c));
            one = one.or(a.or3(b, c));
        }
        let three = has_three(sums[3 * line], sums[3 * line + 1], sums[3 * line + 2]);
        of_lines[line] = [three.xor(several), three.and(several)];
    }
    for of in 0..9 {
        let first = of / 3 * 9 + of % 3;
        of_boxes[of] = has_three(sums[first], sums[first + 3], sums[first + 6]);
    }
    (of_lines, of_boxes)
}

/// Whether three sums of two bits are at least three together.
#[inline(always)]
fn has_three<L: Lanes>([a, aa]: [L; 2], [b, bb]: [L; 2], [c, cc]: [L; 2]) -> L {
    aa.majority(bb, cc).or_both(aa.or3(bb, cc), a.or3(b, c)).or(a.and3(b, c))
}
