//! Grades: what a certain step costs. A step costs the rating of its [rung](super::technique::Rung),
//! or more: a hidden single is easier to see in a block than in a line, and a chain is the harder the
//! longer it is.
//!
//! The length of a chain is that of Sudoku Explainer, which counts its statements but two. An open
//! chain begins and ends there with what is ruled out, which is two statements more than ours.

use board::{Cell, Symbol};

use super::store::CandidateStore;
use crate::contract::Step;

/// The score of a puzzle that no rung finishes: where Sudoku Explainer begins to suppose things
/// within what is supposed.
pub const UNSOLVED: u16 = 95;

/// The stage of chains and rings: the least score of a ring, in tenths.
pub(super) const CHAINS: u16 = 65;

/// Every step costs the same.
pub(super) fn flat(rating: u16, _: &CandidateStore, _: &Step) -> u16 {
    rating
}

/// In a line a hidden single costs three tenths more; any other region is seen at a glance.
pub(super) fn hidden_single(rating: u16, store: &CandidateStore, step: &Step) -> u16 {
    let is_line = |&region: &usize| store.board().regions()[region].line.is_some();
    if step.regions.iter().all(is_line) { rating + 3 } else { rating }
}

/// Six cells cost a tenth more than four, eight two tenths, and more than eight half a point. The pair
/// with which the exits make a naked set costs a tenth, each further cell another; a hidden set, which
/// rules out in its own cells, costs a tenth less.
pub(super) fn unique_loop(rating: u16, _: &CandidateStore, step: &Step) -> u16 {
    let for_cells = match step.cells.len() {
        ..=6 => 0,
        7..=8 => 1,
        _ => 4,
    };
    let is_beside = |cell: &Cell| !step.cells.contains(cell);
    let set = step.others.iter().filter(|cell| is_beside(cell)).count() as u16;
    let in_set = |&(cell, _): &(Cell, Symbol)| is_beside(&cell) && step.others.contains(&cell);
    let is_hidden = step.eliminations.iter().all(in_set);
    rating + for_cells + if is_hidden { set.saturating_sub(1) } else { set }
}

/// Returns the exits with one other cell cost a tenth more than the pattern, each further cell
/// another.
pub(super) fn grave_with_set(rating: u16, _: &CandidateStore, step: &Step) -> u16 {
    rating + step.others.len() as u16 - 1
}

/// Returns a chain.
pub(super) fn chain(rating: u16, _: &CandidateStore, step: &Step) -> u16 {
    rating + surcharge(length(step))
}

/// Returns a ring: each of its candidates is stated once.
pub(super) fn ring(rating: u16, _: &CandidateStore, step: &Step) -> u16 {
    rating + ring_surcharge(step.chain.len())
}

/// Returns what a ring of so many candidates costs more than the shortest.
pub(super) fn ring_surcharge(candidates: usize) -> u16 {
    surcharge(candidates.saturating_sub(2))
}

/// Returns the statements of all nets together. However many they are, the puzzle is not unsolved.
pub(super) fn net(rating: u16, _: &CandidateStore, step: &Step) -> u16 {
    (rating + net_surcharge(step.chain.len())).min(UNSOLVED - 1)
}

/// Returns what nets of so many statements cost more than the shortest.
pub(super) fn net_surcharge(statements: usize) -> u16 {
    surcharge(statements.saturating_sub(2))
}

/// Returns what a chain costs more for its length, in tenths: one for each of 4, 6, 8, 12, 16, 24, … that the length
/// exceeds.
pub(super) fn surcharge(length: usize) -> u16 {
    let mut limits = [4, 6];
    let mut tenths = 0;
    while length > limits[0] {
        tenths += 1;
        limits = [limits[1], 2 * limits[0]];
    }
    tenths
}

/// Returns the greatest length whose [`surcharge`] is at most `spare`.
pub(super) fn longest(spare: u16) -> usize {
    let mut limits = [4_usize, 6];
    // From some length on there is no longer chain on any board.
    for _ in 0..spare.min(2 * usize::BITS as u16) {
        limits = [limits[1], limits[0].saturating_mul(2)];
    }
    limits[0]
}

/// Returns the length of the chain of a step.
fn length(step: &Step) -> usize {
    let (Some(first), Some(last)) = (step.chain.first(), step.chain.last()) else { return 0 };
    let comes_back = (first.cell, first.symbol) == (last.cell, last.symbol);
    chain_length(step.chain.len(), comes_back)
}

/// Returns the length of a chain of so many candidates. An open one is stated with what it rules out, at its beginning
/// and at its end.
pub(super) fn chain_length(candidates: usize, comes_back: bool) -> usize {
    if comes_back { candidates.saturating_sub(2) } else { candidates }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_costs_more_for_its_length() {
        let lengths = [4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 24, 25];
        assert_eq!(lengths.map(surcharge), [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
        assert_eq!([6, 7, 10_000].map(net_surcharge), [0, 1, 23]);
        for length in 0..10_000 {
            let spare = surcharge(length);
            let below = spare.checked_sub(1).map(longest);
            assert!(below.is_none_or(|it| it < length) && length <= longest(spare), "{length}");
        }
        assert_eq!(longest(u16::MAX), usize::MAX);
    }
}
