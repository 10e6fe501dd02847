//! What chains cost: the more links, the more; those of one symbol less than others, and those that
//! close to a ring less than those that do not.
//!
//! The length is that of Sudoku Explainer, which counts the statements of a chain but two. Of an open
//! chain it begins and ends with what is ruled out, which is two statements more than ours.

use std::ops::ControlFlow;

use board::{Cell, Symbol};

use crate::deduce::state::State;
use crate::deduce::step::{Link, Step};
use crate::deduce::table::{Found, X_CHAIN};
use crate::deduce::techniques::chains;

use super::ladder::{CONTINUE, Rung, score};

/// What a ring of the least length costs, in tenths.
const RING: u16 = 65;

/// What an open chain of one symbol costs at least, in tenths.
const ONE_SYMBOL: u16 = X_CHAIN.rating.expect("it is on the ladder");

/// Rings through cells with two candidates.
pub(super) const XY_CYCLE: Rung = Rung {
    id: "xy-cycle",
    name: "XY-cycle",
    weight: 260,
    rating: RING,
    find: xy_cycles,
    grade: by_length,
};

/// A chain of one symbol.
pub(super) fn one_symbol(rating: u16, state: &State, step: &Step) -> u16 {
    by_length(if is_ring(state, step) { RING } else { rating }, state, step)
}

/// Chains of any links, each with what both its ends rule out. What a ring rules out besides, at
/// another of its links, is found from there; which ring of several is seen first depends on the
/// order of cells.
pub(super) fn alternating(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    chains::alternating(state, &mut |mut step: Step| {
        if let [first, .., last] = step.chain[..]
            && is_ring(state, &step)
        {
            let excludes = |end: Link, cell: Cell, symbol: Symbol| {
                are_weakly_linked(state, end, Link { cell, symbol, holds: false })
            };
            step.eliminations.retain(|&(cell, symbol)| {
                excludes(first, cell, symbol) && excludes(last, cell, symbol)
            });
        }
        if step.eliminations.is_empty() { CONTINUE } else { found.tell(step) }
    })
}

/// A chain of any links.
pub(super) fn any(rating: u16, state: &State, step: &Step) -> u16 {
    let is_of_one = step.chain.windows(2).all(|pair| pair[0].symbol == pair[1].symbol);
    if is_of_one { one_symbol(ONE_SYMBOL, state, step) } else { by_length(rating, state, step) }
}

fn by_length(rating: u16, state: &State, step: &Step) -> u16 {
    score(rating, length(state, step), 79)
}

fn xy_cycles(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    chains::xy_chains(state, &mut |step: Step| {
        if is_ring(state, &step) { found.tell(step) } else { CONTINUE }
    })
}

fn length(state: &State, step: &Step) -> usize {
    let (Some(first), Some(last)) = (step.chain.first(), step.chain.last()) else { return 0 };
    let comes_back = (first.cell, first.symbol) == (last.cell, last.symbol);
    let added = if comes_back || is_ring(state, step) { 0 } else { 2 };
    (step.chain.len() + added).saturating_sub(2)
}

/// Whether the ends of a chain cannot both hold.
fn is_ring(state: &State, step: &Step) -> bool {
    let (Some(first), Some(last)) = (step.chain.first(), step.chain.last()) else { return false };
    are_weakly_linked(state, *first, *last)
}

fn are_weakly_linked(state: &State, one: Link, other: Link) -> bool {
    if one.cell == other.cell {
        one.symbol != other.symbol
    } else {
        one.symbol == other.symbol && state.layout().sees(one.cell, other.cell)
    }
}
