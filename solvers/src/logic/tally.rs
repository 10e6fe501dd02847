//! What a store counts: the candidates of each cell, the places of each symbol in each region, and
//! the open cells of each region, so that singles are [read off](super::counts) and not searched for.
//!
//! Techniques beyond singles also need the places themselves. The [index](PlaceIndex) of these is
//! built on first use and kept up to date from then on.

use board::{Cell, Symbol, SymbolSet};

use super::board_index::BoardIndex;
use super::counts::{SETTLED, add, for_each_last, ones, settled, total};
use super::place_index::PlaceIndex;
use crate::sets::cells::{bits, common};

/// Some cell, or some symbol in a full region, has no possibility left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// A symbol that is certain in a cell.
#[derive(Clone, Copy, Debug)]
pub struct Single {
    /// Where.
    pub cell: Cell,
    /// What.
    pub symbol: Symbol,
    /// The region of which it is the last cell or place, if it is not the last candidate of the cell.
    pub region: Option<usize>,
}

/// The counts, and the candidates that they count.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    /// The candidates of each cell; those of a placed cell are its symbol alone.
    pub(super) candidates: Vec<u64>,
    /// The number of candidates of each open cell.
    n_candidates: Vec<u8>,
    /// The number of places of each symbol in each region: a row for each region.
    n_places: Vec<u8>,
    /// The number of open cells of each region.
    n_open_in: Vec<u8>,
    /// The number of candidates removed since the puzzle was loaded.
    pub(super) removals: u64,
    pub(super) index: PlaceIndex,
    /// `n_places` before any place is counted.
    initial_places: Vec<u8>,
    /// `n_open_in` before any cell is placed.
    initial_open_in: Vec<u8>,
}

impl Tally {
    /// Counts nothing yet.
    pub(super) fn new(board: &BoardIndex) -> Self {
        let regions = board.regions();
        let mut initial_open_in = settled(regions.len());
        let mut initial_places = Vec::new();
        for (region, shape) in regions.iter().enumerate() {
            // A short region need not hold a symbol.
            let start = if shape.full { 0 } else { SETTLED };
            initial_open_in[region] = start + shape.cells.len() as u8;
            let mut row = settled(board.symbols());
            row[..board.symbols()].fill(start);
            initial_places.extend(row);
        }
        Self {
            candidates: vec![0; board.cells()],
            n_candidates: settled(board.cells()),
            n_places: initial_places.clone(),
            n_open_in: initial_open_in.clone(),
            removals: 0,
            index: PlaceIndex::new(board),
            initial_places,
            initial_open_in,
        }
    }

    /// Forgets the last puzzle.
    pub(super) fn reset(&mut self) {
        self.index.is_made = false;
        self.removals = 0;
        self.n_candidates.fill(SETTLED);
        self.n_places.copy_from_slice(&self.initial_places);
        self.n_open_in.copy_from_slice(&self.initial_open_in);
    }

    /// Becomes a copy of `other`, without an index.
    pub(super) fn copy_counts(&mut self, other: &Self) {
        self.candidates.clone_from(&other.candidates);
        self.n_candidates.clone_from(&other.n_candidates);
        self.n_places.clone_from(&other.n_places);
        self.n_open_in.clone_from(&other.n_open_in);
        self.index.is_made = false;
    }

    /// Returns the number of open cells of a region.
    pub(super) fn n_open_in(&self, region: usize) -> usize {
        usize::from(self.n_open_in[region] % SETTLED)
    }

    /// Settles a cell of a region: its symbol has no other place there, and a cell is no longer open.
    pub(super) fn settle(&mut self, board: &BoardIndex, region: usize, symbol: usize) {
        self.n_places[region * board.stride() + symbol] = SETTLED;
        close(&mut self.n_open_in[region]);
    }

    /// Counts what `given`, the symbols given in each region, leave of the open cells.
    ///
    /// # Errors
    /// When they leave a cell nothing.
    pub(super) fn count(
        &mut self,
        board: &BoardIndex,
        open_cells: &[u64],
        allowed: &[SymbolSet],
        given: &[u64],
    ) -> Result<(), Conflict> {
        let all = SymbolSet::all(board.symbols()).word();
        let mut is_lost = false;
        for cell in common([open_cells]) {
            let memberships = board.memberships(cell);
            let taken = memberships.iter().fold(0, |set, &(region, _)| set | given[region]);
            let its = allowed[cell].word();
            let left = its & !taken;
            is_lost |= left == 0;
            self.candidates[cell] = left;
            let n_left = self.count_places(board, memberships, left);
            self.n_candidates[cell] = n_left;
            // Few puzzles have pencil marks, and to count bits is slow.
            let n_allowed = if its == all { board.symbols() as u32 } else { its.count_ones() };
            self.removals += u64::from(n_allowed - u32::from(n_left));
        }
        if is_lost { Err(Conflict) } else { Ok(()) }
    }

    /// Adds the candidates of a cell to the places of its regions, and returns how many they are.
    #[inline]
    fn count_places(
        &mut self,
        board: &BoardIndex,
        memberships: &[(usize, u32)],
        candidates: u64,
    ) -> u8 {
        let chunks = board.stride() / 8;
        let n_places = self.n_places.as_chunks_mut().0;
        let mut left_in_all = 0;
        for chunk in 0..chunks {
            let ones = ones(candidates >> (8 * chunk));
            left_in_all += ones;
            memberships.iter().for_each(|(region, _)| {
                add(&mut n_places[region * chunks + chunk], ones);
            });
        }
        total(left_in_all)
    }

    /// Places a symbol in a cell whose other candidates are counted off.
    pub(super) fn place(&mut self, board: &BoardIndex, cell: Cell, symbol: usize) {
        self.n_candidates[cell] = SETTLED;
        for &(region, _) in board.memberships(cell) {
            self.settle(board, region, symbol);
        }
        if self.index.is_made {
            self.index.place(board, cell, symbol);
        }
    }

    /// Removes a candidate from an open cell.
    ///
    /// # Errors
    /// When it was the last.
    #[inline]
    pub(super) fn remove(
        &mut self,
        board: &BoardIndex,
        cell: Cell,
        symbol: usize,
    ) -> Result<(), Conflict> {
        self.candidates[cell] &= !(1 << symbol);
        self.count_off(board, cell, symbol);
        self.n_candidates[cell] -= 1;
        if self.n_candidates[cell] == 0 { Err(Conflict) } else { Ok(()) }
    }

    /// Removes a candidate from the counts of its regions, and from the index.
    #[inline]
    pub(super) fn count_off(&mut self, board: &BoardIndex, cell: Cell, symbol: usize) {
        self.removals += 1;
        for &(region, _) in board.memberships(cell) {
            self.n_places[region * board.stride() + symbol] -= 1;
        }
        if self.index.is_made {
            self.index.forget(board, cell, symbol);
        }
    }

    /// Calls `take` with the regions that have one open cell left.
    pub(super) fn for_each_last_cell(&self, take: impl FnMut(usize)) {
        for_each_last(&self.n_open_in, take);
    }

    /// Calls `take` with the open cells that have one candidate left.
    pub(super) fn for_each_last_candidate(&self, take: impl FnMut(Cell)) {
        for_each_last(&self.n_candidates, take);
    }

    /// Calls `take` with each region and symbol that has one place left there, or none.
    pub(super) fn for_each_last_place(
        &self,
        board: &BoardIndex,
        mut take: impl FnMut(usize, usize),
    ) {
        let stride = board.stride();
        for_each_last(&self.n_places, |count| take(count / stride, count % stride));
    }

    /// Builds the index, unless it is there.
    pub(super) fn make_index(&mut self, board: &BoardIndex, open_cells: &[u64]) {
        if !self.index.is_made {
            self.index.make(board, &self.candidates, common([open_cells]));
        }
    }

    /// Returns the only candidate of a cell.
    pub(super) fn symbol(&self, cell: Cell) -> Symbol {
        self.candidates[cell].trailing_zeros() as Symbol
    }

    /// Leaves `symbol` as the only candidate of a cell, and returns the others.
    pub(super) fn take_others(
        &mut self,
        cell: Cell,
        symbol: Symbol,
    ) -> impl Iterator<Item = usize> + use<> {
        let bit = 1 << symbol;
        bits(std::mem::replace(&mut self.candidates[cell], bit) & !bit)
    }
}

/// Counts one open cell less in a region.
#[inline]
fn close(n_open: &mut u8) {
    *n_open = if *n_open == 1 { SETTLED } else { *n_open - 1 };
}
