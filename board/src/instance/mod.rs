//! Instances of other problems than sudoku: exact cover problems, formulas and graphs, as types and as
//! text, and their referee.
//!
//! A solver may reduce a puzzle to one of these, and problems of other kinds are stated as one of these.
//! An exact cover problem ([`ExactCover`]) is answered by the numbers of options and judged by
//! [`check_cover`], or by a [`CoverReferee`] where there are many; a formula in conjunctive normal form ([`Formula`])
//! by a value for each variable and judged by [`check_model`]; a graph ([`Graph`]) by a colour for each vertex and
//! judged by [`check_colouring`]. [`read_cover`] and [`write_cover`] use Knuth's format, [`read_sets`] and
//! [`read_rows`] those of published sets of exact cover problems, [`read_formula`], [`write_formula`], [`read_graph`]
//! and [`write_graph`] those of DIMACS. That a formula has no model is shown by a proof ([`Proof`]), judged by
//! [`check_proof`]; [`read_proof`] and [`write_proof`] use DRAT. How many solutions an exact cover problem has is shown
//! by a table of states ([`CountWriter`]), judged by [`CountChecker`].
//!
//! [`Graph`]: crate::graph::Graph

mod limits;

mod exact_cover;
mod knuth;
mod knuth_head;
mod knuth_writer;
mod numbered_cover;

mod dimacs_cnf;
mod formula;
mod proof;

mod dimacs_graph;

mod referee;

mod cover_referee;

mod count_checker;
mod count_line;
mod count_writer;
mod cover_words;

pub use count_checker::CountChecker;
pub use count_line::check_letter;
pub use count_writer::{CountSink, CountWriter};
pub use cover_referee::{CoverMarks, CoverReferee};
pub use dimacs_cnf::{read_formula, read_formula_within, write_formula};
pub use dimacs_graph::{GraphText, read_graph, read_graph_within, write_graph};
pub use exact_cover::{
    Colour, Entry, ExactCover, Item, Multiplicity, MultiplicityError, OptionError,
};
pub use formula::{Formula, Literal, Variable};
pub use knuth::read_cover;
pub use knuth_head::looks_like_cover;
pub use knuth_writer::{CoverWriteError, write_cover};
pub use limits::MaxAnnounced;
pub use numbered_cover::{
    looks_like_priced_rows, looks_like_rows, looks_like_rows_out_of_range, read_priced_rows_within,
    read_rows, read_rows_within, read_sets, read_sets_within,
};
pub use proof::{Proof, ProofStep, read_proof, write_proof};
pub use referee::{
    ColouringRefutation, CountRefutation, CoverRefutation, ModelRefutation, ProofRefutation,
    VertexColour, check_colouring, check_cover, check_model, check_proof,
};
