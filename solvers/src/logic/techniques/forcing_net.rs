//! Forcing nets to a verity: whatever stands in a cell, or wherever a symbol goes in a region, singles lead to the
//! same.
//!
//! Each case is a candidate that is placed virtually, with all singles that follow, as in [forcing](super::forcing). A
//! case that contradicts itself is none. What no other case leaves possible goes, and where all cases leave a cell the
//! same symbol, it stands there. It needs no order, since each case is looked at to its end.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::common;

/// What all cases of a cell, or of a symbol in a region, have in common.
pub(in crate::logic) fn verities(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let mut virtual_state = store.clone();
    for cell in common([store.open_cells()]) {
        let cases: Vec<_> = store.candidates(cell).iter().map(|symbol| (cell, symbol)).collect();
        report_common(store, &mut virtual_state, &cases, Vec::new(), sink)?;
    }
    for (region, shape) in store.board().regions().iter().enumerate() {
        for symbol in store.symbols().filter(|_| shape.full) {
            let places = store.cells_at(region, store.places(region, symbol)).into_iter();
            let cases: Vec<_> = places.map(|cell| (cell, symbol)).collect();
            report_common(store, &mut virtual_state, &cases, vec![region], sink)?;
        }
    }
    CONTINUE
}

/// Reports what follows in all of some cases, one of which holds.
fn report_common(
    store: &CandidateStore,
    virtual_state: &mut CandidateStore,
    cases: &[(Cell, Symbol)],
    regions: Vec<usize>,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let mut left = vec![SymbolSet::EMPTY; store.board().cells()];
    let mut is_possible = false;
    for &(cell, symbol) in cases {
        sink.keep_going()?;
        virtual_state.assume(store);
        if virtual_state.follow(cell, symbol, &mut Vec::new()).is_ok() {
            is_possible = true;
            left.iter_mut().zip(virtual_state.sets()).for_each(|(left, its)| *left |= its);
        }
    }
    // Where every case contradicts itself, so does the puzzle, and other techniques say why.
    if !is_possible {
        return CONTINUE;
    }
    let (mut placements, mut eliminations) = (Vec::new(), Vec::new());
    for cell in common([store.open_cells()]) {
        match left[cell].single() {
            Some(symbol) => placements.push((cell, symbol)),
            None => {
                let gone = store.candidates(cell) - left[cell];
                eliminations.extend(gone.iter().map(|symbol| (cell, symbol)));
            }
        }
    }
    if placements.is_empty() && eliminations.is_empty() {
        return CONTINUE;
    }
    sink.report(Step {
        symbols: cases.iter().map(|&(_, symbol)| symbol).collect(),
        cells: cases
            .iter()
            .map(|&(cell, _)| cell)
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect(),
        regions,
        placements,
        eliminations,
        ..Step::default()
    })
}
