//! The race: corpora go in, rows come out.
//!
//! The rooms in the order of the way of a puzzle:
//! 1. [`corpus`]: files become named [`problem`]s, which [`description`] puts into a line of text; [`isomorphs`]: or other shapes of them;
//! 2. [`entrant`]: who takes part, a backend of ours or a [`program`] of others; [`plan`]: backends and
//!    puzzles become ordered trials;
//! 3. [`machine`] asks the operating system for what they need: clocks, cores, memory;
//! 4. [`executor`]: whatever can run a pass. [`external`] does it in another process, [`as_formula`] for
//!    programs that read formulas, [`runner`] in this one;
//! 5. [`judge`]: an outcome is held against the referee and the corpus; [`certify`]: what no grid can show is
//!    proved; [`progress`]: how far it came;
//! 6. [`runner`] makes rows of that all, worker by worker;
//! 7. [`journal`]: where rows are kept; [`manifest`]: what the run was; [`puzzles`] and [`backends`] write
//!    the tables beside the rows.

pub mod description;
pub mod problem;

pub mod corpus;

pub mod entrant;
pub mod program;

pub mod plan;

pub mod isomorphs;

pub mod machine;

pub mod executor;

pub mod as_formula;
pub mod external;

pub mod certify;
pub mod judge;
pub mod progress;

pub mod runner;

pub mod backends;
pub mod journal;
pub mod manifest;
pub mod puzzles;

/// The system's allocator, which counts for a thread that asks it to. It is here, where code is optimised, so
/// that solvers allocate at full speed in every program that races them.
#[global_allocator]
static ALLOCATOR: machine::allocations::Counting = machine::allocations::Counting;
