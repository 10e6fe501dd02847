//! Naked pairs, triples and quads: *k* cells of a region that take *k* symbols between them keep
//! these symbols to themselves.
//!
//! ```text
//!    {1 3}  {1 3}  {1 3 5}  {2 3 5}          the first two cells take 1 and 3:
//!                      ↓        ↓            one each, whichever way round
//!                    {5}     {2 5}
//! ```
//!
//! Where the cells lie in two regions at once, and both lose candidates, the set is *locked*. It
//! goes from all regions that hold it whole. All combinations of cells with at most *k* candidates
//! are tried, and a branch ends where the union grows beyond *k*.

use std::ops::ControlFlow;

use board::{Cell, SymbolSet};

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::{bits, common, contains, insert};

/// Naked sets of `size` cells that reach into one region.
pub(in crate::logic) fn naked<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    // One that reached into two regions may reach into one alone when cells beside it have changed.
    let is_watched = |_| true;
    each(store, SIZE, is_watched, &mut |step: Step| {
        if step.regions.len() == 1 { sink.report(step) } else { CONTINUE }
    })
}

/// Naked sets of `size` cells that reach into several regions.
pub(in crate::logic) fn locked<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, SIZE, is_watched(store), &mut |step: Step| {
        if step.regions.len() > 1 { sink.report(step) } else { CONTINUE }
    })
}

/// Naked sets of `SIZE` cells, in however many regions they lie.
pub(in crate::logic) fn any<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, SIZE, is_watched(store), sink)
}

/// Returns whether a cell of a region is watched.
fn is_watched(store: &CandidateStore) -> impl Fn(usize) -> bool {
    |region| store.is_watched(store.board().cell_set(region))
}

/// Combinations in progress.
struct Combination {
    size: usize,
    region: usize,
    cells: Vec<Cell>,
}

fn each(
    store: &CandidateStore,
    size: usize,
    is_watched: impl Fn(usize) -> bool,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let board = store.board();
    let mut small = vec![0; board.words()];
    common([store.open_cells()])
        .filter(|&cell| (2..=size).contains(&store.candidates(cell).len()))
        .for_each(|cell| insert(&mut small, cell));
    let mut its = Vec::new();
    let mut combination = Combination { size, region: 0, cells: Vec::with_capacity(size) };
    for (region, shape) in board.regions().iter().enumerate() {
        if !is_watched(region) {
            continue;
        }
        its.clear();
        its.extend(shape.cells.iter().copied().filter(|&cell| contains(&small, cell)));
        if its.len() >= size && store.n_open_in(region) > size {
            combination.region = region;
            combination.extend(store, &its, SymbolSet::EMPTY, sink)?;
        }
    }
    CONTINUE
}

impl Combination {
    /// Adds each of the cells in turn, as long as the union of their candidates is small enough.
    fn extend(
        &mut self,
        store: &CandidateStore,
        rest: &[Cell],
        union: SymbolSet,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        if self.cells.len() == self.size {
            return if union.len() == self.size {
                self.report(store, union, sink)
            } else {
                CONTINUE
            };
        }
        for (index, &cell) in rest.iter().enumerate() {
            let wider = union | store.candidates(cell);
            if wider.len() <= self.size {
                self.cells.push(cell);
                self.extend(store, &rest[index + 1..], wider, sink)?;
                self.cells.pop();
            }
        }
        CONTINUE
    }

    /// Tells the set, from the first of the regions that it reaches into.
    fn report(
        &self,
        store: &CandidateStore,
        symbols: SymbolSet,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        let mut step = Step { symbols, cells: self.cells.clone(), ..Step::default() };
        for region in store.board().common_regions(&self.cells) {
            let mut reaches = false;
            for symbol in symbols.iter() {
                for place in bits(store.places(region, symbol)) {
                    let cell = store.board().regions()[region].cells[place];
                    if !self.cells.contains(&cell) {
                        reaches = true;
                        step.eliminations.push((cell, symbol));
                    }
                }
            }
            if reaches {
                step.regions.push(region);
            }
        }
        if step.regions.first() != Some(&self.region) {
            return CONTINUE;
        }
        step.eliminations.sort_unstable();
        step.eliminations.dedup();
        sink.report(step)
    }
}
