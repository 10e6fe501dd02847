//! The contract between problems, solvers and the programs that compare them. It does not depend on
//! any family of backends.
//!
//! In reading order:
//! 1. [`problem`]: the kinds of problems, and how answers are checked;
//! 2. [`solver`]: what a backend implements, [`Search`] or [`Solver`]; [`abilities`]: what it may
//!    implement in addition;
//! 3. [`backend`]: a row of the registry; [`takes`]: the kinds of problems that it accepts;
//!    [`origin`]: whose code it is; [`instructions`]: the instruction sets it uses;
//! 4. [`limits`]: when a search has to stop; `clock`: the time; [`meter`]: limits, counters and observer behind the
//!    calls that a search makes; [`observer`]: the events, [`event_kind`]: their kinds; [`step`]: a step of
//!    deduction;
//! 5. [`outcome`]: the result of a solve; [`counters`]: its cost;
//! 6. [`language`]: sentences in two languages.

pub mod abilities;
pub mod backend;
mod clock;
pub mod counters;
pub mod event_kind;
pub mod instructions;
pub mod language;
pub mod limits;
pub mod meter;
pub mod observer;
pub mod origin;
pub mod outcome;
pub mod problem;
pub mod solver;
pub mod step;
pub mod takes;

pub use abilities::{
    BatchSolver, Certificate, CountProver, LineResult, LineSolver, Prover, Refutation,
};
pub use backend::{Backend, LimitSupport, Method, Package, StepSupport, Task};
pub use counters::{Counter, Counters};
pub use event_kind::EventKind;
pub use instructions::{InstructionChoice, Instructions};
pub use language::{Bilingual, Language};
pub use limits::{Interrupt, Limits};
pub(crate) use meter::PhaseTimer;
pub use meter::{INTERVAL, Meter, Phase};
pub use observer::{Event, NullObserver, Observer};
pub use origin::Origin;
pub use outcome::{Outcome, Phases, Stop};
pub use problem::{Problem, ProblemKind};
pub use solver::{Search, Solver, Unsupported};
pub use step::{Link, Step};
pub use takes::{Preparation, Takes, regions_only};
