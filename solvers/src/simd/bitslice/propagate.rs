//! Propagation for all lanes at once.
//!
//! A *pass* is two sweeps. The first visits box by box: a digit with one minirow and one minicolumn
//! is a hidden single, a cell with one candidate a naked one, and candidates that conflict with
//! either are removed. The second visits digit by digit and band by band: a digit occupies a band
//! in one of six [configurations](super::configurations), and candidates that no remaining
//! configuration uses are removed. This covers both directions of locked candidates and the singles
//! of rows and columns; stacks are treated alike. Lanes in which this finds nothing more count
//! their [triads](super::triads) before they bet. A pass takes about 6,600 operations of three
//! operands, none of which depends on the puzzle: some 13 for each of 512 lanes.
//!
//! Every step only removes candidates, and would also remove them from any smaller state without a
//! contradiction: what it relies on either holds there as well, or is a contradiction that is
//! detected. The state in which passes end, and whether it is a contradiction, therefore depends
//! neither on their order or number nor on what other lanes need.
//!
//! A lane that is alive, open and unchanged has a digit with two configurations in some band.
//! Otherwise each digit would have one cell in each box, which makes 81 candidates for 81 cells,
//! none of them empty and none open. So there is always something to bet on, and a bet removes a
//! candidate.

#![expect(
    clippy::needless_range_loop,
    reason = "closures of iterators would be compiled without the instructions of the kernel"
)]

use super::boxes::{BoxPlanes, cells, digits, in_box, planes_of_box, triads};
use super::configurations::{configurations, minirows, through};
use super::planes::{CHANGED, DEAD, OPEN, PLANES, candidate};
use crate::simd::lanes::Lanes;

/// What the last of several passes observes.
struct PassResult<L> {
    alive: L,
    open: L,
    changed: L,
    /// Whether a naked single has its digit in another cell of its box, or a hidden single another
    /// digit in its cell.
    clash: L,
}

/// Runs `passes` passes. The last one writes the planes [`DEAD`], [`OPEN`] and [`CHANGED`].
#[inline(always)]
pub(super) fn propagate<L: Lanes>(x: &mut [L; PLANES], passes: usize) {
    let (none, all) = (L::splat(0), L::splat(u64::MAX));
    let mut seen = PassResult { alive: all, open: none, changed: none, clash: none };
    for _ in 1..passes {
        pass::<L, false>(x, &mut seen);
    }
    pass::<L, true>(x, &mut seen);
    // Where nothing is removed, two naked singles have one digit, or two hidden ones one cell.
    let alive = seen.alive.keep(seen.clash, seen.changed);
    x[DEAD] = all.without(alive);
    x[OPEN] = seen.open;
    x[CHANGED] = seen.changed;
}

#[inline(always)]
fn pass<L: Lanes, const LAST: bool>(x: &mut [L; PLANES], seen: &mut PassResult<L>) {
    for number in 0..9 {
        let Some(planes) = planes_of_box(x, number) else { return };
        sweep_box::<L, LAST>(planes, seen);
    }
    for digit in 0..9 {
        for band in 0..3 {
            let first = candidate(digit, 27 * band);
            let Some(planes) = x[first..].first_chunk_mut::<27>() else { return };
            sweep_band::<L, LAST, 27, 9, 3, 1>(planes, seen);
        }
        for stack in 0..3 {
            let first = candidate(digit, 3 * stack);
            let Some(planes) = x[first..].first_chunk_mut::<75>() else { return };
            sweep_band::<L, LAST, 75, 1, 27, 9>(planes, seen);
        }
    }
}

/// Places the hidden and naked singles of a box.
#[inline(always)]
fn sweep_box<L: Lanes, const LAST: bool>(x: &mut BoxPlanes<L>, seen: &mut PassResult<L>) {
    // A digit has one cell where it has one minirow and one minicolumn.
    let (mut one_cell, mut hidden) = ([L::splat(0); 9], [L::splat(0); 9]);
    for digit in 0..9 {
        let here = cells(x, digit);
        let [[a, b, c], [d, e, f]] = triads(here);
        one_cell[digit] = a.one_of_three(b, c).and(d.one_of_three(e, f));
        for cell in 0..9 {
            hidden[cell] = hidden[cell].or_both(here[cell], one_cell[digit]);
        }
    }
    let single = naked_singles::<L, LAST>(x, seen);
    if LAST {
        for cell in 0..9 {
            seen.clash = seen.clash.or_without(hidden[cell], single[cell]);
        }
    }
    for digit in 0..9 {
        let here = cells(x, digit);
        let mut naked = here[0].and(single[0]);
        for cell in 1..9 {
            naked = naked.or_both(here[cell], single[cell]);
        }
        if LAST {
            seen.clash = seen.clash.or_without(naked, one_cell[digit]);
        }
        for cell in 0..9 {
            let before = here[cell];
            let after = before.keep(hidden[cell], one_cell[digit]).keep(naked, single[cell]);
            if LAST {
                seen.changed = seen.changed.or_differ(before, after);
            }
            x[in_box(digit, cell)] = after;
        }
    }
}

/// Returns the cells of a box that have one candidate.
#[inline(always)]
fn naked_singles<L: Lanes, const LAST: bool>(x: &BoxPlanes<L>, seen: &mut PassResult<L>) -> [L; 9] {
    let mut single = [x[0]; 9];
    for cell in 0..9 {
        let some;
        (some, single[cell]) = some_and_one(digits(x, cell));
        if LAST {
            seen.alive = seen.alive.and(some);
            seen.open = seen.open.or_without(some, single[cell]);
        }
    }
    single
}

/// Returns whether any of nine is set, and whether exactly one is; computed three by three.
#[inline(always)]
fn some_and_one<L: Lanes>([a, b, c, d, e, f, g, h, i]: [L; 9]) -> (L, L) {
    let one = a.one_of_three(b, c).or3(d.one_of_three(e, f), g.one_of_three(h, i));
    let (a, b, c) = (a.or3(b, c), d.or3(e, f), g.or3(h, i));
    (a.or3(b, c), one.and(a.one_of_three(b, c)))
}

/// Restricts one digit to its configurations, in the planes of a band; with rows and columns
/// exchanged, of a stack.
#[inline(always)]
fn sweep_band<
    L: Lanes,
    const LAST: bool,
    const SPAN: usize,
    const LINE: usize,
    const BOX: usize,
    const CELL: usize,
>(
    x: &mut [L; SPAN],
    seen: &mut PassResult<L>,
) {
    let holds = minirows::<L, SPAN, LINE, BOX, CELL>(x);
    let configurations = configurations(&holds);
    if LAST {
        let any = configurations[0]
            .or3(configurations[1], configurations[2])
            .or3(configurations[3], configurations[4])
            .or(configurations[5]);
        seen.alive = seen.alive.and(any);
    }
    for line in 0..3 {
        for of in 0..3 {
            let [one, other] = through(line, of);
            if LAST {
                let lost = holds[line][of].without2(configurations[one], configurations[other]);
                seen.changed = seen.changed.or(lost);
            }
            for cell in 0..3 {
                let at = line * LINE + of * BOX + cell * CELL;
                x[at] = x[at].and_either(configurations[one], configurations[other]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::bitslice::planes::tests::{bit, random};
    use crate::simd::bitslice::triads::count_triads;
    use crate::simd::logic::Logic;
    use crate::simd::portable::Portable;

    /// Returns the state in which propagation ends, with `passes` passes at a time and triads
    /// counted before or after them.
    fn end(mut x: [Portable; PLANES], passes: usize, counts_first: bool) -> [Portable; PLANES] {
        for _ in 0..200 {
            if counts_first {
                count_triads(&mut x);
            }
            propagate(&mut x, passes);
            let by_passes = x[CHANGED];
            count_triads(&mut x);
            if Portable::words(&[by_passes.or(x[CHANGED])]) == [0; 2] {
                return x;
            }
        }
        panic!("there is no end");
    }

    #[test]
    fn the_fixed_point_is_independent_of_the_order_and_number_of_passes() {
        let (mut n_dead, mut n_open) = (0, 0);
        for seed in 0..60 {
            // About half of all candidates, or five eighths, or three quarters.
            let [mut x, more, fewer] = [0, 1, 2].map(|it| random(3 * seed + it));
            for plane in 0..PLANES {
                x[plane] = match seed % 3 {
                    0 => x[plane],
                    1 => x[plane].or_both(more[plane], fewer[plane]),
                    _ => x[plane].or(more[plane]),
                };
            }
            let expected = end(x, 4, false);
            for (passes, counts_first) in [(1, false), (3, true), (1, true)] {
                let actual = end(x, passes, counts_first);
                for lane in 0..64 * Portable::WORDS {
                    let is = |plane: &Portable| bit(plane, lane);
                    assert_eq!(is(&actual[DEAD]), is(&expected[DEAD]), "seed {seed}, lane {lane}");
                    n_dead += usize::from(is(&actual[DEAD]));
                    if !is(&actual[DEAD]) {
                        assert!((0..729).all(|at| is(&actual[at]) == is(&expected[at])));
                        n_open += 1;
                    }
                }
            }
        }
        assert!(n_dead > 1000 && n_open > 1000, "{n_dead} and {n_open}");
    }

    #[test]
    fn contradictions_without_removals_are_detected() {
        // Two cells of a box with the same only digit, two digits with the same only cell, four
        // digits in three cells.
        type Keeps = fn(usize, usize) -> bool;
        let keeps: [(&str, Keeps); 3] = [
            ("two naked singles", |digit, cell| digit == 4 || ![0, 10].contains(&cell)),
            ("two hidden singles", |digit, cell| digit > 1 || cell == 0 || !in_first_box(cell)),
            ("four digits", |digit, cell| digit > 3 || cell < 3 || !in_first_box(cell)),
        ];
        for (name, keeps) in keeps {
            let mut x = [Portable::splat(0); PLANES];
            for (digit, cell) in (0..729).map(|it| (it / 81, it % 81)) {
                x[candidate(digit, cell)] =
                    Portable::splat(0u64.wrapping_sub(keeps(digit, cell).into()));
            }
            assert!(bit(&end(x, 4, false)[DEAD], 0), "{name}");
        }
    }

    fn in_first_box(cell: usize) -> bool {
        cell < 21 && cell % 9 < 3
    }
}
