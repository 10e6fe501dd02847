//! Local search: a filled grid that breaks rules is changed step by step until it breaks none.
//!
//! A tree search fills a grid and keeps every rule; a local search keeps the grid filled and reduces the number
//! of broken rules. It may find a solution quickly where a tree is large, it never proves that there is no other
//! one, and it never knows that there is none: its rows are incomplete, and give up.
//!
//! ```text
//!   3 1 │ 4 2      each block has every symbol once, so that only rows and columns are broken;
//!   2 4 │ 1 3      the cost counts each symbol that a row or column repeats:
//!   ────┼────
//!   1 2 │ 3 4      here 3 in the first column and 4 in the second: 2
//!   3 4 │ 2 1      a step swaps two cells of one block that are not given
//! ```
//!
//! [`annealing`] accepts steps that increase the cost with a probability that falls with the temperature.
//! `partition.rs` finds the regions that play the role of the blocks on any board.

pub mod annealing;
mod partition;
mod permutations;
