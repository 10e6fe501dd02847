//! Interrupts for the engines of this project.

use crate::contract::{Interrupt, Stop};

/// The number of steps between two polls of the interrupt. A step is a decision with its propagation:
/// some microseconds on 9×9, up to a millisecond on 36×36.
const INTERVAL: u32 = 8;

/// Polls an interrupt at regular intervals.
#[derive(Debug)]
pub(super) struct Poller<'a> {
    interrupt: Interrupt<'a>,
    steps: u32,
}

impl<'a> Poller<'a> {
    /// Creates a poller that polls at the first step.
    pub(super) fn new(interrupt: Interrupt<'a>) -> Self {
        Self { interrupt, steps: 0 }
    }

    /// Called before each step. Returns the reason to stop, if any.
    pub(super) fn step(&mut self) -> Option<Stop> {
        let polls = self.steps.is_multiple_of(INTERVAL);
        self.steps = self.steps.wrapping_add(1);
        if polls { self.interrupt.stop() } else { None }
    }

    /// Returns whether a search that has entered `nodes` states has reached its node limit.
    pub(super) fn has_reached_node_limit(&self, nodes: u64) -> bool {
        self.interrupt.nodes().is_some_and(|limit| nodes >= limit)
    }
}
