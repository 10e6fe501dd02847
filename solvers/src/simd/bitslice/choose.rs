//! Where to bet, for all lanes at once.
//!
//! A cell with two candidates is best, one with three is next: the bet is then right half of the
//! time, or a third. Among several cells with two the one is taken that has the highest score: a
//! point for each of its digits and each of its houses in which that digit has three places or more,
//! so that the bet strikes many, and two points for each of its digits and each of its lines in which
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
    /// Of one digit: its places in cells of two.
    in_two: [L; 81],
    points: Points<L>,
    /// For each cell of two a number of four bits, the lowest first.
    scores: [[L; 4]; 81],
}

/// What the places of each digit count for, as numbers of two bits, the lowest first; of one bit in boxes.
struct Points<L> {
    rows: [[[L; 2]; 9]; 9],
    columns: [[[L; 2]; 9]; 9],
    boxes: [[L; 9]; 9],
}

impl<L: Lanes> Scratch<L> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let (none, number) = ([L::splat(0); 81], [L::splat(0); 2]);
        let points = Points {
            rows: [[number; 9]; 9],
            columns: [[number; 9]; 9],
            boxes: [[L::splat(0); 9]; 9],
        };
        let scores = [[L::splat(0); 4]; 81];
        Self { two: none, three: none, more: none, in_two: none, points, scores }
    }
}

/// Writes the cell to bet in and its candidates into the planes from [`CHOICE`] and [`VALUES`] on.
#[inline(always)]
pub(super) fn choose<L: Lanes>(x: &mut [L; PLANES], scratch: &mut Scratch<L>) {
    by_size(x, scratch);
    for digit in 0..9 {
        count_points(x, digit, scratch);
    }
    add_up(x, scratch);
    keep_best(scratch);
    let best = &mut scratch.two;
    let none = L::splat(0);
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
    let mut holds = [none; 9];
    for cell in 0..81 {
        for digit in 0..9 {
            holds[digit] = holds[digit].or_both(best[cell], x[candidate(digit, cell)]);
        }
    }
    x[VALUES..VALUES + 9].copy_from_slice(&holds);
}

/// Which of nine planes is set, as a number of four bits, the lowest first.
#[inline(always)]
fn number<L: Lanes>(planes: &[L; 9]) -> [L; 4] {
    let [_, one, two, three, four, five, six, seven, eight] = *planes;
    let (low, high) = (two.or(three), six.or(seven));
    [one.or3(three, five).or(seven), low.or(high), four.or3(five, high), eight]
}

/// Finds the cells with two candidates, with three, and with more: three digits are added up to one
/// and two of them, and one such two is two candidates, or three.
#[inline(always)]
fn by_size<L: Lanes>(x: &[L; PLANES], scratch: &mut Scratch<L>) {
    for cell in 0..81 {
        let (mut odd, mut pair) = ([L::splat(0); 3], [L::splat(0); 3]);
        for group in 0..3 {
            let first = candidate(3 * group, cell);
            let (a, b, c) = (x[first], x[first + 81], x[first + 2 * 81]);
            (odd[group], pair[group]) = (a.xor3(b, c), a.majority(b, c));
        }
        let ([a, b, c], [d, e, f]) = (odd, pair);
        let (odd, fourth) = (a.xor3(b, c), a.majority(b, c));
        let any = d.or3(e, f);
        let more = d.majority(e, f).or_both(any, fourth);
        let pair = any.or(fourth).without(more);
        scratch.two[cell] = pair.without(odd);
        scratch.three[cell] = pair.and(odd);
        scratch.more[cell] = more;
    }
}

/// Counts the points of a digit: one for each house in which it has three places, and two for each line
/// in which it is in two cells of two.
#[inline(always)]
fn count_points<L: Lanes>(x: &[L; PLANES], digit: usize, scratch: &mut Scratch<L>) {
    let Some(x) = x[candidate(digit, 0)..].first_chunk() else { return };
    let Scratch { two, in_two, points, .. } = scratch;
    for cell in 0..81 {
        in_two[cell] = x[cell].and(two[cell]);
    }
    for band in 0..3 {
        let (rows, of_band) = lines::<L, 9, 3, 1>(x, in_two, 27 * band);
        for i in 0..3 {
            points.rows[digit][3 * band + i] = rows[i];
            points.boxes[digit][3 * band + i] = of_band[i];
        }
    }
    for stack in 0..3 {
        let (columns, _) = lines::<L, 1, 27, 9>(x, in_two, 3 * stack);
        for i in 0..3 {
            points.columns[digit][3 * stack + i] = columns[i];
        }
    }
}

/// Adds up the scores of the cells of two: the points of both digits.
#[inline(always)]
fn add_up<L: Lanes>(x: &[L; PLANES], scratch: &mut Scratch<L>) {
    let Scratch { two, points, scores, .. } = scratch;
    for row in 0..9 {
        for column in 0..9 {
            let cell = 9 * row + column;
            let mut score = [L::splat(0); 4];
            for digit in 0..9 {
                let counts = two[cell].and(x[candidate(digit, cell)]);
                let of_row = points.rows[digit][row];
                let of_column = points.columns[digit][column];
                let of_box = points.boxes[digit][row / 3 * 3 + column / 3];
                add(&mut score, of_row, of_column, of_box, counts);
            }
            scores[cell] = score;
        }
    }
}

/// Adds two numbers of two bits and one of one bit to a score, where a cell counts.
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

/// Leaves, in the place of the cells of two, the cells with the highest score, or the smallest where
/// there is none of two.
#[inline(always)]
fn keep_best<L: Lanes>(scratch: &mut Scratch<L>) {
    let Scratch { two: best, three, more, scores, .. } = scratch;
    let none = L::splat(0);
    let (mut any_two, mut any_three) = (none, none);
    for cell in 0..81 {
        any_two = any_two.or(best[cell]);
        any_three = any_three.or(three[cell]);
    }
    // Whether a cell that is left has the next bit, the highest first.
    let mut any = none;
    for cell in 0..81 {
        let otherwise = any_three.select(three[cell], more[cell]);
        best[cell] = any_two.select(best[cell], otherwise);
        any = any.or_both(best[cell], scores[cell][3]);
    }
    for bit in [3, 2, 1] {
        let mut next = none;
        for cell in 0..81 {
            best[cell] = best[cell].keep(any, scores[cell][bit]);
            next = next.or_both(best[cell], scores[cell][bit - 1]);
        }
        any = next;
    }
    for cell in 0..81 {
        best[cell] = best[cell].keep(any, scores[cell][0]);
    }
}

/// For each of three lines, `LINE` apart, whose boxes are `BOX` apart and cells `CELL` apart, a number of
/// two bits: whether the digit has three places there, and whether it is in two cells of two. And for each
/// of their boxes whether the digit has three places there.
#[inline(always)]
fn lines<L: Lanes, const LINE: usize, const BOX: usize, const CELL: usize>(
    all: &[L; 81],
    in_two: &[L; 81],
    first: usize,
) -> ([[L; 2]; 3], [L; 3]) {
    let none = L::splat(0);
    let (mut sums, mut of_lines, mut of_boxes) = ([[[none; 2]; 3]; 3], [[none; 2]; 3], [none; 3]);
    for line in 0..3 {
        let (mut once, mut twice) = ([none; 3], [none; 3]);
        for of in 0..3 {
            let at = first + line * LINE + of * BOX;
            let (a, b, c) = (all[at], all[at + CELL], all[at + 2 * CELL]);
            sums[line][of] = [a.xor3(b, c), a.majority(b, c)];
            let (a, b, c) = (in_two[at], in_two[at + CELL], in_two[at + 2 * CELL]);
            (once[of], twice[of]) = (a.or3(b, c), a.majority(b, c));
        }
        let ([a, b, c], [d, e, f]) = (once, twice);
        let several = a.majority(b, c).or(d.or3(e, f));
        let [a, b, c] = sums[line];
        let three = has_three(a, b, c);
        of_lines[line] = [three, several];
    }
    for of in 0..3 {
        of_boxes[of] = has_three(sums[0][of], sums[1][of], sums[2][of]);
    }
    (of_lines, of_boxes)
}

/// Whether three sums of two bits are at least three together.
#[inline(always)]
fn has_three<L: Lanes>([a, aa]: [L; 2], [b, bb]: [L; 2], [c, cc]: [L; 2]) -> L {
    aa.majority(bb, cc).or_both(aa.or3(bb, cc), a.or3(b, c)).or(a.and3(b, c))
}
