//! When an engine of ours has to stop.

use crate::contract::{Interrupt, Stop};

/// How many steps lie between two looks at the clock. A step is a decision and what follows from it:
/// some microseconds on 9×9, up to a millisecond on 36×36.
const INTERVAL: u32 = 8;

/// Looks at an interrupt now and then.
#[derive(Debug)]
pub(super) struct Poller<'a> {
    interrupt: Interrupt<'a>,
    steps: u32,
}

impl<'a> Poller<'a> {
    /// A watch that looks at the first step.
    pub(super) fn new(interrupt: Interrupt<'a>) -> Self {
        Self { interrupt, steps: 0 }
    }

    /// A step is about to be taken; tells why it must not be, if so.
    pub(super) fn step(&mut self) -> Option<Stop> {
        let looks = self.steps.is_multiple_of(INTERVAL);
        self.steps = self.steps.wrapping_add(1);
        if looks { self.interrupt.stop() } else { None }
    }

    /// Whether a search that has entered so many states may not enter another one.
    pub(super) fn is_last_node(&self, nodes: u64) -> bool {
        self.interrupt.nodes().is_some_and(|limit| nodes >= limit)
    }
}
