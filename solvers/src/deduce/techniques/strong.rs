//! Strong links: the two last places of a symbol in a full region. One of them holds it.
//!
//! No technique by itself, but what skyscrapers, kites, W-wings and colouring are made of.

use board::{Cell, Symbol};

use crate::deduce::state::State;

/// The two last places of a symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrongLink {
    /// One of them holds the symbol.
    pub(super) ends: [Cell; 2],
    /// Where they are the last.
    pub(super) region: usize,
}

/// All strong links of `symbol`, one for each region.
pub(super) fn strong_links(state: &State, symbol: Symbol) -> Vec<StrongLink> {
    let mut links = Vec::new();
    for (region, shape) in state.layout().regions().iter().enumerate() {
        let places = state.places(region, symbol);
        if shape.full && places.count_ones() == 2 {
            let ends = [places.trailing_zeros(), 63 - places.leading_zeros()];
            links.push(StrongLink { ends: ends.map(|place| shape.cells[place as usize]), region });
        }
    }
    links
}
