//! The contestants: interchangeable backends behind one trait.
//!
//! In reading order:
//! 1. [`contract`]: problems, solvers, rows, limits, outcomes: start with
//!    [`contract::solver`];
//! 2. [`registry`]: all the rows;
//! 3. the families, one folder each, with an essay on top of each;
//! 4. [`sets`], which several families compute with; [`logic::rating`]: how hard puzzles are.
//!
//! The crate prints nothing, reads no file and starts no thread.

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod contract;
pub mod registry;

pub mod backtrack;
pub mod candidates;
pub mod colour;
pub mod cover;
pub mod logic;
pub mod sat;
pub mod simd;

pub mod sets;

pub use contract::{
    Backend, BatchSolver, Certificate, Counter, Counters, Event, INTERVAL, InstructionChoice,
    Instructions, Interrupt, LimitSupport, Limits, LineResult, LineSolver, Link, Meter, Method,
    NullObserver, Observer, Origin, Outcome, Package, Phase, Phases, Preparation, Problem,
    ProblemKind, Prover, Refutation, Search, Solver, Step, Stop, Takes, Task, Unsupported,
};
pub use registry::BACKENDS;

/// The version of this crate. That of a row is [`Backend::version`].
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

#[cfg(test)]
#[path = "../tests/recorder/mod.rs"]
mod recorder;
