//! Sets that several families use: the [`candidates`] of a cell in three representations, and sets
//! of [`cells`].

pub mod candidates;
pub mod cells;
