//! Graph colouring: assign a colour to each vertex so that adjacent vertices differ. The approach
//! follows Malherbe's document, in which a grid is the coloured constraint graph of its board.
//!
//! ```text
//!   1 · │ · 4        vertices: cells; edges: pairs of cells that share a region
//!   · 4 │ 1 ·        colours: symbols; a given is a vertex coloured before the search
//!   ────┼────        impossible for a vertex: the colours of its neighbours, and symbols that the
//!   2 · │ 4 ·        puzzle does not allow
//!   4 · │ · ·        saturation of a vertex: the number of colours of its neighbours
//! ```
//!
//! The graph has no regions, so hidden singles (a symbol with one place left in a region) are not
//! found. A vertex with one colour left is: rows that order vertices by saturation find naked singles
//! without looking for them.
//!
//! # The rows
//!
//! - [`greedy`] assigns each vertex the first colour that none of its neighbours has, and never
//!   backtracks: Welsh and Powell (1967) by decreasing degree, Brélaz' DSATUR (1979) by decreasing
//!   saturation. If a vertex of a puzzle has no symbol left, it gets an additional colour, and the row
//!   is *stuck* with more colours than symbols.
//! - [`exact`] backtracks: the recursive algorithm of the document chooses the vertex with the most
//!   impossible colours and tries each of the others. The document does not specify how ties are
//!   broken: by vertex order, or, in the variant `brelaz`, by the number of uncoloured neighbours.
//!
//! All rows share one state (`colouring.rs`), which counts the impossible colours of each vertex.
//!
//! # General graphs
//!
//! [`graphs`] computes the smallest number of colours of a graph, its chromatic number. Colours are
//! then interchangeable: all unused colours are equivalent, and only the first of them is tried. A
//! [`clique`], a set of pairwise adjacent vertices, needs as many colours as it has vertices. The
//! greedy colouring is the first that the exact search finds; the search continues with one colour less
//! until no such colouring exists or the size of the clique is reached.

use std::ops::ControlFlow;

use board::Vertex;
use board::instance::VertexColour;

use crate::contract::Stop;

pub mod clique;
mod colouring;
pub mod exact;
pub mod graphs;
pub mod greedy;
mod puzzles;
#[cfg(test)]
mod tests;

/// The number of vertices that are looked at in about the time of another step of a search.
const VERTICES_PER_TICK: usize = 64;

/// The steps that a search of this family reports to a meter, whatever its kind of answer.
trait ColouringTracer {
    /// Records that a search state is entered, unless a limit forbids it.
    fn node(&mut self) -> ControlFlow<Stop>;

    /// Records that so many vertices were looked at, to choose one of them.
    fn scan(&mut self, vertices: usize);

    /// Records that a vertex gets one of the `alternatives` colours that it has left.
    fn paint(&mut self, vertex: Vertex, colour: VertexColour, alternatives: usize);

    /// Records that the last open bet is undone.
    fn undo(&mut self);

    /// Records that a vertex has no colour left.
    fn conflict(&mut self);
}
