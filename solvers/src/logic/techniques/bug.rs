//! BUG+1: all open cells but one take two symbols, and each symbol has two places in each region but
//! one that has three. The third place is the one.
//!
//! A *bivalue universal grave* is a position in which every open cell takes two symbols and every symbol
//! of every region has two places. Exchange the two everywhere, and each solution becomes another
//! one. So a puzzle with one solution never gets there; where one candidate alone keeps it from
//! that, the candidate holds. All regions have to be full: in a shorter one the exchange could put
//! a symbol where both places were empty of it.

use std::ops::ControlFlow;

use board::Cell;

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::common;

/// The candidate that keeps a position from being a grave.
pub fn plus_one(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let board = store.board();
    if !board.regions().iter().all(|shape| shape.full) {
        return ControlFlow::Continue(());
    }
    let is_large = |&cell: &Cell| store.candidates(cell).len() != 2;
    let mut large = common([store.open_cells()]).filter(is_large);
    let (Some(cell), None) = (large.next(), large.next()) else {
        return ControlFlow::Continue(());
    };
    if store.candidates(cell).len() != 3 {
        return ControlFlow::Continue(());
    }
    for symbol in store.candidates(cell).iter() {
        let is_grave_without = (0..board.regions().len()).all(|region| {
            store.symbols().all(|other| {
                let places = store.places(region, other).count_ones();
                let expected = 2 + u32::from(other == symbol && board.is_in(cell, region));
                places == 0 || places == expected
            })
        });
        if is_grave_without {
            let others = store.candidates(cell).iter().filter(|&other| other != symbol);
            let eliminations = others.map(|other| (cell, other)).collect();
            let symbols = board::SymbolSet::only(symbol);
            sink.report(Step { symbols, cells: vec![cell], eliminations, ..Step::default() })?;
        }
    }
    ControlFlow::Continue(())
}
