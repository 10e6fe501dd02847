//! Sets of candidates of a cell, in three representations.
//!
//! The comparison of representations is taken from the SAÉ S1.02, as are two of them and the four
//! operations; the third is the usual one in fast programs. The cell of the document, with 3, 4, 7
//! and 8:
//!
//! ```text
//!    list     3 4 7 8 · · · · ·      4     its tCase1: the candidates in sequence, and their number
//!    flags    · · ✓ ✓ · · ✓ ✓ ·      4     its tCase2: a truth value for each symbol, and their number
//!    bits     001100110                    one word; counted by an instruction
//! ```
//!
//! A search that is generic over [`Candidates`] takes the same steps with each, so that only the
//! time differs. Operations beyond the four have default implementations in terms of them; bits
//! override those that a word performs on many symbols at once, since that is their advantage.

use board::{Geometry, SetBits, Symbol, SymbolBits, SymbolWord};

use crate::contract::Unsupported;

mod bits;
mod flags;
mod list;

pub use flags::Flags;
pub use list::List;

/// Checks that sets of the symbols of a geometry have room in a word.
///
/// # Errors
/// If there are more than 64 symbols.
pub fn fit_in_words(geometry: &Geometry) -> Result<(), Unsupported> {
    match geometry.symbols() {
        ..=SymbolWord::CAPACITY => Ok(()),
        symbols => Err(Unsupported(format!("{symbols} symbols, expected 64 at most"))),
    }
}

/// The candidates of a cell.
pub trait Candidates: Clone + Default {
    /// The bits of sets of symbols of the boards that it is made for.
    type Bits: SetBits;

    /// Adds `symbol`, which must not be a candidate (*ajouterCandidat*).
    fn add(&mut self, symbol: Symbol);

    /// Removes the candidate `symbol` (*retirerCandidat*).
    fn remove(&mut self, symbol: Symbol);

    /// Returns whether `symbol` is a candidate (*estCandidat*).
    fn contains(&self, symbol: Symbol) -> bool;

    /// Returns the number of candidates (*nbCandidats*).
    fn count(&self) -> usize;

    /// Returns the candidates in the order in which they are stored. `size` is the number of
    /// symbols.
    fn symbols(&self, size: usize) -> impl Iterator<Item = Symbol>;

    /// Returns the candidates of a set.
    fn of(set: SymbolBits<Self::Bits>) -> Self {
        let mut candidates = Self::default();
        set.iter().for_each(|symbol| candidates.add(symbol));
        candidates
    }

    /// Returns the only candidate, if there is exactly one.
    fn only(&self, size: usize) -> Option<Symbol> {
        if self.count() == 1 { self.symbols(size).next() } else { None }
    }

    /// Returns which of `symbols` are candidates.
    fn among(&self, symbols: SymbolBits<Self::Bits>, size: usize) -> SymbolBits<Self::Bits> {
        self.symbols(size).filter(|&symbol| symbols.contains(symbol)).collect()
    }

    /// Returns the candidates of at least one cell, and those of at least two.
    fn once_and_twice<'a>(
        cells: impl Iterator<Item = &'a Self>,
        size: usize,
    ) -> (SymbolBits<Self::Bits>, SymbolBits<Self::Bits>)
    where
        Self: 'a,
    {
        let (mut once, mut twice) = (SymbolBits::EMPTY, SymbolBits::EMPTY);
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
    use board::SymbolSet;
    use board::seed::seeded;
    use rand::RngExt;

    use super::*;

    /// Adds and removes candidates at random, and compares the result with a standard set.
    fn behaves<C: Candidates>(name: &str) {
        let mut rng = seeded(1, 0x5e75);
        let largest = SymbolBits::<C::Bits>::CAPACITY.min(board::MAX_SYMBOLS);
        for size in [1, 4, 9, 25, largest] {
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
                let few: SymbolBits<C::Bits> =
                    (0..size as Symbol).filter(|_| rng.random_bool(0.5)).collect();
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
        behaves::<SymbolWord>("bits of a word");
        behaves::<Flags>("flags");
        behaves::<List>("list");
    }

    #[test]
    fn once_and_twice_are_the_same_in_every_representation() {
        fn both<C: Candidates>(sets: &[SymbolSet]) -> (SymbolSet, SymbolSet) {
            let cells: Vec<C> = sets.iter().map(|set| C::of(set.cast())).collect();
            let (once, twice) = C::once_and_twice(cells.iter(), 16);
            (once.cast(), twice.cast())
        }
        let mut rng = seeded(2, 0x5e75);
        for _ in 0..300 {
            let sets: Vec<SymbolSet> = (0..rng.random_range(0..9))
                .map(|_| (0..16).filter(|_| rng.random_bool(0.2)).collect())
                .collect();
            let bits = both::<SymbolSet>(&sets);
            assert_eq!(both::<SymbolWord>(&sets), bits);
            assert_eq!(both::<List>(&sets), bits);
            assert_eq!(both::<Flags>(&sets), bits);
        }
    }
}
