//! The command line of the harness: the one program that people start.
//!
//! [`cli`] is what can be asked, and [`cmd`] has a file for each verb; `main.rs` parses, calls and turns
//! what came of it into an exit code. What they call lies in crates of its own, in the order of the way of
//! a row:
//!
//! - `race` (`harness/race`) runs backends over corpora and writes rows;
//! - `record` (`harness/record`) is what a run leaves behind: the row, the manifest, the tables beside them;
//! - `analysis` (`harness/analysis`) reads rows again, and makes statistics of them;
//! - `render` (`harness/render`) shows all that: tables, plots, drawings, the report page.
//!
//! Here are, beside the verbs, [`build`]: what this program was built of, and [`moves`]: Sudoto's score.

pub mod build;
pub mod moves;

pub mod cli;
pub mod cmd;

/// The system's allocator, which counts for a thread that asks it to.
#[global_allocator]
static ALLOCATOR: race::machine::allocations::Counting = race::machine::allocations::Counting;
