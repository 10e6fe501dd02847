//! What follows without a bet, for all lanes at once.
//!
//! A *pass* is two sweeps. The first goes from box to box: with three minirows and three minicolumns
//! of each digit it finds hidden singles, with two counters for each cell naked ones, and strikes what
//! clashes with either. The second goes from digit to digit and from band to band: a digit takes one
//! of the six ways in which three minirows of a band can be in three rows and three boxes, as in
//! tdoku's bands; what no way allows that is still possible goes. Both directions of locked
//! candidates and the singles of rows and columns are in this, and the same holds for stacks. The last
//! pass before lanes are served counts the digits of minirows and minicolumns too ([`triads`](super)).
//!
//! Every step only removes candidates, and would remove them from any smaller state that has a solution too,
//! so that where the passes end does not depend on their order. That a state has none may show sooner or
//! later; but after a bet each lane has the same passes, whatever other lanes do. About 8,000 operations of
//! three operands a pass, none of which looks at a puzzle: for 512 lanes some 15 each.
//!
//! A lane that is alive, open and does not change has a digit with two ways through some band: else each
//! digit would have one cell in each box, 81 candidates for 81 cells, of which none is empty and none
//! open. So there is always something to bet on, and a bet removes a candidate.

#![expect(
    clippy::needless_range_loop,
    reason = "closures of iterators would be compiled without the instructions of the kernel"
)]

use super::planes::{CHANGED, DEAD, OPEN, PLANES, candidate};
use super::triads::{OfTriads, Triads, only};
use super::ways::{minirows, through, ways};
use crate::simd::lanes::Lanes;

/// What the last of some passes sees.
struct Seen<L> {
    alive: L,
    open: L,
    changed: L,
}

/// The planes from the first cell of a box for the first digit to its last cell for the last digit.
const BOX_SPAN: usize = candidate(8, 20) + 1;

/// Runs so many passes, and writes the planes [`DEAD`], [`OPEN`] and [`CHANGED`] in the last.
#[inline(always)]
pub(super) fn settle<L: Lanes>(x: &mut [L; PLANES], passes: usize) {
    let (none, all) = (L::splat(0), L::splat(u64::MAX));
    let (mut seen, mut triads) = (Seen { alive: all, open: none, changed: none }, Triads::new());
    for _ in 1..passes {
        pass::<L, false>(x, &mut seen, &mut triads);
    }
    pass::<L, true>(x, &mut seen, &mut triads);
    x[DEAD] = all.without(seen.alive);
    x[OPEN] = seen.open;
    x[CHANGED] = seen.changed;
}

#[inline(always)]
fn pass<L: Lanes, const LAST: bool>(
    x: &mut [L; PLANES],
    seen: &mut Seen<L>,
    triads: &mut Triads<L>,
) {
    for corner in [0, 3, 6, 27, 30, 33, 54, 57, 60] {
        let Some(planes) = x[corner..].first_chunk_mut() else { return };
        sweep_box::<L, LAST>(planes, seen, triads);
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

/// Hidden and naked singles of a box, and in the last pass what its triads tell.
#[inline(always)]
fn sweep_box<L: Lanes, const LAST: bool>(
    x: &mut [L; BOX_SPAN],
    seen: &mut Seen<L>,
    triads: &mut Triads<L>,
) {
    // A hidden single is where the only minirow and the only minicolumn meet.
    let mut hidden = [L::splat(0); 9];
    for digit in 0..9 {
        let [rows, columns] = find_triads::<L, LAST>(x, triads, digit);
        for i in 0..9 {
            hidden[i] = hidden[i].or_both(rows[i / 3], columns[i % 3]);
        }
    }
    let single = naked_singles::<L, LAST>(x, seen);
    if LAST {
        seen.alive = seen.alive.and(triads.count());
    }
    for digit in 0..9 {
        let mut naked = L::splat(0);
        if LAST {
            let twice;
            (naked, twice) = naked_once_and_twice(x, digit, &single);
            seen.alive = seen.alive.without(twice);
        } else {
            for i in 0..9 {
                naked = naked.or_both(x[in_box(digit, i)], single[i]);
            }
        }
        let [rows, columns] = triads.only(digit);
        let [no_rows, no_columns] = if LAST { triads.lost(digit) } else { [[naked; 3]; 2] };
        for i in 0..9 {
            let before = x[in_box(digit, i)];
            let here = rows[i / 3].and(columns[i % 3]);
            let mut after = before.keep(hidden[i], here).keep(naked, single[i]);
            if LAST {
                after = after.without2(no_rows[i / 3], no_columns[i % 3]);
                seen.changed = seen.changed.or_differ(before, after);
            }
            x[in_box(digit, i)] = after;
        }
    }
}

/// The minirows, and the minicolumns, of a box that are the only ones to hold a digit.
#[inline(always)]
fn find_triads<L: Lanes, const LAST: bool>(
    x: &[L; BOX_SPAN],
    triads: &mut Triads<L>,
    digit: usize,
) -> OfTriads<L> {
    let mut here = [x[0]; 9];
    for i in 0..9 {
        here[i] = x[in_box(digit, i)];
    }
    let [a, b, c, d, e, f, g, h, i] = here;
    let rows = [a.or3(b, c), d.or3(e, f), g.or3(h, i)];
    let columns = [a.or3(d, g), b.or3(e, h), c.or3(f, i)];
    if LAST {
        triads.set_holds(digit, [rows, columns]);
    }
    let only = [only(rows), only(columns)];
    triads.set_only(digit, only);
    only
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

/// Whether a digit is the only candidate of a cell of a box, and whether of two: a contradiction, which
/// no sweep would come across, and bets elsewhere not for long.
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
    let holds = minirows::<L, SPAN, LINE, BOX, CELL>(x);
    let ways = ways(&holds);
    if LAST {
        let any = ways[0].or3(ways[1], ways[2]).or3(ways[3], ways[4]).or(ways[5]);
        seen.alive = seen.alive.and(any);
    }
    for line in 0..3 {
        for of in 0..3 {
            let [one, other] = through(line, of);
            if LAST {
                seen.changed = seen.changed.or_differ(holds[line][of], ways[one].or(ways[other]));
            }
            for cell in 0..3 {
                let at = line * LINE + of * BOX + cell * CELL;
                x[at] = x[at].and_either(ways[one], ways[other]);
            }
        }
    }
}
