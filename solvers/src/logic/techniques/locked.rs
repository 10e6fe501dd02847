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
//! line or not, which is all that distinguishes the two names: with a diagonal or a jigsaw piece it
//! is pointing.

use std::ops::ControlFlow;

use board::SymbolSet;

use crate::contract::Step;
use crate::logic::board_index::Intersection;
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;

/// From a region that is no line.
pub(in crate::logic) fn pointing(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    locked(store, false, sink)
}

/// From a line.
pub(in crate::logic) fn claiming(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    locked(store, true, sink)
}

fn locked(store: &CandidateStore, from_line: bool, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let regions = store.board().regions();
    let looks_from = |it: &&Intersection| {
        let here = &regions[it.here];
        here.full && here.line.is_some() == from_line
    };
    for intersection in store.board().intersections().iter().filter(looks_from) {
        for symbol in store.watched().iter() {
            let here = store.places(intersection.here, symbol);
            let rest = store.places(intersection.there, symbol) & !intersection.shared_there;
            if here == 0 || here & !intersection.shared_here != 0 || rest == 0 {
                continue;
            }
            let gone = store.cells_at(intersection.there, rest);
            sink.report(Step {
                symbols: SymbolSet::only(symbol),
                cells: store.cells_at(intersection.here, here),
                regions: vec![intersection.here],
                covers: vec![intersection.there],
                eliminations: gone.into_iter().map(|cell| (cell, symbol)).collect(),
                ..Step::default()
            })?;
        }
    }
    ControlFlow::Continue(())
}
