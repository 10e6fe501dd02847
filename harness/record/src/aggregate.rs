//! Aggregates of trials of which no row is kept.

use crate::words::{Status, Verified};

/// The aggregate of trials of one backend with the same outcome. No rows are kept of trials that found
/// one solution, which the referee accepted.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// The number of trials.
    pub trials: u64,
    /// The status of each trial.
    pub status: Status,
    /// The verdict on each trial.
    pub verified: Verified,
    /// The total of nodes, if they are counted.
    pub nodes: Option<u64>,
    /// The total of bets, if they are counted.
    pub bets: Option<u64>,
    /// The sum, modulo 2⁶⁴, of the [hashes](crate::hash::solution) of the first solutions.
    pub digest: u64,
    /// The wall time of each trial.
    pub wall_ns: Option<u64>,
}
