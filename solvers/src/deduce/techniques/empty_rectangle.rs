//! Empty rectangle: in a block a symbol fits into a row and a column only, and a strong link leads
//! away from the one to what the other sees.
//!
//! ```text
//!    . X . | . . . | . . .
//!    X ┼ X | . . . | p . .        If z holds the symbol, q does not, so p does. Then neither
//!    . X . | . . . | ║ . .        the row of p nor the column of z has a place in the block.
//!    ------+-------+- ║ --
//!    . z . | . . . | q . .
//! ```
//!
//! The block may be any full region that meets both lines; the strong link may stand in any
//! region.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use super::strong::{StrongLink, strong_links};
use crate::deduce::layout::{Direction, Meeting, common};
use crate::deduce::state::State;
use crate::deduce::step::Step;
use crate::deduce::table::Found;

/// All empty rectangles.
pub fn empty_rectangles(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    let regions = state.layout().regions();
    for symbol in state.symbols() {
        let links = strong_links(state, symbol);
        for (here, shape) in regions.iter().enumerate() {
            let places = state.places(here, symbol);
            if !shape.full || shape.line.is_some() || places.count_ones() < 2 {
                continue;
            }
            let meets = |it: &&Meeting| it.here == here && it.shared_here & places != 0;
            let lines = |direction: Direction| {
                let its = state.layout().meetings().iter().filter(meets);
                its.filter(move |it| regions[it.there].line == Some(direction))
            };
            for across in lines(Direction::Across) {
                for down in lines(Direction::Down) {
                    if places & !(across.shared_here | down.shared_here) == 0 {
                        both_ways(state, symbol, &links, [across, down], found)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The link may lead away from either line.
fn both_ways(
    state: &State,
    symbol: Symbol,
    links: &[StrongLink],
    [across, down]: [&Meeting; 2],
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let places = state.places(across.here, symbol);
    for (from, to) in [(across, down), (down, across)] {
        let rest = state.cells_at(from.here, places & !from.shared_here);
        if rest.is_empty() || places & from.shared_here & !to.shared_here == 0 {
            continue;
        }
        for link in links {
            for (p, q) in [(link.ends[0], link.ends[1]), (link.ends[1], link.ends[0])] {
                let layout = state.layout();
                let leads = layout.is_in(p, from.there)
                    && !layout.is_in(p, from.here)
                    && !layout.is_in(q, from.here)
                    && !layout.is_in(q, from.there);
                if leads {
                    tell(state, symbol, (p, q), (from, to), &rest, found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// What sees `q` and, along the line `to`, the rest of the block.
fn tell(
    state: &State,
    symbol: Symbol,
    (p, q): (Cell, Cell),
    (from, to): (&Meeting, &Meeting),
    rest: &[Cell],
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let layout = state.layout();
    let gone = common([state.holders(symbol), layout.peer_set(q)]).filter(|&z| {
        z != p
            && layout.is_in(z, to.there)
            && !layout.is_in(z, from.here)
            && rest.iter().all(|&cell| layout.sees(z, cell))
    });
    let eliminations: Vec<_> = gone.map(|cell| (cell, symbol)).collect();
    if eliminations.is_empty() {
        return ControlFlow::Continue(());
    }
    found.tell(Step {
        symbols: SymbolSet::only(symbol),
        cells: state.cells_at(from.here, state.places(from.here, symbol)),
        others: vec![p, q],
        regions: vec![from.here],
        covers: vec![from.there, to.there],
        eliminations,
        ..Step::default()
    })
}
