//! Measures: the columns that hold one number per trial.

/// A quantity that a trial measures or counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// Wall time of the solve, in nanoseconds.
    Wall,
    /// The bound of its error due to the clock alone, in nanoseconds.
    WallError,
    /// Thread CPU time of the solve, in nanoseconds.
    Cpu,
    /// Time to prepare the backend for the geometry, in nanoseconds.
    Setup,
    /// The encoding part of the solve, in nanoseconds.
    Encode,
    /// The search part of the solve, in nanoseconds.
    Solve,
    /// The decoding part of the solve, in nanoseconds.
    Decode,
    /// Round trip to an external solver, in nanoseconds.
    Trip,
    /// Search states.
    Nodes,
    /// Values tried with at least two candidates.
    Bets,
    /// Search states abandoned.
    Conflicts,
    /// Placements forced.
    Deductions,
    /// Candidates removed.
    Removals,
    /// Candidates removed by techniques.
    Eliminations,
    /// Literals or cover operations propagated.
    Propagations,
    /// Maximum number of open bets.
    MaxDepth,
    /// Cells filled, as a share of those that were empty.
    Fill,
    /// Candidates removed, as a share of those that had to be.
    Elimination,
    /// Updates of the links of a data structure.
    Updates,
    /// Words of a data structure read or written.
    Accesses,
    /// Peak memory, in bytes.
    Memory,
    /// The time limit, in nanoseconds.
    LimitNs,
    /// The node limit.
    LimitNodes,
    /// The round limit.
    LimitRounds,
}

impl Measure {
    /// All measures, in the order of their columns.
    pub const ALL: [Self; 24] = [
        Self::Wall,
        Self::WallError,
        Self::Cpu,
        Self::Setup,
        Self::Encode,
        Self::Solve,
        Self::Decode,
        Self::Trip,
        Self::Nodes,
        Self::Bets,
        Self::Conflicts,
        Self::Deductions,
        Self::Removals,
        Self::Eliminations,
        Self::Propagations,
        Self::MaxDepth,
        Self::Fill,
        Self::Elimination,
        Self::Updates,
        Self::Accesses,
        Self::Memory,
        Self::LimitNs,
        Self::LimitNodes,
        Self::LimitRounds,
    ];

    /// Returns whether it is a share, from 0 to 1, rather than a count.
    pub fn is_share(self) -> bool {
        matches!(self, Self::Fill | Self::Elimination)
    }
}
