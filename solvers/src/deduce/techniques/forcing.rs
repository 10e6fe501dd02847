//! Forcing: assume a candidate, follow the singles, and drop it when they lead to a contradiction.
//!
//! The last resort of a player, and what Falissard calls very elaborate: "one eliminates a possible
//! value by assigning it virtually to a cell and going on filling the grid until one comes upon an
//! impossibility". Nothing is guessed: an assumption that leads nowhere is taken back and teaches
//! nothing. Each candidate costs as much as a puzzle that singles solve.

use std::ops::ControlFlow;

use board::SymbolSet;

use crate::deduce::layout::common;
use crate::deduce::state::State;
use crate::deduce::step::Step;
use crate::deduce::table::Found;

/// All candidates that singles refute.
pub fn contradictions(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    let mut virtual_state = state.clone();
    for cell in common([state.open_cells()]) {
        for symbol in state.candidates(cell).iter() {
            found.go_on()?;
            virtual_state.assume(state);
            let mut chain = Vec::new();
            if virtual_state.follow(cell, symbol, &mut chain).is_err() {
                found.tell(Step {
                    symbols: SymbolSet::only(symbol),
                    cells: vec![cell],
                    chain,
                    eliminations: vec![(cell, symbol)],
                    ..Step::default()
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}
