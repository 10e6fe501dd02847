//! Almost locked sets: *k* cells of a region with *k* + 1 symbols between them, one too many. Take
//! one symbol away and the others are certain.
//!
//! ```text
//!    A = {1 2} {2 3 x}      x in A and x in B all see each other, so at most one of the sets
//!    B = {x 3}              holds x. The other is without it and holds all the rest:
//!         so one of them holds 3, and what sees every 3 of both loses it.
//! ```
//!
//! `x` is *restricted common*. With two such symbols (doubly linked) each set loses one of them, so
//! that all other symbols of each are certain, and so are both `x` between them.
//!
//! In a region of nine every set of cells is looked at, 512 of them. In larger regions sets are as
//! large as leaves it at some hundreds: 3 cells of 16, 2 of 25.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::{common, contains, insert};

/// How many sets of cells of one region are looked at, about.
const EFFORT: u64 = 1000;

/// Pairs of sets with one or two restricted common symbols.
pub fn xz(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let sets = almost_locked_sets(store);
    for (index, one) in sets.iter().enumerate() {
        sink.keep_going()?;
        for other in &sets[index + 1..] {
            let shared = one.symbols & other.symbols;
            if shared.len() < 2 || one.overlaps(other) {
                continue;
            }
            let restricted: SymbolSet =
                shared.iter().filter(|&x| one.restricts(other, x)).collect();
            if !restricted.is_empty() {
                report(store, one, other, shared, restricted, sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Cells of a region with one symbol more than cells.
struct AlmostLocked {
    cells: Vec<Cell>,
    /// The same as a set.
    words: Vec<u64>,
    symbols: SymbolSet,
    /// For each symbol of the set, in order: its cells, and the cells that see all of these.
    views: Vec<(Symbol, Vec<u64>, Vec<u64>)>,
}

impl AlmostLocked {
    fn new(store: &CandidateStore, cells: &[Cell], symbols: SymbolSet) -> Self {
        let board = store.board();
        let mut words = vec![0; board.words()];
        cells.iter().for_each(|&cell| insert(&mut words, cell));
        let view = |symbol: Symbol| {
            let its: Vec<u64> =
                words.iter().zip(store.holders(symbol)).map(|(word, its)| word & its).collect();
            let mut seen = vec![u64::MAX; board.words()];
            for cell in common([&its]) {
                seen.iter_mut().zip(board.peer_set(cell)).for_each(|(all, peers)| *all &= peers);
            }
            (symbol, its, seen)
        };
        let views = symbols.iter().map(view).collect();
        Self { cells: cells.to_vec(), words, symbols, views }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    fn view(&self, symbol: Symbol) -> (&[u64], &[u64]) {
        let its = self.views.iter().find(|view| view.0 == symbol);
        its.map_or((&[], &[]), |(_, its, seen)| (its, seen))
    }

    /// Whether every cell of `x` here sees every one there.
    fn restricts(&self, other: &Self, x: Symbol) -> bool {
        let (_, seen) = self.view(x);
        let (its, _) = other.view(x);
        its.iter().zip(seen).all(|(its, seen)| its & !seen == 0)
    }
}

/// All almost locked sets, cells with two candidates among them, each once.
fn almost_locked_sets(store: &CandidateStore) -> Vec<AlmostLocked> {
    let mut known: Vec<(Vec<Cell>, SymbolSet)> = Vec::new();
    for region in 0..store.board().regions().len() {
        let open = store.open_in(region);
        let size = largest(open.len());
        extend(store, &open, size, &mut Vec::new(), SymbolSet::EMPTY, &mut known);
    }
    known.sort_unstable();
    known.dedup();
    known.iter().map(|(cells, symbols)| AlmostLocked::new(store, cells, *symbols)).collect()
}

/// The largest size of a set of which there are not too many among so many cells.
fn largest(cells: usize) -> usize {
    let (mut sets, mut of_size) = (0u64, 1u64);
    for size in 1..cells {
        of_size = of_size * (cells - size + 1) as u64 / size as u64;
        sets += of_size;
        if sets > EFFORT {
            return size - 1;
        }
    }
    cells.saturating_sub(1)
}

fn extend(
    store: &CandidateStore,
    rest: &[Cell],
    size: usize,
    cells: &mut Vec<Cell>,
    union: SymbolSet,
    known: &mut Vec<(Vec<Cell>, SymbolSet)>,
) {
    if !cells.is_empty() && union.len() == cells.len() + 1 {
        let mut sorted = cells.clone();
        sorted.sort_unstable();
        known.push((sorted, union));
    }
    if cells.len() == size {
        return;
    }
    for (index, &cell) in rest.iter().enumerate() {
        let wider = union | store.candidates(cell);
        if wider.len() <= size + 1 {
            cells.push(cell);
            extend(store, &rest[index + 1..], size, cells, wider, known);
            cells.pop();
        }
    }
}

fn report(
    store: &CandidateStore,
    one: &AlmostLocked,
    other: &AlmostLocked,
    shared: SymbolSet,
    restricted: SymbolSet,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let mut eliminations = Vec::new();
    for z in shared.iter() {
        // By itself a restricted symbol is certain only where a second one is.
        if restricted.len() > 1 || !restricted.contains(z) {
            let gone = common([store.holders(z), one.view(z).1, other.view(z).1]);
            eliminations.extend(gone.map(|cell| (cell, z)));
        }
    }
    if restricted.len() > 1 {
        for set in [one, other] {
            for z in set.symbols.iter().filter(|&z| !restricted.contains(z)) {
                let gone = common([store.holders(z), set.view(z).1]);
                let outside = gone.filter(|&cell| !contains(&set.words, cell));
                eliminations.extend(outside.map(|cell| (cell, z)));
            }
        }
    }
    eliminations.sort_unstable();
    eliminations.dedup();
    if eliminations.is_empty() {
        return ControlFlow::Continue(());
    }
    sink.report(Step {
        symbols: restricted,
        cells: one.cells.clone(),
        others: other.cells.clone(),
        eliminations,
        ..Step::default()
    })
}
