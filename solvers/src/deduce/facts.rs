//! What a state knows, kept alike in every form while candidates go; and what became forced by it.
//!
//! Everything here is told the layout with each call, so that nothing has to be borrowed or counted
//! while it changes: most of the time of an easy puzzle is spent in [`Facts::place`].

use board::{Cell, Puzzle, Symbol, SymbolSet};

use super::layout::{Layout, bits, common, contains, insert, insert_all};

/// Some cell, or some symbol in a full region, has no possibility left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

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

/// Candidates, some cells placed.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// What the puzzle allows in each cell.
    pub(super) allowed: Vec<SymbolSet>,
    /// The candidates of each cell; those of a placed cell are its symbol alone.
    pub(super) candidates: Vec<u64>,
    /// The words of the open cells.
    pub(super) open_cells: Vec<u64>,
    /// How many cells are open.
    pub(super) n_open: usize,
    /// The symbols that are placed in each region.
    placed: Vec<u64>,
    /// How many cells of each region are open.
    pub(super) n_open_in: Vec<u8>,
    /// The words of the cells that were given.
    pub(super) givens: Vec<u64>,
    /// How many candidates went since the puzzle was loaded.
    pub(super) strikes: u64,
    agenda: Agenda,
    pub(super) index: Index,
}

/// The same knowledge, looked up another way.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// Whether it was made for this puzzle.
    pub(super) is_made: bool,
    /// For each region and symbol the places where it may go, none once it is placed.
    pub(super) places: Vec<u64>,
    /// For each symbol the words of the open cells that may take it.
    pub(super) holders: Vec<u64>,
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

impl Facts {
    /// Nothing, for a layout.
    pub(super) fn new(layout: &Layout) -> Self {
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
        }
    }

    /// Starts with a puzzle: strikes the givens from their peers. The index is not made.
    ///
    /// # Errors
    /// When two givens clash, or a cell has no candidate.
    pub(super) fn load(&mut self, layout: &Layout, puzzle: &Puzzle) -> Result<(), Conflict> {
        self.clear();
        self.allowed.extend_from_slice(puzzle.allowed());
        self.take_givens(layout, puzzle)?;
        for (cell, allowed) in puzzle.allowed().iter().enumerate() {
            let mut set = allowed.bits();
            if !contains(&self.givens, cell) {
                for &(region, _) in layout.memberships(cell) {
                    set &= !self.placed[region];
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
    pub(super) fn make_index(&mut self, layout: &Layout) {
        if self.index.is_made {
            return;
        }
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

    /// Places `symbol` in an open cell that may take it, and strikes it from the peers.
    ///
    /// # Errors
    /// When a cell has no candidate left after it.
    pub(super) fn place(
        &mut self,
        layout: &Layout,
        cell: Cell,
        symbol: Symbol,
    ) -> Result<(), Conflict> {
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
            self.note_change(layout, cell);
        }
        if self.index.is_made {
            SymbolSet::from_bits(before).iter().for_each(|it| self.index.forget(layout, cell, it));
        }
        // First which peers may take it, then those: asked one by one, the processor guesses wrong
        // too often.
        for word in 0..self.open_cells.len() {
            let mut struck = 0;
            for bit in bits(self.open_cells[word] & layout.peer_set(cell)[word]) {
                struck |= (self.candidates[word * 64 + bit] >> symbol & 1) << bit;
            }
            bits(struck).try_for_each(|bit| self.strike(layout, word * 64 + bit, symbol))?;
        }
        Ok(())
    }

    /// Takes the singles of one kind off the agenda. Some may be placed or impossible by now, and
    /// each may become so when another one is placed.
    ///
    /// # Errors
    /// When a symbol has no place left in a full region.
    pub(super) fn take_singles(
        &mut self,
        layout: &Layout,
        technique: &str,
        singles: &mut Vec<Single>,
    ) -> Result<(), Conflict> {
        match technique {
            "full-house" => self.take_last_cells(layout, singles),
            "naked-single" => self.take_last_candidates(singles),
            _ => return self.take_last_places(layout, singles),
        }
        Ok(())
    }

    /// Becomes a copy of `other` in which things are tried: without an index, which singles need not.
    pub(super) fn assume(&mut self, other: &Self) {
        self.candidates.clone_from(&other.candidates);
        self.open_cells.clone_from(&other.open_cells);
        self.n_open = other.n_open;
        self.placed.clone_from(&other.placed);
        self.n_open_in.clone_from(&other.n_open_in);
        self.agenda.last_cells.clear();
        self.agenda.last_candidates.clear();
        self.agenda.changed.fill(0);
        self.index.is_made = false;
    }

    fn take_last_cells(&mut self, layout: &Layout, singles: &mut Vec<Single>) {
        while let Some(region) = self.agenda.last_cells.pop() {
            let mut cells = layout.regions()[region].cells.iter();
            if let Some(&cell) = cells.find(|&&cell| contains(&self.open_cells, cell)) {
                let symbol = self.candidates[cell].trailing_zeros() as Symbol;
                singles.push(Single { cell, symbol, region: Some(region) });
            }
        }
    }

    pub(super) fn take_last_candidates(&mut self, singles: &mut Vec<Single>) {
        while let Some(cell) = self.agenda.last_candidates.pop() {
            let symbol = self.candidates[cell].trailing_zeros() as Symbol;
            singles.push(Single { cell, symbol, region: None });
        }
    }

    /// Looks at the full regions that lost a candidate since it last did.
    ///
    /// # Errors
    /// When a symbol has no place left in one.
    pub(super) fn take_last_places(
        &mut self,
        layout: &Layout,
        singles: &mut Vec<Single>,
    ) -> Result<(), Conflict> {
        let all = SymbolSet::all(layout.symbols()).bits();
        for word in 0..self.agenda.changed.len() {
            for bit in bits(std::mem::take(&mut self.agenda.changed[word])) {
                let region = word * 64 + bit;
                let shape = &layout.regions()[region];
                if !shape.full || self.n_open_in[region] == 0 {
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
        self.givens.fill(0);
        self.strikes = 0;
        self.agenda.last_cells.clear();
        self.agenda.last_candidates.clear();
        self.index.is_made = false;
    }

    /// Notes the givens, and the symbols that they take in each region.
    fn take_givens(&mut self, layout: &Layout, puzzle: &Puzzle) -> Result<(), Conflict> {
        for (open, shape) in self.n_open_in.iter_mut().zip(layout.regions()) {
            *open = shape.cells.len() as u8;
        }
        for (cell, allowed) in puzzle.allowed().iter().enumerate() {
            let bit = allowed.bits();
            if bit.is_power_of_two() {
                insert(&mut self.givens, cell);
                for &(region, _) in layout.memberships(cell) {
                    if self.placed[region] & bit != 0 {
                        return Err(Conflict);
                    }
                    self.placed[region] |= bit;
                    self.n_open_in[region] -= 1;
                }
            }
        }
        Ok(())
    }

    /// A candidate goes from an open cell.
    #[inline]
    pub(super) fn strike(
        &mut self,
        layout: &Layout,
        cell: Cell,
        symbol: Symbol,
    ) -> Result<(), Conflict> {
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
        insert_all(&mut self.agenda.changed, layout.region_set(cell));
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
