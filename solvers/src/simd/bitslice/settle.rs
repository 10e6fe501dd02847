//! What follows without a bet, for all lanes at once.
//!
//! A *pass* is two sweeps. The first goes from box to box: with three minirows and three minicolumns
//! of each digit it finds hidden singles, with two counters for each cell naked ones, and strikes what
//! clashes with either. The second goes from digit to digit and from band to band: a digit takes one
//! of the six ways in which three minirows of a band can be in three rows and three boxes, as in
//! tdoku's bands; what no way allows that is still possible goes. Both directions of locked
//! candidates and the singles of rows and columns are in this, and the same holds for stacks.
//!
//! Every step only removes candidates and would remove them from any smaller state too, so that where
//! the passes end does not depend on their order or on what other lanes do. About 8,000 operations of
//! three operands a pass, none of which looks at a puzzle: for 512 lanes some 15 each.

#![expect(
    clippy::needless_range_loop,
    reason = "closures of iterators would be compiled without the instructions of the kernel"
)]

use super::planes::{CHANGED, DEAD, OPEN, PLANES, candidate};
use crate::simd::lanes::Lanes;

/// What the last of some passes sees.
struct Seen<L> {
    alive: L,
    open: L,
    changed: L,
}

/// Of a box, the minirows, then the minicolumns, that are the only ones to hold each digit.
type OnlyLines<L> = [[[L; 3]; 2]; 9];

/// The planes from the first cell of a box for the first digit to its last cell for the last digit.
const BOX_SPAN: usize = candidate(8, 20) + 1;

/// Runs so many passes, and writes the planes [`DEAD`], [`OPEN`] and [`CHANGED`] in the last.
#[inline(always)]
pub(super) fn settle<L: Lanes>(x: &mut [L; PLANES], passes: usize) {
    let mut seen = Seen { alive: L::splat(u64::MAX), open: L::splat(0), changed: L::splat(0) };
    let mut only_lines = [[[L::splat(0); 3]; 2]; 9];
    for _ in 1..passes {
        pass::<L, false>(x, &mut seen, &mut only_lines);
    }
    pass::<L, true>(x, &mut seen, &mut only_lines);
    x[DEAD] = L::splat(u64::MAX).without(seen.alive);
    x[OPEN] = seen.open;
    x[CHANGED] = seen.changed;
}

#[inline(always)]
fn pass<L: Lanes, const LAST: bool>(
    x: &mut [L; PLANES],
    seen: &mut Seen<L>,
    only_lines: &mut OnlyLines<L>,
) {
    for corner in [0, 3, 6, 27, 30, 33, 54, 57, 60] {
        let Some(planes) = x[corner..].first_chunk_mut() else { return };
        sweep_box::<L, LAST>(planes, seen, only_lines);
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

/// The plane of cell `i` of a box among its planes.
#[inline(always)]
const fn in_box(digit: usize, i: usize) -> usize {
    candidate(digit, i / 3 * 9 + i % 3)
}

/// Which of the three is the only one.
#[inline(always)]
fn only<L: Lanes>(a: L, b: L, c: L) -> [L; 3] {
    [a.without2(b, c), b.without2(a, c), c.without2(a, b)]
}

/// Hidden and naked singles of a box.
#[inline(always)]
fn sweep_box<L: Lanes, const LAST: bool>(
    x: &mut [L; BOX_SPAN],
    seen: &mut Seen<L>,
    only_lines: &mut OnlyLines<L>,
) {
    let none = L::splat(0);
    // A hidden single is where the only minirow and the only minicolumn meet.
    let mut hidden = [none; 9];
    for digit in 0..9 {
        let [rows, columns] = find_only_lines(x, digit);
        for i in 0..9 {
            hidden[i] = hidden[i].or_both(rows[i / 3], columns[i % 3]);
        }
        only_lines[digit] = [rows, columns];
    }
    let single = naked_singles::<L, LAST>(x, seen);
    for digit in 0..9 {
        let naked = if LAST {
            let (naked, twice) = naked_once_and_twice(x, digit, &single);
            seen.alive = seen.alive.without(twice);
            naked
        } else {
            let mut naked = none;
            for i in 0..9 {
                naked = naked.or_both(x[in_box(digit, i)], single[i]);
            }
            naked
        };
        let [rows, columns] = only_lines[digit];
        for i in 0..9 {
            let before = x[in_box(digit, i)];
            let here = rows[i / 3].and(columns[i % 3]);
            let after = before.keep(hidden[i], here).keep(naked, single[i]);
            if LAST {
                seen.changed = seen.changed.or_differ(before, after);
            }
            x[in_box(digit, i)] = after;
        }
    }
}

/// The minirows, and the minicolumns, of a box that are the only ones to hold a digit.
#[inline(always)]
fn find_only_lines<L: Lanes>(x: &[L; BOX_SPAN], digit: usize) -> [[L; 3]; 2] {
    let mut here = [L::splat(0); 9];
    for i in 0..9 {
        here[i] = x[in_box(digit, i)];
    }
    let [a, b, c, d, e, f, g, h, i] = here;
    let rows = only(a.or3(b, c), d.or3(e, f), g.or3(h, i));
    let columns = only(a.or3(d, g), b.or3(e, h), c.or3(f, i));
    [rows, columns]
}

/// The cells of a box that have one candidate.
#[inline(always)]
fn naked_singles<L: Lanes, const LAST: bool>(x: &[L; BOX_SPAN], seen: &mut Seen<L>) -> [L; 9] {
    let mut single = [L::splat(0); 9];
    for i in 0..9 {
        let mut here = [L::splat(0); 9];
        for digit in 0..9 {
            here[digit] = x[in_box(digit, i)];
        }
        let (some, several) = once_and_twice(here);
        single[i] = some.without(several);
        if LAST {
            seen.alive = seen.alive.and(some);
            seen.open = seen.open.or(several);
        }
    }
    single
}

/// Whether a digit is the only candidate of a cell of a box, and whether of two: a contradiction.
#[inline(always)]
fn naked_once_and_twice<L: Lanes>(x: &[L; BOX_SPAN], digit: usize, single: &[L; 9]) -> (L, L) {
    let mut naked = *single;
    for i in 0..9 {
        naked[i] = single[i].and(x[in_box(digit, i)]);
    }
    once_and_twice(naked)
}

/// Whether any of nine is set, and whether two are: three by three.
#[inline(always)]
fn once_and_twice<L: Lanes>([a, b, c, d, e, f, g, h, i]: [L; 9]) -> (L, L) {
    let twice = a.majority(b, c).or3(d.majority(e, f), g.majority(h, i));
    let (a, b, c) = (a.or3(b, c), d.or3(e, f), g.or3(h, i));
    (a.or3(b, c), twice.or(a.majority(b, c)))
}

/// The minirows of one digit in the planes of a band; with rows and columns exchanged, the
/// minicolumns of a stack.
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
    seen: &mut Seen<L>,
) {
    let none = L::splat(0);
    let mut holds = [[none; 3]; 3];
    for line in 0..3 {
        for of in 0..3 {
            let at = line * LINE + of * BOX;
            holds[line][of] = x[at].or3(x[at + CELL], x[at + 2 * CELL]);
        }
    }
    // The first line in box 0, 1 or 2; then the second in the next box or in the one after it.
    let (mut next, mut after) = ([none; 3], [none; 3]);
    for of in 0..3 {
        let (one, two) = ((of + 1) % 3, (of + 2) % 3);
        next[of] = holds[0][of].and3(holds[1][one], holds[2][two]);
        after[of] = holds[0][of].and3(holds[1][two], holds[2][one]);
    }
    if LAST {
        let ways = next[0].or3(next[1], next[2]).or3(after[0], after[1]).or(after[2]);
        seen.alive = seen.alive.and(ways);
    }
    for line in 0..3 {
        for of in 0..3 {
            let ways = (next[(of + 3 - line) % 3], after[(of + line) % 3]);
            if LAST {
                seen.changed = seen.changed.or_differ(holds[line][of], ways.0.or(ways.1));
            }
            for cell in 0..3 {
                let at = line * LINE + of * BOX + cell * CELL;
                x[at] = x[at].and_either(ways.0, ways.1);
            }
        }
    }
}
