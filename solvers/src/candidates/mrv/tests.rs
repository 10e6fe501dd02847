//! Costs of the search, compared with hand-computed values.

use std::sync::Arc;

use board::{Puzzle, SymbolSet, catalog, text::line};

use super::*;
use crate::{Limits, Outcome, Solver, Stop};

fn solve(text: &str) -> Outcome {
    let geometry = Arc::new(catalog::classic(9).unwrap());
    let puzzle = line::parse(text, &geometry).unwrap();
    AnyMrv::new(&geometry, InOrder).solve(&puzzle, &Limits::solutions(2))
}

#[test]
fn a_puzzle_without_bets_costs_eight_removals_for_each_empty_cell() {
    let outcome =
        solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1));
    assert_eq!(outcome.counters.bets, 0);
    assert_eq!(outcome.counters.nodes, 1);
    assert_eq!(outcome.counters.removals, 51 * 8);
    assert_eq!(outcome.counters.deductions, 51);
}

#[test]
fn two_symbols_that_need_the_same_cell_are_a_conflict_without_a_bet() {
    // In the first row 1 and 2 fit only into the first cell, which takes nothing else.
    let geometry = Arc::new(catalog::latin(4).unwrap());
    let mut allowed = vec![SymbolSet::all(4); 16];
    allowed[0] = [0, 1].into_iter().collect();
    allowed[1..4].fill([2, 3].into_iter().collect());
    let puzzle = Puzzle::from_allowed(geometry.clone(), allowed);
    let outcome = AnyMrv::new(&geometry, InOrder).solve(&puzzle, &Limits::solutions(2));
    assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 0));
    assert_eq!((outcome.counters.bets, outcome.counters.conflicts), (0, 1));
}

#[test]
fn givens_that_clash_are_one_conflict() {
    let outcome = solve(&format!("11{}", ".".repeat(79)));
    assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 0));
    assert_eq!((outcome.counters.conflicts, outcome.counters.bets), (1, 0));
}
