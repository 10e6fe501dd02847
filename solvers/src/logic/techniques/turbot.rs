//! Skyscraper, two-string kite and turbot fish: two strong links of a symbol, one end of each of which
//! sees the other's. So one of the two far ends holds the symbol.
//!
//! ```text
//!    skyscraper                          two-string kite
//!         c3       c7                         c2        c8
//!    r2 . X═════════X . .  near ends     r1 . . .│. . . .
//!    r6 . │ . . . x │ . .  in one        r2 . p══╪═══════X   a row and a column that
//!    r8 . X═════X . . . .  line          r3 . . q│            meet in a block
//!                                        r7 . . X   . . x
//! ```

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use super::dual::duals;
use crate::contract::Step;
use crate::logic::links::{StrongLink, strong_links};
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::common;

/// Two parallel lines whose near ends share a line.
pub(in crate::logic) fn skyscraper(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, true, sink)
}

/// Two links one of which stands in a region that is no line.
pub(in crate::logic) fn turbot_fish(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let is_line = |link: &StrongLink| store.board().regions()[link.region].line.is_some();
    for symbol in store.symbols() {
        let links: Vec<StrongLink> = strong_links(store, symbol).collect();
        for (index, one) in links.iter().enumerate() {
            sink.keep_going()?;
            for other in links[index + 1..].iter().filter(|it| !is_line(one) || !is_line(it)) {
                pair(store, symbol, [one, other], &|_| true, sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two kites with the same near ends at once, of one symbol or of two.
pub(in crate::logic) fn dual_kites(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let near_ends = |kite: &Step| {
        let mut cells = kite.cells.clone();
        cells.sort_unstable();
        cells
    };
    duals(store, kite, near_ends, sink)
}

/// Two lines that cross, whose near ends share a region that is no line.
pub(in crate::logic) fn kite(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    each(store, false, sink)
}

fn each(store: &CandidateStore, parallel: bool, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let regions = store.board().regions();
    for symbol in store.watched().iter() {
        let is_line = |link: &StrongLink| regions[link.region].line.is_some();
        let links: Vec<StrongLink> = strong_links(store, symbol).filter(is_line).collect();
        for (index, one) in links.iter().enumerate() {
            sink.keep_going()?;
            for other in &links[index + 1..] {
                if (regions[one.region].line == regions[other.region].line) == parallel {
                    let joins = |region: usize| regions[region].line.is_some() == parallel;
                    pair(store, symbol, [one, other], &joins, sink)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the four ways to pair the ends of two links, which meet in a region that joins.
fn pair(
    store: &CandidateStore,
    symbol: Symbol,
    links: [&StrongLink; 2],
    joins: &dyn Fn(usize) -> bool,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let board = store.board();
    for (one, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let near = [links[0].ends[one], links[1].ends[other]];
        let far = [links[0].ends[1 - one], links[1].ends[1 - other]];
        let its = board.memberships(near[0]).iter().map(|&(region, _)| region);
        let mut shared = its.filter(|&region| board.is_in(near[1], region));
        let Some(join) = shared.find(|&region| joins(region)) else { continue };
        let mut cells = [near[0], near[1], far[0], far[1]];
        cells.sort_unstable();
        if cells.windows(2).any(|pair| pair[0] == pair[1]) {
            continue;
        }
        let [a, b] = far.map(|cell| board.peer_set(cell));
        let gone =
            common([store.holders(symbol), a, b]).filter(|cell: &Cell| !cells.contains(cell));
        let eliminations: Vec<_> = gone.map(|cell| (cell, symbol)).collect();
        if eliminations.is_empty() {
            continue;
        }
        sink.report(Step {
            symbols: SymbolSet::only(symbol),
            cells: near.to_vec(),
            others: far.to_vec(),
            regions: links.iter().map(|link| link.region).collect(),
            covers: vec![join],
            eliminations,
            ..Step::default()
        })?;
    }
    ControlFlow::Continue(())
}
