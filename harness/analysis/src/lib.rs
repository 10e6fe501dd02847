//! Reads runs and computes statistics from them.
//!
//! Statistics see rows, never a backend: everything here is computed from run folders alone.
//!
//! - [`load`]: reads the rows of one or several runs as compact trials, recomputes the verdicts across
//!   them, and collects the caveats of the runs;
//! - [`caveats`]: the sentences that qualify times;
//! - [`reported_times`]: whether the times that external solvers report are plausible;
//! - [`stats`]: a matrix with a score for each contestant and puzzle; rankings, pairwise comparisons and
//!   tests.
//! - [`history`]: summaries of runs, and the change points of their series.

pub mod caveats;
pub mod reported_times;

pub mod load;

pub mod stats;

pub mod history;
