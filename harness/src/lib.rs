//! The harness: one program with many subcommands.
//!
//! [`cli`] has the subcommands and their options, and [`cmd`] a file per subcommand; [`main_with`]
//! parses the command line, calls the subcommand and returns the exit code. The work is done by other
//! crates, here in the order of the data flow:
//!
//! - `race` (`harness/race`) runs backends over corpora and writes rows;
//! - `record` (`harness/record`) defines what a run writes: rows, the manifest, and tables;
//! - `analysis` (`harness/analysis`) reads rows and computes statistics;
//! - `render` (`harness/render`) presents results: tables, plots, drawings, the report page;
//! - `lesson` (`harness/lesson`) records searches for pages that play them, and `generate` makes puzzles.
//!
//! A crate of your own can add backends to the program; they work in every subcommand and in child
//! processes. `docs/own-backend` is a complete example:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use solvers::{BACKENDS, Backend};
//!
//! fn main() -> ExitCode {
//!     let mine = Backend { id: "mine/renamed", about: "the first row, renamed", ..BACKENDS[0] };
//!     harness::main_with(&[mine])
//! }
//! ```
//!
//! Two small modules are public as well: [`build`] describes the build, and [`moves`] computes Sudoto's
//! score.

/// The blocks of the page on the libraries, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/library.md")]
struct LibraryPage;

pub mod build;
pub mod moves;

pub mod cli;
pub mod cmd;

mod colours;
mod plain_out;
mod program;

pub use self::program::main_with;
