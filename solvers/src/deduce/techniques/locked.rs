//! Locked candidates: where all places of a symbol in one region lie in a second one, the symbol
//! goes from the rest of the second.
//!
//! ```text
//!    . . . | 4 4 .          In the block 4 fits into the first row only:
//!    . . . | x x x          it goes from the rest of the row (pointing).
//!    . . . | x x x          From a line to what crosses it: claiming.
//! ```
//!
//! Any two regions that share cells will do, as long as the first is full. What is looked from is a
//! line or not, which is all that tells the two names apart: with a diagonal or a jigsaw piece it
//! is pointing.

use std::ops::ControlFlow;

use board::SymbolSet;

use crate::deduce::layout::Meeting;
use crate::deduce::state::State;
use crate::deduce::step::Step;
use crate::deduce::table::Found;

/// From a region that is no line.
pub fn pointing(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    locked(state, false, found)
}

/// From a line.
pub fn claiming(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    locked(state, true, found)
}

fn locked(state: &State, from_line: bool, found: &mut Found<'_>) -> ControlFlow<()> {
    let regions = state.layout().regions();
    let looks_from = |it: &&Meeting| {
        let here = &regions[it.here];
        here.full && here.line.is_some() == from_line
    };
    for meeting in state.layout().meetings().iter().filter(looks_from) {
        for symbol in state.symbols() {
            let here = state.places(meeting.here, symbol);
            let rest = state.places(meeting.there, symbol) & !meeting.shared_there;
            if here == 0 || here & !meeting.shared_here != 0 || rest == 0 {
                continue;
            }
            let gone = state.cells_at(meeting.there, rest);
            found.tell(Step {
                symbols: SymbolSet::only(symbol),
                cells: state.cells_at(meeting.here, here),
                regions: vec![meeting.here],
                covers: vec![meeting.there],
                eliminations: gone.into_iter().map(|cell| (cell, symbol)).collect(),
                ..Step::default()
            })?;
        }
    }
    ControlFlow::Continue(())
}
