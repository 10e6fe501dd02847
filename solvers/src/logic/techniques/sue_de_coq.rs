//! Sue de Coq: where two regions meet, with cells of either beside it, as many symbols as cells, so
//! that each of the symbols stands there once.
//!
//! ```text
//!      line:   C C . | D . . | . . .        C in both, D in the line, E in the block.
//!     block:   . E .                        D and E share no symbol, so none stands twice.
//!              . . .                        |C| + |D| + |E| cells, as many symbols: each once.
//! ```
//!
//! What stands in C or D, and not in E, goes from the rest of the line; what stands in C or E, and
//! not in D, from the rest of the block. Any two regions that share two cells will do.

use std::ops::ControlFlow;

use board::{Cell, SymbolSet};

use crate::contract::Step;
use crate::logic::board_index::Intersection;
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;

/// How many cells a group beside the shared ones has at most, so that large regions end.
const LARGEST: usize = 5;

/// All instances, from each pair of regions that meet.
pub(in crate::logic) fn sue_de_coq(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    for intersection in store.board().intersections().iter().filter(|it| it.here < it.there) {
        sink.keep_going()?;
        let open = |region: usize, places: u64| -> Vec<Cell> {
            let cells = store.cells_at(region, places);
            cells.into_iter().filter(|&cell| store.is_open(cell)).collect()
        };
        let shared = open(intersection.here, intersection.shared_here);
        if shared.len() < 2 {
            continue;
        }
        let here = groups(
            store,
            &open(intersection.here, rest(store, intersection.here, intersection.shared_here)),
        );
        let there = groups(
            store,
            &open(intersection.there, rest(store, intersection.there, intersection.shared_there)),
        );
        for (cells, symbols) in subsets(store, &shared, 3).into_iter().filter(|it| it.0.len() > 1) {
            if symbols.len() >= cells.len() + 2 {
                around(store, intersection, (&cells, symbols), [&here, &there], sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Some cells, and their symbols.
type Group = (Vec<Cell>, SymbolSet);

/// The places of a region outside of some.
fn rest(store: &CandidateStore, region: usize, places: u64) -> u64 {
    SymbolSet::all(store.board().regions()[region].cells.len()).word() & !places
}

fn groups(store: &CandidateStore, cells: &[Cell]) -> Vec<Group> {
    subsets(store, cells, LARGEST)
}

/// All sets of up to `size` of the cells, not empty.
fn subsets(store: &CandidateStore, cells: &[Cell], size: usize) -> Vec<Group> {
    let mut all: Vec<Group> = vec![(Vec::new(), SymbolSet::EMPTY)];
    for &cell in cells {
        for index in 0..all.len() {
            if all[index].0.len() < size {
                let (mut longer, symbols) = all[index].clone();
                longer.push(cell);
                all.push((longer, symbols | store.candidates(cell)));
            }
        }
    }
    all.remove(0);
    all
}

/// Completes the shared cells with a group of either region.
fn around(
    store: &CandidateStore,
    intersection: &Intersection,
    (cells, symbols): (&[Cell], SymbolSet),
    [here, there]: [&[Group]; 2],
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    // How many more cells than new symbols a group brings.
    let gain = |group: &Group| group.0.len().saturating_sub((group.1 - symbols).len());
    let wanted = symbols.len() - cells.len();
    let useful = |group: &&Group| (1..wanted).contains(&gain(group));
    let mut by_gain: Vec<Vec<&Group>> = vec![Vec::new(); wanted];
    there.iter().filter(useful).for_each(|e| by_gain[gain(e)].push(e));
    for d in here.iter().filter(useful) {
        sink.keep_going()?;
        for e in &by_gain[wanted - gain(d)] {
            if (d.1 & e.1).is_empty() {
                report(store, intersection, (cells, symbols), [d, e], sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn report(
    store: &CandidateStore,
    intersection: &Intersection,
    (cells, symbols): (&[Cell], SymbolSet),
    [d, e]: [&Group; 2],
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let mut eliminations = Vec::new();
    for (region, group, other) in [(intersection.here, d, e), (intersection.there, e, d)] {
        for symbol in (symbols | group.1) - other.1 {
            let its = store.cells_at(region, store.places(region, symbol)).into_iter();
            let outside = its.filter(|cell| !cells.contains(cell) && !group.0.contains(cell));
            // The other group lies in the other region; what it shares with this one is in C.
            eliminations.extend(outside.map(|cell| (cell, symbol)));
        }
    }
    eliminations.sort_unstable();
    eliminations.dedup();
    if eliminations.is_empty() {
        return ControlFlow::Continue(());
    }
    sink.report(Step {
        symbols,
        cells: cells.to_vec(),
        others: d.0.iter().chain(&e.0).copied().collect(),
        regions: vec![intersection.here, intersection.there],
        eliminations,
        ..Step::default()
    })
}
