//! Counting the digits of a minirow or minicolumn: it has three cells, and so three digits.
//!
//! The idea is tdoku's, which calls them triads and counts what each may hold and must hold. One that
//! only three digits may be in keeps these from the other two of its box that lie in the same direction.
//! One that three digits must be in, since it is the only one in its box to hold them, loses all others.
//! What has fewer digits than cells is a contradiction.

#![expect(
    clippy::needless_range_loop,
    reason = "closures of iterators would be compiled without the instructions of the kernel"
)]

use crate::simd::lanes::Lanes;

/// Something of each triad of a box: of its minirows, then of its minicolumns.
pub(super) type OfTriads<T> = [[T; 3]; 2];

/// The triads of one box.
pub(super) struct Triads<L> {
    /// Of each digit, which triads may hold it.
    holds: [OfTriads<L>; 9],
    /// Of each digit, which triad is the only one of its direction to hold it.
    only: [OfTriads<L>; 9],
    /// Whether three digits must be in a triad.
    full: OfTriads<L>,
    /// Whether more than three may be.
    many: OfTriads<L>,
}

impl<L: Lanes> Triads<L> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let none = [[L::splat(0); 3]; 2];
        Self { holds: [none; 9], only: [none; 9], full: none, many: none }
    }

    /// Notes which triads may hold a digit.
    #[inline(always)]
    pub(super) fn set_holds(&mut self, digit: usize, triads: OfTriads<L>) {
        self.holds[digit] = triads;
    }

    /// Notes which triads are the only ones to hold a digit.
    #[inline(always)]
    pub(super) fn set_only(&mut self, digit: usize, triads: OfTriads<L>) {
        self.only[digit] = triads;
    }

    /// The triads that are the only ones to hold a digit.
    #[inline(always)]
    pub(super) fn only(&self, digit: usize) -> OfTriads<L> {
        self.only[digit]
    }

    /// Counts the digits of each triad. Tells where each has three or more.
    #[inline(always)]
    pub(super) fn count(&mut self) -> L {
        let mut enough = L::splat(u64::MAX);
        for direction in 0..2 {
            for at in 0..3 {
                let [mut holds, mut only] = [[enough; 9]; 2];
                for digit in 0..9 {
                    holds[digit] = self.holds[digit][direction][at];
                    only[digit] = self.only[digit][direction][at];
                }
                (self.full[direction][at], _) = three_and_four(only);
                let three;
                (three, self.many[direction][at]) = three_and_four(holds);
                enough = enough.and(three);
            }
        }
        enough
    }

    /// The triads that a digit cannot be in, as the counts tell.
    #[inline(always)]
    pub(super) fn lost(&self, digit: usize) -> OfTriads<L> {
        let mut lost = self.full;
        for direction in 0..2 {
            let ([a, b, c], [d, e, f]) = (self.holds[digit][direction], self.many[direction]);
            let (a, b, c) = (a.without(d), b.without(e), c.without(f));
            let ([d, e, f], [g, h, i]) = (self.full[direction], self.only[digit][direction]);
            let (d, e, f) = (d.without(g), e.without(h), f.without(i));
            lost[direction] = [d.or3(b, c), e.or3(a, c), f.or3(a, b)];
        }
        lost
    }
}

/// Which of the three is the only one.
#[inline(always)]
pub(super) fn only<L: Lanes>([a, b, c]: [L; 3]) -> [L; 3] {
    [a.without2(b, c), b.without2(a, c), c.without2(a, b)]
}

/// Whether at least three of nine are set, and whether four: three are added up to one and two of them.
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
    use crate::simd::bitslice::planes::tests::{bit, random};
    use crate::simd::lanes::Portable;
    use crate::simd::logic::Logic;

    #[test]
    fn what_triads_lose_is_that_of_counting_lane_by_lane() {
        for seed in 0..40 {
            // Triads hold a quarter of the digits, so that they have three as often as less or more.
            let mut planes = random(2 * seed).into_iter().zip(random(2 * seed + 1));
            let mut next = || planes.next().map(|(a, b)| a.and(b)).expect("there are 768");
            let mut triads = Triads::new();
            for digit in 0..9 {
                let holds = [[next(), next(), next()], [next(), next(), next()]];
                triads.set_holds(digit, holds);
                triads.set_only(digit, holds.map(only));
            }
            let enough = triads.count();
            for lane in 0..64 * Portable::WORDS {
                let holds =
                    |digit: usize, i: usize, j: usize| bit(&triads.holds[digit][i][j], lane);
                let n_held = |i, j| (0..9).filter(|&digit| holds(digit, i, j)).count();
                let is_only = |digit, i, j| {
                    holds(digit, i, j) && (0..3).filter(|&it| holds(digit, i, it)).count() == 1
                };
                let n_only = |i, j| (0..9).filter(|&digit| is_only(digit, i, j)).count();
                let all = (0..6).all(|it| n_held(it / 3, it % 3) >= 3);
                assert_eq!(bit(&enough, lane), all);
                for (digit, it) in (0..54).map(|it| (it / 6, it % 6)) {
                    let (i, j) = (it / 3, it % 3);
                    let elsewhere = (0..3)
                        .filter(|&other| other != j)
                        .any(|other| holds(digit, i, other) && n_held(i, other) <= 3);
                    let lost = n_only(i, j) >= 3 && !is_only(digit, i, j) || elsewhere;
                    assert_eq!(bit(&triads.lost(digit)[i][j], lane), lost, "seed {seed}");
                }
            }
        }
    }
}
