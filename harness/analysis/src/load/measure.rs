//! What a row measures and counts: the columns that hold one number for a trial.

/// A number of a trial, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// Wall time of the solve, in nanoseconds.
    Wall,
    /// By how much that may be wrong because of the clock alone, in nanoseconds.
    WallError,
    /// Thread CPU time of the solve, in nanoseconds.
    Cpu,
    /// Preparing the backend for the geometry, in nanoseconds.
    Setup,
    /// The part of the solve that encodes, in nanoseconds.
    Encode,
    /// The part of the solve that searches, in nanoseconds.
    Solve,
    /// The part of the solve that decodes, in nanoseconds.
    Decode,
    /// From the question to a program of others to its answer, in nanoseconds.
    Trip,
    /// Search states.
    Nodes,
    /// Values tried where there was a choice.
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
    /// The largest number of bets open at once.
    MaxDepth,
    /// Changes of the lists of a structure.
    Updates,
    /// Words of a structure read or written.
    Accesses,
    /// The largest amount of memory held, in bytes.
    Memory,
    /// The time limit, in nanoseconds.
    LimitNs,
    /// The node limit.
    LimitNodes,
}

impl Measure {
    /// All of them, in the order of their columns.
    pub const ALL: [Self; 21] = [
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
        Self::Updates,
        Self::Accesses,
        Self::Memory,
        Self::LimitNs,
        Self::LimitNodes,
    ];
}
