//! A state of deduction: what each open cell may still take, and where each symbol may still go.
//!
//! Singles are what most of a puzzle is made of, so that they cost no search. The state notes on
//! an *agenda* what may have become forced: full regions with one open cell, cells with one
//! candidate, and full regions that lost a candidate, in which two passes of or and and find the
//! symbols with exactly one place.
//!
//! All other techniques ask for the same knowledge two more ways, for the places of a symbol in a
//! region and for the cells of a symbol. This *index* is made when it is first asked for, and kept
//! alike from then on: each candidate that goes touches one word for each region of its cell.

use std::sync::Arc;

use board::{Cell, Puzzle, Symbol, SymbolSet};

use super::layout::{Layout, bits, common, contains, insert};
use super::step::Link;

/// Some cell, or some symbol in a full region, has no possibility left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// Candidates of a puzzle, some cells placed.
#[derive(Clone, Debug)]
pub struct State {
    layout: Arc<Layout>,
    /// What the puzzle allows in each cell.
    allowed: Vec<SymbolSet>,
    /// The candidates of each cell; those of a placed cell are its symbol alone.
    candidates: Vec<u64>,
    /// The words of the open cells.
    open_cells: Vec<u64>,
    n_open: usize,
    /// The symbols that are placed in each region.
    placed: Vec<u64>,
    /// How many cells of each region are open.
    n_open_in: Vec<u8>,
    /// The words of the cells that were given.
    givens: Vec<u64>,
    /// How many candidates went since the puzzle was loaded.
    strikes: u64,
    agenda: Agenda,
    index: Index,
}

/// The same knowledge, looked up another way.
#[derive(Clone, Debug)]
struct Index {
    /// Whether it was made for this puzzle.
    is_made: bool,
    /// For each region and symbol the places where it may go, none once it is placed.
    places: Vec<u64>,
    /// For each symbol the words of the open cells that may take it.
    holders: Vec<u64>,
}

/// A symbol that is certain in a cell.
#[derive(Clone, Copy, Debug)]
pub struct Single {
    /// Where.
    pub cell: Cell,
    /// What.
    pub symbol: Symbol,
    /// The region in which it is the last, if it is a matter of one.
    pub region: Option<usize>,
}

/// What may have become forced since it was last looked at. An entry may be out of date.
#[derive(Clone, Debug)]
struct Agenda {
    /// Full regions with one open cell.
    last_cells: Vec<usize>,
    /// Cells with one candidate.
    last_candidates: Vec<Cell>,
    /// The words of the regions that lost a candidate.
    changed: Vec<u64>,
}

impl State {
    /// A state without a puzzle.
    pub fn new(layout: Arc<Layout>) -> Self {
        let (symbols, cells, words) = (layout.symbols(), layout.cells(), layout.words());
        let regions = layout.regions().len();
        Self {
            allowed: Vec::new(),
            candidates: vec![0; cells],
            open_cells: vec![0; words],
            n_open: 0,
            placed: vec![0; regions],
            n_open_in: vec![0; regions],
            givens: vec![0; words],
            strikes: 0,
            agenda: Agenda {
                last_cells: Vec::new(),
                last_candidates: Vec::new(),
                changed: vec![0; regions.div_ceil(64)],
            },
            index: Index {
                is_made: false,
                places: vec![0; regions * symbols],
                holders: vec![0; symbols * words],
            },
            layout,
        }
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
        let layout = self.layout.clone();
        self.clear();
        self.allowed.extend_from_slice(puzzle.allowed());
        self.take_givens(&layout, puzzle)?;
        for (cell, allowed) in puzzle.allowed().iter().enumerate() {
            let mut set = allowed.bits();
            if !contains(&self.givens, cell) {
                for &(region, _) in layout.memberships(cell) {
                    set &= !self.placed[region];
                    self.n_open_in[region] += 1;
                }
                self.strikes += u64::from((allowed.bits() & !set).count_ones());
                insert(&mut self.open_cells, cell);
                self.n_open += 1;
                if set.is_power_of_two() {
                    self.agenda.last_candidates.push(cell);
                }
            }
            if set == 0 {
                return Err(Conflict);
            }
            self.candidates[cell] = set;
        }
        for (region, shape) in layout.regions().iter().enumerate() {
            if shape.full && self.n_open_in[region] == 1 {
                self.agenda.last_cells.push(region);
            }
            insert(&mut self.agenda.changed, region);
        }
        Ok(())
    }

    /// Makes the index, unless it is there: what finders look at.
    pub(super) fn make_index(&mut self) {
        if self.index.is_made {
            return;
        }
        let layout = &self.layout;
        let (symbols, words) = (layout.symbols(), layout.words());
        self.index.is_made = true;
        self.index.places.fill(0);
        self.index.holders.fill(0);
        for cell in common([&self.open_cells]) {
            for symbol in bits(self.candidates[cell]) {
                insert(&mut self.index.holders[symbol * words..], cell);
                for &(region, place) in layout.memberships(cell) {
                    self.index.places[region * symbols + symbol] |= 1 << place;
                }
            }
        }
    }

    /// What deduction needs to know of the geometry.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The candidates of `cell`; its symbol where it is placed.
    pub fn candidates(&self, cell: Cell) -> SymbolSet {
        SymbolSet::from_bits(self.candidates[cell])
    }

    /// What the puzzle allows in `cell`, whatever was concluded.
    pub fn allowed(&self, cell: Cell) -> SymbolSet {
        self.allowed[cell]
    }

    /// Whether `cell` is open and may take `symbol`.
    pub fn has(&self, cell: Cell, symbol: Symbol) -> bool {
        self.is_open(cell) && self.candidates[cell] & (1 << symbol) != 0
    }

    /// Whether no symbol was placed in `cell` yet.
    pub fn is_open(&self, cell: Cell) -> bool {
        contains(&self.open_cells, cell)
    }

    /// Whether the symbol of `cell` is given.
    pub fn is_given(&self, cell: Cell) -> bool {
        contains(&self.givens, cell)
    }

    /// How many cells are open.
    pub fn n_open(&self) -> usize {
        self.n_open
    }

    /// The open cells, as a set.
    pub fn open_cells(&self) -> &[u64] {
        &self.open_cells
    }

    /// The open cells that may take `symbol`, as a set.
    pub fn holders(&self, symbol: Symbol) -> &[u64] {
        &self.index.holders[usize::from(symbol) * self.layout.words()..][..self.layout.words()]
    }

    /// The places of `region` where `symbol` may go; none once it is placed there.
    pub fn places(&self, region: usize, symbol: Symbol) -> u64 {
        self.index.places[region * self.layout.symbols() + usize::from(symbol)]
    }

    /// The open cells of `region`.
    pub fn open_in(&self, region: usize) -> Vec<Cell> {
        let cells = self.layout.regions()[region].cells.iter().copied();
        cells.filter(|&cell| self.is_open(cell)).collect()
    }

    /// How many cells of `region` are open.
    pub fn n_open_in(&self, region: usize) -> usize {
        self.n_open_in[region].into()
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
    pub fn strikes(&self) -> u64 {
        self.strikes
    }

    /// The candidates of every cell.
    pub fn sets(&self) -> Vec<SymbolSet> {
        self.candidates.iter().map(|&set| SymbolSet::from_bits(set)).collect()
    }

    /// Places `symbol` in an open cell that may take it, and strikes it from the peers.
    ///
    /// # Errors
    /// When a cell has no candidate left after it.
    pub fn place(&mut self, cell: Cell, symbol: Symbol) -> Result<(), Conflict> {
        debug_assert!(self.has(cell, symbol), "symbol {symbol} in cell {cell}");
        let layout = self.layout.clone();
        let bit = 1 << symbol;
        let before = std::mem::replace(&mut self.candidates[cell], bit);
        self.open_cells[cell / 64] &= !(1 << (cell % 64));
        self.n_open -= 1;
        for &(region, _) in layout.memberships(cell) {
            self.placed[region] |= bit;
            self.n_open_in[region] -= 1;
            if self.n_open_in[region] == 1 && layout.regions()[region].full {
                self.agenda.last_cells.push(region);
            }
        }
        if before != bit {
            self.strikes += u64::from((before & !bit).count_ones());
            self.note_change(&layout, cell);
        }
        if self.index.is_made {
            SymbolSet::from_bits(before).iter().for_each(|it| self.index.forget(&layout, cell, it));
        }
        for &peer in layout.peers(cell) {
            if self.candidates[peer] & bit != 0 {
                self.strike(&layout, peer, symbol)?;
            }
        }
        Ok(())
    }

    /// Takes `symbol` from the candidates of an open cell that may take it.
    ///
    /// # Errors
    /// When the cell has no candidate left after it.
    pub fn eliminate(&mut self, cell: Cell, symbol: Symbol) -> Result<(), Conflict> {
        debug_assert!(self.has(cell, symbol), "symbol {symbol} in cell {cell}");
        let layout = self.layout.clone();
        self.strike(&layout, cell, symbol)
    }

    /// Takes the singles of one kind off the agenda. Some may be placed or impossible by now, and
    /// each may become so when another one is placed.
    ///
    /// # Errors
    /// When a symbol has no place left in a full region.
    pub(super) fn take_singles(
        &mut self,
        technique: &str,
        singles: &mut Vec<Single>,
    ) -> Result<(), Conflict> {
        match technique {
            "full-house" => self.take_last_cells(singles),
            "naked-single" => self.take_last_candidates(singles),
            _ => return self.take_last_places(singles),
        }
        Ok(())
    }

    /// Becomes a copy of `state` in which things are tried: without an index, which singles need not.
    pub(super) fn assume(&mut self, state: &Self) {
        self.candidates.clone_from(&state.candidates);
        self.open_cells.clone_from(&state.open_cells);
        self.n_open = state.n_open;
        self.placed.clone_from(&state.placed);
        self.n_open_in.clone_from(&state.n_open_in);
        self.agenda.last_cells.clear();
        self.agenda.last_candidates.clear();
        self.agenda.changed.fill(0);
        self.index.is_made = false;
    }

    /// Places `symbol` in `cell`, and all singles that follow; what was placed is noted in order.
    ///
    /// # Errors
    /// When something has no possibility left on the way.
    pub(super) fn follow(
        &mut self,
        cell: Cell,
        symbol: Symbol,
        placed: &mut Vec<Link>,
    ) -> Result<(), Conflict> {
        let mut singles = vec![Single { cell, symbol, region: None }];
        while !singles.is_empty() {
            for Single { cell, symbol, .. } in singles.drain(..) {
                if self.has(cell, symbol) {
                    placed.push(Link { cell, symbol, holds: true });
                    self.place(cell, symbol)?;
                }
            }
            self.take_last_candidates(&mut singles);
            if singles.is_empty() {
                self.take_last_places(&mut singles)?;
            }
        }
        Ok(())
    }

    fn take_last_cells(&mut self, singles: &mut Vec<Single>) {
        while let Some(region) = self.agenda.last_cells.pop() {
            let mut cells = self.layout.regions()[region].cells.iter();
            if let Some(&cell) = cells.find(|&&cell| self.is_open(cell)) {
                let symbol = self.candidates[cell].trailing_zeros() as Symbol;
                singles.push(Single { cell, symbol, region: Some(region) });
            }
        }
    }

    fn take_last_candidates(&mut self, singles: &mut Vec<Single>) {
        while let Some(cell) = self.agenda.last_candidates.pop() {
            let symbol = self.candidates[cell].trailing_zeros() as Symbol;
            singles.push(Single { cell, symbol, region: None });
        }
    }

    /// Looks at the full regions that lost a candidate since it last did.
    fn take_last_places(&mut self, singles: &mut Vec<Single>) -> Result<(), Conflict> {
        let all = SymbolSet::all(self.layout.symbols()).bits();
        for word in 0..self.agenda.changed.len() {
            for bit in bits(std::mem::take(&mut self.agenda.changed[word])) {
                let region = word * 64 + bit;
                let shape = &self.layout.regions()[region];
                if !shape.full {
                    continue;
                }
                let (mut once, mut twice) = (0, 0);
                for &cell in &shape.cells {
                    twice |= once & self.candidates[cell];
                    once |= self.candidates[cell];
                }
                if once != all {
                    return Err(Conflict);
                }
                let last = once & !twice & !self.placed[region];
                if last != 0 {
                    for &cell in &shape.cells {
                        let symbols = SymbolSet::from_bits(self.candidates[cell] & last);
                        let single = |symbol| Single { cell, symbol, region: Some(region) };
                        singles.extend(symbols.iter().map(single));
                    }
                }
            }
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.allowed.clear();
        self.open_cells.fill(0);
        self.n_open = 0;
        self.placed.fill(0);
        self.n_open_in.fill(0);
        self.givens.fill(0);
        self.strikes = 0;
        self.agenda.last_cells.clear();
        self.agenda.last_candidates.clear();
        self.index.is_made = false;
    }

    /// Notes the givens, and the symbols that they take in each region.
    fn take_givens(&mut self, layout: &Layout, puzzle: &Puzzle) -> Result<(), Conflict> {
        for (cell, allowed) in puzzle.allowed().iter().enumerate() {
            let bit = allowed.bits();
            if bit.is_power_of_two() {
                insert(&mut self.givens, cell);
                for &(region, _) in layout.memberships(cell) {
                    if self.placed[region] & bit != 0 {
                        return Err(Conflict);
                    }
                    self.placed[region] |= bit;
                }
            }
        }
        Ok(())
    }

    /// A candidate goes from an open cell.
    #[inline]
    fn strike(&mut self, layout: &Layout, cell: Cell, symbol: Symbol) -> Result<(), Conflict> {
        let left = self.candidates[cell] & !(1 << symbol);
        self.candidates[cell] = left;
        self.strikes += 1;
        self.note_change(layout, cell);
        if self.index.is_made {
            self.index.forget(layout, cell, symbol);
        }
        if left & left.wrapping_sub(1) == 0 {
            if left == 0 {
                return Err(Conflict);
            }
            self.agenda.last_candidates.push(cell);
        }
        Ok(())
    }

    /// The regions of a cell lost a candidate.
    #[inline]
    fn note_change(&mut self, layout: &Layout, cell: Cell) {
        let regions = layout.region_set(cell);
        self.agenda.changed.iter_mut().zip(regions).for_each(|(word, regions)| *word |= regions);
    }
}

impl Index {
    /// A symbol is no longer among the candidates of a cell that was open.
    fn forget(&mut self, layout: &Layout, cell: Cell, symbol: Symbol) {
        self.holders[usize::from(symbol) * layout.words() + cell / 64] &= !(1 << (cell % 64));
        for &(region, place) in layout.memberships(cell) {
            self.places[region * layout.symbols() + usize::from(symbol)] &= !(1 << place);
        }
    }
}
