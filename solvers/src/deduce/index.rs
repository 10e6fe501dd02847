//! Where each symbol may go in each region: what techniques ask that are no singles.

use board::Cell;

use super::layout::{Layout, bits};

/// For each region and symbol the places that are left.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// Whether it was made for this puzzle.
    pub(super) is_made: bool,
    /// Sets of places, none once the symbol is placed: a row for each region.
    pub(super) places: Vec<u64>,
}

impl Index {
    /// Nothing, for a layout.
    pub(super) fn new(layout: &Layout) -> Self {
        let places = vec![0; layout.regions().len() * layout.symbols()];
        Self { is_made: false, places }
    }

    /// Makes it of the candidates of the open cells.
    pub(super) fn make(
        &mut self,
        layout: &Layout,
        candidates: &[u64],
        open_cells: impl Iterator<Item = Cell>,
    ) {
        self.is_made = true;
        self.places.fill(0);
        for cell in open_cells {
            for &(region, place) in layout.memberships(cell) {
                let places = &mut self.places[region * layout.symbols()..][..layout.symbols()];
                bits(candidates[cell]).for_each(|symbol| places[symbol] |= 1 << place);
            }
        }
    }

    /// A symbol is no longer among the candidates of a cell.
    #[inline]
    pub(super) fn forget(&mut self, layout: &Layout, cell: Cell, symbol: usize) {
        for &(region, place) in layout.memberships(cell) {
            self.places[region * layout.symbols() + symbol] &= !(1 << place);
        }
    }

    /// A symbol is placed in a cell.
    pub(super) fn place(&mut self, layout: &Layout, cell: Cell, symbol: usize) {
        for &(region, _) in layout.memberships(cell) {
            self.places[region * layout.symbols() + symbol] = 0;
        }
    }
}
