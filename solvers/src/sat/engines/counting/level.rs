//! A component that is being counted.

use board::Count;

use super::components::Component;
use crate::sat::formula::Literal;

/// A component that is being counted, and the branch that is being searched.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) component: Component,
    /// The literal of the branch.
    pub(super) decision: Literal,
    /// Whether the first branch was searched.
    pub(super) is_second: bool,
    /// The number of models of the branches that were searched.
    pub(super) sum: Count,
    /// The number of models of the parts of the branch that were counted.
    pub(super) product: Count,
    /// Where its pending parts begin.
    pub(super) first_pending: usize,
}

impl Level {
    /// Returns a component whose first branch is to be searched.
    pub(super) fn new(component: Component, decision: Literal, first_pending: usize) -> Self {
        Self {
            component,
            decision,
            is_second: false,
            sum: Count::ZERO,
            product: Count::ONE,
            first_pending,
        }
    }
}
