//! Walks through the states of a problem, whatever is done with them.

/// What a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Nothing is left to decide: this is a solution.
    Solution,
    /// No alternative leads to a solution.
    DeadEnd,
    /// It has this many alternatives.
    Alternatives(usize),
}

/// A walk through the states of a problem.
pub(super) trait Walk {
    /// Returns what the state is that was just entered.
    fn look(&mut self) -> Look;

    /// Returns the state that was looked at, as words that no other state has, always as many.
    fn key(&self) -> &[u64];

    /// Opens a level for the state that was looked at.
    fn open(&mut self);

    /// Leaves the state that was looked at as it is.
    fn pass(&mut self);

    /// Enters the state after the next alternative of the last level, and returns the option that it chooses, if any. Returns
    /// `None` if all were tried, which closes the level.
    fn advance(&mut self) -> Option<Option<usize>>;
}
