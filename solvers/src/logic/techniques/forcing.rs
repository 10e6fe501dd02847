//! Forcing: assume a candidate, follow the singles, and drop it when they lead to a contradiction.
//!
//! The last resort of a player, and what Falissard calls very elaborate: "one eliminates a possible
//! value by assigning it virtually to a cell and going on filling the grid until one comes upon an
//! impossibility". Nothing is guessed: an assumption that leads nowhere is taken back and teaches
//! nothing. Each candidate costs as much as a puzzle that singles solve.

use std::ops::ControlFlow;

use board::SymbolSet;

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::common;

/// All candidates that singles refute.
pub(in crate::logic) fn contradictions(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let mut virtual_state = store.clone();
    for cell in common([store.open_cells()]) {
        for symbol in store.candidates(cell).iter() {
            sink.keep_going()?;
            virtual_state.assume(store);
            let mut chain = Vec::new();
            if virtual_state.follow(cell, symbol, &mut chain).is_err() {
                sink.report(Step {
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
