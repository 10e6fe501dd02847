//! Where each symbol may go in each region, for techniques beyond singles.

use board::Cell;

use super::board_index::BoardIndex;
use crate::sets::cells::bits;

/// For each region and symbol the places that are left.
#[derive(Clone, Debug)]
pub(super) struct PlaceIndex {
    /// Whether it was built for this puzzle.
    pub(super) is_made: bool,
    /// Sets of places, none once the symbol is placed: a row for each region.
    pub(super) places: Vec<u64>,
}

impl PlaceIndex {
    /// Creates an empty index for a board.
    pub(super) fn new(board: &BoardIndex) -> Self {
        let places = vec![0; board.regions().len() * board.symbols()];
        Self { is_made: false, places }
    }

    /// Builds it from the candidates of the open cells.
    pub(super) fn make(
        &mut self,
        board: &BoardIndex,
        candidates: &[u64],
        open_cells: impl Iterator<Item = Cell>,
    ) {
        self.is_made = true;
        self.places.fill(0);
        for cell in open_cells {
            for &(region, place) in board.memberships(cell) {
                let places = &mut self.places[region * board.symbols()..][..board.symbols()];
                bits(candidates[cell]).for_each(|symbol| places[symbol] |= 1 << place);
            }
        }
    }

    /// Removes a symbol from the candidates of a cell.
    #[inline]
    pub(super) fn forget(&mut self, board: &BoardIndex, cell: Cell, symbol: usize) {
        for &(region, place) in board.memberships(cell) {
            self.places[region * board.symbols() + symbol] &= !(1 << place);
        }
    }

    /// Places a symbol in a cell: it has no place left in the regions of the cell.
    pub(super) fn place(&mut self, board: &BoardIndex, cell: Cell, symbol: usize) {
        for &(region, _) in board.memberships(cell) {
            self.places[region * board.symbols() + symbol] = 0;
        }
    }
}
