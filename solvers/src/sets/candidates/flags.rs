//! Candidates as truth values (tCase2 of the SAÉ): testing for a symbol takes one access, iteration
//! takes one access for every symbol.

use board::{Symbol, SymbolWord};

use super::Candidates;

/// A truth value for each of 64 symbols, and the number of true ones.
#[derive(Clone, Debug)]
pub struct Flags {
    is_candidate: [bool; SymbolWord::CAPACITY],
    count: u8,
}

impl Default for Flags {
    fn default() -> Self {
        Self { is_candidate: [false; SymbolWord::CAPACITY], count: 0 }
    }
}

impl Candidates for Flags {
    type Bits = u64;

    #[inline]
    fn add(&mut self, symbol: Symbol) {
        self.is_candidate[usize::from(symbol)] = true;
        self.count += 1;
    }

    #[inline]
    fn remove(&mut self, symbol: Symbol) {
        self.is_candidate[usize::from(symbol)] = false;
        self.count -= 1;
    }

    #[inline]
    fn contains(&self, symbol: Symbol) -> bool {
        self.is_candidate[usize::from(symbol)]
    }

    #[inline]
    fn count(&self) -> usize {
        self.count.into()
    }

    #[inline]
    fn symbols(&self, size: usize) -> impl Iterator<Item = Symbol> {
        let flags = self.is_candidate[..size].iter().enumerate();
        flags.filter(|(_, is_candidate)| **is_candidate).map(|(symbol, _)| symbol as Symbol)
    }
}
