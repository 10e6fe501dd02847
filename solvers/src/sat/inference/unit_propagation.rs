//! Unit propagation: the row `sat/up`.
//!
//! A clause of which all literals but one are false has to be satisfied by the last one (Davis & Putnam 1960). On
//! the extended encoding that is two rules of a player at once. The clause "some symbol is in this cell" gives the
//! last candidate of a cell, a naked single; the clause "this symbol is somewhere in this region" gives the last
//! place of a symbol, a hidden single. The minimal encoding lacks clauses of the second kind, so that propagation
//! sees nearly nothing there: an encoding is judged by what it lets propagate, and not by its size.
//!
//! The cost is linear in the clauses that are touched. A test holds the row to `deduce/singles`.

use super::{Backend, Inference, Inferring, ROW, Takes, method};

/// The row `sat/up`.
pub const UP: Backend = Backend {
    id: "sat/up",
    about: "extended encoding, unit propagation alone",
    method: method("unit propagation"),
    takes: Takes::puzzles(|it| Ok(Box::new(Inferring::new(it, Inference::Unit)?))),
    ..ROW
};
