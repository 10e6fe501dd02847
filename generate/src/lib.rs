//! Makes puzzles, boards and other instances by seed.
//!
//! In reading order:
//! 1. [`Spec`]: what is asked for; [`Pattern`]: which cells are given;
//! 2. [`Generator`]: makes the puzzles of a [`Spec`], and full grids;
//! 3. `climb` and [`objective`]: mining, hill climbing towards puzzles that are hard or have few
//!    clues;
//! 4. [`jigsaw`]: boards with random blocks;
//! 5. [`instances`]: exact cover problems and graphs.
//!
//! A puzzle is made as Falissard describes it (*Théorie des ensembles appliquée au sudoku*, §4): an
//! empty grid is solved with symbols in random order, so each run finds a different grid; then
//! clues are removed while the solution stays unique. This works on every geometry that can be
//! solved.
//!
//! ```text
//!                ┌─ remove: clues go, alone or by orbits ───┐
//!   full grid ───┼─ choose: only the pattern's cells stay ──┼──> puzzle ──> right level?
//!  (full, walk)  └─ build: the pattern's cells change ──────┘
//!   two series of symbols ── hurtebis: no full grid ────────┘
//! ```
//!
//! - `full` finds grids, `walk` draws them uniformly, `regular` has one for boards of any size ([`Grids`]);
//! - `search` is what finds solutions; `uniqueness` counts those that are left;
//! - `removal` removes clues, whole orbits of a symmetry at a time if one is asked for;
//! - `fit` gives exactly the cells of a pattern, by either of Falissard's methods: choosing among random
//!   grids, and building;
//! - `variant` reads relations from a full grid, such as the cages of killers;
//! - `hurtebis` is the creation mode of É. Hurtebis' manual;
//! - a level ([`solvers::logic::rating`]) is not constructed: puzzles of another level are discarded.
//!
//! Everything is a function of a seed. Puzzle number *n* depends on the seed and *n* alone, so any
//! number of threads makes the same puzzles. They stay the same from version to version as long as
//! the search of `candidates/mrv` does: when it changes, the corpora have to be made again.
//!
//! ```
//! use std::sync::Arc;
//!
//! use board::catalog;
//! use generate::{Generator, Spec};
//!
//! let mut generator = Generator::new(Arc::new(catalog::classic(4)?));
//! let puzzle = generator.puzzle(7, 0, Spec::default()).expect("the first number is a puzzle");
//! // The same seed and number are the same puzzle.
//! assert_eq!(generator.puzzle(7, 0, Spec::default()), Some(puzzle));
//! # Ok::<(), board::GeometryError>(())
//! ```
//! The crate does no I/O, reads no clock and starts no thread.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod spec;

mod fit;
mod full;
mod hurtebis;
mod pattern;
mod regular;
mod removal;
mod search;
mod uniqueness;
mod variant;
mod walk;

mod climb;
mod generator;
mod jigsaw;

pub mod instances;
pub mod objective;

pub use climb::{Effort, LocalOptimum};
pub use full::Grids;
pub use generator::Generator;
pub use instances::{Balance, Share};
pub use jigsaw::jigsaw;
pub use pattern::{NoImage, Pattern, PatternSymmetry};
pub use regular::has_regular_grid;
pub use spec::{Solutions, Spec, Strategy, Variant};

#[cfg(test)]
mod tests;
