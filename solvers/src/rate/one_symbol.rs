//! One symbol supposed: place it, follow where else it has to go, and drop the place if a region is
//! left without one. Sudoku Explainer calls this Nishio, after Tetsuya Nishio.
//!
//! Fins, empty rectangles and grouped chains of one symbol are all seen so. Each place costs a few
//! looks at the regions.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::deduce::layout::{common, contains, insert};
use crate::deduce::state::State;
use crate::deduce::step::{Link, Step};
use crate::deduce::table::Found;

use super::ladder::{CONTINUE, Rung, score};

/// Places that leave a region without the symbol.
pub(super) const RUNG: Rung = Rung {
    id: "one-symbol-supposed",
    name: "one symbol supposed",
    weight: 300,
    rating: 75,
    find: refuted,
    // Each place is stated, and that it is the only one.
    grade: |rating, _, step| score(rating, 2 * step.chain.len(), 79),
};

fn refuted(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    for symbol in state.symbols() {
        found.go_on()?;
        for cell in common([state.holders(symbol)]) {
            if let Some(chain) = refute(state, cell, symbol) {
                found.tell(Step {
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
fn refute(state: &State, cell: Cell, symbol: Symbol) -> Option<Vec<Link>> {
    let layout = state.layout();
    let mut left = state.holders(symbol).to_vec();
    let mut placed = vec![0; layout.words()];
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
            for (word, peers) in left.iter_mut().zip(layout.peer_set(cell)) {
                *word &= !peers;
            }
        }
        for (region, shape) in layout.regions().iter().enumerate().filter(|(_, it)| it.full) {
            let places = state.cells_at(region, state.places(region, symbol));
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
