//! All solutions of a problem as a decision diagram.
//!
//! Its nodes are the states that have a solution, and its edges the options that lead from one to the next. A
//! solution is a path from the root, where nothing is chosen, to the end, where all items are covered:
//!
//! ```text
//!   root ──0──> a ──2──> end        solution 0: options 0, 2
//!     └───1──> b ──3──> end         solution 1: options 1, 3
//!              └───4──> end         solution 2: options 1, 4
//! ```
//!
//! Each node knows the number of its paths to the end. So solutions are numbered without listing them, in the
//! order in which the search finds them: the *rank* of a solution is the number of those before it, and the
//! solution of a rank is found by one walk from the root. A random rank is a random solution, each with the same
//! probability. One pass over the diagram tells in how many solutions each option is, and another finds a
//! solution of least cost. The diagram is a zero-suppressed one without its zeros (Knuth 2011, *The Art of
//! Computer Programming* 4A, §7.1.4; for exact covers, Nishino, Yasuda, Minato & Nagata 2017).
//!
//! The search is that of [`fewest`](super::fewest), but every state is kept, so memory grows with the number of
//! states (`builder`). With multiplicities it is that of [`sweep`](super::sweep), in the order `bandwidth`: an edge may
//! then also stand for the choice of no further option.

mod builder;
mod of_problem;
mod paths;
#[cfg(test)]
mod tests;

pub use self::paths::{Diagram, DiagramError};
