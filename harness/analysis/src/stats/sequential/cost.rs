//! The cost of a backend on a puzzle, on a logarithmic scale.

use record::Status;

use crate::stats::PENALTY;
use crate::stats::scores::Passes;

/// A pass of a backend over a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct TimedPass {
    /// The outcome.
    pub status: Status,
    /// The wall time.
    pub wall_ns: Option<u64>,
    /// The error of the wall time.
    pub error_ns: Option<u64>,
}

/// Returns the logarithm of the cost, from all passes over a puzzle: their median time, which is at least its error, or
/// [`PENALTY`] times the limit if a pass did not answer. `None` without passes, if the backend does not support the
/// puzzle, or if an answer has no time.
pub fn log_cost(passes: &[TimedPass], limit_ns: u64) -> Option<f64> {
    if passes.iter().any(|pass| pass.status == Status::Unsupported) {
        return None;
    }
    if !passes.iter().all(|pass| pass.status.is_answer()) {
        return Some(((limit_ns * PENALTY) as f64).ln());
    }
    let clock = passes.iter().filter_map(|pass| pass.error_ns).max().unwrap_or(1).max(1);
    let times = passes.iter().map(|pass| Some(pass.wall_ns?.max(clock) as f64));
    Passes::Median.reduce(&mut times.collect::<Option<Vec<f64>>>()?).map(f64::ln)
}
