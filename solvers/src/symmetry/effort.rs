//! How long a search for symmetries goes on.

/// The limits of a search.
pub struct SearchEffort<'s> {
    /// The number of links that are followed at most. What takes as long as following links counts as well.
    pub links: usize,
    /// Returns whether the search has to stop.
    pub is_over: &'s dyn Fn() -> bool,
}

impl SearchEffort<'_> {
    /// A second or so, and the same on every machine.
    pub const USUAL: Self = Self::links(1 << 24);

    /// Returns the effort of this many links, however long that takes.
    pub const fn links(links: usize) -> Self {
        Self { links, is_over: &|| false }
    }
}

/// What a search has done of its effort.
pub(super) struct Work<'e> {
    effort: &'e SearchEffort<'e>,
    links: usize,
}

impl<'e> Work<'e> {
    pub(super) fn new(effort: &'e SearchEffort<'e>) -> Self {
        Self { effort, links: 0 }
    }

    /// Counts links that are followed.
    pub(super) fn follow(&mut self, links: usize) {
        self.links += links;
    }

    /// Counts points that are copied in a row, of which sixteen take about as long as a link.
    pub(super) fn copy(&mut self, points: usize) {
        self.links += points / 16;
    }

    /// Counts points whose partition is kept, so that all that are kept take half a gigabyte at most with the usual effort.
    pub(super) fn keep(&mut self, points: usize) {
        self.links += points / 2;
    }

    /// Returns whether the effort is spent.
    pub(super) fn is_spent(&self) -> bool {
        self.links > self.effort.links || (self.effort.is_over)()
    }
}
