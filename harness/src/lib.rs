//! The race: corpora go in, rows and tables come out.
//!
//! The stages in their order, from a file to a figure:
//! 1. [`corpus`]: files become named puzzles; [`isomorphs`]: or other shapes of them;
//! 2. [`plan`]: backends and puzzles become ordered trials;
//! 3. [`runner`]: a trial becomes an outcome and a time, in this process or in another one
//!    ([`contestant`], [`external`]);
//! 4. [`verdict`]: an outcome is held against the referee, the corpus and the other backends;
//!    `certify`: what no grid can show is proved;
//! 5. [`record`]: the row, and with it the CSV; [`journal`]: where rows are kept; [`manifest`]:
//!    what the run was; [`package`]: what lies beside the rows for strangers;
//! 6. [`runs`]: rows are read again; [`stats`]: figures out of them;
//! 7. [`plot`]: pictures of them, [`draw`]: pictures of puzzles, both written by
//!    [`svg`]; [`report`]: the page.
//!
//! [`machine`] asks the operating system for what they need: clocks, cores, memory.
//!
//! [`cli`] is the command line and [`cmd`] has a file for each verb; [`filter`], [`geometry`] and
//! [`table`] are shared by them.

pub mod as_formula;
pub mod contestant;
pub mod corpus;
pub mod external;
pub mod hash;
pub mod instance;
pub mod isomorphs;
pub mod plan;
pub mod runner;
pub mod verdict;

mod certify;
mod csv_line;

pub mod moves;
pub mod progress;
pub mod record;

pub mod journal;
mod lock;
pub mod package;
pub mod whole_lines;

pub mod machine;
pub mod manifest;
pub mod runs;
pub mod stats;

pub mod draw;
pub mod plot;
#[cfg(feature = "png")]
pub mod png;
pub mod report;
pub mod svg;

pub mod cli;
pub mod cmd;
pub mod filter;
pub mod geometry;
pub mod table;

/// The system's allocator, which counts for a thread that asks it to.
#[global_allocator]
static ALLOCATOR: machine::allocations::Counting = machine::allocations::Counting;
