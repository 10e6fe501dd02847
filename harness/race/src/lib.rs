//! Runs a benchmark: reads corpora and writes rows.
//!
//! The modules, in the order in which a puzzle passes through them:
//! 1. [`corpus`] reads files into named [`problem`]s, or makes those of [`families`]; [`description`]
//!    writes a problem as one line of text; [`isomorphs`] replaces puzzles by equivalent ones.
//! 2. [`entrant`] describes who takes part, a built-in backend or an external [`program`], which may be in a
//!    [`sandbox`]; [`cut`] divides the puzzles into shards; [`plan`] orders backends and puzzles into trials.
//!    [`text_file`] reads their settings.
//! 3. [`machine`] queries the operating system: clocks, cores, memory.
//! 4. [`executor`] defines what can run a pass. [`runner`] runs it in this process or in a child
//!    process, [`external`] in an external program, which may read [formulas](as_formula).
//! 5. [`judge`] checks an outcome against the referee and the corpus; [`certify`] checks proofs of what
//!    no grid can show, among them [certificates of counts](count_certificates); [`progress`] measures
//!    how much of a puzzle was solved.
//! 6. [`runner`] turns measurements into rows, with one thread per worker.
//! 7. [`progress_line`] shows on a terminal how long it will take; [`journal`] stores rows; [`manifest`] describes the
//!    run; [`puzzles`], `geometries` and [`backends`] write the tables beside the rows; an [`attempt`] at a shard is
//!    published when it is complete.

pub mod description;
pub mod families;
pub mod problem;

pub mod corpus;

pub mod entrant;
pub mod program;
pub mod sandbox;
pub mod text_file;

pub mod cut;

pub mod plan;

pub mod isomorphs;

pub mod machine;

pub mod executor;

pub mod as_formula;
pub mod external;

pub mod certify;
pub mod count_certificates;
pub mod judge;
pub mod progress;

pub mod progress_line;

pub mod runner;

pub mod attempt;
pub mod backends;
mod geometries;
pub mod journal;
pub mod manifest;
pub mod puzzles;

/// The system allocator with a counter. It is declared in this crate, which is always optimised, so that solvers
/// allocate at full speed in every program that uses it.
#[global_allocator]
static ALLOCATOR: machine::allocations::CountingAllocator = machine::allocations::CountingAllocator;
