//! The phases of a solve, each with its time.

use crate::contract::Phases;
use crate::contract::clock::Instant;

/// A part of a solve that is timed separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Translating the puzzle into the input of the engine.
    Encode,
    /// The engine's own search.
    Solve,
    /// Translating its answer into grids.
    Decode,
}

/// Times the phases of a solve, or of many solves together.
#[derive(Debug, Default)]
pub(crate) struct PhaseTimer {
    current: Option<(Phase, Instant)>,
    phases: Phases,
}

impl PhaseTimer {
    /// Begins a phase, and ends the one before it.
    pub(crate) fn begin(&mut self, phase: Phase) {
        let now = Instant::now();
        self.end_at(now);
        self.current = Some((phase, now));
    }

    /// Ends the last phase, if there was any, and returns the time of each.
    pub(crate) fn end(mut self) -> Phases {
        if self.current.is_some() {
            self.end_at(Instant::now());
        }
        self.phases
    }

    fn end_at(&mut self, now: Instant) {
        let Some((phase, start)) = self.current.take() else { return };
        let total = match phase {
            Phase::Encode => &mut self.phases.encode,
            Phase::Solve => &mut self.phases.solve,
            Phase::Decode => &mut self.phases.decode,
        };
        *total = Some(total.unwrap_or_default() + (now - start));
    }
}
