//! The module `sudoku_harness` of Python: what notebooks and programs need of the solvers, without the command line.
//!
//! ```text
//!   sudoku_harness/__init__.py    what users import; runs as data frames (`load`)
//!   sudoku_harness/_native.pyi    the types of what is here
//!   src/                          puzzles, covers, counts; searches without the interpreter's lock
//! ```
//!
//! Searches run without the lock of the interpreter, and end at Ctrl-C. Every solution is checked by the referee before
//! Python sees it.

use pyo3::prelude::*;

mod counts;
mod covers;
mod division;
mod elsewhere;
mod options;
mod problem;
mod puzzles;
mod row_covers;
mod search;

/// Solvers of puzzles and exact cover problems.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::counts::count;
    #[pymodule_export]
    use super::covers::covers;
    #[pymodule_export]
    use super::puzzles::{Answer, Rating, backends, generate, rate, solve};
}
