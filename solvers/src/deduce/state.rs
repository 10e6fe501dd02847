//! A state of deduction: what each open cell may still take, and where each symbol may still go.
//!
//! Singles are what most of a puzzle is made of, so that they cost no search: whatever may become the
//! last one, the candidates of a cell, the places of a symbol in a region and the open cells of a
//! region, is counted, and a look at the counts shows all singles that there are.
//!
//! Other techniques ask for the places of a symbol in a region, too. This *index* is made when it is
//! first asked for, and kept alike from then on: each candidate that goes touches one word for each
//! region of its cell.

use std::sync::Arc;

use board::{Cell, Puzzle, Symbol, SymbolSet};

pub use super::facts::{Conflict, Single};
use super::facts::{Facts, Last};
use super::layout::{Layout, bits, contains};
use super::step::Link;

/// Candidates of a puzzle, some cells placed.
#[derive(Clone, Debug)]
pub struct State {
    layout: Arc<Layout>,
    facts: Facts,
}

impl State {
    /// A state without a puzzle.
    pub fn new(layout: Arc<Layout>) -> Self {
        Self { facts: Facts::new(&layout), layout }
    }

    /// The state of a puzzle in which the givens are struck from their peers, and nothing else is
    /// concluded. Its index is made.
    ///
    /// # Errors
    /// When two givens clash, or a cell has no candidate.
    pub fn of(layout: &Arc<Layout>, puzzle: &Puzzle) -> Result<Self, Conflict> {
        let mut state = Self::new(layout.clone());
        state.load(puzzle)?;
        state.make_index();
        Ok(state)
    }

    /// Starts with a puzzle, as [`of`](Self::of) does, without an index.
    ///
    /// # Errors
    /// As there.
    pub(super) fn load(&mut self, puzzle: &Puzzle) -> Result<(), Conflict> {
        self.facts.load(&self.layout, puzzle)
    }

    /// Makes the index, unless it is there: what finders look at.
    pub(super) fn make_index(&mut self) {
        self.facts.make_index(&self.layout);
    }

    /// What deduction needs to know of the geometry.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The candidates of `cell`; its symbol where it is placed.
    pub fn candidates(&self, cell: Cell) -> SymbolSet {
        SymbolSet::from_bits(self.facts.candidates[cell])
    }

    /// What the puzzle allows in `cell`, whatever was concluded.
    pub fn allowed(&self, cell: Cell) -> SymbolSet {
        self.facts.allowed[cell]
    }

    /// Whether `cell` is open and may take `symbol`.
    pub fn has(&self, cell: Cell, symbol: Symbol) -> bool {
        self.facts.has(&self.layout, cell, symbol)
    }

    /// Whether no symbol was placed in `cell` yet.
    pub fn is_open(&self, cell: Cell) -> bool {
        contains(&self.facts.open_cells, cell)
    }

    /// Whether the symbol of `cell` is given.
    pub fn is_given(&self, cell: Cell) -> bool {
        contains(&self.facts.givens, cell)
    }

    /// How many cells are open.
    pub fn n_open(&self) -> usize {
        self.facts.n_open
    }

    /// The open cells, as a set.
    pub fn open_cells(&self) -> &[u64] {
        &self.facts.open_cells
    }

    /// The open cells that may take `symbol`, as a set.
    pub fn holders(&self, symbol: Symbol) -> &[u64] {
        &self.facts.holders[usize::from(symbol) * self.layout.words()..][..self.layout.words()]
    }

    /// The places of `region` where `symbol` may go; none once it is placed there.
    pub fn places(&self, region: usize, symbol: Symbol) -> u64 {
        self.facts.index.places[region * self.layout.symbols() + usize::from(symbol)]
    }

    /// The open cells of `region`.
    pub fn open_in(&self, region: usize) -> Vec<Cell> {
        let cells = self.layout.regions()[region].cells.iter().copied();
        cells.filter(|&cell| self.is_open(cell)).collect()
    }

    /// How many cells of `region` are open.
    pub fn n_open_in(&self, region: usize) -> usize {
        self.facts.n_open_in(region)
    }

    /// The cells at some places of a region.
    pub fn cells_at(&self, region: usize, places: u64) -> Vec<Cell> {
        bits(places).map(|place| self.layout.regions()[region].cells[place]).collect()
    }

    /// All symbols.
    pub fn symbols(&self) -> std::ops::Range<Symbol> {
        0..self.layout.symbols() as Symbol
    }

    /// How many candidates went since the puzzle was loaded.
    pub fn removals(&self) -> u64 {
        self.facts.removals
    }

    /// The candidates of every cell.
    pub fn sets(&self) -> Vec<SymbolSet> {
        self.facts.candidates.iter().map(|&set| SymbolSet::from_bits(set)).collect()
    }

    /// Writes the symbol of each cell, where all of them are placed.
    pub(super) fn write_grid(&self, grid: &mut Vec<Symbol>) {
        grid.clear();
        grid.extend(self.facts.candidates.iter().map(|set| set.trailing_zeros() as Symbol));
    }

    /// Places `symbol` in an open cell that may take it, and removes it from the peers.
    ///
    /// # Errors
    /// When a cell has no candidate left after it.
    #[inline]
    pub fn place(&mut self, cell: Cell, symbol: Symbol) -> Result<(), Conflict> {
        debug_assert!(self.has(cell, symbol), "symbol {symbol} in cell {cell}");
        self.facts.place(&self.layout, cell, symbol)
    }

    /// Takes `symbol` from the candidates of an open cell that may take it.
    ///
    /// # Errors
    /// When the cell has no candidate left after it.
    pub fn eliminate(&mut self, cell: Cell, symbol: Symbol) -> Result<(), Conflict> {
        debug_assert!(self.has(cell, symbol), "symbol {symbol} in cell {cell}");
        self.facts.remove_candidates(&self.layout, cell, symbol)
    }

    /// Adds the singles of one kind that there are now. Each may become impossible when another one
    /// is placed.
    ///
    /// # Errors
    /// When a symbol has no place left in a full region, which is seen with the last places.
    pub(super) fn add_singles(
        &self,
        last: Last,
        singles: &mut Vec<Single>,
    ) -> Result<(), Conflict> {
        self.facts.add_singles(&self.layout, last, singles)
    }

    /// Becomes a copy of `state` in which things are tried: without an index, which singles need not.
    pub(super) fn assume(&mut self, state: &Self) {
        self.facts.assume(&state.facts);
    }

    /// Places `symbol` in `cell`, and all singles that follow, in rounds; what a round places is
    /// noted before it is placed, so that how much that is does not depend on the order of cells.
    ///
    /// # Errors
    /// When something has no possibility left on the way, or two singles exclude each other.
    pub(super) fn follow(
        &mut self,
        cell: Cell,
        symbol: Symbol,
        placed: &mut Vec<Link>,
    ) -> Result<(), Conflict> {
        let mut singles = vec![Single { cell, symbol, region: None }];
        while !singles.is_empty() {
            singles.retain(|it| self.has(it.cell, it.symbol));
            singles.sort_unstable_by_key(|it| (it.cell, it.symbol));
            singles.dedup_by_key(|it| (it.cell, it.symbol));
            let link = |it: &Single| Link { cell: it.cell, symbol: it.symbol, holds: true };
            placed.extend(singles.iter().map(link));
            for Single { cell, symbol, .. } in singles.drain(..) {
                if !self.has(cell, symbol) {
                    return Err(Conflict);
                }
                self.place(cell, symbol)?;
            }
            self.add_singles(Last::Candidate, &mut singles)?;
            if singles.is_empty() {
                self.add_singles(Last::Place, &mut singles)?;
            }
        }
        Ok(())
    }
}
