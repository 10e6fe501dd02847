//! Almost locked sets: *k* cells of a region with *k* + 1 symbols between them, one too many. Take
//! one symbol away and the others are certain.
//!
//! ```text
//!    A = {1 2} {2 3 x}      x in A and x in B all see each other, so at most one of the sets
//!    B = {x 3}              holds x. The other is without it and holds all the rest:
//!         so one of them holds 3, and what sees every 3 of both loses it.
//! ```
//!
//! `x` is *restricted common*. With two such symbols (doubly linked) each set loses one of them, so
//! that all other symbols of each are certain, and so are both `x` between them.

use std::ops::ControlFlow;

use board::SymbolSet;

use crate::contract::Step;
use crate::logic::almost_locked::{AlmostLocked, almost_locked_sets};
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::{common, contains};

/// Pairs of sets with one or two restricted common symbols.
pub(in crate::logic) fn xz(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    each(store, false, sink)
}

/// The same with sets that share cells. None of these takes a restricted symbol.
pub(in crate::logic) fn overlapping_xz(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, true, sink)
}

fn each(store: &CandidateStore, overlap: bool, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let sets = almost_locked_sets(store);
    for (index, one) in sets.iter().enumerate() {
        sink.keep_going()?;
        for other in &sets[index + 1..] {
            // A restricted symbol of one set stands in cells that see all of its cells in the other, and so does one
            // that goes.
            let shared = one.seen & other.seen;
            if shared.len() < 2 || one.overlaps(other) != overlap {
                continue;
            }
            let restricted: SymbolSet =
                shared.iter().filter(|&x| one.restricts(other, x)).collect();
            if !restricted.is_empty() {
                report(store, one, other, shared, restricted, sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn report(
    store: &CandidateStore,
    one: &AlmostLocked,
    other: &AlmostLocked,
    shared: SymbolSet,
    restricted: SymbolSet,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let mut eliminations = Vec::new();
    for z in shared.iter() {
        // By itself a restricted symbol is certain only where a second one is.
        if restricted.len() > 1 || !restricted.contains(z) {
            let gone = common([store.holders(z), one.view(z).1, other.view(z).1]);
            eliminations.extend(gone.map(|cell| (cell, z)));
        }
    }
    if restricted.len() > 1 {
        for set in [one, other] {
            for z in set.symbols.iter().filter(|&z| !restricted.contains(z)) {
                let gone = common([store.holders(z), set.view(z).1]);
                let outside = gone.filter(|&cell| !contains(&set.words, cell));
                eliminations.extend(outside.map(|cell| (cell, z)));
            }
        }
    }
    eliminations.sort_unstable();
    eliminations.dedup();
    if eliminations.is_empty() {
        return ControlFlow::Continue(());
    }
    sink.report(Step {
        symbols: restricted,
        cells: one.cells.clone(),
        others: other.cells.clone(),
        eliminations,
        ..Step::default()
    })
}
