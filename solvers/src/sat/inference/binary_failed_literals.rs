//! Binary failed literals: the row `sat/bfl`.
//!
//! Suppose two literals at once. If propagation falsifies a clause, not both hold: ¬x ∨ ¬y is added, which may make
//! x fail alone, and which later propagations use. Each pair of unassigned literals is tried until nothing follows
//! (Lynce & Ouaknine 2006 call it the binary failed literal rule). It contains [hyper-binary
//! resolution](super::HYPBIN): where x implies y, x and ¬y fail together.
//!
//! Its cost is a propagation for each pair, up to some 100,000 on a hard 9×9 puzzle for one pass; so it is tried
//! only where the weaker inferences find nothing, and they start again whenever it finds something. What it leaves
//! needs a search, or suppositions of three candidates.

use super::{Backend, Inference, Inferring, ROW, Takes, method};

/// The row `sat/bfl`.
pub const BFL: Backend = Backend {
    id: "sat/bfl",
    about: "extended encoding, binary failed literals: two literals at once",
    method: method("binary failed literals"),
    takes: Takes::puzzles(|it| Ok(Box::new(Inferring::new(it, Inference::BinaryFailedLiterals)?))),
    ..ROW
};
