//! Almost locked sets: *k* cells of a region with *k* + 1 symbols between them, one too many. Take one
//! symbol away and the others are certain.
//!
//! In a region of nine every set of cells is looked at, 512 of them. In larger regions sets are as
//! large as leaves it at some hundreds: 3 cells of 16, 2 of 25.

use board::{Cell, Symbol, SymbolSet};

use super::store::CandidateStore;
use crate::sets::cells::common;

/// How many sets of cells of one region are looked at, about.
const EFFORT: u64 = 1000;

/// Cells of a region with one symbol more than cells.
pub(super) struct AlmostLocked {
    pub(super) cells: Vec<Cell>,
    /// The same as a set.
    pub(super) words: Vec<u64>,
    pub(super) symbols: SymbolSet,
    /// The symbols that some cell may take which sees all cells of the set that may take them.
    pub(super) seen: SymbolSet,
    /// For each symbol of the set, in order: its cells, and the cells that see all of these, as sets one after the other.
    views: Vec<u64>,
}

impl AlmostLocked {
    fn new(store: &CandidateStore, cells: &[Cell], symbols: SymbolSet) -> Self {
        let board = store.board();
        let words = board.set_of(cells);
        let mut views = Vec::with_capacity(2 * symbols.len() * words.len());
        let mut seen_symbols = SymbolSet::EMPTY;
        for symbol in symbols.iter() {
            let first = views.len();
            views.extend(words.iter().zip(store.holders(symbol)).map(|(word, its)| word & its));
            views.resize(first + 2 * words.len(), u64::MAX);
            let (its, seen) = views[first..].split_at_mut(words.len());
            board.keep_seen(common([&*its]), seen);
            if common([&*seen, store.holders(symbol)]).next().is_some() {
                seen_symbols.insert(symbol);
            }
        }
        Self { cells: cells.to_vec(), words, symbols, seen: seen_symbols, views }
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Returns the cells that hold `symbol`, and those that see all of them.
    pub(super) fn view(&self, symbol: Symbol) -> (&[u64], &[u64]) {
        if !self.symbols.contains(symbol) {
            return (&[], &[]);
        }
        let before = (self.symbols.word() & ((1 << symbol) - 1)).count_ones() as usize;
        self.views[2 * before * self.words.len()..][..2 * self.words.len()]
            .split_at(self.words.len())
    }

    /// Returns whether every cell of `x` here sees every one there.
    pub(super) fn restricts(&self, other: &Self, x: Symbol) -> bool {
        let (_, seen) = self.view(x);
        let (its, _) = other.view(x);
        its.iter().zip(seen).all(|(its, seen)| its & !seen == 0)
    }
}

/// Returns all almost locked sets, cells with two candidates among them, each once.
pub(super) fn almost_locked_sets(store: &CandidateStore) -> Vec<AlmostLocked> {
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

/// Returns the largest size of a set of which there are not too many among so many cells.
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
