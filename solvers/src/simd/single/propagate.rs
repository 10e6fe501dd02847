//! Propagation of all cells at once, repeated until nothing changes.
//!
//! A box has six *lines*, its rows and columns of three cells, and a digit occupies one row and one
//! column of it. The idea of such triples, and of counting them, is Tom Dillon's (tdoku); the order
//! of evaluation differs. tdoku updates one box after the other, and each notifies its neighbours;
//! here a sweep applies each step to all nine boxes, and there is no work list:
//!
//! 1. A line may hold what its cells may.
//! 2. In a band a digit has a different row in each of the three boxes. Of the nine rows, those
//!    remain that some configuration of all three uses. Stacks are the same with rows and columns
//!    exchanged. Locked candidates are a special case.
//! 3. A line holds three digits. If it has only three left, they are removed from the other lines
//!    of its box; if three digits have no other line, all others are removed from it.
//! 4. A cell may hold what its row and its column may. A digit that has one row and one column left
//!    is placed where they cross: a hidden single of the box, and after step 2 of row and column,
//!    too.
//! 5. A cell with one digit left removes it from the other cells of its box.
//!
//! Each step removes only what no solution has, so that the result does not depend on their order.
//! A sweep is about 280 instructions with AVX-512, whatever the puzzle; four sweeps are usually
//! enough after a bet.

#![expect(clippy::needless_range_loop, reason = "cells, rows and columns go hand in hand")]

use super::boxes::{ALL, Boxes, COMPLETE};

/// The candidates of the cells: for each place in a box, in reading order, those of the nine boxes.
pub(super) type BoxCells<V> = [V; 9];

/// The candidates of the lines of all boxes.
#[derive(Clone, Copy)]
pub(super) struct BoxLines<V> {
    pub(super) rows: [V; 3],
    pub(super) columns: [V; 3],
}

/// Where sweeps end.
pub(super) enum Rest<V> {
    /// There is a contradiction.
    Contradiction,
    /// Every cell has one candidate, and the grid is a solution.
    Solution,
    /// Cells are open, and nothing changes any more. These are the candidates of the lines.
    Open(BoxLines<V>),
}

/// Sweeps until no cell is open or nothing changes.
#[inline(always)]
pub(super) fn propagate<V: Boxes>(cells: &mut BoxCells<V>) -> Rest<V> {
    loop {
        let before = *cells;
        let mut lines = lines(cells);
        let wrong = count_three(&mut lines.rows).or(count_three(&mut lines.columns));
        let nowhere = nowhere(&lines);
        place(cells, &mut lines);
        let placed = remove_lone(cells);
        let (mut changed, mut least) = (cells[0].xor(before[0]), cells[0]);
        for at in 1..9 {
            changed = changed.or_differ(cells[at], before[at]);
            least = least.smaller(cells[at]);
        }
        if least.has_empty() || !wrong.or(nowhere).is_empty() {
            return Rest::Contradiction;
        }
        if V::load(&COMPLETE).without(placed).is_empty() {
            return if is_solution(cells) { Rest::Solution } else { Rest::Contradiction };
        }
        if changed.is_empty() {
            return if clashes(cells, &lines) { Rest::Contradiction } else { Rest::Open(lines) };
        }
    }
}

/// Returns whether each row, column and box has every digit.
#[inline(always)]
fn is_solution<V: Boxes>(cells: &BoxCells<V>) -> bool {
    let [a, b, c, d, e, f, of_box] = units(cells);
    V::splat(ALL).without(a.and3(b, c).and3(d.and3(e, f), of_box)).is_empty()
}

/// Returns what the rows, the columns and the box that cross in each box hold: the candidates of all their cells.
#[inline(always)]
pub(super) fn units<V: Boxes>(cells: &BoxCells<V>) -> [V; 7] {
    let [rows, columns] = held(cells);
    let ([next, last], [below, lowest]) = (along_bands(rows), along_stacks(columns));
    [
        rows[0].or3(next[0], last[0]),
        rows[1].or3(next[1], last[1]),
        rows[2].or3(next[2], last[2]),
        columns[0].or3(below[0], lowest[0]),
        columns[1].or3(below[1], lowest[1]),
        columns[2].or3(below[2], lowest[2]),
        rows[0].or3(rows[1], rows[2]),
    ]
}

/// Returns what the rows of three cells hold, then what the columns do: the first step.
#[inline(always)]
fn held<V: Boxes>(&[a, b, c, d, e, f, g, h, i]: &BoxCells<V>) -> [[V; 3]; 2] {
    [[a.or3(b, c), d.or3(e, f), g.or3(h, i)], [a.or3(d, g), b.or3(e, h), c.or3(f, i)]]
}

/// Returns the first two steps.
#[inline(always)]
fn lines<V: Boxes>(cells: &BoxCells<V>) -> BoxLines<V> {
    let [rows, columns] = held(cells);
    BoxLines { rows: fit(rows, along_bands(rows)), columns: fit(columns, along_stacks(columns)) }
}

/// Returns the rows of the next box of the band, and of the one after it.
#[inline(always)]
pub(super) fn along_bands<V: Boxes>([a, b, c]: [V; 3]) -> [[V; 3]; 2] {
    [
        [a.along_band::<1>(), b.along_band::<1>(), c.along_band::<1>()],
        [a.along_band::<2>(), b.along_band::<2>(), c.along_band::<2>()],
    ]
}

/// Returns the columns of the next box of the stack, and of the one after it.
#[inline(always)]
pub(super) fn along_stacks<V: Boxes>([a, b, c]: [V; 3]) -> [[V; 3]; 2] {
    [
        [a.along_stack::<1>(), b.along_stack::<1>(), c.along_stack::<1>()],
        [a.along_stack::<2>(), b.along_stack::<2>(), c.along_stack::<2>()],
    ]
}

/// Returns what some configuration uses, given the lines of each box and of the two others.
#[inline(always)]
fn fit<V: Boxes>(lines: [V; 3], [next, last]: [[V; 3]; 2]) -> [V; 3] {
    [
        lines[0].and(next[1].and(last[2]).or_both(next[2], last[1])),
        lines[1].and(next[0].and(last[2]).or_both(next[2], last[0])),
        lines[2].and(next[0].and(last[1]).or_both(next[1], last[0])),
    ]
}

/// The first half of the third step. Returns where a line has fewer digits than cells.
#[inline(always)]
fn count_three<V: Boxes>(lines: &mut [V; 3]) -> V {
    let [(a, few_a), (b, few_b), (c, few_c)] =
        [lines[0].three(), lines[1].three(), lines[2].three()];
    *lines = [lines[0].without2(b, c), lines[1].without2(a, c), lines[2].without2(a, b)];
    few_a.or3(few_b, few_c)
}

/// Returns the digits that have no row or no column in a box.
#[inline(always)]
fn nowhere<V: Boxes>(lines: &BoxLines<V>) -> V {
    let BoxLines { rows: [a, b, c], columns: [d, e, f] } = *lines;
    V::splat(ALL).without(a.or3(b, c).and(d.or3(e, f)))
}

/// Returns whether two cells of a box have the same only digit, or two digits the same only cell.
/// No sweep would ever change that, and the search would not terminate.
#[inline(always)]
fn clashes<V: Boxes>(cells: &BoxCells<V>, lines: &BoxLines<V>) -> bool {
    let (in_row, in_column) = (only(lines.rows), only(lines.columns));
    let (mut once, mut twice) = (V::splat(0), V::splat(0));
    for at in 0..9 {
        let lone = cells[at].lone();
        twice = twice.or_both(once, lone);
        once = once.or(lone);
        twice = twice.or(cells[at].and3(in_row[at / 3], in_column[at % 3]).without_lowest());
    }
    !twice.is_empty()
}

/// Returns, for each of three lines, the digits that have no other line.
#[inline(always)]
fn only<V: Boxes>([a, b, c]: [V; 3]) -> [V; 3] {
    [a.without2(b, c), b.without2(a, c), c.without2(a, b)]
}

/// The second half of the third step, and the fourth.
#[inline(always)]
fn place<V: Boxes>(cells: &mut BoxCells<V>, lines: &mut BoxLines<V>) {
    let (in_row, in_column) = (only(lines.rows), only(lines.columns));
    for line in 0..3 {
        lines.rows[line] = in_row[line].three().0.or_else(lines.rows[line]);
        lines.columns[line] = in_column[line].three().0.or_else(lines.columns[line]);
    }
    for at in 0..9 {
        let (row, column) = (at / 3, at % 3);
        let single = cells[at].and3(in_row[row], in_column[column]);
        cells[at] = single.or_else(cells[at].and3(lines.rows[row], lines.columns[column]));
    }
}

/// The fifth step. Returns the digits of each box that are the last one of a cell. Where these are all nine, so are
/// the cells.
#[inline(always)]
fn remove_lone<V: Boxes>(cells: &mut BoxCells<V>) -> V {
    let mut lone = *cells;
    for at in 0..9 {
        lone[at] = cells[at].lone();
    }
    let [a, b, c, d, e, f, g, h, i] = lone;
    let all = a.or3(b, c).or3(d.or3(e, f), g.or3(h, i));
    for at in 0..9 {
        cells[at] = cells[at].keep(all, lone[at]);
    }
    all
}
