//! Hyper-binary resolution: the row `sat/hypbin`.
//!
//! A clause of several literals and a binary clause for each of them but one resolve, in one step, to a binary
//! clause (Bacchus 2002, *Enhancing Davis Putnam with Extended Binary Clause Reasoning*):
//!
//! ```text
//!   ¬x ∨ ¬a     ¬x ∨ ¬b     a ∨ b ∨ y      gives      ¬x ∨ y
//! ```
//!
//! So whenever supposing x implies y through such a clause, ¬x ∨ y can be added. Propagation of x gains nothing;
//! but the clause also reads ¬y implies ¬x, which unit propagation could not see. So failed literals are tried
//! again with the added clauses, until no new one appears. The row finds all that failed literals find, and more.
//!
//! A pass costs that of failed literals, and adds up to a clause for each pair of literals.

use super::{Backend, Inference, Inferring, ROW, Takes, method};

/// The row `sat/hypbin`.
pub const HYPBIN: Backend = Backend {
    id: "sat/hypbin",
    about: "extended encoding, failed literals and hyper-binary resolution",
    method: method("hyper-binary resolution"),
    takes: Takes::puzzles(|it| Ok(Box::new(Inferring::new(it, Inference::HyperBinary)?))),
    ..ROW
};
