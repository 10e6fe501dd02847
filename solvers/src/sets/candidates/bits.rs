//! Candidates as the bits of a word, or of two: [`SymbolBits`].

use board::{SetBits, Symbol, SymbolBits};

use super::Candidates;

impl<B: SetBits> Candidates for SymbolBits<B> {
    type Bits = B;

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

    fn of(set: Self) -> Self {
        set
    }

    #[inline]
    fn only(&self, _: usize) -> Option<Symbol> {
        self.single()
    }

    #[inline]
    fn among(&self, symbols: Self, _: usize) -> Self {
        *self & symbols
    }

    #[inline]
    fn once_and_twice<'a>(cells: impl Iterator<Item = &'a Self>, _: usize) -> (Self, Self)
    where
        B: 'a,
    {
        let (mut once, mut twice) = (Self::EMPTY, Self::EMPTY);
        for &cell in cells {
            twice |= once & cell;
            once |= cell;
        }
        (once, twice)
    }
}
