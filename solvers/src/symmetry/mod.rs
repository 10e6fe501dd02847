//! Symmetries of problems: how to find them, and how to search without what they repeat.
//!
//! A symmetry of a problem permutes what the problem is about, and leaves the problem as it is: the cells and the symbols
//! of a puzzle, the items and the options of an exact cover problem, the literals of a formula, the vertices of a graph.
//! It maps solutions to solutions.
//!
//! ```text
//!   at most one pigeon in each hole          1 2 3     pigeons and holes can be renamed, so that of
//!   each pigeon in a hole                  1 ● · ·     3! · 2! · … placements that all fail
//!                                          2 · ● ·     one is enough
//! ```
//!
//! 1. A problem becomes a [`Hypergraph`] ([`of_formula`], [`of_cover`], [`of_puzzle`], [`of_graph`]), whose symmetries are
//!    those of the problem.
//! 2. [`search`] finds a [`Group`] of them: cells of points that look alike are refined, and what remains is tried.
//! 3. They are used before a search: [`add_lex_leaders`] adds clauses to a formula, and [`representatives`] removes options of
//!    an exact cover problem. Or in one: a count looks up states up to symmetry ([`count`](crate::count)).

mod effort;
mod hash;
mod hypergraph;
mod hypergraphs;

mod orbits;
mod partition;

mod group;
mod search;

mod lex_leader;
mod representatives;

#[cfg(test)]
mod tests;

pub use effort::SearchEffort;
pub use group::{BasePoint, Group};
pub use hypergraph::{EdgeLink, Hypergraph, Images};
pub use hypergraphs::{coloured_items, of_cover, of_formula, of_graph, of_puzzle};
pub use lex_leader::{LONGEST, add_lex_leaders};
pub use orbits::Orbits;
pub use representatives::{Removal, Representatives, representatives, restricted};
pub use search::search;

pub(crate) use hash::mix;
