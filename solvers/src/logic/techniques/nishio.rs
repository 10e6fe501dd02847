//! Nishio, after Tetsuya Nishio, as in Sudoku Explainer: suppose a place of a symbol, follow where else
//! it has to go, and drop the place if a region is left without one.
//!
//! Fins, empty rectangles and grouped chains of one symbol are all seen so. Each place costs a few
//! looks at the regions.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::{Link, Step};
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::{common, contains, insert};

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// Places that leave a region without the symbol.
pub fn refuted(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    for symbol in store.symbols() {
        sink.keep_going()?;
        for cell in common([store.holders(symbol)]) {
            if let Some(chain) = refute(store, cell, symbol) {
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
    CONTINUE
}

/// The places that follow from the first one, in rounds, up to the one in which a region has none.
fn refute(store: &CandidateStore, cell: Cell, symbol: Symbol) -> Option<Vec<Link>> {
    let board = store.board();
    let mut left = store.holders(symbol).to_vec();
    let mut placed = vec![0; board.words()];
    let mut chain = Vec::new();
    let mut next = vec![cell];
    while !next.is_empty() {
        next.sort_unstable();
        next.dedup();
        chain.extend(next.iter().map(|&cell| Link { cell, symbol, holds: true }));
        for cell in std::mem::take(&mut next) {
            // Another one that has to be placed sees it.
            if !contains(&left, cell) {
                return Some(chain);
            }
            insert(&mut placed, cell);
            for (word, peers) in left.iter_mut().zip(board.peer_set(cell)) {
                *word &= !peers;
            }
        }
        for (region, shape) in board.regions().iter().enumerate().filter(|(_, it)| it.full) {
            let places = store.cells_at(region, store.places(region, symbol));
            if places.is_empty() || shape.cells.iter().any(|&it| contains(&placed, it)) {
                continue;
            }
            let mut open = places.into_iter().filter(|&it| contains(&left, it));
            match (open.next(), open.next()) {
                (None, _) => return Some(chain),
                (Some(only), None) => next.push(only),
                _ => {}
            }
        }
    }
    None
}
