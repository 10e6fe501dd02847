//! Templates: a symbol stands in each full region once, and there are only so many ways to place it
//! everywhere at once.
//!
//! A place that no way uses is no place at all; one that every way uses holds the symbol. Ways are not
//! listed: for each place one is looked for, with it or without it, by filling the region with the fewest
//! places first. What one symbol needs the others cannot use, so they have fewer ways.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::Step;
use crate::logic::board_index::BoardIndex;
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::{common, contains, remove};

/// Places that every way uses, all of a symbol at once.
pub(in crate::logic) fn set(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let templates = Templates::new(store, sink)?;
    for symbol in store.symbols() {
        let cells = templates.needed(store, symbol);
        if !cells.is_empty() {
            let placements = cells.iter().map(|&cell| (cell, symbol)).collect();
            let symbols = SymbolSet::only(symbol);
            sink.report(Step { symbols, cells, placements, ..Step::default() })?;
        }
    }
    ControlFlow::Continue(())
}

/// Places that no way uses, all of a symbol at once.
pub(in crate::logic) fn delete(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let templates = Templates::new(store, sink)?;
    for symbol in store.symbols() {
        sink.keep_going()?;
        let cells = templates.useless(store, symbol);
        if !cells.is_empty() {
            let eliminations = cells.iter().map(|&cell| (cell, symbol)).collect();
            let symbols = SymbolSet::only(symbol);
            sink.report(Step { symbols, cells, eliminations, ..Step::default() })?;
        }
    }
    ControlFlow::Continue(())
}

/// For each symbol the places that no other symbol needs.
struct Templates(Vec<Vec<u64>>);

impl Templates {
    fn new(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<(), Self> {
        let mut templates =
            Self(store.symbols().map(|symbol| store.holders(symbol).to_vec()).collect());
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for symbol in store.symbols() {
                if sink.keep_going().is_break() {
                    return ControlFlow::Break(());
                }
                for cell in templates.needed(store, symbol) {
                    for (other, left) in templates.0.iter_mut().enumerate() {
                        if other != usize::from(symbol) && contains(left, cell) {
                            remove(left, cell);
                            is_changed = true;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(templates)
    }

    /// Returns the places that every way uses.
    fn needed(&self, store: &CandidateStore, symbol: Symbol) -> Vec<Cell> {
        let (ways, places) = (Ways::new(store, symbol), &self.0[usize::from(symbol)]);
        let is_needed = |&cell: &Cell| {
            let mut left = places.clone();
            remove(&mut left, cell);
            !ways.exists(&left, &ways.filled)
        };
        common([places]).filter(is_needed).collect()
    }

    /// Returns the places that no way uses.
    fn useless(&self, store: &CandidateStore, symbol: Symbol) -> Vec<Cell> {
        let (ways, places) = (Ways::new(store, symbol), &self.0[usize::from(symbol)]);
        let is_used =
            |cell: Cell| contains(places, cell) && ways.exists_with(places, &ways.filled, cell);
        common([store.holders(symbol)]).filter(|&cell| !is_used(cell)).collect()
    }
}

/// The ways to place a symbol.
struct Ways<'a> {
    board: &'a BoardIndex,
    /// For each region whether it needs the symbol no more, or never.
    filled: Vec<bool>,
}

impl<'a> Ways<'a> {
    fn new(store: &'a CandidateStore, symbol: Symbol) -> Self {
        let board = store.board();
        let holds = |&cell: &Cell| {
            !store.is_open(cell) && store.candidates(cell) == SymbolSet::only(symbol)
        };
        let filled = board.regions().iter().map(|it| !it.full || it.cells.iter().any(holds));
        Self { board, filled: filled.collect() }
    }

    /// Returns whether the regions that are not filled can be, from these places.
    fn exists(&self, left: &[u64], filled: &[bool]) -> bool {
        let open = (0..filled.len()).filter(|&region| !filled[region]);
        let places = |region: usize| common([left, self.board.cell_set(region)]);
        let Some(region) = open.min_by_key(|&region| places(region).count()) else { return true };
        places(region).any(|cell| self.exists_with(left, filled, cell))
    }

    /// Returns the same with the symbol at `cell`.
    fn exists_with(&self, left: &[u64], filled: &[bool], cell: Cell) -> bool {
        let mut left: Vec<u64> =
            left.iter().zip(self.board.peer_set(cell)).map(|(its, peers)| its & !peers).collect();
        remove(&mut left, cell);
        let mut filled = filled.to_vec();
        self.board.memberships(cell).iter().for_each(|&(region, _)| filled[region] = true);
        self.exists(&left, &filled)
    }
}
