//! Backtracking without candidates: cells in a fixed order, symbols in a fixed order.
//!
//! Nothing is remembered about an open cell. The search puts a symbol where the rules allow it,
//! goes on to the next empty cell, and takes the symbol back when that cell cannot be filled. It
//! is the slowest family and the one that nobody doubts: [`naive`] is the oracle that every other
//! backend is tested against. [`naive_two_run`] asks it twice to tell whether a solution is unique.

pub mod naive;
pub mod naive_two_run;

#[cfg(test)]
pub(crate) mod oracle;
