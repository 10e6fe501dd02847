//! The switches of the search: one for each technique beyond clause learning itself, so that what each
//! adds can be measured (as SATCH and CaDiCaL have options for theirs).

/// Which techniques a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sat) struct Switches {
    /// Restarts when learnt clauses get worse, in place of fixed numbers of conflicts.
    pub(in crate::sat) averages: bool,
    /// All-different constraints, if the encoding states any.
    pub(in crate::sat) matchings: bool,
    /// Removes redundant literals from a learnt clause.
    pub(in crate::sat) minimisation: bool,
    /// The first value of a variable is true, else false: a decision places a symbol.
    pub(in crate::sat) positives: bool,
    /// Decisions take the last value of a variable, else the first one or, in the stable mode, that of the target.
    pub(in crate::sat) saving: bool,
    /// Replaces the literals of a level of a learnt clause by one that implies them.
    pub(in crate::sat) shrinking: bool,
    /// Deletes and strengthens learnt clauses that shorter ones subsume.
    pub(in crate::sat) subsumption: bool,
    /// Two modes of search, and decisions after the longest assignment without a conflict.
    pub(in crate::sat) targets: bool,
    /// Deletes learnt clauses by their last use as well as by their glue.
    pub(in crate::sat) tiers: bool,
    /// Shortens learnt clauses by propagation.
    pub(in crate::sat) vivification: bool,
}

/// A switch as data.
pub(in crate::sat) struct Switch {
    /// Its name in the ids of rows.
    pub(in crate::sat) name: &'static str,
    /// Turns the technique off.
    pub(in crate::sat) off: fn(&mut Switches),
}

/// Every switch, sorted by name.
pub(in crate::sat) const SWITCHES: [Switch; 10] = [
    Switch { name: "averages", off: |it| it.averages = false },
    Switch { name: "matchings", off: |it| it.matchings = false },
    Switch { name: "minimisation", off: |it| it.minimisation = false },
    Switch { name: "positives", off: |it| it.positives = false },
    Switch { name: "saving", off: |it| it.saving = false },
    Switch { name: "shrinking", off: |it| it.shrinking = false },
    Switch { name: "subsumption", off: |it| it.subsumption = false },
    Switch { name: "targets", off: |it| it.targets = false },
    Switch { name: "tiers", off: |it| it.tiers = false },
    Switch { name: "vivification", off: |it| it.vivification = false },
];

impl Switches {
    /// Every technique.
    pub(in crate::sat) const ALL: Self = Self {
        averages: true,
        matchings: true,
        minimisation: true,
        positives: true,
        saving: true,
        shrinking: true,
        subsumption: true,
        targets: true,
        tiers: true,
        vivification: true,
    };

    /// The techniques of the engine [`CDCL`](super::CDCL).
    pub(in crate::sat) const FEW: Self = Self {
        averages: false,
        matchings: false,
        positives: false,
        shrinking: false,
        subsumption: false,
        targets: false,
        tiers: false,
        vivification: false,
        ..Self::ALL
    };
}
