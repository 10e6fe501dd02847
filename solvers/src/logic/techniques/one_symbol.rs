//! One symbol: whether its places contradict each other where it is supposed to stand in a cell, or not to.
//!
//! Where it stands it falls from the peers; where a full region has one place left it stands there. This is what a
//! [net](super::net) of one symbol finds, without the reasons.

use board::{Cell, Symbol};

use crate::logic::store::CandidateStore;
use crate::sets::cells::{common, contains, insert, remove};

/// The places of a symbol while it is followed.
pub(super) struct OneSymbol<'a> {
    store: &'a CandidateStore,
    /// The cells that it has not fallen from.
    left: Vec<u64>,
    held: Vec<u64>,
    /// Its places in each region.
    places: Vec<u64>,
    /// What was found and not followed: a cell, and whether it holds the symbol.
    next: Vec<(Cell, bool)>,
}

impl<'a> OneSymbol<'a> {
    /// Nothing is followed yet.
    pub(super) fn new(store: &'a CandidateStore) -> Self {
        let [left, held] = [(); 2].map(|()| vec![0; store.board().words()]);
        Self { store, left, held, places: Vec::new(), next: Vec::new() }
    }

    /// Returns whether a supposition about `symbol` contradicts itself.
    pub(super) fn contradicts(&mut self, cell: Cell, symbol: Symbol, holds: bool) -> bool {
        let (store, board) = (self.store, self.store.board());
        self.left.copy_from_slice(store.holders(symbol));
        self.held.fill(0);
        self.places.clear();
        self.places.extend((0..board.regions().len()).map(|region| store.places(region, symbol)));
        self.next.clear();
        self.next.push((cell, holds));
        while let Some((cell, holds)) = self.next.pop() {
            let is_contradiction = if holds { self.hold(cell) } else { self.fall(cell) };
            if is_contradiction {
                return true;
            }
        }
        false
    }

    /// The symbol falls from the peers of a cell. Returns whether it has fallen from the cell.
    fn hold(&mut self, cell: Cell) -> bool {
        if !contains(&self.held, cell) {
            insert(&mut self.held, cell);
            let peers = common([&self.left, self.store.board().peer_set(cell)]);
            self.next.extend(peers.map(|peer| (peer, false)));
        }
        !contains(&self.left, cell)
    }

    /// The symbol holds in the last place of each region of a cell. Returns whether the cell holds it, or a region has no
    /// place.
    fn fall(&mut self, cell: Cell) -> bool {
        if !contains(&self.left, cell) {
            return false;
        }
        remove(&mut self.left, cell);
        let board = self.store.board();
        let mut is_contradiction = contains(&self.held, cell);
        for &(region, place) in board.memberships(cell) {
            let shape = &board.regions()[region];
            let places = &mut self.places[region];
            *places &= !(1 << place);
            if shape.full && places.is_power_of_two() {
                self.next.push((shape.cells[places.trailing_zeros() as usize], true));
            }
            is_contradiction |= shape.full && *places == 0;
        }
        is_contradiction
    }
}
