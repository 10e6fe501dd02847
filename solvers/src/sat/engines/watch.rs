//! When an engine that can be asked has to stop.

use std::cell::Cell;

use crate::meter::Interrupt;
use crate::outcome::Stop;

/// How many steps lie between two looks at the clock. A step is a decision and what follows from it:
/// some microseconds on 9×9, a tenth of a millisecond on 36×36.
const INTERVAL: u32 = 32;

/// Looks at an interrupt now and then.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    interrupt: Interrupt<'a>,
    steps: Cell<u32>,
    /// Once it has said so, it stays with it.
    said: Cell<Option<Stop>>,
}

impl<'a> Watch<'a> {
    /// A watch that looks at the first step.
    pub(super) fn new(interrupt: Interrupt<'a>) -> Self {
        Self { interrupt, steps: Cell::new(0), said: Cell::new(None) }
    }

    /// A step is about to be taken; tells why it must not be, if so.
    pub(super) fn step(&self) -> Option<Stop> {
        let steps = self.steps.replace(self.steps.get().wrapping_add(1));
        if steps.is_multiple_of(INTERVAL) && self.said.get().is_none() {
            self.said.set(self.interrupt.stop());
        }
        self.said.get()
    }

    /// Why a step must not be taken, if the last one must not.
    pub(super) fn said(&self) -> Option<Stop> {
        self.said.get()
    }

    /// Whether a search that has entered so many states may not enter another one.
    pub(super) fn is_last_node(&self, nodes: u64) -> bool {
        self.interrupt.nodes().is_some_and(|limit| nodes >= limit)
    }
}
