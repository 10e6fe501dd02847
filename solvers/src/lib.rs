//! The contestants: interchangeable backends behind one trait.
//!
//! In reading order:
//! 1. [`solver`]: the trait [`Solver`] and [`Backend`], one row of the registry: start here;
//! 2. [`registry`]: all the rows; [`origin`]: whose code each is;
//! 3. [`outcome`]: what a solver answers, and the counters; [`meter`]: limits, counters and
//!    observer behind the calls that a search makes; [`observer`]: who may watch;
//! 4. the families, one folder each, with an essay on top of each;
//! 5. [`generate`], which makes puzzles, and [`rate`], which says how hard they are.
//!
//! The crate prints nothing, reads no file and starts no thread.

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod meter;
pub mod observer;
pub mod origin;
pub mod outcome;
pub mod registry;
pub mod solver;

pub mod backtrack;
pub mod candidates;
pub mod colour;
pub mod cover;
pub mod deduce;
pub mod sat;
pub mod simd;

pub mod generate;
pub mod rate;

pub use meter::{Limits, Meter};
pub use observer::{Event, Observer};
pub use origin::{Origin, Problem};
pub use outcome::{Counter, Counters, Outcome, Phases, Stop};
pub use registry::BACKENDS;
pub use solver::{Backend, Certificate, Package, Search, Solver, Task, Unsupported};

/// The version of this crate. That of a row is [`Backend::version`].
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
