//! The peers of each cell, as a list and as a set.

use super::{Cell, Region};

/// The largest number of cells whose peers are kept as sets.
pub(crate) const FEW_CELLS: usize = u128::BITS as usize;

/// For each cell the others that share a region with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Peers {
    lists: Vec<Vec<Cell>>,
    /// The same as sets, if there are few cells.
    sets: Vec<u128>,
}

impl Peers {
    /// Returns the peers, given the regions and those that contain each cell.
    pub(super) fn new(regions: &[Region], regions_of: &[Vec<usize>]) -> Self {
        let of = |(cell, of_cell): (Cell, &Vec<usize>)| {
            let mut peers: Vec<Cell> =
                of_cell.iter().flat_map(|&region| regions[region].cells.clone()).collect();
            peers.sort_unstable();
            peers.dedup();
            peers.retain(|&peer| peer != cell);
            peers
        };
        let lists: Vec<Vec<Cell>> = regions_of.iter().enumerate().map(of).collect();
        let set = |peers: &Vec<Cell>| peers.iter().fold(0, |set, peer| set | 1 << peer);
        let is_few = lists.len() <= FEW_CELLS;
        let sets = if is_few { lists.iter().map(set).collect() } else { Vec::new() };
        Self { lists, sets }
    }

    /// Returns the peers of a cell, in ascending order.
    #[inline]
    pub(super) fn of(&self, cell: Cell) -> &[Cell] {
        &self.lists[cell]
    }

    /// Returns them as a set, if there are few cells.
    ///
    /// # Panics
    /// If there are many.
    #[inline]
    pub(super) fn set(&self, cell: Cell) -> u128 {
        self.sets[cell]
    }
}
