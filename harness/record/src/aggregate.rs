//! Trials of which no row is kept, summed up.

use crate::words::{Status, Verified};

/// Trials of one backend that are alike, summed up: of which no row is kept, since each found one solution,
/// which the referee accepts; or one by itself.
#[derive(Clone, Debug)]
pub struct Alike {
    /// How many there are.
    pub trials: u64,
    /// What came of each.
    pub status: Status,
    /// What is known of each.
    pub verified: Verified,
    /// Nodes over all of them, if they are counted.
    pub nodes: Option<u64>,
    /// Bets over all of them, if they are counted.
    pub bets: Option<u64>,
    /// The sum, modulo 2⁶⁴, of the [hashes](crate::hash::solution) of the first solutions.
    pub digest: u64,
    /// The wall time of each.
    pub wall_ns: Option<u64>,
}
