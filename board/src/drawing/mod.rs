//! Geometries as text: a picture with a letter for each block, and the other regions. The format is that
//! of the files in `datasets/geometries`, whose page follows.
//!
//! Cells are numbered in reading order, and regions are in the order of the lines that define them, those
//! of `apart` last.
#![doc = include_str!("../../../datasets/geometries/README.md")]

mod shapes;

mod statements;

mod build;

mod write;

mod read;

#[cfg(test)]
mod error_tests;

#[cfg(test)]
mod tests;

pub use read::{Drawing, read};
pub use statements::Named;
pub use write::write;
