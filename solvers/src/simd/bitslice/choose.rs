//! The choice of a bet, for all lanes at once.
//!
//! A digit occupies a band in one of six [configurations](super::configurations), and a bet is on
//! one of them. As in tdoku, the chosen band or stack is the one with the least left to decide, and
//! within it a digit with two configurations, or else one with more. A digit with two
//! configurations counts 2 and a digit with more counts 3, in proportion to the logarithms of two
//! and three, so that the sum over a band estimates the number of combinations of configurations.
//! Among digits, those are preferred that also have two configurations through two of the three
//! stacks that cross the band.
//!
//! Sums are computed in planes, with an adder for each bit: about 2,500 operations.

#![expect(
    clippy::needless_range_loop,
    reason = "closures of iterators would be compiled without the instructions of the kernel"
)]

use super::configurations::{BANDS, CONFIGURATIONS, configurations, minirows};
use super::planes::{CHOICE, CHOSEN_CONFIGURATIONS, PLANES, candidate};
use crate::simd::lanes::Lanes;

/// Scratch planes for each band and each of its digits.
pub(super) struct Scratch<L> {
    configurations: [[[L; CONFIGURATIONS]; 9]; BANDS],
    /// Whether exactly two configurations are left.
    two: [[L; 9]; BANDS],
    /// Whether two or more configurations are left.
    several: [[L; 9]; BANDS],
}

impl<L: Lanes> Scratch<L> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let none = L::splat(0);
        Self {
            configurations: [[[none; CONFIGURATIONS]; 9]; BANDS],
            two: [[none; 9]; BANDS],
            several: [[none; 9]; BANDS],
        }
    }
}

/// Writes the chosen bet into the planes from [`CHOICE`] and [`CHOSEN_CONFIGURATIONS`] on.
#[inline(always)]
pub(super) fn choose<L: Lanes>(x: &mut [L; PLANES], scratch: &mut Scratch<L>) {
    for digit in 0..9 {
        for band in 0..3 {
            let first = candidate(digit, 27 * band);
            let Some(planes) = x[first..].first_chunk() else { return };
            count::<L, 27, 9, 3, 1>(planes, scratch, band, digit);
        }
        for stack in 0..3 {
            let first = candidate(digit, 3 * stack);
            let Some(planes) = x[first..].first_chunk() else { return };
            count::<L, 75, 1, 27, 9>(planes, scratch, 3 + stack, digit);
        }
    }
    let band = best_band(scratch);
    let digit = best_digit(scratch, &band);
    let mut chosen = [L::splat(0); CONFIGURATIONS];
    for of in 0..BANDS {
        for value in 0..9 {
            let here = band[of].and(digit[value]);
            for configuration in 0..CONFIGURATIONS {
                chosen[configuration] = chosen[configuration]
                    .or_both(here, scratch.configurations[of][value][configuration]);
            }
        }
    }
    x[CHOSEN_CONFIGURATIONS..CHOSEN_CONFIGURATIONS + CONFIGURATIONS].copy_from_slice(&chosen);
    let [_, one, two, three, four, five] = band;
    x[CHOICE..CHOICE + 3].copy_from_slice(&[one.or3(three, five), two.or(three), four.or(five)]);
    let [_, one, two, three, four, five, six, seven, eight] = digit;
    let (low, high) = (two.or(three), six.or(seven));
    let number = [one.or3(three, five).or(seven), low.or(high), four.or3(five, high), eight];
    x[CHOICE + 3..CHOICE + 7].copy_from_slice(&number);
}

/// Finds the configurations of a digit in a band, and counts them.
#[inline(always)]
fn count<L: Lanes, const SPAN: usize, const LINE: usize, const BOX: usize, const CELL: usize>(
    x: &[L; SPAN],
    scratch: &mut Scratch<L>,
    band: usize,
    digit: usize,
) {
    let configurations = configurations(&minirows::<L, SPAN, LINE, BOX, CELL>(x));
    let [a, b, c, d, e, f] = configurations;
    let (any, pair) = (a.or3(b, c), a.majority(b, c));
    let (other, other_pair) = (d.or3(e, f), d.majority(e, f));
    let several = pair.or(other_pair).or_both(any, other);
    let three = a.and3(b, c).or_both(pair, other).or(d.and3(e, f).or_both(other_pair, any));
    scratch.configurations[band][digit] = configurations;
    scratch.several[band][digit] = several;
    scratch.two[band][digit] = several.without(three);
}

/// Returns the band that has the least left to decide, excluding decided ones.
#[inline(always)]
fn best_band<L: Lanes>(scratch: &Scratch<L>) -> [L; BANDS] {
    let none = L::splat(0);
    let (mut best, mut undecided) = ([none; BANDS], [[none; 5]; BANDS]);
    for band in 0..BANDS {
        let several = sum(&scratch.several[band]);
        let mut three = scratch.several[band];
        for digit in 0..9 {
            three[digit] = three[digit].without(scratch.two[band][digit]);
        }
        let three = sum(&three);
        let mut carry = none;
        undecided[band][0] = three[0];
        for bit in 0..4 {
            let other = if bit < 3 { three[bit + 1] } else { none };
            undecided[band][bit + 1] = several[bit].xor3(other, carry);
            carry = several[bit].majority(other, carry);
        }
        let [a, b, c, d, e] = undecided[band];
        best[band] = a.or3(b, c).or3(d, e);
    }
    for bit in (0..5).rev() {
        let mut any = none;
        for band in 0..BANDS {
            any = any.or(best[band].without(undecided[band][bit]));
        }
        for band in 0..BANDS {
            best[band] = best[band].without(undecided[band][bit].and(any));
        }
    }
    first(best)
}

/// Returns the first of the best digits of a band.
#[inline(always)]
fn best_digit<L: Lanes>(scratch: &Scratch<L>, band: &[L; BANDS]) -> [L; 9] {
    let Scratch { two, several, .. } = scratch;
    let none = L::splat(0);
    let is_row = band[0].or3(band[1], band[2]);
    let (mut best, mut has_two, mut crosses) = ([none; 9], [none; 9], [none; 9]);
    for digit in 0..9 {
        for of in 0..BANDS {
            best[digit] = best[digit].or_both(band[of], several[of][digit]);
            has_two[digit] = has_two[digit].or_both(band[of], two[of][digit]);
        }
        let of_stacks = two[3][digit].majority(two[4][digit], two[5][digit]);
        let of_bands = two[0][digit].majority(two[1][digit], two[2][digit]);
        crosses[digit] = is_row.select(of_stacks, of_bands);
    }
    narrow(&mut best, &has_two);
    narrow(&mut best, &crosses);
    first(best)
}

/// Restricts `planes` to `wanted` in lanes where any of them is wanted.
#[inline(always)]
fn narrow<L: Lanes>(planes: &mut [L; 9], wanted: &[L; 9]) {
    let mut any = L::splat(0);
    for i in 0..9 {
        any = any.or_both(planes[i], wanted[i]);
    }
    for i in 0..9 {
        planes[i] = planes[i].keep(any, wanted[i]);
    }
}

/// Returns, in each lane, only the first plane that is set.
#[inline(always)]
fn first<L: Lanes, const N: usize>(mut planes: [L; N]) -> [L; N] {
    let mut taken = planes[0];
    for i in 1..N {
        let here = planes[i];
        planes[i] = here.without(taken);
        taken = taken.or(here);
    }
    planes
}

/// Returns how many of nine planes are set, as a number of four bits, the lowest first.
#[inline(always)]
fn sum<L: Lanes>(&[a, b, c, d, e, f, g, h, i]: &[L; 9]) -> [L; 4] {
    let [s, t, u] = [a.xor3(b, c), d.xor3(e, f), g.xor3(h, i)];
    let [j, k, l] = [a.majority(b, c), d.majority(e, f), g.majority(h, i)];
    let (twos, two) = (j.xor3(k, l), s.majority(t, u));
    let (four, fours) = (j.majority(k, l), twos.and(two));
    [s.xor3(t, u), twos.xor(two), four.xor(fours), four.and(fours)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::bitslice::planes::tests::{bit, random};
    use crate::simd::logic::Logic;
    use crate::simd::portable::Portable;

    /// Returns the configurations of a digit in a band, in one lane.
    fn configurations_of(
        x: &[Portable; PLANES],
        lane: usize,
        band: usize,
        digit: usize,
    ) -> Vec<usize> {
        let has = |cell: usize| bit(&x[candidate(digit, cell)], lane);
        let minirow = |line: usize, of: usize| match band {
            ..3 => (0..3).any(|i| has(27 * band + 9 * line + 3 * of + i)),
            _ => (0..3).any(|i| has(3 * (band - 3) + line + 27 * of + 9 * i)),
        };
        let boxes = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
        (0..CONFIGURATIONS)
            .filter(|&configuration| (0..3).all(|line| minirow(line, boxes[configuration][line])))
            .collect()
    }

    /// Returns the band and the digit to bet on, and its configurations, by counting lane by lane.
    fn expected(x: &[Portable; PLANES], lane: usize) -> Option<(usize, usize, Vec<usize>)> {
        let n_configurations = |band, digit| configurations_of(x, lane, band, digit).len();
        let left = |band| {
            (0..9).map(|digit| [0, 0, 2, 3][n_configurations(band, digit).min(3)]).sum::<u32>()
        };
        let band = (0..BANDS).filter(|&band| left(band) > 0).min_by_key(|&band| left(band))?;
        let crossing = if band < 3 { 3..6 } else { 0..3 };
        let rank = |&digit: &usize| {
            let crosses =
                crossing.clone().filter(|&it| n_configurations(it, digit) == 2).count() < 2;
            (n_configurations(band, digit) != 2, crosses)
        };
        let digit = (0..9).filter(|&digit| n_configurations(band, digit) > 1).min_by_key(rank)?;
        Some((band, digit, configurations_of(x, lane, band, digit)))
    }

    #[test]
    fn the_choice_agrees_with_counting_lane_by_lane() {
        for seed in 0..40 {
            // A quarter of all candidates, or an eighth: few enough for digits with two
            // configurations.
            let (mut x, more, fewer) =
                (random(3 * seed), random(3 * seed + 1), random(3 * seed + 2));
            for plane in 0..PLANES {
                x[plane] = x[plane].and(more[plane]);
                if seed % 2 == 1 {
                    x[plane] = x[plane].and(fewer[plane]);
                }
            }
            let (before, mut scratch) = (x, Scratch::new());
            choose(&mut x, &mut scratch);
            for lane in 0..64 * Portable::WORDS {
                let number = |from: usize, bits: usize| -> usize {
                    (0..bits).map(|i| usize::from(bit(&x[from + i], lane)) << i).sum()
                };
                let configurations = (0..CONFIGURATIONS).filter(|configuration| {
                    number(CHOSEN_CONFIGURATIONS, CONFIGURATIONS) >> configuration & 1 == 1
                });
                if let Some(expected) = expected(&before, lane) {
                    let actual =
                        (number(CHOICE, 3), number(CHOICE + 3, 4), configurations.collect());
                    assert_eq!(actual, expected, "seed {seed}, lane {lane}");
                }
            }
        }
    }
}
