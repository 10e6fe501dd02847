//! The peers of each cell, as a list and as a set.

/// The largest number of cells whose peers are kept as sets.
pub(crate) const FEW_CELLS: usize = u128::BITS as usize;

/// For each cell the others that share a region with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Peers {
    lists: Vec<Vec<usize>>,
    /// The same as sets, if there are few cells.
    sets: Vec<u128>,
}

impl Peers {
    /// Returns the peers of each cell, from lists of them.
    pub(super) fn new(lists: Vec<Vec<usize>>) -> Self {
        let set = |peers: &Vec<usize>| peers.iter().fold(0, |set, peer| set | 1 << peer);
        let is_few = lists.len() <= FEW_CELLS;
        let sets = if is_few { lists.iter().map(set).collect() } else { Vec::new() };
        Self { lists, sets }
    }

    /// Returns the peers of a cell, in ascending order.
    #[inline]
    pub(super) fn of(&self, cell: usize) -> &[usize] {
        &self.lists[cell]
    }

    /// Returns them as a set, if there are few cells.
    ///
    /// # Panics
    /// If there are many.
    #[inline]
    pub(super) fn set(&self, cell: usize) -> u128 {
        self.sets[cell]
    }
}
