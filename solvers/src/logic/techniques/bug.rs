//! BUG: all open cells but a few take two symbols, and each symbol has two places in each region, but for
//! what those few take more.
//!
//! A *bivalue universal grave* is a position in which every open cell takes two symbols and every symbol
//! of every region has two places. Exchange the two everywhere, and each solution becomes another
//! one. So a puzzle with one solution never gets there; where some candidates alone, the *exits*, keep it
//! from that, one of them holds. All regions have to be full: in a shorter one the exchange could put
//! a symbol where both places were empty of it.
//!
//! BUG+1, type 1 of Sudoku Explainer: the exits are in one cell, which takes nothing else. Type 2: they
//! are of one symbol, in several cells. Type 3: they are a naked set together with other cells of a
//! region. Type 4: two cells of a region take the same symbol beside the exits; one of them holds it, and
//! the other an exit.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::common;

/// The exits that keep a position from being a grave.
struct Grave {
    cells: Vec<Cell>,
    /// The exits of each of the cells.
    exits: Vec<SymbolSet>,
    /// The exits of all of them.
    all: SymbolSet,
}

/// Exits in one cell.
pub(in crate::logic) fn plus_one(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let Some(grave) = grave(store) else { return CONTINUE };
    let [cell] = grave.cells[..] else { return CONTINUE };
    let others = store.candidates(cell) - grave.all;
    grave.report(&[], others.iter().map(|other| (cell, other)).collect(), sink)
}

/// Exits of one symbol.
pub(in crate::logic) fn type_2(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let Some(grave) = grave(store) else { return CONTINUE };
    let (Some(symbol), 2..) = (grave.all.single(), grave.cells.len()) else { return CONTINUE };
    let seen = store.board().seen_by_all(grave.cells.iter().copied());
    let gone = common([store.holders(symbol), &seen]).map(|cell| (cell, symbol)).collect();
    grave.report(&[], gone, sink)
}

/// Exits that are a naked set together with other cells of a region.
pub(in crate::logic) fn type_3(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let Some(grave) = grave(store) else { return CONTINUE };
    if grave.all.len() < 2 || grave.cells.len() < 2 {
        return CONTINUE;
    }
    for region in store.board().common_regions(&grave.cells) {
        let mut rest = store.open_in(region);
        rest.retain(|cell| !grave.cells.contains(cell));
        grave.sets(store, &rest, 0, &mut Vec::new(), sink)?;
    }
    CONTINUE
}

/// Two cells that take the same symbol beside their exits.
pub(in crate::logic) fn type_4(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let Some(grave) = grave(store) else { return CONTINUE };
    let [one, other] = grave.cells[..] else { return CONTINUE };
    let shared = (store.candidates(one) & store.candidates(other)) - grave.all;
    if shared.single().is_none() || store.board().common_regions(&grave.cells).is_empty() {
        return CONTINUE;
    }
    let gone = grave.cells.iter().zip(&grave.exits).flat_map(|(&cell, &exits)| {
        ((store.candidates(cell) - exits) - shared).iter().map(move |symbol| (cell, symbol))
    });
    grave.report(&[], gone.collect(), sink)
}

/// Returns the exits of a position, if it is a grave without them. An exit is seen where a symbol
/// has more than two places in a region and one of these takes more than two symbols.
fn grave(store: &CandidateStore) -> Option<Grave> {
    let board = store.board();
    let mut exits = vec![SymbolSet::default(); board.cells()];
    for (region, shape) in board.regions().iter().enumerate() {
        for symbol in store.symbols() {
            let places = store.places(region, symbol);
            if !shape.full || places.count_ones() == 1 {
                return None;
            }
            if places.count_ones() > 2 {
                let mut large = store.cells_at(region, places);
                large.retain(|&cell| store.candidates(cell).len() > 2);
                match large[..] {
                    [] => return None,
                    [cell] => exits[cell].insert(symbol),
                    _ => {}
                }
            }
        }
    }
    let is_rest_grave = |region: usize, symbol: Symbol| {
        let mut places = store.cells_at(region, store.places(region, symbol));
        places.retain(|&cell| !exits[cell].contains(symbol));
        places.is_empty() || places.len() == 2
    };
    let is_grave = common([store.open_cells()])
        .all(|cell| (store.candidates(cell) - exits[cell]).len() == 2)
        && (0..board.regions().len())
            .all(|region| store.symbols().all(|symbol| is_rest_grave(region, symbol)));
    let cells: Vec<Cell> = (0..board.cells()).filter(|&cell| !exits[cell].is_empty()).collect();
    let exits: Vec<SymbolSet> = cells.iter().map(|&cell| exits[cell]).collect();
    let all = exits.iter().fold(SymbolSet::default(), |all, &its| all | its);
    is_grave.then_some(Grave { cells, exits, all })
}

impl Grave {
    /// Looks at each set of cells of `rest`, the open cells of a region without those with exits, from the
    /// one at `first` on.
    fn sets(
        &self,
        store: &CandidateStore,
        rest: &[Cell],
        first: usize,
        inside: &mut Vec<Cell>,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        let union = inside.iter().fold(SymbolSet::default(), |all, &it| all | store.candidates(it));
        if union.len() == inside.len() + 1 && self.all.is_subset(union) {
            let outside = rest.iter().filter(|cell| !inside.contains(cell));
            self.report(inside, store.candidates_among(outside, union), sink)?;
        }
        for index in first..rest.len() {
            if inside.len() < 5 {
                inside.push(rest[index]);
                self.sets(store, rest, index + 1, inside, sink)?;
                inside.pop();
            }
        }
        CONTINUE
    }

    /// Reports a step, unless it rules nothing out; `set` are the cells of a set beside the exits.
    fn report(
        &self,
        set: &[Cell],
        eliminations: Vec<(Cell, Symbol)>,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        if eliminations.is_empty() {
            return CONTINUE;
        }
        let (symbols, cells, others) = (self.all, self.cells.clone(), set.to_vec());
        sink.report(Step { symbols, cells, others, eliminations, ..Step::default() })
    }
}
