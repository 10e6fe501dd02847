//! What a technique that looks at one symbol at a time has seen: it finds nothing new for a symbol whose places are the
//! same as when it last looked, because all that it found then was taken.
//!
//! ```text
//!   finned X-Wing, last time    1 2 3 4 5 6 7 8 9       since then 4 was placed, and 7 lost a place
//!   places changed                    4     7           it looks at 4 and 7 alone
//! ```
//!
//! Half of the time of a hard puzzle would otherwise go into looking at the same fish again.

use board::{Symbol, SymbolSet};

use super::store::CandidateStore;
use super::technique::Technique;

/// Returns whether all that a technique finds for a symbol depends on the places of this symbol, and a candidate less
/// elsewhere never adds to it.
pub(super) fn is_by_symbol(technique: &Technique) -> bool {
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

/// The places of all symbols when a technique last looked.
#[derive(Default)]
pub(super) struct Memory {
    holders: Vec<u64>,
}

impl Memory {
    /// Forgets everything, for another puzzle.
    pub(super) fn clear(&mut self) {
        self.holders.clear();
    }

    /// Returns the symbols whose places have changed, or all if it has not looked yet, and remembers what they are now.
    pub(super) fn look(&mut self, store: &CandidateStore) -> SymbolSet {
        let words = store.board().words();
        let changed = |&symbol: &Symbol| {
            let before = self.holders.chunks_exact(words).nth(symbol.into());
            before != Some(store.holders(symbol))
        };
        let changed = store.symbols().filter(changed).collect();
        self.holders.clear();
        store.symbols().for_each(|symbol| self.holders.extend_from_slice(store.holders(symbol)));
        changed
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use board::Puzzle;
    use board::seed::seeded;
    use generate::{Generator, Grids};
    use rand::RngExt;

    use super::*;
    use crate::backtrack::oracle::named;
    use crate::contract::Step;
    use crate::logic::board_index::BoardIndex;
    use crate::logic::table::TECHNIQUES;

    /// Returns the eliminations of each step that a technique finds for these symbols, in order.
    fn found(store: &mut CandidateStore, technique: &Technique, of: SymbolSet) -> Vec<String> {
        store.watch(of);
        let mut steps = Vec::new();
        let _ = (technique.find)(store, &mut |step: Step| {
            steps.push(format!("{step:?}"));
            ControlFlow::Continue(())
        });
        store.watch(SymbolSet::all(store.board().symbols()));
        steps.sort();
        steps
    }

    #[test]
    fn what_is_found_for_all_symbols_is_what_is_found_for_each_of_them() {
        let geometry = named("classic9");
        let board = Arc::new(BoardIndex::new(&geometry).expect("nine symbols"));
        let (mut generator, mut rng) = (Generator::new(geometry.clone()), seeded(11, 0xf15));
        let mut n_steps = vec![0; TECHNIQUES.len()];
        for number in 0..300 {
            let grid = generator.grid(11, number, Grids::FewestFirst).expect("a grid");
            let share = rng.random_range(0.15..0.45);
            let marks = (0..81).map(|cell| {
                (0..9).filter(|&it| it == grid[cell] || rng.random_bool(share)).collect()
            });
            let puzzle = Puzzle::from_allowed(geometry.clone(), marks.collect());
            let mut store = CandidateStore::of(&board, &puzzle).expect("it has a solution");
            let all = SymbolSet::all(9);
            let by_symbol = TECHNIQUES.iter().enumerate().filter(|(_, it)| is_by_symbol(it));
            for (row, technique) in by_symbol {
                let together = found(&mut store, technique, all);
                let of_each = all
                    .iter()
                    .flat_map(|symbol| found(&mut store, technique, SymbolSet::only(symbol)));
                let mut apart: Vec<String> = of_each.collect();
                apart.sort();
                assert_eq!(together, apart, "{}", technique.id);
                n_steps[row] += together.len();
            }
        }
        let by_symbol = TECHNIQUES.iter().zip(&n_steps).filter(|(it, _)| is_by_symbol(it));
        let missing: Vec<_> = by_symbol.filter(|(_, n)| **n == 0).map(|(it, _)| it.id).collect();
        assert!(missing.is_empty(), "{missing:?} found nothing");
    }

    #[test]
    fn symbols_whose_places_changed_are_looked_at_again() {
        let board = Arc::new(BoardIndex::new(&named("classic9")).expect("nine symbols"));
        let puzzle = Puzzle::empty(named("classic9"));
        let mut store = CandidateStore::of(&board, &puzzle).expect("no clash");
        let mut memory = Memory::default();
        assert_eq!(memory.look(&store), SymbolSet::all(9));
        assert_eq!(memory.look(&store), SymbolSet::EMPTY);
        store.eliminate(3, 6).expect("other candidates");
        assert_eq!(memory.look(&store), SymbolSet::only(6));
        memory.clear();
        assert_eq!(memory.look(&store), SymbolSet::all(9));
    }
}
