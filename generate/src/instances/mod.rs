//! Problems other than sudoku, one family per file.
//!
//! Exact covers and graphs with a known number of solutions or colours show that the solvers do not rely
//! on sudoku; they are checked against published numbers. Items and options are in a fixed order, so a
//! family and its size are the same problem in every version. Random problems are those on which
//! searches take longest: random exact covers, and puzzles with a share of given cells.

mod balanced;
mod designs;
mod graphs;
mod langford;
mod latin;
mod multiplicities;
mod partitions;
mod parts;
mod pentominoes;
mod pigeons;
mod polyominoes;
mod quasigroups;
mod queens;
mod random_cover;
mod tilings;
mod words;

pub use balanced::Balance;
pub use designs::{kirkman_triples, steiner_triples};
pub use graphs::{grid_graph, mycielski, petersen, queen_graph};
pub use langford::langford;
pub use latin::{latin_rectangles, latin_squares};
pub use multiplicities::{dominating_queens, partridge, regular_graphs};
pub use partitions::{pairings, set_partitions};
pub use parts::{MOST_VERTICES, connected_parts, disjoint_paths};
pub use pentominoes::{pentominoes, pentominoes_around};
pub use pigeons::pigeons;
pub use polyominoes::{Square, central_hole};
pub use quasigroups::Share;
pub use queens::queens;
pub use random_cover::random_cover;
pub use tilings::{dominoes, tetrominoes};
pub use words::word_rectangles;

pub(super) use quasigroups::{pre_assigned, with_balanced_holes, with_holes};

#[cfg(test)]
mod knuth;
#[cfg(test)]
mod published;
#[cfg(test)]
mod tests;
