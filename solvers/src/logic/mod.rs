//! Logic: techniques that a player uses, and never a guess.
//!
//! In reading order:
//! 1. [`board_index`]: what reasoning needs to know of a geometry;
//! 2. [`store`]: the candidates of a puzzle, with `tally`, `counts` and `place_index` behind it;
//! 3. [`technique`]: a row of the table; [`explain`]: [steps](crate::contract::step) in words, with `sentences`;
//! 4. `links`, `inference_graph`, `consequences`, `almost_locked` and `set_graph`: what chains are made of;
//!    `techniques`: all of them;
//! 5. [`table`]: their order, weights, levels and sentences, and with `grade` their scores;
//! 6. [`deduction`]: the loop over techniques, with `memory` of what they saw, and [`rows`], the backends
//!    `deduce/…`; [`pairs`]: the program of the SAÉ in their place;
//! 7. [`groups`], families of techniques, and [`choice`], the rows of techniques that are chosen at run time;
//! 8. [`rating`]: how hard a puzzle is.

pub mod board_index;
mod counts;
mod place_index;
pub mod store;
mod tally;

pub mod explain;
mod sentences;
pub mod technique;

mod almost_locked;
mod consequences;
mod inference_graph;
mod links;
mod set_graph;
mod techniques;

mod grade;
pub mod table;

pub mod deduction;
mod memory;
pub mod pairs;
pub mod rows;

pub mod choice;
pub mod groups;

pub mod rating;

#[cfg(test)]
mod tests;
