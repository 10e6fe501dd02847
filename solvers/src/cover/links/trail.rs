//! What a search with multiplicities removed from the linked lists.

/// A removal, which is undone in reverse order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Removal {
    /// An item was covered.
    Cover(u32),
    /// The item of this node was purified.
    Purify(u32),
    /// An item without options was closed.
    Close(u32),
    /// An option was removed.
    Option(u32),
}

/// The removals so far, and how many there were when each state was saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Trail {
    pub(super) removals: Vec<Removal>,
    pub(super) marks: Vec<usize>,
}
