//! Direct steps: locked candidates or a hidden set that leave a hidden single at once.
//!
//! ```text
//!    . 7 . | . . .        In the first block 7 stands in the first row, wherever. So in the second
//!    x x x | . . 7        block it does not; and if only one other place was left there, that is it.
//! ```
//!
//! A player who looks for the places of a symbol sees this without noting candidates, so that it is
//! easier than the same pattern by itself. Nothing but the single is taken: what else the pattern
//! rules out would have to be noted.

use std::ops::ControlFlow;

use super::{hidden_set, locked};
use crate::contract::Step;
use crate::logic::board_index::Shape;
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};

/// From a region that is no line.
pub(in crate::logic) fn pointing(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    locked::pointing(store, &mut |step: Step| tell_single_behind(store, &step, sink))
}

/// From a line.
pub(in crate::logic) fn claiming(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    locked::claiming(store, &mut |step: Step| tell_single_behind(store, &step, sink))
}

/// Looks at the regions of the same kind, beside that which the symbol is locked in.
fn tell_single_behind(
    store: &CandidateStore,
    step: &Step,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let board = store.board();
    let (Some(&here), Some(symbol)) = (step.regions.first(), step.symbols.single()) else {
        return CONTINUE;
    };
    let is_alike = |shape: &Shape| shape.full && shape.line == board.regions()[here].line;
    let mut seen = Vec::new();
    for &(cell, _) in &step.eliminations {
        for &(region, _) in board.memberships(cell) {
            if region == here || seen.contains(&region) || !is_alike(&board.regions()[region]) {
                continue;
            }
            seen.push(region);
            let mut left = store.cells_at(region, store.places(region, symbol));
            left.retain(|&cell| !step.eliminations.contains(&(cell, symbol)));
            if let [cell] = left[..] {
                sink.report(Step::single(cell, symbol, vec![region]))?;
            }
        }
    }
    CONTINUE
}

/// `SIZE` symbols that make room for another one: looks at the other symbols of the region of a hidden
/// set.
pub(in crate::logic) fn hidden<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    hidden_set::hidden::<SIZE>(store, &mut |step: Step| {
        for &region in &step.regions {
            for symbol in store.symbols() {
                let mut left = store.cells_at(region, store.places(region, symbol));
                left.retain(|&cell| !step.eliminations.contains(&(cell, symbol)));
                if let [cell] = left[..]
                    && !step.symbols.contains(symbol)
                {
                    sink.report(Step::single(cell, symbol, vec![region]))?;
                }
            }
        }
        CONTINUE
    })
}
