//! Counting the digits of a triad, which is a minirow or minicolumn: it has three cells, and
//! therefore three digits.
//!
//! The idea and the name are tdoku's, which counts the digits that a triad may hold and those that
//! it must hold. If only three digits may be in a triad, they are removed from the other two triads
//! of its box in the same direction. If three digits must be in a triad, because no other one of
//! its box can hold them, all others are removed from it. Fewer digits than cells, or more digits
//! that must be in them, are a contradiction. Counting takes most of a pass, and is only done when
//! a lane would otherwise have to bet.

use super::boxes::{BoxPlanes, cells, in_box, planes_of_box, triads};
use super::planes::{CHANGED, DEAD, PLANES};
use crate::simd::lanes::Lanes;

/// The number of triads of a box: the minirows, then the minicolumns.
const TRIADS: usize = 6;

/// A plane for each triad of a box and each digit.
type PerTriad<L> = [[L; 9]; TRIADS];

/// Removes what the triads of all boxes exclude, and adds to the planes [`DEAD`] and [`CHANGED`].
#[inline(always)]
pub(super) fn count_triads<L: Lanes>(x: &mut [L; PLANES]) {
    let none = [[L::splat(0); 9]; TRIADS];
    let (mut holds, mut only) = (none, none);
    let (mut dead, mut changed) = (x[DEAD], x[CHANGED]);
    for number in 0..9 {
        let Some(planes) = planes_of_box(x, number) else { return };
        find_triads(planes, &mut holds, &mut only);
        let (full, many, wrong) = count(&holds, &only);
        dead = dead.or(wrong);
        for digit in 0..9 {
            let lost = lost(&holds, &only, &full, &many, digit);
            for triad in 0..TRIADS {
                changed = changed.or_both(lost[triad], holds[triad][digit]);
            }
            for cell in 0..9 {
                let at = in_box(digit, cell);
                planes[at] = planes[at].without2(lost[cell / 3], lost[3 + cell % 3]);
            }
        }
    }
    (x[DEAD], x[CHANGED]) = (dead, changed);
}

/// Finds which triads of a box may hold each digit, and which is the only one in its direction to
/// hold it.
#[inline(always)]
fn find_triads<L: Lanes>(x: &BoxPlanes<L>, holds: &mut PerTriad<L>, only: &mut PerTriad<L>) {
    for digit in 0..9 {
        let [rows, columns] = triads(cells(x, digit));
        for (first, [a, b, c]) in [(0, rows), (3, columns)] {
            (holds[first][digit], only[first][digit]) = (a, a.without2(b, c));
            (holds[first + 1][digit], only[first + 1][digit]) = (b, b.without2(a, c));
            (holds[first + 2][digit], only[first + 2][digit]) = (c, c.without2(a, b));
        }
    }
}

/// Returns which triads three digits must be in, which ones more than three may be in, and whether
/// there are too many or too few for any triad.
#[inline(always)]
fn count<L: Lanes>(holds: &PerTriad<L>, only: &PerTriad<L>) -> ([L; TRIADS], [L; TRIADS], L) {
    let (mut full, mut many, mut wrong) =
        ([holds[0][0]; TRIADS], [holds[0][0]; TRIADS], L::splat(0));
    for triad in 0..TRIADS {
        let (three, four);
        (full[triad], four) = three_and_four(only[triad]);
        (three, many[triad]) = three_and_four(holds[triad]);
        wrong = wrong.or(four).or_without(L::splat(u64::MAX), three);
    }
    (full, many, wrong)
}

/// Returns the triads that a digit cannot be in according to the counts.
#[inline(always)]
fn lost<L: Lanes>(
    holds: &PerTriad<L>,
    only: &PerTriad<L>,
    full: &[L; TRIADS],
    many: &[L; TRIADS],
    digit: usize,
) -> [L; TRIADS] {
    let mut lost = *full;
    for first in [0, 3] {
        let [i, j, k] = [first, first + 1, first + 2];
        let a = holds[i][digit].without(many[i]);
        let b = holds[j][digit].without(many[j]);
        let c = holds[k][digit].without(many[k]);
        lost[i] = b.or(c).or_without(full[i], only[i][digit]);
        lost[j] = a.or(c).or_without(full[j], only[j][digit]);
        lost[k] = a.or(b).or_without(full[k], only[k][digit]);
    }
    lost
}

/// Returns whether at least three of nine are set, and whether at least four are: sums of three
/// have a bit for one and a bit for two.
#[inline(always)]
fn three_and_four<L: Lanes>([a, b, c, d, e, f, g, h, i]: [L; 9]) -> (L, L) {
    let [s, t, u] = [a.xor3(b, c), d.xor3(e, f), g.xor3(h, i)];
    let [j, k, l] = [a.majority(b, c), d.majority(e, f), g.majority(h, i)];
    let (pair, pairs) = (j.or3(k, l), j.majority(k, l));
    let three = pairs.or_both(pair, s.or3(t, u)).or(s.and3(t, u));
    (three, pairs.or_both(pair, s.majority(t, u)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::bitslice::planes::candidate;
    use crate::simd::bitslice::planes::tests::{bit, random};
    use crate::simd::logic::Logic;
    use crate::simd::portable::Portable;

    /// Returns the remaining candidates of a lane, each a digit and a cell, box by box; and whether
    /// there is a contradiction.
    fn expected(has: impl Fn(usize, usize) -> bool) -> (Vec<(usize, usize)>, bool) {
        let (mut left, mut dead) = (Vec::new(), false);
        for corner in [0, 3, 6, 27, 30, 33, 54, 57, 60] {
            let cell = |at: usize| corner + at / 3 * 9 + at % 3;
            let triad_of = |at: usize, direction| if direction == 0 { at / 3 } else { at % 3 };
            let holds = |digit, direction, triad| {
                (0..9).any(|at| triad_of(at, direction) == triad && has(digit, cell(at)))
            };
            let must = |digit, direction, triad| {
                holds(digit, direction, triad)
                    && (0..3).all(|other| other == triad || !holds(digit, direction, other))
            };
            let n_may =
                |direction, triad| (0..9).filter(|&digit| holds(digit, direction, triad)).count();
            let n_must =
                |direction, triad| (0..9).filter(|&digit| must(digit, direction, triad)).count();
            dead |= (0..6).any(|it| n_may(it / 3, it % 3) < 3 || n_must(it / 3, it % 3) > 3);
            for (digit, at) in (0..81).map(|it| (it / 9, it % 9)) {
                let is_lost = (0..2).any(|direction| {
                    let triad = triad_of(at, direction);
                    let is_elsewhere = (0..3).any(|other| {
                        other != triad
                            && holds(digit, direction, other)
                            && n_may(direction, other) <= 3
                    });
                    is_elsewhere || n_must(direction, triad) >= 3 && !must(digit, direction, triad)
                });
                if has(digit, cell(at)) && !is_lost {
                    left.push((digit, cell(at)));
                }
            }
        }
        (left, dead)
    }

    #[test]
    fn counting_triads_agrees_with_counting_lane_by_lane() {
        for seed in 0..20 {
            // One candidate in 8, or in 16: triads hold a third of the digits, or fewer.
            let mut before = random(5 * seed);
            for other in 1..4 + seed % 2 {
                let fewer = random(5 * seed + other);
                for plane in 0..PLANES {
                    before[plane] = before[plane].and(fewer[plane]);
                }
            }
            (before[DEAD], before[CHANGED]) = (Portable::splat(0), Portable::splat(0));
            let mut after = before;
            count_triads(&mut after);
            for lane in 0..64 * Portable::WORDS {
                let at = |planes: &[Portable; PLANES], digit, cell| {
                    bit(&planes[candidate(digit, cell)], lane)
                };
                let (mut left, dead) = expected(|digit, cell| at(&before, digit, cell));
                let all = || (0..9).flat_map(|digit| (0..81).map(move |cell| (digit, cell)));
                let actual: Vec<_> = all().filter(|&(d, c)| at(&after, d, c)).collect();
                let n_before = all().filter(|&(d, c)| at(&before, d, c)).count();
                assert_eq!(bit(&after[DEAD], lane), dead, "seed {seed}");
                assert_eq!(bit(&after[CHANGED], lane), left.len() < n_before, "seed {seed}");
                left.sort_unstable();
                assert_eq!(actual, left, "seed {seed}, lane {lane}");
            }
        }
    }
}
