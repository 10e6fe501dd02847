//! The phases of a solve, each with its time.

use super::{Meter, Phase};
use crate::contract::Observer;
use crate::contract::clock::Instant;

impl<O: Observer, A> Meter<'_, O, A> {
    /// Begins a phase, and ends the one before it.
    pub fn phase(&mut self, phase: Phase) {
        let now = Instant::now();
        self.end_phase(now);
        self.phase = Some((phase, now));
    }

    pub(super) fn end_phase(&mut self, now: Instant) {
        let Some((phase, start)) = self.phase.take() else { return };
        let total = match phase {
            Phase::Encode => &mut self.phases.encode,
            Phase::Solve => &mut self.phases.solve,
            Phase::Decode => &mut self.phases.decode,
        };
        *total = Some(total.unwrap_or_default() + (now - start));
    }
}
