//! XY-Wing and XYZ-Wing: a pivot, and two cells that it sees, one of which takes *z* whatever the
//! pivot is.
//!
//! ```text
//!    {x y} ───── {x z}          The pivot is x or y, so one of the wings is z:
//!      │           ┊            z goes from the cells that see both.
//!    {y z} ┄┄┄┄┄ no z           If the pivot may be z as well (XYZ-Wing), from those
//!                               that see it, too.
//! ```

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::{common, contains};

/// Pivots with two candidates.
pub(in crate::logic) fn xy(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    each(store, 2, sink)
}

/// Pivots with three candidates.
pub(in crate::logic) fn xyz(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    each(store, 3, sink)
}

fn each(store: &CandidateStore, size: usize, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let is_watched = |pivot: Cell| {
        contains(store.watched_cells(), pivot) || store.is_watched(store.board().peer_set(pivot))
    };
    let is_pivot = |&cell: &Cell| store.candidates(cell).len() == size && is_watched(cell);
    for pivot in common([store.open_cells()]).filter(is_pivot) {
        let its = store.candidates(pivot);
        let shared = if size == 2 { 1 } else { 2 };
        let is_wing = |&cell: &Cell| {
            let candidates = store.candidates(cell);
            let in_both = (candidates & its).len();
            store.is_open(cell) && candidates.len() == 2 && in_both == shared
        };
        let peers = store.board().peers(pivot).iter().copied();
        let wings: Vec<Cell> = peers.filter(is_wing).collect();
        for (index, &one) in wings.iter().enumerate() {
            for &other in &wings[index + 1..] {
                let (a, b) = (store.candidates(one), store.candidates(other));
                let z = a & b;
                let is_right = if size == 2 { (its & z).is_empty() } else { a | b == its };
                if let (Some(z), true) = (z.single(), is_right) {
                    report(store, pivot, [one, other], z, sink)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn report(
    store: &CandidateStore,
    pivot: Cell,
    wings: [Cell; 2],
    z: Symbol,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let board = store.board();
    let [a, b] = wings.map(|wing| board.peer_set(wing));
    let pivot_takes_z = store.has(pivot, z);
    let gone = common([store.holders(z), a, b])
        .filter(|&cell| cell != pivot && (!pivot_takes_z || board.sees(pivot, cell)));
    let eliminations: Vec<_> = gone.map(|cell| (cell, z)).collect();
    if eliminations.is_empty() {
        return ControlFlow::Continue(());
    }
    sink.report(Step {
        symbols: SymbolSet::only(z),
        cells: vec![pivot],
        others: wings.to_vec(),
        eliminations,
        ..Step::default()
    })
}
