//! Singles: one possibility is left, so it is the one.
//!
//! ```text
//!   full house      the last open cell of a region
//!   naked single    a cell with one candidate               r1c1: {4}
//!   hidden single   a symbol with one place in a region     row 1: 4 fits into r1c7 only
//! ```
//!
//! A region that is shorter than the alphabet need not hold a symbol: it has no full house and no
//! hidden single. These finders look at the whole state; the loop, which places hundreds of singles,
//! reads them from the state's counts instead.

use std::ops::ControlFlow;

use crate::deduce::layout::{bits, common};
use crate::deduce::state::State;
use crate::deduce::step::Step;
use crate::deduce::table::Found;

/// Full regions with one open cell.
pub fn full_houses(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    for (region, shape) in state.layout().regions().iter().enumerate() {
        if shape.full && state.n_open_in(region) == 1 {
            for cell in state.open_in(region) {
                if let Some(symbol) = state.candidates(cell).single() {
                    found.tell(Step::single(cell, symbol, vec![region]))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Open cells with one candidate.
pub fn naked_singles(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    for cell in common([state.open_cells()]) {
        if let Some(symbol) = state.candidates(cell).single() {
            found.tell(Step::single(cell, symbol, Vec::new()))?;
        }
    }
    ControlFlow::Continue(())
}

/// Symbols with one place in a full region.
pub fn hidden_singles(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    for (region, shape) in state.layout().regions().iter().enumerate().filter(|(_, it)| it.full) {
        for symbol in state.symbols() {
            let places = state.places(region, symbol);
            if places.is_power_of_two() {
                let cell = bits(places).map(|place| shape.cells[place]).next();
                found.tell(Step::single(cell.expect("one bit is set"), symbol, vec![region]))?;
            }
        }
    }
    ControlFlow::Continue(())
}
