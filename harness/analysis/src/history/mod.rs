//! Histories of runs: a summary of each run, and what changed from one to the next.
//!
//! [`summary`] makes the lines of a run, and [`series`] arranges the lines of a history: those of one backend that were
//! measured alike, on one machine. Their change points are those of
//! [`change_points`](crate::stats::change_points); counters are exact, so that any difference is a change.

pub mod series;
pub mod summary;
#[cfg(test)]
mod tests;
