//! Links between candidates. A *strong* link joins the two last places of a symbol in a full region:
//! one of them holds it. A *weak* link joins two candidates that cannot both hold.
//!
//! Skyscrapers, kites, W-Wings, colours and chains are made of them.

use board::{Cell, Symbol};

use super::store::CandidateStore;
use crate::contract::{Link, Step};

/// The two last places of a symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrongLink {
    /// One of them holds the symbol.
    pub(super) ends: [Cell; 2],
    /// Where they are the last.
    pub(super) region: usize,
}

/// Returns all strong links of `symbol`, one for each region.
pub(super) fn strong_links(
    store: &CandidateStore,
    symbol: Symbol,
) -> impl Iterator<Item = StrongLink> + '_ {
    store.board().regions().iter().enumerate().filter_map(move |(region, shape)| {
        let places = store.places(region, symbol);
        (shape.full && places.count_ones() == 2).then(|| {
            let ends = [places.trailing_zeros(), 63 - places.leading_zeros()];
            StrongLink { ends: ends.map(|place| shape.cells[place as usize]), region }
        })
    })
}

/// Returns whether two different candidates cannot both hold.
pub(super) fn are_weakly_linked(store: &CandidateStore, one: Link, other: Link) -> bool {
    if one.cell == other.cell {
        one.symbol != other.symbol
    } else {
        one.symbol == other.symbol && store.board().sees(one.cell, other.cell)
    }
}

/// Returns whether the ends of a chain cannot both hold.
pub(super) fn is_ring(store: &CandidateStore, step: &Step) -> bool {
    let (Some(first), Some(last)) = (step.chain.first(), step.chain.last()) else { return false };
    are_weakly_linked(store, *first, *last)
}
