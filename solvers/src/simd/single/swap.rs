//! Two solutions for one.
//!
//! A puzzle with several solutions has *unavoidable sets* (McGuire, Tugemann and Civario 2014, "There is no
//! 16-clue sudoku", Experimental Mathematics 23): cells whose digits can be exchanged among them. In the simplest
//! ones each cell has two candidates, and all cells take either the one or the other. Where a bet decides
//! exactly such a set, the solutions of its other line need not be searched for. They are those of the first
//! one with the set exchanged.
//!
//! Let a bet on one of two lines for a digit end with certain cells changed. They are *swapped* if each had two
//! candidates and has one, and in each row, column and box the digits that they keep are those that they lose.
//! Then as many digits as cells are involved in each unit, and no other cell of the unit has any of them: it would
//! have lost it. So the rest of the grid is independent of which ones the swapped cells take. Each digit is a
//! candidate in exactly two swapped cells of a unit, or there is no solution at all. Exchanging all candidates
//! therefore turns every way to fill the swapped cells into another one, and moves the digit from one line to the
//! other. With the first line there is one way, the one that propagation found; so there is one with the second.

use super::boxes::{ALL, Boxes};
use super::propagate::{BoxCells, units};

/// Returns whether the cells that differ between two states, before a bet and where it ended, are swapped.
#[inline(always)]
pub(super) fn is_swap<V: Boxes>(before: &BoxCells<V>, after: &BoxCells<V>) -> bool {
    let (mut kept, mut lost, mut others) = (*after, *before, V::splat(0));
    for at in 0..9 {
        lost[at] = before[at].without(after[at]);
        kept[at] = after[at].without(V::splat(ALL).where_empty(lost[at]));
        others = others.or3(kept[at].without_lowest(), lost[at].without_lowest());
    }
    if !others.is_empty() {
        return false;
    }
    let (kept, lost) = (units(&kept), units(&lost));
    let mut differ = V::splat(0);
    for unit in 0..kept.len() {
        differ = differ.or_differ(kept[unit], lost[unit]);
    }
    differ.is_empty()
}
