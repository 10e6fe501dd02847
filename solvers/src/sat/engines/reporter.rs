//! Reports the assignment of an engine of this project to an observer.
//!
//! Propagation knows of no observer, because it is the innermost loop. The literals that it has assigned
//! stand on the trail with their reasons afterwards, in the order of their assignment.

use super::propagation::{Propagation, Trail};
use crate::contract::{Event, Observer};

/// How much of a trail an observer knows.
#[derive(Debug, Default)]
pub(super) struct Reporter {
    literals: usize,
    levels: usize,
}

impl Reporter {
    /// Reports the literals that were implied since the last report.
    pub(super) fn implied(&mut self, propagation: &Propagation, observer: &mut dyn Observer) {
        if !observer.watches() {
            return;
        }
        let literals = propagation.trail.literals();
        for &literal in &literals[self.literals..] {
            let reason = propagation.reason_for(literal.variable());
            observer.event(Event::Imply { literal, reason });
        }
        self.literals = literals.len();
    }

    /// Reports the last literal of the trail as the decision of its level.
    pub(super) fn assumed(&mut self, trail: &Trail, observer: &mut dyn Observer) {
        let Some(&literal) = trail.literals().last() else { return };
        observer.event(Event::Assume { literal, level: trail.level() });
        (self.literals, self.levels) = (trail.literals().len(), trail.level());
    }

    /// Reports the levels that were undone since the last report: a backjump.
    pub(super) fn undone(&mut self, trail: &Trail, observer: &mut dyn Observer) {
        if self.levels > trail.level() {
            self.levels = trail.level();
            observer.event(Event::Backjump { level: self.levels });
        }
    }

    /// Forgets the literals that are no longer on the trail. Called whenever levels are undone.
    pub(super) fn forget(&mut self, trail: &Trail) {
        self.literals = self.literals.min(trail.literals().len());
    }
}
