//! A state of deduction: what each open cell may still take, and where each symbol may still go.
//!
//! The same knowledge stands there three times, because techniques ask for it three ways: the
//! symbols of a cell, the places of a symbol in a region, the cells of a symbol. Placing and
//! eliminating keep the three alike, and note on an *agenda* what became forced on the way: a
//! region with one open cell, a cell with one candidate, a symbol with one place. So singles cost
//! no search: 3 or 4 words are touched for each candidate that goes, and nothing is looked at twice.

use std::sync::Arc;

use board::{Cell, Puzzle, Symbol, SymbolSet};

use super::layout::{Layout, bits, contains};

/// Some cell, or some symbol in a full region, has no possibility left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// Candidates of a puzzle, some cells placed.
#[derive(Clone, Debug)]
pub struct State {
    layout: Arc<Layout>,
    /// The candidates of each cell; those of a placed cell are its symbol alone.
    candidates: Vec<u64>,
    /// For each region and symbol the places where it may go, none once it is placed.
    places: Vec<u64>,
    /// For each region the places that are open.
    open: Vec<u64>,
    /// For each symbol the words of the open cells that may take it.
    holders: Vec<u64>,
    /// The words of the open cells.
    open_cells: Vec<u64>,
    n_open: usize,
    /// The cells that were given.
    givens: Vec<bool>,
    /// How many candidates went since the puzzle was loaded.
    strikes: u64,
    agenda: Agenda,
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

/// What became forced and was not placed yet. An entry may be out of date.
#[derive(Clone, Debug, Default)]
struct Agenda {
    /// Full regions with one open cell.
    last_cells: Vec<usize>,
    /// Cells with one candidate.
    last_candidates: Vec<Cell>,
    /// Full regions in which a symbol has one place.
    last_places: Vec<(usize, Symbol)>,
}

impl State {
    /// A state without a puzzle.
    pub fn new(layout: Arc<Layout>) -> Self {
        let (symbols, cells) = (layout.symbols(), layout.cells());
        Self {
            candidates: vec![0; cells],
            places: vec![0; layout.regions().len() * symbols],
            open: vec![0; layout.regions().len()],
            holders: vec![0; symbols * layout.words()],
            open_cells: vec![0; layout.words()],
            n_open: 0,
            givens: vec![false; cells],
            strikes: 0,
            agenda: Agenda::default(),
            layout,
        }
    }

    /// The state of a puzzle in which the givens are struck from their peers, and nothing else is
    /// concluded.
    ///
    /// # Errors
    /// When two givens clash, or a cell or a symbol has no possibility.
    pub fn of(layout: &Arc<Layout>, puzzle: &Puzzle) -> Result<Self, Conflict> {
        let mut state = Self::new(layout.clone());
        state.load(puzzle)?;
        Ok(state)
    }

    /// Starts with a puzzle, as [`of`](Self::of) does.
    ///
    /// # Errors
    /// As there.
    pub fn load(&mut self, puzzle: &Puzzle) -> Result<(), Conflict> {
        let layout = self.layout.clone();
        self.clear();
        // What the givens of each region take from its other cells.
        let mut taken = std::mem::take(&mut self.open);
        let clash = self.take_givens(&layout, puzzle, &mut taken);
        for (cell, allowed) in puzzle.allowed().iter().enumerate() {
            let mut set = allowed.bits();
            if !self.givens[cell] {
                let regions = layout.memberships(cell).iter();
                set = regions.fold(set, |set, &(region, _)| set & !taken[region]);
                self.open_cells[cell / 64] |= 1 << (cell % 64);
                self.n_open += 1;
            }
            self.candidates[cell] = set;
        }
        self.open = taken;
        clash?;
        self.index(&layout)
    }

    /// What deduction needs to know of the geometry.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The candidates of `cell`; its symbol where it is placed.
    pub fn candidates(&self, cell: Cell) -> SymbolSet {
        SymbolSet::from_bits(self.candidates[cell])
    }

    /// Whether `cell` is open and may take `symbol`.
    pub fn has(&self, cell: Cell, symbol: Symbol) -> bool {
        contains(self.holders(symbol), cell)
    }

    /// Whether no symbol was placed in `cell` yet.
    pub fn is_open(&self, cell: Cell) -> bool {
        contains(&self.open_cells, cell)
    }

    /// Whether the symbol of `cell` is given.
    pub fn is_given(&self, cell: Cell) -> bool {
        self.givens[cell]
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
        &self.holders[usize::from(symbol) * self.layout.words()..][..self.layout.words()]
    }

    /// The places of `region` where `symbol` may go; none once it is placed there.
    pub fn places(&self, region: usize, symbol: Symbol) -> u64 {
        self.places[region * self.layout.symbols() + usize::from(symbol)]
    }

    /// The open places of `region`.
    pub fn open_places(&self, region: usize) -> u64 {
        self.open[region]
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
    /// When something has no possibility left after it.
    pub fn place(&mut self, cell: Cell, symbol: Symbol) -> Result<(), Conflict> {
        debug_assert!(self.has(cell, symbol), "symbol {symbol} in cell {cell}");
        let layout = self.layout.clone();
        let bit = 1 << symbol;
        let others = self.candidates[cell] & !bit;
        self.candidates[cell] = bit;
        self.open_cells[cell / 64] &= !(1 << (cell % 64));
        self.n_open -= 1;
        for &(region, place) in layout.memberships(cell) {
            self.places[region * layout.symbols() + usize::from(symbol)] = 0;
            self.open[region] &= !(1 << place);
            if self.open[region].is_power_of_two() && layout.regions()[region].full {
                self.agenda.last_cells.push(region);
            }
        }
        self.holders[usize::from(symbol) * layout.words() + cell / 64] &= !(1 << (cell % 64));
        for other in SymbolSet::from_bits(others).iter() {
            self.forget(&layout, cell, other)?;
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
    /// When something has no possibility left after it.
    pub fn eliminate(&mut self, cell: Cell, symbol: Symbol) -> Result<(), Conflict> {
        debug_assert!(self.has(cell, symbol), "symbol {symbol} in cell {cell}");
        let layout = self.layout.clone();
        self.strike(&layout, cell, symbol)
    }

    /// Takes the singles of one kind off the agenda. Some may be placed or impossible by now, and
    /// each may become so when another one is placed.
    pub(super) fn take_singles(&mut self, technique: &str, singles: &mut Vec<Single>) {
        let mut agenda = std::mem::take(&mut self.agenda);
        match technique {
            "full-house" => {
                singles.extend(agenda.last_cells.drain(..).filter_map(|it| self.last_cell(it)));
            }
            "naked-single" => {
                let single = |cell| {
                    let symbol = self.candidates(cell).first()?;
                    Some(Single { cell, symbol, region: None })
                };
                singles.extend(agenda.last_candidates.drain(..).filter_map(single));
            }
            _ => {
                let last_places = agenda.last_places.drain(..);
                singles.extend(last_places.filter_map(|(region, it)| self.last_place(region, it)));
            }
        }
        self.agenda = agenda;
    }

    fn last_cell(&self, region: usize) -> Option<Single> {
        let place = bits(self.open[region]).next()?;
        let cell = self.layout.regions()[region].cells[place];
        Some(Single { cell, symbol: self.candidates(cell).first()?, region: Some(region) })
    }

    fn last_place(&self, region: usize, symbol: Symbol) -> Option<Single> {
        let place = bits(self.places(region, symbol)).next()?;
        let cell = self.layout.regions()[region].cells[place];
        Some(Single { cell, symbol, region: Some(region) })
    }

    fn clear(&mut self) {
        self.places.fill(0);
        self.open.fill(0);
        self.holders.fill(0);
        self.open_cells.fill(0);
        self.givens.fill(false);
        self.n_open = 0;
        self.strikes = 0;
        self.agenda.last_cells.clear();
        self.agenda.last_candidates.clear();
        self.agenda.last_places.clear();
    }

    /// Notes the givens, and the symbols that they take in each region.
    fn take_givens(
        &mut self,
        layout: &Layout,
        puzzle: &Puzzle,
        taken: &mut [u64],
    ) -> Result<(), Conflict> {
        for (cell, allowed) in puzzle.allowed().iter().enumerate() {
            if allowed.single().is_none() {
                continue;
            }
            self.givens[cell] = true;
            for &(region, _) in layout.memberships(cell) {
                if taken[region] & allowed.bits() != 0 {
                    return Err(Conflict);
                }
                taken[region] |= allowed.bits();
            }
        }
        Ok(())
    }

    /// Works out places, open places and holders from the candidates, and the first agenda.
    /// `open` holds the symbols that are placed in each region at the start.
    fn index(&mut self, layout: &Layout) -> Result<(), Conflict> {
        let (symbols, words) = (layout.symbols(), layout.words());
        for cell in 0..layout.cells() {
            let set = self.candidates[cell];
            if set == 0 {
                return Err(Conflict);
            }
            if !self.is_open(cell) {
                continue;
            }
            if set.is_power_of_two() {
                self.agenda.last_candidates.push(cell);
            }
            for symbol in bits(set) {
                self.holders[symbol * words + cell / 64] |= 1 << (cell % 64);
                for &(region, place) in layout.memberships(cell) {
                    self.places[region * symbols + symbol] |= 1 << place;
                }
            }
        }
        for (region, shape) in layout.regions().iter().enumerate() {
            let given = std::mem::take(&mut self.open[region]);
            for (place, &cell) in shape.cells.iter().enumerate() {
                self.open[region] |= u64::from(self.is_open(cell)) << place;
            }
            if !shape.full {
                continue;
            }
            if self.open[region].is_power_of_two() {
                self.agenda.last_cells.push(region);
            }
            for symbol in bits(SymbolSet::all(symbols).bits() & !given) {
                self.notice(region, symbol as Symbol)?;
            }
        }
        Ok(())
    }

    /// A candidate goes from an open cell.
    #[inline]
    fn strike(&mut self, layout: &Layout, cell: Cell, symbol: Symbol) -> Result<(), Conflict> {
        self.candidates[cell] &= !(1 << symbol);
        match self.candidates[cell] {
            0 => return Err(Conflict),
            rest if rest.is_power_of_two() => self.agenda.last_candidates.push(cell),
            _ => {}
        }
        self.forget(layout, cell, symbol)
    }

    /// A symbol is no longer among the candidates of a cell: its regions and its holders learn it.
    #[inline]
    fn forget(&mut self, layout: &Layout, cell: Cell, symbol: Symbol) -> Result<(), Conflict> {
        self.strikes += 1;
        self.holders[usize::from(symbol) * layout.words() + cell / 64] &= !(1 << (cell % 64));
        for &(region, place) in layout.memberships(cell) {
            let places = &mut self.places[region * layout.symbols() + usize::from(symbol)];
            // None are left where the symbol was just placed.
            if *places & (1 << place) != 0 {
                *places &= !(1 << place);
                if layout.regions()[region].full {
                    self.notice(region, symbol)?;
                }
            }
        }
        Ok(())
    }

    /// Looks at a symbol that is not placed in a full region.
    #[inline]
    fn notice(&mut self, region: usize, symbol: Symbol) -> Result<(), Conflict> {
        match self.places(region, symbol) {
            0 => return Err(Conflict),
            one if one.is_power_of_two() => self.agenda.last_places.push((region, symbol)),
            _ => {}
        }
        Ok(())
    }
}
