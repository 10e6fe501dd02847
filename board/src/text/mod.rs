//! Notations: how puzzles and grids are written, one file each.

pub mod line;
