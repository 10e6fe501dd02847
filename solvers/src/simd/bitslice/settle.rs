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
//! the passes end does not depend on their order or on what other lanes do. About 9,000 operations of
//! three operands a pass, none of which looks at a puzzle: for 512 lanes some 18 each.

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

/// Runs so many passes, and writes the planes [`DEAD`], [`OPEN`] and [`CHANGED`] in the last.
#[inline(always)]
pub(super) fn settle<L: Lanes>(x: &mut [L; PLANES], passes: usize) {
    let mut seen = Seen { alive: L::splat(u64::MAX), open: L::splat(0), changed: L::splat(0) };
    for _ in 1..passes {
        pass::<L, false>(x, &mut seen);
    }
    pass::<L, true>(x, &mut seen);
    x[DEAD] = L::splat(u64::MAX).without(seen.alive);
    x[OPEN] = seen.open;
    x[CHANGED] = seen.changed;
}

#[inline(always)]
fn pass<L: Lanes, const LAST: bool>(x: &mut [L; PLANES], seen: &mut Seen<L>) {
    for corner in [0, 3, 6, 27, 30, 33, 54, 57, 60] {
        sweep_box::<L, LAST>(x, corner, seen);
    }
    for digit in 0..9 {
        for band in 0..3 {
            sweep_band::<L, LAST, 9, 3, 1>(x, candidate(digit, 27 * band), seen);
        }
        for stack in 0..3 {
            sweep_band::<L, LAST, 1, 27, 9>(x, candidate(digit, 3 * stack), seen);
        }
    }
}

/// The plane of cell `i` of the box whose first cell is `corner`.
#[inline(always)]
const fn in_box(digit: usize, corner: usize, i: usize) -> usize {
    candidate(digit, corner + i / 3 * 9 + i % 3)
}

/// Which of the three is the only one.
#[inline(always)]
fn only<L: Lanes>(a: L, b: L, c: L) -> [L; 3] {
    [a.without2(b, c), b.without2(a, c), c.without2(a, b)]
}

/// Hidden and naked singles of a box.
#[inline(always)]
fn sweep_box<L: Lanes, const LAST: bool>(x: &mut [L; PLANES], corner: usize, seen: &mut Seen<L>) {
    let none = L::splat(0);
    let mut hidden = [none; 9];
    // For each digit the minirows, then the minicolumns, that are the only ones to hold it.
    let mut only_places = [[[none; 3]; 2]; 9];
    for digit in 0..9 {
        let mut here = [none; 9];
        for i in 0..9 {
            here[i] = x[in_box(digit, corner, i)];
        }
        let [a, b, c, d, e, f, g, h, i] = here;
        let rows = only(a.or3(b, c), d.or3(e, f), g.or3(h, i));
        let columns = only(a.or3(d, g), b.or3(e, h), c.or3(f, i));
        for i in 0..9 {
            hidden[i] = hidden[i].or_both(rows[i / 3], columns[i % 3]);
        }
        only_places[digit] = [rows, columns];
    }
    // Two loops, since nine sums of each kind are all that fits into registers.
    let (mut some, mut several) = ([none; 9], [none; 9]);
    for digit in 0..9 {
        for i in 0..9 {
            let here = x[in_box(digit, corner, i)];
            several[i] = several[i].or_both(some[i], here);
            some[i] = some[i].or(here);
        }
    }
    let mut single = [none; 9];
    for i in 0..9 {
        single[i] = some[i].without(several[i]);
        if LAST {
            seen.alive = seen.alive.and(some[i]);
            seen.open = seen.open.or(several[i]);
        }
    }
    for digit in 0..9 {
        let mut naked = none;
        for i in 0..9 {
            let here = x[in_box(digit, corner, i)];
            if LAST {
                // The same naked single twice in a box.
                seen.alive = seen.alive.without(naked.and3(here, single[i]));
            }
            naked = naked.or_both(here, single[i]);
        }
        let [rows, columns] = only_places[digit];
        for i in 0..9 {
            let before = x[in_box(digit, corner, i)];
            let here = rows[i / 3].and(columns[i % 3]);
            let after = before.keep(hidden[i], here).keep(naked, single[i]);
            if LAST {
                seen.changed = seen.changed.or_differ(before, after);
            }
            x[in_box(digit, corner, i)] = after;
        }
    }
}

/// The minirows of one digit in the band that begins at plane `first`; with rows and columns
/// exchanged, the minicolumns of a stack.
#[inline(always)]
fn sweep_band<
    L: Lanes,
    const LAST: bool,
    const LINE: usize,
    const BOX: usize,
    const CELL: usize,
>(
    x: &mut [L; PLANES],
    first: usize,
    seen: &mut Seen<L>,
) {
    let none = L::splat(0);
    let mut holds = [[none; 3]; 3];
    for line in 0..3 {
        for of in 0..3 {
            let at = first + line * LINE + of * BOX;
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
            let allowed = next[(of + 3 - line) % 3].or(after[(of + line) % 3]);
            if LAST {
                seen.changed = seen.changed.or_differ(holds[line][of], allowed);
            }
            for cell in 0..3 {
                let at = first + line * LINE + of * BOX + cell * CELL;
                x[at] = x[at].and(allowed);
            }
        }
    }
}
