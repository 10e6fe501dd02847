//! Candidates as the bits of a word, using [`SymbolSet`].

use board::{Symbol, SymbolSet};

use super::Candidates;

impl Candidates for SymbolSet {
    #[inline]
    fn add(&mut self, symbol: Symbol) {
        self.insert(symbol);
    }

    #[inline]
    fn remove(&mut self, symbol: Symbol) {
        self.remove(symbol);
    }

    #[inline]
    fn contains(&self, symbol: Symbol) -> bool {
        (*self).contains(symbol)
    }

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn symbols(&self, _: usize) -> impl Iterator<Item = Symbol> {
        self.iter()
    }

    fn of(set: SymbolSet) -> Self {
        set
    }

    #[inline]
    fn only(&self, _: usize) -> Option<Symbol> {
        self.single()
    }

    #[inline]
    fn among(&self, symbols: SymbolSet, _: usize) -> SymbolSet {
        *self & symbols
    }

    #[inline]
    fn once_and_twice<'a>(
        cells: impl Iterator<Item = &'a Self>,
        _: usize,
    ) -> (SymbolSet, SymbolSet) {
        let (mut once, mut twice) = (Self::EMPTY, Self::EMPTY);
        for &cell in cells {
            twice |= once & cell;
            once |= cell;
        }
        (once, twice)
    }
}
