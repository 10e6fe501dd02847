//! Properties of deduction that hold for every puzzle: every finder is sound on random states of
//! random geometries, a fixed point is reached and does not depend on the order of the techniques,
//! isomorphic puzzles end alike, more techniques never know less, and steps are readable.

mod chosen;
mod explained;
mod fixpoint;
mod hodoku;
mod rare;
#[path = "../recorder/mod.rs"]
mod recorder;
mod soundness;
mod states;

use solvers::{Event, Observer, Step};
