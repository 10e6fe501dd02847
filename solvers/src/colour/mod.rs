//! Graph colouring: a colour for each vertex so that joined vertices differ, after Malherbe's document,
//! in which a grid is the coloured constraint graph of its board.
//!
//! ```text
//!   1 · │ · 4        vertices: cells; edges: two cells that share a region
//!   · 4 │ 1 ·        colours: symbols; a given is a vertex that is coloured before the search
//!   ────┼────        impossible for a vertex: the colours of its neighbours, and what the puzzle
//!   2 · │ 4 ·        does not allow
//!   4 · │ · ·        saturation of a vertex: how many colours its neighbours have
//! ```
//!
//! Nothing is known of regions here: that a symbol has one place left in a row is not seen. What is
//! seen is that a vertex has one colour left, and so each row that goes by saturation finds naked
//! singles without looking for them.
//!
//! # The rows
//!
//! - [`greedy`] gives each vertex the first colour that none of its neighbours has, and takes nothing
//!   back: Welsh and Powell (1967) by falling degree, Brélaz' DSATUR (1979) by falling saturation. On a
//!   puzzle a vertex may find no symbol left. It gets a further colour then, and the row is *stuck*
//!   with more colours than symbols.
//! - [`exact`] goes back: the recursive algorithm of the document, which takes the vertex with the most
//!   impossible colours and tries each of the others. Which of several such vertices is left open
//!   there: the first, or in the variant `brelaz` that with the most uncoloured neighbours.
//!
//! All work on one state (`colouring.rs`), which keeps count of what is impossible where.
//!
//! # Graphs that are no boards
//!
//! [`graphs`] asks how few colours a graph needs, its chromatic number. Colours have no names
//! then: a colour that no vertex has yet is as good as any other, and only the first of them is tried.
//! A [`clique`], vertices that are all joined with each other, needs as many colours as it has
//! vertices, and the greedy colouring is the first that the exact search comes to: it goes on with one
//! colour less until there is none, or as many as the clique has.

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

/// The steps that a search of this family reports: the calls of a meter, whatever its answers are.
trait ColouringTracer {
    /// A search state is entered, unless a limit forbids it.
    fn node(&mut self) -> ControlFlow<Stop>;

    /// A vertex gets a colour, one of `alternatives` that are left for it.
    fn paint(&mut self, vertex: Vertex, colour: VertexColour, alternatives: usize);

    /// The last open bet is taken back.
    fn undo(&mut self);

    /// A vertex has no colour left.
    fn conflict(&mut self);
}
