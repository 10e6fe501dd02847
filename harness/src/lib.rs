//! The command line of the harness: the one program that people start.
//!
//! [`cli`] has the subcommands and their options, and [`cmd`] a file per subcommand; [`main_with`] parses the
//! command line, calls the subcommand and returns the exit code. What they call lies in crates of its own,
//! in the order in which a row passes them:
//!
//! - `race` (`harness/race`) runs backends over corpora and writes rows;
//! - `record` (`harness/record`) is what a run leaves behind: the row, the manifest, the tables beside them;
//! - `analysis` (`harness/analysis`) reads rows again, and makes statistics of them;
//! - `render` (`harness/render`) shows all that: tables, plots, drawings, the report page.
//!
//! A crate of your own runs the same program with further backends, in every subcommand and also in child
//! processes; `docs/own-backend` is a whole one:
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
//! Beside the subcommands there are [`build`]: what this program was built of, and [`moves`]: Sudoto's score.

pub mod build;
pub mod moves;

pub mod cli;
pub mod cmd;

mod program;

pub use self::program::main_with;
