//! The solvers: interchangeable backends behind one trait.
//!
//! In reading order:
//! 1. [`contract`]: problems, solvers, rows, limits and outcomes; start with [`contract::solver`];
//! 2. [`registry`]: all rows;
//! 3. the families, one module each, with an essay at the top of each;
//! 4. [`readable`]: the algorithms of the rows again, each on two pages;
//! 5. [`sets`], the sets of candidates that several families use; [`logic::rating`]: the difficulty
//!    of puzzles.
//!
//! The crate prints nothing, reads no files and starts no threads.

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod contract;
pub mod registry;

pub mod backtrack;
pub mod candidates;
pub mod colour;
pub mod count;
pub mod cover;
pub mod local;
pub mod logic;
pub mod sat;
pub mod simd;

pub mod readable;
pub mod sets;

pub use contract::{
    Backend, BatchSolver, Bilingual, Certificate, CountProver, Counter, Counters, Event, EventKind,
    INTERVAL, InstructionChoice, Instructions, Interrupt, Language, LimitSupport, Limits,
    LineResult, LineSolver, Link, Meter, Method, NullObserver, Observer, Origin, Outcome, Package,
    Phase, Phases, Preparation, Problem, ProblemKind, Prover, Refutation, Search, Solver, Step,
    StepSupport, Stop, Takes, Task, Unsupported,
};
pub use registry::{BACKENDS, SEARCH};

/// The version of this crate. The version of a row is [`Backend::version`].
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The optimisation level of this crate.
pub const OPT_LEVEL: &str = env!("SOLVERS_OPT_LEVEL");

#[cfg(test)]
#[path = "../tests/recorder/mod.rs"]
mod recorder;
