//! Symbols, sets of symbols, and the characters that they are written with.
//!
//! A [`Symbol`] is a number from zero: the *n*th symbol of S. Only an [`Alphabet`] knows how it is
//! written, so that nothing else depends on whether a puzzle uses digits, letters or other characters.

mod set;

mod alphabet;

pub use alphabet::{Alphabet, AlphabetError};
pub use set::{
    MAX_SYMBOLS, STANDARD_SYMBOLS, SetBits, Symbol, SymbolBits, SymbolIter, SymbolSet, SymbolWord,
};
