//! The solvers: interchangeable backends behind one trait.
//!
//! In reading order:
//! 1. [`contract`]: problems, solvers, rows, limits and outcomes; start with [`contract::solver`];
//! 2. [`registry`]: all rows;
//! 3. the families, one module each, with an essay at the top of each;
//! 4. [`readable`]: the algorithms of the rows again, each on two pages;
//! 5. [`sets`], the sets of candidates that several families use; [`symmetry`], the symmetries of problems;
//!    [`logic::rating`]: the difficulty of puzzles.
//!
//! ```
//! use std::sync::Arc;
//!
//! use board::{Puzzle, catalog, text::line};
//! use solvers::{BACKENDS, Limits, Problem, Stop};
//!
//! let classic = Arc::new(catalog::classic(4)?);
//! let puzzle = line::parse("....1.3.431.2...", &classic)?;
//! for id in ["candidates/mrv", "cover/dlx", "sat/extended.batsat"] {
//!     let backend = BACKENDS.iter().find(|row| row.id == id).expect("a row of the registry");
//!     let mut solver = backend.prepare::<Puzzle>(&classic)?;
//!     let outcome = solver.solve(&puzzle, &Limits::solutions(2));
//!     // One solution, and no more in the whole search space: a claim, which the referee does not share.
//!     assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1));
//!     assert_eq!(puzzle.check(outcome.first.as_ref().expect("the grid")), Ok(()));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
pub mod symmetry;

pub use contract::{
    Backend, BatchSolver, Bilingual, Certificate, CountProver, Counter, Counters, Event, EventKind,
    INTERVAL, InstructionChoice, Instructions, Interrupt, Language, LimitSupport, Limits,
    LineResult, LineSolver, Link, Meter, Method, NullObserver, Observer, Origin, Outcome, Package,
    Phase, Phases, Preparation, Problem, ProblemKind, Prover, Refutation, Search, Solver, Step,
    StepSupport, Stop, Takes, Task, Unsupported, regions_only,
};
pub use registry::{BACKENDS, SEARCH};

/// The version of this crate. The version of a row is [`Backend::version`].
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The optimisation level of this crate.
pub const OPT_LEVEL: &str = env!("SOLVERS_OPT_LEVEL");

#[cfg(test)]
#[path = "../tests/recorder/mod.rs"]
mod recorder;
