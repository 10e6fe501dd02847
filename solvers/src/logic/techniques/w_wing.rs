//! W-Wing: two cells with the same two candidates *a* and *b*, joined by a strong link of *a*.
//!
//! ```text
//!    {a b} ─ a ═══ a ─ {a b}      The link holds a at one end, so one of the two cells
//!      ┊                 ┊        is b: b goes from the cells that see both.
//!      └┄┄┄┄┄ no b ┄┄┄┄┄┄┘
//! ```

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::Step;
use crate::logic::links::{StrongLink, strong_links};
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::common;

/// All W-Wings.
pub(in crate::logic) fn w_wings(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let is_bivalue = |cell: &Cell| store.candidates(*cell).len() == 2;
    let cells: Vec<Cell> = common([store.open_cells()]).filter(is_bivalue).collect();
    for a in store.symbols() {
        let links: Vec<StrongLink> = strong_links(store, a).collect();
        for (index, &one) in cells.iter().enumerate() {
            sink.keep_going()?;
            let mut b = store.candidates(one);
            if links.is_empty() || !b.contains(a) {
                continue;
            }
            b.remove(a);
            let Some(b) = b.single() else { continue };
            let is_twin = |&&cell: &&Cell| {
                store.candidates(cell) == store.candidates(one) && !store.board().sees(one, cell)
            };
            for &other in cells[index + 1..].iter().filter(is_twin) {
                twins(store, &links, (a, b), [one, other], sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two cells with the candidates *a* and *b*, if a link joins them and *b* goes somewhere.
fn twins(
    store: &CandidateStore,
    links: &[StrongLink],
    (a, b): (Symbol, Symbol),
    [one, other]: [Cell; 2],
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let [seen, also_seen] = [one, other].map(|cell| store.board().peer_set(cell));
    let gone: Vec<_> = common([store.holders(b), seen, also_seen]).map(|cell| (cell, b)).collect();
    if gone.is_empty() {
        return ControlFlow::Continue(());
    }
    let Some(link) = links.iter().find(|link| joins(store, link, one, other)) else {
        return ControlFlow::Continue(());
    };
    sink.report(Step {
        symbols: SymbolSet::only(a),
        cells: vec![one, other],
        others: link.ends.to_vec(),
        regions: vec![link.region],
        eliminations: gone,
        ..Step::default()
    })
}

/// Returns whether each end of the link sees another one of the two cells.
fn joins(store: &CandidateStore, link: &StrongLink, one: Cell, other: Cell) -> bool {
    let [p, q] = link.ends;
    let sees = |a: Cell, b: Cell| a != b && store.board().sees(a, b);
    let are_apart = ![one, other].contains(&p) && ![one, other].contains(&q);
    are_apart && ((sees(p, one) && sees(q, other)) || (sees(p, other) && sees(q, one)))
}
