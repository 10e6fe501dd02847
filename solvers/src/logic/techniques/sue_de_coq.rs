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
use crate::sets::cells::bits;

/// How many cells a group beside the shared ones has at most, so that large regions end.
const LARGEST: u32 = 5;

/// The number of groups between two questions whether to keep searching.
const POLL: usize = 16;

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
        let is_wide = |(cells, symbols): &Group| {
            cells.count_ones() > 1 && symbols.len() >= cells.count_ones() as usize + 2
        };
        let mut wide = subsets(store, &shared, 3);
        wide.retain(is_wide);
        if wide.is_empty() {
            continue;
        }
        let here =
            open(intersection.here, rest(store, intersection.here, intersection.shared_here));
        let there =
            open(intersection.there, rest(store, intersection.there, intersection.shared_there));
        let groups = [&here, &there].map(|cells| subsets(store, cells, LARGEST));
        let meeting = Meeting { store, intersection, shared: &shared, cells: [&here, &there] };
        for core in wide {
            meeting.around(core, [&groups[0], &groups[1]], sink)?;
        }
    }
    ControlFlow::Continue(())
}

/// Some cells of a list, by their places in it, and their symbols.
type Group = (u64, SymbolSet);

/// Returns the places of a region outside of some.
fn rest(store: &CandidateStore, region: usize, places: u64) -> u64 {
    SymbolSet::all(store.board().regions()[region].cells.len()).word() & !places
}

/// Returns all sets of up to `size` of the cells, not empty.
fn subsets(store: &CandidateStore, cells: &[Cell], size: u32) -> Vec<Group> {
    let mut all: Vec<Group> = vec![(0, SymbolSet::EMPTY)];
    for (place, &cell) in cells.iter().enumerate() {
        let own = store.candidates(cell);
        for index in 0..all.len() {
            let (set, symbols) = all[index];
            if set.count_ones() < size {
                all.push((set | 1 << place, symbols | own));
            }
        }
    }
    all.remove(0);
    all
}

/// Returns the members of a group.
fn members(cells: &[Cell], group: u64) -> impl Iterator<Item = Cell> {
    bits(group).map(|place| cells[place])
}

/// Two regions that meet, with their open cells.
struct Meeting<'a> {
    store: &'a CandidateStore,
    intersection: &'a Intersection,
    shared: &'a [Cell],
    /// Those beside the shared ones, here and there.
    cells: [&'a [Cell]; 2],
}

impl Meeting<'_> {
    /// Completes some of the shared cells with a group of either region.
    fn around(
        &self,
        core: Group,
        [here, there]: [&[Group]; 2],
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        let (cells, symbols) = core;
        // How many more cells than new symbols a group brings.
        let gain = |group: &Group| {
            (group.0.count_ones() as usize).saturating_sub((group.1 - symbols).len())
        };
        let wanted = symbols.len() - cells.count_ones() as usize;
        let useful = |group: &&Group| (1..wanted).contains(&gain(group));
        let mut by_gain: Vec<Vec<&Group>> = vec![Vec::new(); wanted];
        there.iter().filter(useful).for_each(|e| by_gain[gain(e)].push(e));
        for (index, d) in here.iter().filter(useful).enumerate() {
            if index.is_multiple_of(POLL) {
                sink.keep_going()?;
            }
            for e in &by_gain[wanted - gain(d)] {
                if (d.1 & e.1).is_empty() {
                    self.report(core, [d, e], sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn report(
        &self,
        (cells, symbols): Group,
        groups: [&Group; 2],
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        let Self { store, intersection, .. } = self;
        let cells: Vec<Cell> = members(self.shared, cells).collect();
        let [d, e]: [Vec<Cell>; 2] =
            [0, 1].map(|side| members(self.cells[side], groups[side].0).collect());
        let mut eliminations = Vec::new();
        for (region, own, side) in [(intersection.here, &d, 0), (intersection.there, &e, 1)] {
            for symbol in (symbols | groups[side].1) - groups[1 - side].1 {
                let its = store.cells_at(region, store.places(region, symbol)).into_iter();
                let outside = its.filter(|cell| !cells.contains(cell) && !own.contains(cell));
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
            cells,
            others: [d, e].concat(),
            regions: vec![intersection.here, intersection.there],
            eliminations,
            ..Step::default()
        })
    }
}
