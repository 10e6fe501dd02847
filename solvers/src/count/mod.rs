//! Counting: an exact cover search that solves each state once.
//!
//! Two dominoes fill a square of four cells upright or lying. Whichever of the two a search chooses on the
//! left of a board, the rest of the board is the same, and has the same number of tilings:
//!
//! ```text
//!   ┌─┬─┐· · · ·      ┌───┐· · · ·      open items: the cells marked ·
//!   │ │ │· · · ·      ├───┤· · · ·      one state, counted once
//!   └─┴─┘· · · ·      └───┘· · · ·
//! ```
//!
//! A *state* is what the options that may still be chosen depend on: the items that are open, and the colours
//! that secondary items have (`states`). The number of solutions of a state is the sum, over the options of
//! one of its items, of the numbers of the states that they lead to. A table (`table`) holds the numbers
//! that are known. Its key is the state itself, compared in full: published programs that compare hashes
//! alone have printed wrong counts.
//!
//! How many states there are depends on the order in which items are covered ([`order`]). The search covers
//! them in one fixed order ([`sweep`]). On a board that leaves a frontier, and the states are the ways in
//! which it may look. Choosing the item with the fewest options makes a smaller tree, but scatters holes over
//! the board, and states seldom meet again.
//!
//! The table makes a decision diagram of the search: it is the method of DXZ (Nishino, Yasuda, Minato & Nagata
//! 2017, *Dancing with Decision Diagrams*, AAAI).

pub mod order;
mod states;
pub mod sweep;
mod table;
#[cfg(test)]
mod tests;
