//! Solutions that are counted and not found one by one.

use std::ops::ControlFlow;

use board::Count;

use super::Meter;
use crate::contract::{Observer, Stop};

impl<O: Observer, A> Meter<'_, O, A> {
    /// Reports that there are this many solutions besides those that were reported. They were counted at
    /// once, and no event reports them.
    pub fn further_solutions(&mut self, solutions: &Count) -> ControlFlow<Stop> {
        self.solutions += solutions;
        if let Some(limit) = self.solution_limit.filter(|&limit| self.solutions > limit) {
            self.solutions = limit.into();
        }
        self.continue_below_limit()
    }
}
