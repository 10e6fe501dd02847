//! What a technique has seen: a pattern in which nothing has changed since it last looked rules out nothing new, because
//! all that it found then was taken.
//!
//! ```text
//!   finned X-Wing, last time    1 2 3 4 5 6 7 8 9       since then 4 was placed, and 7 lost a place
//!   places changed                    4     7           it looks at 4 and 7 alone
//!
//!   naked pair                  27 regions              it looks at those of the two cells
//! ```
//!
//! Techniques differ in what a pattern is: the places of one symbol, or the candidates of a few cells. Half of the time
//! of a hard puzzle would otherwise go into looking at the same fish again.

use board::SymbolSet;

use super::store::CandidateStore;
use super::technique::Technique;
use crate::sets::cells::insert_all;

/// Returns whether a technique looks only where something has changed: all that it finds in a pattern depends on this
/// pattern, and a candidate less elsewhere never adds to it.
pub(super) fn is_remembered(technique: &Technique) -> bool {
    is_by_symbol(technique) || is_by_cell(technique)
}

/// Returns whether a pattern is the places of one symbol.
fn is_by_symbol(technique: &Technique) -> bool {
    let fish = ["x-wing", "swordfish", "jellyfish"];
    let plain = technique.id.trim_start_matches("finned-").trim_start_matches("sashimi-");
    fish.contains(&plain)
        || matches!(
            technique.id,
            "pointing"
                | "claiming"
                | "direct-pointing"
                | "direct-claiming"
                | "skyscraper"
                | "two-string-kite"
                | "empty-rectangle"
                | "simple-colours-trap"
                | "simple-colours-wrap"
                | "x-chain"
        )
}

/// Returns whether a pattern is the candidates of some cells.
fn is_by_cell(technique: &Technique) -> bool {
    matches!(
        technique.id,
        "locked-pair"
            | "locked-triple"
            | "naked-pair"
            | "naked-triple"
            | "naked-quad"
            | "hidden-pair"
            | "hidden-triple"
            | "hidden-quad"
            | "direct-hidden-pair"
            | "direct-hidden-triple"
            | "xy-wing"
            | "xyz-wing"
            | "aligned-pair"
            | "aligned-triplet"
    )
}

/// The places of all symbols when a technique last looked.
#[derive(Default)]
pub(super) struct Memory {
    holders: Vec<u64>,
    /// The cells that have changed since.
    changed: Vec<u64>,
}

/// Restricts a technique to what has changed since it last looked, if it remembers. Returns whether there is anything to
/// look at.
pub(super) fn look(memory: &mut Option<Memory>, store: &mut CandidateStore) -> bool {
    match memory {
        Some(memory) => memory.look(store),
        None => {
            store.watch_all();
            true
        }
    }
}

impl Memory {
    /// Forgets everything, for another puzzle.
    pub(super) fn clear(&mut self) {
        self.holders.clear();
    }

    /// Restricts the technique to what has changed, or not if it has not looked yet, and remembers what is there now.
    fn look(&mut self, store: &mut CandidateStore) -> bool {
        let words = store.board().words();
        self.changed.clear();
        if self.holders.is_empty() {
            self.holders.extend(store.symbols().flat_map(|symbol| store.holders(symbol)));
            store.watch_all();
            return true;
        }
        self.changed.resize(words, 0);
        let mut symbols = SymbolSet::EMPTY;
        for (symbol, before) in store.symbols().zip(self.holders.chunks_exact_mut(words)) {
            let now = store.holders(symbol);
            if before != now {
                symbols.insert(symbol);
                before.iter_mut().zip(now).for_each(|(before, now)| *before ^= now);
                insert_all(&mut self.changed, before);
                before.copy_from_slice(now);
            }
        }
        store.watch(symbols, &self.changed);
        !symbols.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use board::seed::seeded;
    use board::{Cell, Puzzle, Symbol};
    use generate::{Generator, Grids};
    use rand::RngExt;

    use super::*;
    use crate::backtrack::oracle::named;
    use crate::contract::Step;
    use crate::logic::board_index::BoardIndex;
    use crate::logic::table::TECHNIQUES;

    /// Returns the steps that a technique finds for what is watched.
    fn found(store: &CandidateStore, technique: &Technique) -> Vec<Step> {
        let mut steps = Vec::new();
        let _ = (technique.find)(store, &mut |step: Step| {
            steps.push(step);
            ControlFlow::Continue(())
        });
        steps
    }

    /// Takes all that steps conclude.
    fn take(store: &mut CandidateStore, steps: &[Step]) {
        for step in steps {
            for &(cell, symbol) in &step.eliminations {
                if store.has(cell, symbol) {
                    store.eliminate(cell, symbol).expect("it has a solution");
                }
            }
            for &(cell, symbol) in &step.placements {
                if store.has(cell, symbol) {
                    store.place(cell, symbol).expect("it has a solution");
                }
            }
        }
    }

    #[test]
    fn what_is_found_where_something_changed_is_what_is_found_everywhere() {
        let geometry = named("classic9");
        let board = Arc::new(BoardIndex::new(&geometry).expect("nine symbols"));
        let (mut generator, mut rng) = (Generator::new(geometry.clone()), seeded(11, 0xf15));
        let remembered: Vec<_> = TECHNIQUES.iter().filter(|it| is_remembered(it)).collect();
        let mut n_steps = vec![0; remembered.len()];
        for number in 0..300 {
            let grid = generator.grid(11, number, Grids::FewestFirst).expect("a grid");
            let share = rng.random_range(0.15..0.45);
            let marks = (0..81).map(|cell| {
                (0..9).filter(|&it| it == grid[cell] || rng.random_bool(share)).collect()
            });
            let puzzle = Puzzle::from_allowed(geometry.clone(), marks.collect());
            for (technique, n_steps) in remembered.iter().zip(&mut n_steps) {
                let mut store = CandidateStore::of(&board, &puzzle).expect("it has a solution");
                let mut memory = Memory::default();
                for turn in 0..4 {
                    store.watch_all();
                    let everywhere = found(&store, technique);
                    let has_changed = memory.look(&mut store);
                    let steps = if has_changed { found(&store, technique) } else { Vec::new() };
                    assert_eq!(steps, everywhere, "{}", technique.id);
                    *n_steps += if turn > 0 { steps.len() } else { 0 };
                    take(&mut store, &steps);
                    // Others rule out something as well.
                    for _ in 0..rng.random_range(0..6) {
                        let cell: Cell = rng.random_range(0..81);
                        let symbol: Symbol = rng.random_range(0..9);
                        if symbol != grid[cell] && store.has(cell, symbol) {
                            store.eliminate(cell, symbol).expect("it has a solution");
                        }
                    }
                }
            }
        }
        let missing = remembered.iter().zip(&n_steps).filter(|(_, n)| **n == 0);
        let missing: Vec<_> = missing.map(|(it, _)| it.id).collect();
        assert!(missing.is_empty(), "{missing:?} found nothing at another look");
    }

    #[test]
    fn symbols_and_cells_that_changed_are_looked_at_again() {
        let board = Arc::new(BoardIndex::new(&named("classic9")).expect("nine symbols"));
        let puzzle = Puzzle::empty(named("classic9"));
        let mut store = CandidateStore::of(&board, &puzzle).expect("no clash");
        let mut memory = Memory::default();
        assert!(memory.look(&mut store));
        assert!(store.watched() == SymbolSet::all(9) && store.is_watched(board.cell_set(5)));
        assert!(!memory.look(&mut store));
        store.eliminate(3, 6).expect("other candidates");
        assert!(memory.look(&mut store));
        assert_eq!(store.watched(), SymbolSet::only(6));
        let has_3 = |region: &usize| board.regions()[*region].cells.contains(&3);
        let is_watched = |region: &usize| store.is_watched(board.cell_set(*region));
        assert!((0..27).all(|region| has_3(&region) == is_watched(&region)));
        memory.clear();
        assert!(memory.look(&mut store));
        assert_eq!(store.watched(), SymbolSet::all(9));
    }
}
