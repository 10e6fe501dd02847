//! What holds of deduction whatever the puzzle: every finder is sound on random states of random
//! geometries, a fixed point is one and does not depend on the order of the techniques, isomorphs
//! end alike, and a player can read the steps.

mod explained;
mod fixpoint;
#[path = "../recorder/mod.rs"]
mod recorder;
mod soundness;
mod states;

use solvers::{Event, Observer, Step};
