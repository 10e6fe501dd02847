//! Hidden pairs, triples and quads: *k* symbols that fit into the same *k* cells of a full region
//! fill them, and nothing else goes there.
//!
//! ```text
//!    {1 2 6 8}  {1 5}  {2 6 9}  {1 5 8}        2 and 6 fit into the first and third cell only:
//!        ↓                ↓                    these take 2 and 6, whichever way round
//!      {2 6}            {2 6}
//! ```
//!
//! The mirror image of a naked set, with the parts of cells and symbols exchanged; so it needs a
//! region in which each symbol has to stand.

use std::ops::ControlFlow;

use board::{Symbol, SymbolSet};

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;

/// Hidden sets of `SIZE` symbols.
pub(in crate::logic) fn hidden<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let mut combination = Combination { size: SIZE, region: 0, symbols: Vec::with_capacity(SIZE) };
    let mut rare = Vec::new();
    let board = store.board();
    for (region, shape) in board.regions().iter().enumerate() {
        let is_watched = store.is_watched(board.cell_set(region));
        if !shape.full || store.n_open_in(region) <= SIZE || !is_watched {
            continue;
        }
        sink.keep_going()?;
        let is_rare = |symbol: &Symbol| {
            (2..=SIZE).contains(&(store.places(region, *symbol).count_ones() as usize))
        };
        rare.clear();
        rare.extend(store.symbols().filter(is_rare));
        combination.region = region;
        combination.extend(store, &rare, 0, sink)?;
    }
    ControlFlow::Continue(())
}

/// Combinations in progress.
struct Combination {
    size: usize,
    region: usize,
    symbols: Vec<Symbol>,
}

impl Combination {
    /// Adds each of the symbols in turn, as long as the union of their places is small enough.
    fn extend(
        &mut self,
        store: &CandidateStore,
        rest: &[Symbol],
        union: u64,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        if self.symbols.len() == self.size {
            return self.report(store, union, sink);
        }
        for (index, &symbol) in rest.iter().enumerate() {
            let wider = union | store.places(self.region, symbol);
            if wider.count_ones() as usize <= self.size {
                self.symbols.push(symbol);
                self.extend(store, &rest[index + 1..], wider, sink)?;
                self.symbols.pop();
            }
        }
        ControlFlow::Continue(())
    }

    fn report(
        &self,
        store: &CandidateStore,
        places: u64,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        if places.count_ones() as usize != self.size {
            return ControlFlow::Continue(());
        }
        let cells = store.cells_at(self.region, places);
        let others = |cell| store.candidates(cell).iter().filter(|it| !self.symbols.contains(it));
        let eliminations: Vec<_> =
            cells.iter().flat_map(|&cell| others(cell).map(move |it| (cell, it))).collect();
        if eliminations.is_empty() {
            return ControlFlow::Continue(());
        }
        let symbols: SymbolSet = self.symbols.iter().copied().collect();
        let regions = vec![self.region];
        sink.report(Step { symbols, cells, regions, eliminations, ..Step::default() })
    }
}
