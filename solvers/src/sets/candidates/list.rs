//! Candidates as a list (tCase1 of the SAÉ): testing for a symbol takes a search of the list,
//! iteration is proportional to the number of candidates.

use board::{Symbol, SymbolWord};

use super::Candidates;

/// A list with space for 64 symbols, and its length.
#[derive(Clone, Debug)]
pub struct List {
    symbols: [Symbol; SymbolWord::CAPACITY],
    count: u8,
}

impl Default for List {
    fn default() -> Self {
        Self { symbols: [0; SymbolWord::CAPACITY], count: 0 }
    }
}

impl List {
    fn used(&self) -> &[Symbol] {
        &self.symbols[..self.count.into()]
    }
}

impl Candidates for List {
    type Bits = u64;

    #[inline]
    fn add(&mut self, symbol: Symbol) {
        self.symbols[usize::from(self.count)] = symbol;
        self.count += 1;
    }

    /// The last candidate takes its place, since no order is required.
    #[inline]
    fn remove(&mut self, symbol: Symbol) {
        if let Some(at) = self.used().iter().position(|&it| it == symbol) {
            self.count -= 1;
            self.symbols[at] = self.symbols[usize::from(self.count)];
        }
    }

    #[inline]
    fn contains(&self, symbol: Symbol) -> bool {
        self.used().contains(&symbol)
    }

    #[inline]
    fn count(&self) -> usize {
        self.count.into()
    }

    #[inline]
    fn symbols(&self, _: usize) -> impl Iterator<Item = Symbol> {
        self.used().iter().copied()
    }
}
