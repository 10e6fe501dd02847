//! Backtracking without candidates: cells and symbols in a fixed order.
//!
//! Nothing is stored about an open cell. The search places a symbol that the rules allow, continues
//! with the next empty cell, and removes the symbol if that cell cannot be filled. It is the slowest
//! family and the simplest: [`naive`] is the oracle that every other backend is tested against.
//! [`naive_two_run`] runs it twice to decide whether a solution is unique.

pub mod naive;
pub mod naive_two_run;

#[cfg(test)]
pub(crate) mod oracle;
