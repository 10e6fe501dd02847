//! Chains as a rating looks at them: those that close to a ring by themselves, and each chain with what
//! its ends rule out alone.

use std::ops::ControlFlow;

use board::{Cell, Symbol};

use super::chains;
use crate::contract::{Link, Step};
use crate::logic::links::{are_weakly_linked, is_ring};
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;

/// Rings through cells with two candidates.
pub fn xy_cycles(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    chains::xy_chains(store, &mut |step: Step| {
        if is_ring(store, &step) { sink.report(step) } else { ControlFlow::Continue(()) }
    })
}

/// Chains of any links, each with what both its ends rule out. What a ring rules out besides, at
/// another of its links, is found from there; which ring of several is seen first depends on the
/// order of cells.
pub fn alternating(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    chains::alternating(store, &mut |mut step: Step| {
        if let [first, .., last] = step.chain[..]
            && is_ring(store, &step)
        {
            let excludes = |end: Link, cell: Cell, symbol: Symbol| {
                are_weakly_linked(store, end, Link { cell, symbol, holds: false })
            };
            step.eliminations.retain(|&(cell, symbol)| {
                excludes(first, cell, symbol) && excludes(last, cell, symbol)
            });
        }
        if step.eliminations.is_empty() { ControlFlow::Continue(()) } else { sink.report(step) }
    })
}
