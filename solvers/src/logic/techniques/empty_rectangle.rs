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
//! The block may be any full region that intersects both lines; the strong link may stand in any
//! region.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use super::dual::{duals, in_regions};
use crate::contract::Step;
use crate::logic::board_index::{Direction, Intersection};
use crate::logic::links::{StrongLink, strong_links};
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::common;

/// All empty rectangles.
pub(in crate::logic) fn empty_rectangles(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let regions = store.board().regions();
    for symbol in store.watched().iter() {
        let links: Vec<StrongLink> = strong_links(store, symbol).collect();
        for (here, shape) in regions.iter().enumerate() {
            let places = store.places(here, symbol);
            if !shape.full || shape.line.is_some() || places.count_ones() < 2 {
                continue;
            }
            let meets = |it: &&Intersection| it.here == here && it.shared_here & places != 0;
            let lines = |direction: Direction| {
                let its = store.board().intersections().iter().filter(meets);
                its.filter(move |it| regions[it.there].line == Some(direction))
            };
            for across in lines(Direction::Across) {
                for down in lines(Direction::Down) {
                    if places & !(across.shared_here | down.shared_here) == 0 {
                        both_ways(store, symbol, &links, [across, down], sink)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two empty rectangles in the same region at once.
pub(in crate::logic) fn dual_empty_rectangles(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    duals(store, empty_rectangles, in_regions, sink)
}

/// The link may lead away from either line.
fn both_ways(
    store: &CandidateStore,
    symbol: Symbol,
    links: &[StrongLink],
    [across, down]: [&Intersection; 2],
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let places = store.places(across.here, symbol);
    for (from, to) in [(across, down), (down, across)] {
        let rest = store.cells_at(from.here, places & !from.shared_here);
        if rest.is_empty() || places & from.shared_here & !to.shared_here == 0 {
            continue;
        }
        for link in links {
            for (p, q) in [(link.ends[0], link.ends[1]), (link.ends[1], link.ends[0])] {
                let board = store.board();
                let leads = board.is_in(p, from.there)
                    && !board.is_in(p, from.here)
                    && !board.is_in(q, from.here)
                    && !board.is_in(q, from.there);
                if leads {
                    report(store, symbol, (p, q), (from, to), &rest, sink)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// What sees `q` and, along the line `to`, the rest of the block.
fn report(
    store: &CandidateStore,
    symbol: Symbol,
    (p, q): (Cell, Cell),
    (from, to): (&Intersection, &Intersection),
    rest: &[Cell],
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let board = store.board();
    let gone = common([store.holders(symbol), board.peer_set(q)]).filter(|&z| {
        z != p
            && board.is_in(z, to.there)
            && !board.is_in(z, from.here)
            && rest.iter().all(|&cell| board.sees(z, cell))
    });
    let eliminations: Vec<_> = gone.map(|cell| (cell, symbol)).collect();
    if eliminations.is_empty() {
        return ControlFlow::Continue(());
    }
    sink.report(Step {
        symbols: SymbolSet::only(symbol),
        cells: store.cells_at(from.here, store.places(from.here, symbol)),
        others: vec![p, q],
        regions: vec![from.here],
        covers: vec![from.there, to.there],
        eliminations,
        ..Step::default()
    })
}
