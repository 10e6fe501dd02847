//! Failed literals: the row `sat/fl`.
//!
//! Suppose a literal and propagate. If a clause is falsified, the literal *fails*, and its negation holds in every
//! model (Freeman 1995, POSIT; Li & Anbulagan 1997 choose branching variables so). The row tries each unassigned
//! literal, both values of each variable, until a whole pass finds nothing.
//!
//! ```text
//!   suppose 5 in r1c1  ──>  singles …  ──>  no place for 7 in column 4      so r1c1 is not 5
//! ```
//!
//! Players know it as supposing a candidate ("nishio" where one symbol is followed, "forcing chain" in general).
//! A pass costs a propagation for each literal, some hundred on a hard 9×9 puzzle.

use super::{Backend, Inference, Inferring, ROW, Takes, method};

/// The row `sat/fl`.
pub const FL: Backend = Backend {
    id: "sat/fl",
    about: "extended encoding, failed literals",
    method: method("failed literals"),
    takes: Takes::puzzles(|it| Ok(Box::new(Inferring::new(it, Inference::FailedLiterals)?))),
    ..ROW
};
