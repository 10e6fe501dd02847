//! The candidates of a cell, stored in one of three ways: which is better?
//!
//! The question is that of the SAÉ S1.02, and so are two of the answers and the four operations; the
//! third answer is what programs do that want to be quick. The cell of the document, with 3, 4, 7
//! and 8:
//!
//! ```text
//!    list     3 4 7 8 · · · · ·      4     its tCase1: candidates one after the other, and how many
//!    flags    · · ✓ ✓ · · ✓ ✓ ·      4     its tCase2: whether each is one, and how many
//!    bits     001100110                    one word; counted by an instruction
//! ```
//!
//! A search that is written over [`Candidates`] does the same with each, step for step, so that only
//! the time differs. What goes beyond the four operations is put together from them; bits overtake
//! it where words do many steps at once, since that is what they are for.

use board::{Symbol, SymbolSet};

mod bits;
mod flags;
mod list;

pub use flags::Flags;
pub use list::List;

/// The candidates of a cell.
pub trait Candidates: Clone + Default {
    /// Makes `symbol` a candidate, which it is not yet (*ajouterCandidat*).
    fn add(&mut self, symbol: Symbol);

    /// Takes the candidate `symbol` away (*retirerCandidat*).
    fn remove(&mut self, symbol: Symbol);

    /// Whether `symbol` is a candidate (*estCandidat*).
    fn contains(&self, symbol: Symbol) -> bool;

    /// How many there are (*nbCandidats*).
    fn count(&self) -> usize;

    /// The candidates among the first `size` symbols, which are all, in the order in which they are
    /// stored.
    fn symbols(&self, size: usize) -> impl Iterator<Item = Symbol>;

    /// The candidates out of a set.
    fn of(set: SymbolSet) -> Self {
        let mut candidates = Self::default();
        set.iter().for_each(|symbol| candidates.add(symbol));
        candidates
    }

    /// The only candidate, where there is one.
    fn only(&self, size: usize) -> Option<Symbol> {
        if self.count() == 1 { self.symbols(size).next() } else { None }
    }

    /// Which of some symbols are candidates.
    fn among(&self, symbols: SymbolSet, size: usize) -> SymbolSet {
        self.symbols(size).filter(|&symbol| symbols.contains(symbol)).collect()
    }

    /// What is a candidate in at least one cell, and in at least two.
    fn once_and_twice<'a>(
        cells: impl Iterator<Item = &'a Self>,
        size: usize,
    ) -> (SymbolSet, SymbolSet)
    where
        Self: 'a,
    {
        let (mut once, mut twice) = (SymbolSet::EMPTY, SymbolSet::EMPTY);
        for cell in cells {
            for symbol in cell.symbols(size) {
                if once.contains(symbol) {
                    twice.insert(symbol);
                }
                once.insert(symbol);
            }
        }
        (once, twice)
    }
}

#[cfg(test)]
mod tests {
    use board::seed::seeded;
    use rand::RngExt;

    use super::*;

    /// Adds and removes at random, and holds what comes of it against a set of the library.
    fn behaves<C: Candidates>(name: &str) {
        let mut rng = seeded(1, 0x5e75);
        for size in [1, 4, 9, 25, board::MAX_SYMBOLS] {
            let (mut cell, mut set) = (C::default(), std::collections::BTreeSet::new());
            for _ in 0..500 {
                let symbol = rng.random_range(0..size as Symbol);
                if set.insert(symbol) {
                    cell.add(symbol);
                } else {
                    set.remove(&symbol);
                    cell.remove(symbol);
                }
                assert_eq!(cell.count(), set.len(), "{name}");
                assert!((0..size as Symbol).all(|it| cell.contains(it) == set.contains(&it)));
                let stored: std::collections::BTreeSet<_> = cell.symbols(size).collect();
                assert_eq!(stored, set, "{name}");
                assert_eq!(cell.symbols(size).count(), set.len(), "{name}");
                let few: SymbolSet = (0..size as Symbol).filter(|_| rng.random_bool(0.5)).collect();
                let among = set.iter().copied().filter(|&symbol| few.contains(symbol));
                assert_eq!(cell.among(few, size), among.collect(), "{name}");
                let only = set.first().filter(|_| set.len() == 1);
                assert_eq!(cell.only(size), only.copied(), "{name}");
            }
        }
    }

    #[test]
    fn the_four_operations_agree_with_a_set_in_every_representation() {
        behaves::<SymbolSet>("bits");
        behaves::<Flags>("flags");
        behaves::<List>("list");
    }

    #[test]
    fn once_and_twice_are_the_same_in_every_representation() {
        fn both<C: Candidates>(sets: &[SymbolSet]) -> (SymbolSet, SymbolSet) {
            let cells: Vec<C> = sets.iter().map(|&set| C::of(set)).collect();
            C::once_and_twice(cells.iter(), 16)
        }
        let mut rng = seeded(2, 0x5e75);
        for _ in 0..300 {
            let sets: Vec<SymbolSet> = (0..rng.random_range(0..9))
                .map(|_| (0..16).filter(|_| rng.random_bool(0.2)).collect())
                .collect();
            let bits = both::<SymbolSet>(&sets);
            assert_eq!(both::<List>(&sets), bits);
            assert_eq!(both::<Flags>(&sets), bits);
        }
    }
}
