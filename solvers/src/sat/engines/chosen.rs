//! An engine with a configuration: that of a row, or techniques that are switched on.

use super::cdcl::{Cdcl, Switches};
use super::interface::{Engine, EngineRow};
use crate::contract::Interrupt;

/// An engine that was chosen.
#[derive(Clone, Copy, Debug)]
pub(in crate::sat) enum ChosenEngine {
    /// An engine of [`ENGINES`](super::ENGINES).
    Row(&'static EngineRow),
    /// [`CDCL`](super::CDCL) with these techniques.
    Switched(Switches),
}

impl ChosenEngine {
    /// Creates the engine for a timed search.
    pub(in crate::sat) fn timed(self, interrupt: Interrupt<'_>) -> Box<dyn Engine + '_> {
        match self {
            Self::Row(row) => (row.timed)(interrupt),
            Self::Switched(switches) => Box::new(Cdcl::new(interrupt, switches)),
        }
    }

    /// Creates the engine for the untimed pass, which counts as much as possible.
    pub(in crate::sat) fn traced(self, interrupt: Interrupt<'_>) -> Box<dyn Engine + '_> {
        match self {
            Self::Row(row) => (row.traced)(interrupt),
            Self::Switched(_) => self.timed(interrupt),
        }
    }

    /// Returns whether the engine has a use for places that take different values.
    pub(in crate::sat) fn takes_groups(self) -> bool {
        matches!(self, Self::Switched(Switches { matchings: true, .. }))
    }
}
