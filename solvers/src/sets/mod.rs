//! Sets that searches of several families compute with: [`candidates`] of a cell, in three
//! representations, and sets of [`cells`].

pub mod candidates;
pub mod cells;
