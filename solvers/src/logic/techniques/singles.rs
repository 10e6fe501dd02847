//! Singles: one possibility is left, so it is the one.
//!
//! ```text
//!   full house      the last open cell of a region
//!   naked single    a cell with one candidate               r1c1: {4}
//!   hidden single   a symbol with one place in a region     row 1: 4 fits into r1c7 only
//! ```
//!
//! A region that is shorter than the alphabet need not hold a symbol: it has no full house and no
//! hidden single. These finders look at the whole store; the loop, which places hundreds of singles,
//! reads them from the store's counts instead.

use std::ops::ControlFlow;

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::{bits, common};

/// Full regions with one open cell.
pub(in crate::logic) fn full_houses(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    for (region, shape) in store.board().regions().iter().enumerate() {
        if shape.full && store.n_open_in(region) == 1 {
            for cell in store.open_in(region) {
                if let Some(symbol) = store.candidates(cell).single() {
                    sink.report(Step::single(cell, symbol, vec![region]))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Open cells with one candidate.
pub(in crate::logic) fn naked_singles(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    for cell in common([store.open_cells()]) {
        if let Some(symbol) = store.candidates(cell).single() {
            sink.report(Step::single(cell, symbol, Vec::new()))?;
        }
    }
    ControlFlow::Continue(())
}

/// Symbols with one place in a full region.
pub(in crate::logic) fn hidden_singles(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    for (region, shape) in store.board().regions().iter().enumerate().filter(|(_, it)| it.full) {
        for symbol in store.symbols() {
            let places = store.places(region, symbol);
            if places.is_power_of_two() {
                let cell = bits(places).map(|place| shape.cells[place]).next();
                sink.report(Step::single(cell.expect("one bit is set"), symbol, vec![region]))?;
            }
        }
    }
    ControlFlow::Continue(())
}
