//! Relations: rules about the numbers in some cells, in order.
//!
//! A region states that symbols differ. A relation states something about their numbers: that they add up
//! to a total (killer, sandwich), rise (thermometer, greater-than), or have a difference or a ratio
//! (consecutive, kropki). The number of a symbol is its place in S, from one, whatever it looks like.
//!
//! Each kind is one small deterministic automaton that reads the numbers of its cells one after the other:
//!
//! ```text
//!   sum 6 of three cells, symbols 1 to 3       state: the sum so far
//!
//!     0 ──1──> 1 ──1──> 2
//!      ╲         ╲──2──> 3 ──3──> 6       2 cannot become 6 with one more cell:
//!       ╲──2──> 2 ──1──> 3               it is in no layer
//!        ╲        ╲──2──> 4 ──2──> 6
//!         ╲──3──> 3 ──…──> 5 ──1──> 6
//! ```
//!
//! Whatever has to know a relation asks its automaton. The referee runs it on a grid ([`RelationKind::holds`]).
//! Who searches unrolls it, a layer of states for each cell ([`Layers`]): what is left of a cell are the symbols
//! on the paths from the first layer to the last one.

mod kind;
mod layers;

pub use kind::RelationKind;
pub use layers::Layers;
