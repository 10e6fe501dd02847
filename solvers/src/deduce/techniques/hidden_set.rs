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

use crate::deduce::state::State;
use crate::deduce::step::Step;
use crate::deduce::table::Found;

/// Hidden sets of `SIZE` symbols.
pub fn hidden<const SIZE: usize>(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    for (region, shape) in state.layout().regions().iter().enumerate() {
        if !shape.full || state.n_open_in(region) <= SIZE {
            continue;
        }
        found.go_on()?;
        let is_rare = |symbol: &Symbol| {
            (2..=SIZE).contains(&(state.places(region, *symbol).count_ones() as usize))
        };
        let rare: Vec<Symbol> = state.symbols().filter(is_rare).collect();
        let mut combination = Combination { size: SIZE, region, symbols: Vec::with_capacity(SIZE) };
        combination.extend(state, &rare, 0, found)?;
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
        state: &State,
        rest: &[Symbol],
        union: u64,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        if self.symbols.len() == self.size {
            return self.tell(state, union, found);
        }
        for (index, &symbol) in rest.iter().enumerate() {
            let wider = union | state.places(self.region, symbol);
            if wider.count_ones() as usize <= self.size {
                self.symbols.push(symbol);
                self.extend(state, &rest[index + 1..], wider, found)?;
                self.symbols.pop();
            }
        }
        ControlFlow::Continue(())
    }

    fn tell(&self, state: &State, places: u64, found: &mut Found<'_>) -> ControlFlow<()> {
        if places.count_ones() as usize != self.size {
            return ControlFlow::Continue(());
        }
        let cells = state.cells_at(self.region, places);
        let others = |cell| state.candidates(cell).iter().filter(|it| !self.symbols.contains(it));
        let eliminations: Vec<_> =
            cells.iter().flat_map(|&cell| others(cell).map(move |it| (cell, it))).collect();
        if eliminations.is_empty() {
            return ControlFlow::Continue(());
        }
        let symbols: SymbolSet = self.symbols.iter().copied().collect();
        let regions = vec![self.region];
        found.tell(Step { symbols, cells, regions, eliminations, ..Step::default() })
    }
}
