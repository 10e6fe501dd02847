//! Instances that are no puzzles: exact cover problems and formulas, as types, as text, and before a
//! referee.
//!
//! A puzzle becomes one of these on its way to a solver, and whoever brings a problem of another kind
//! brings it as one of these. An exact cover problem ([`ExactCover`]) is answered by the numbers of
//! options and judged by [`check_cover`]; a formula in conjunctive normal form ([`Formula`]) by a
//! value for each variable and judged by [`check_model`]; a graph ([`Graph`]) by a colour for each
//! vertex and judged by [`check_colouring`]. [`read_cover`] and [`write_cover`] know Knuth's format,
//! [`read_formula`], [`write_formula`], [`read_graph`] and [`write_graph`] those of DIMACS. That a
//! formula has no model is shown by a proof ([`Proof`]), judged by [`check_proof`]; [`read_proof`] and
//! [`write_proof`] know DRAT.
//!
//! [`Graph`]: crate::graph::Graph

mod col;
mod dimacs;
mod exact_cover;
mod formula;
mod knuth;
mod proof;
mod referee;

/// The largest number of variables or vertices that the header of any text may announce.
const MOST: usize = 1 << 24;

/// The largest number that a header may announce whatever the length of the text.
const MOST_UNSEEN: usize = 1 << 20;

/// How many variables or vertices the header of `text` may announce: room is made for as many, so that
/// a line of a few bytes must not ask for gigabytes. Beyond a million, each needs a byte of text.
fn most_announced(text: &str) -> usize {
    text.len().clamp(MOST_UNSEEN, MOST)
}

pub use col::{GraphText, read_graph, write_graph};
pub use dimacs::{read_formula, write_formula};
pub use exact_cover::{Colour, Entry, ExactCover, Item, OptionError};
pub use formula::{Formula, Literal, Variable};
pub use knuth::{UnwritableCover, read_cover, write_cover};
pub use proof::{Proof, Step, read_proof, write_proof};
pub use referee::{
    ColouringRefutation, CoverRefutation, ModelRefutation, ProofRefutation, VertexColour,
    check_colouring, check_cover, check_model, check_proof,
};
