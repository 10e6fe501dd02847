//! Problems that are no sudoku, a family a file.
//!
//! Exact covers and graphs whose number of solutions or colours is known show that what solves sudoku
//! knows nothing of it; they are checked against numbers published long ago. Items and options stand
//! in a fixed order, so a family and its size are the same problem in every version. Random problems
//! are where searches are longest: random exact covers, and puzzles with a share of given cells.

mod graphs;
mod langford;
mod pentominoes;
mod quasigroups;
mod queens;
mod random_cover;
mod words;

pub use graphs::{mycielski, petersen, queen_graph};
pub use langford::langford;
pub use pentominoes::{pentominoes, pentominoes_around};
pub use quasigroups::Share;
pub use queens::queens;
pub use random_cover::random_cover;
pub use words::word_rectangles;

pub(super) use quasigroups::{pre_assigned, with_holes};

#[cfg(test)]
mod tests;
