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
//! How many states there are depends on the order in which items are covered ([`order`]). One search covers
//! them in a fixed order ([`sweep`]). On a board that leaves a frontier, and the states are the ways in
//! which it may look. Another covers an item with the fewest options first ([`fewest`]). That makes a smaller
//! tree, which is good where there are few solutions, but may scatter holes over the board, so that states
//! seldom meet again:
//!
//! | nodes | `sweep` | `sweep.bandwidth` | `fewest` |
//! |---|--:|--:|--:|
//! | dominoes 12×12 | 78,109 | 28,145 | 78,238 |
//! | tetrominoes 8×8 | 1,104,154 | 1,150,792 | 24,885,224 |
//! | partitions of 30 into pairs | 17,048,643 | | 17,055,663 |
//! | empty 2×3 sudoku board | 3,256,873 | | 9,485,857 |
//! | Latin squares of order 6 | more than 41,000,000 | | 34,365,365 |
//!
//! With multiplicities, an item may be covered several times, and stays open until it is. A sweep over such problems
//! (`multi_sweep`) decides one option after another (`multi_walk`), and a state is how often the items are covered so far
//! (`multi_states`): the 11,180,820 cubic graphs with ten labelled vertices take 95,152 nodes.
//!
//! Columns of Latin squares can change places, and so can their symbols. Where a problem has such symmetries, states
//! that are images of each other have as many solutions and may share a key (`symmetries`): Latin squares of order 6
//! take 638 nodes then, and those of order 7, of which there are 61,479,419,904,000, take 4,453.
//!
//! The table makes a decision diagram of the search: it is the method of DXZ (Nishino, Yasuda, Minato & Nagata
//! 2017, *Dancing with Decision Diagrams*, AAAI). Where the diagram is kept ([`diagram`]), it numbers the
//! solutions, draws random ones, and tells in how many of them each option is. The same table proves a count:
//! written down, each state follows from smaller ones (`prover`). [`division`] divides one count among workers.
//! [`enumeration`] lists solutions instead, for callers that want each of them.

pub mod bands;
mod dead_ends;
pub mod diagram;
pub mod division;
pub mod enumeration;
pub mod fewest;
mod front;
mod generation;
mod keys;
mod multi_states;
mod multi_sweep;
#[cfg(test)]
mod multi_tests;
mod multi_walk;
pub mod order;
mod partitions;
mod places;
mod prover;
#[cfg(test)]
mod prover_tests;
pub mod rows;
mod sharing;
mod states;
pub mod sweep;
pub mod symmetric;
mod symmetries;
mod table;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;
mod walk;
