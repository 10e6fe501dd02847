//! What a state knows, kept alike in every form while candidates go.
//!
//! The board is seen once for each symbol: its *holders* are the open cells that may take it, a set of
//! cells. To place a symbol is then an operation on words, and only the candidates that go cost more:
//! each is counted off its cell and its regions.
//!
//! ```text
//!   place 4 in r1c1:   holders of 4  ∩  peers of r1c1  =  cells that lose 4
//!                      for each of them   candidates of the cell            − 1
//!                                         places of 4 in each of its regions − 1
//! ```
//!
//! What is counted down to one is a [single](super::counts). Techniques that are no singles ask for
//! the places of a symbol in a region, too; this [index](Index) is made when it is first asked for, and
//! kept alike from then on.
//!
//! Everything here is told the layout with each call, so that nothing has to be borrowed or counted
//! while it changes: most of the time of an easy puzzle is spent in [`Facts::place`].

use board::{Cell, Puzzle, Symbol, SymbolSet};

use super::counts::{SETTLED, add, for_each_last, ones, settled, total};
use super::index::Index;
use super::layout::{Layout, bits, common, contains, remove};

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

/// What is the last one, and so makes a single.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// The last open cell of a region.
    Cell,
    /// The last candidate of a cell.
    Candidate,
    /// The last place of a symbol in a region.
    Place,
}

/// Candidates, some cells placed.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// What the puzzle allows in each cell.
    pub(super) allowed: Vec<SymbolSet>,
    /// The words of the cells that were given.
    pub(super) givens: Vec<u64>,
    /// The words of the open cells.
    pub(super) open_cells: Vec<u64>,
    /// How many cells are open.
    pub(super) n_open: usize,
    /// The candidates of each cell; those of a placed cell are its symbol alone.
    pub(super) candidates: Vec<u64>,
    /// For each symbol the words of the open cells that may take it.
    pub(super) holders: Vec<u64>,
    /// How many candidates each open cell has.
    n_candidates: Vec<u8>,
    /// How many places each symbol has in each region: a row for each region.
    n_places: Vec<u8>,
    /// How many cells of each region are open.
    n_open_in: Vec<u8>,
    /// The symbols that are given in each region.
    given: Vec<u64>,
    /// How many candidates went since the puzzle was loaded.
    pub(super) removals: u64,
    pub(super) index: Index,
    fresh: Fresh,
}

/// What every puzzle begins with.
#[derive(Clone, Debug)]
struct Fresh {
    /// [`Facts::n_places`] before any place is counted.
    n_places: Vec<u8>,
    /// [`Facts::n_open_in`] before any cell is placed.
    n_open_in: Vec<u8>,
}

impl Facts {
    /// Nothing, for a layout.
    pub(super) fn new(layout: &Layout) -> Self {
        let (cells, words) = (layout.cells(), layout.words());
        let fresh = Fresh::new(layout);
        Self {
            allowed: Vec::new(),
            givens: vec![0; words],
            open_cells: vec![0; words],
            n_open: 0,
            candidates: vec![0; cells],
            holders: vec![0; layout.symbols() * words],
            n_candidates: settled(cells),
            n_places: fresh.n_places.clone(),
            n_open_in: fresh.n_open_in.clone(),
            given: vec![0; layout.regions().len()],
            removals: 0,
            index: Index::new(layout),
            fresh,
        }
    }

    /// Starts with a puzzle: removes the givens from their peers. The index is not made.
    ///
    /// # Errors
    /// When two givens clash, or a cell has no candidate.
    pub(super) fn load(&mut self, layout: &Layout, puzzle: &Puzzle) -> Result<(), Conflict> {
        self.index.is_made = false;
        self.removals = 0;
        self.n_candidates.fill(SETTLED);
        self.n_places.copy_from_slice(&self.fresh.n_places);
        self.n_open_in.copy_from_slice(&self.fresh.n_open_in);
        self.given.fill(0);
        self.allowed.clear();
        self.allowed.extend_from_slice(puzzle.allowed());
        self.take_allowed(layout);
        self.take_givens(layout)?;
        self.take_open_cells(layout)
    }

    /// Makes the index, unless it is there: what finders look at.
    pub(super) fn make_index(&mut self, layout: &Layout) {
        if !self.index.is_made {
            self.index.make(layout, &self.candidates, common([&self.open_cells]));
        }
    }

    /// Whether an open cell may take a symbol.
    #[inline]
    pub(super) fn has(&self, layout: &Layout, cell: Cell, symbol: Symbol) -> bool {
        contains(&self.holders[usize::from(symbol) * layout.words()..], cell)
    }

    /// How many cells of a region are open.
    pub(super) fn n_open_in(&self, region: usize) -> usize {
        usize::from(self.n_open_in[region] % SETTLED)
    }

    /// Places `symbol` in an open cell that may take it, and removes it from the peers.
    ///
    /// # Errors
    /// When a cell has no candidate left after it.
    pub(super) fn place(
        &mut self,
        layout: &Layout,
        cell: Cell,
        symbol: Symbol,
    ) -> Result<(), Conflict> {
        let (bit, symbol, words) = (1 << symbol, usize::from(symbol), layout.words());
        remove(&mut self.open_cells, cell);
        self.n_open -= 1;
        remove(&mut self.holders[symbol * words..], cell);
        let others = std::mem::replace(&mut self.candidates[cell], bit) & !bit;
        for other in bits(others) {
            remove(&mut self.holders[other * words..], cell);
            self.count_off(layout, cell, other);
        }
        self.n_candidates[cell] = SETTLED;
        for (word, peers) in layout.peer_set(cell).iter().enumerate() {
            let holders = &mut self.holders[symbol * words + word];
            let struck = *holders & peers;
            *holders ^= struck;
            bits(struck).try_for_each(|bit| self.lose(layout, word * 64 + bit, symbol))?;
        }
        for &(region, _) in layout.memberships(cell) {
            self.n_places[region * layout.stride() + symbol] = SETTLED;
            close(&mut self.n_open_in[region]);
        }
        if self.index.is_made {
            self.index.place(layout, cell, symbol);
        }
        Ok(())
    }

    /// A candidate goes from an open cell.
    ///
    /// # Errors
    /// When the cell has none left after it.
    pub(super) fn remove_candidates(
        &mut self,
        layout: &Layout,
        cell: Cell,
        symbol: Symbol,
    ) -> Result<(), Conflict> {
        remove(&mut self.holders[usize::from(symbol) * layout.words()..], cell);
        self.lose(layout, cell, symbol.into())
    }

    /// Adds the singles of one kind that there are now. Each may become impossible when another one
    /// is placed.
    ///
    /// # Errors
    /// When a symbol has no place left in a full region, which is seen with the last places.
    pub(super) fn add_singles(
        &self,
        layout: &Layout,
        last: Last,
        singles: &mut Vec<Single>,
    ) -> Result<(), Conflict> {
        match last {
            Last::Cell => self.add_last_cells(layout, singles),
            Last::Candidate => self.add_last_candidates(singles),
            Last::Place => return self.add_last_places(layout, singles),
        }
        Ok(())
    }

    /// Becomes a copy of `other` in which things are tried: without an index, which singles need not.
    pub(super) fn assume(&mut self, other: &Self) {
        self.open_cells.clone_from(&other.open_cells);
        self.n_open = other.n_open;
        self.candidates.clone_from(&other.candidates);
        self.holders.clone_from(&other.holders);
        self.n_candidates.clone_from(&other.n_candidates);
        self.n_places.clone_from(&other.n_places);
        self.n_open_in.clone_from(&other.n_open_in);
        self.index.is_made = false;
    }

    fn add_last_cells(&self, layout: &Layout, singles: &mut Vec<Single>) {
        for_each_last(&self.n_open_in, |region| {
            let cell = common([&self.open_cells, layout.cell_set(region)]).next();
            singles.extend(cell.map(|cell| self.last_candidate(cell, Some(region))));
        });
    }

    fn add_last_candidates(&self, singles: &mut Vec<Single>) {
        for_each_last(&self.n_candidates, |cell| singles.push(self.last_candidate(cell, None)));
    }

    fn add_last_places(&self, layout: &Layout, singles: &mut Vec<Single>) -> Result<(), Conflict> {
        let mut is_lost = false;
        for_each_last(&self.n_places, |count| {
            let (region, symbol) = (count / layout.stride(), count % layout.stride());
            let holders = &self.holders[symbol * layout.words()..][..layout.words()];
            let cell = common([holders, layout.cell_set(region)]).next();
            is_lost |= cell.is_none();
            let single = |cell| Single { cell, symbol: symbol as Symbol, region: Some(region) };
            singles.extend(cell.map(single));
        });
        if is_lost { Err(Conflict) } else { Ok(()) }
    }

    fn last_candidate(&self, cell: Cell, region: Option<usize>) -> Single {
        Single { cell, symbol: self.candidates[cell].trailing_zeros() as Symbol, region }
    }

    /// Notes which cells are given and which are open, and what those may take.
    fn take_allowed(&mut self, layout: &Layout) {
        let all = SymbolSet::all(layout.symbols());
        self.n_open = 0;
        for (word, cells) in self.allowed.chunks(64).enumerate() {
            let (mut givens, mut marked) = (0, 0);
            for (bit, allowed) in cells.iter().enumerate() {
                givens |= u64::from(allowed.bits().is_power_of_two()) << bit;
                marked |= u64::from(*allowed != all) << bit;
            }
            let open = !givens & u64::MAX >> (64 - cells.len());
            self.givens[word] = givens;
            self.open_cells[word] = open;
            self.n_open += open.count_ones() as usize;
            for (symbol, holders) in self.holders.chunks_exact_mut(layout.words()).enumerate() {
                holders[word] = open;
                for bit in bits(open & marked) {
                    holders[word] &= !(u64::from(!cells[bit].contains(symbol as Symbol)) << bit);
                }
            }
        }
    }

    /// Places the givens, and removes them from the holders.
    fn take_givens(&mut self, layout: &Layout) -> Result<(), Conflict> {
        for cell in common([&self.givens]) {
            let bit = self.allowed[cell].bits();
            let symbol = bit.trailing_zeros() as usize;
            self.candidates[cell] = bit;
            for &(region, _) in layout.memberships(cell) {
                if self.given[region] & bit != 0 {
                    return Err(Conflict);
                }
                self.given[region] |= bit;
                self.n_places[region * layout.stride() + symbol] = SETTLED;
                close(&mut self.n_open_in[region]);
            }
            let holders = &mut self.holders[symbol * layout.words()..];
            holders.iter_mut().zip(layout.peer_set(cell)).for_each(|(word, peers)| *word &= !peers);
        }
        Ok(())
    }

    /// Counts what the givens leave of the open cells.
    fn take_open_cells(&mut self, layout: &Layout) -> Result<(), Conflict> {
        let chunks = layout.stride() / 8;
        let n_places = self.n_places.as_chunks_mut().0;
        let all = SymbolSet::all(layout.symbols()).bits();
        let mut is_lost = false;
        for cell in common([&self.open_cells]) {
            let memberships = layout.memberships(cell);
            let given = memberships.iter().fold(0, |set, &(region, _)| set | self.given[region]);
            let allowed = self.allowed[cell].bits();
            let left = allowed & !given;
            is_lost |= left == 0;
            self.candidates[cell] = left;
            let mut left_in_all = 0;
            for chunk in 0..chunks {
                let ones = ones(left >> (8 * chunk));
                left_in_all += ones;
                memberships.iter().for_each(|(region, _)| {
                    add(&mut n_places[region * chunks + chunk], ones);
                });
            }
            self.n_candidates[cell] = total(left_in_all);
            // Few puzzles have pencil marks, and to count bits is slow.
            let n_allowed =
                if allowed == all { layout.symbols() as u32 } else { allowed.count_ones() };
            self.removals += u64::from(n_allowed - u32::from(self.n_candidates[cell]));
        }
        if is_lost { Err(Conflict) } else { Ok(()) }
    }

    /// An open cell loses a candidate, which the holders know already.
    #[inline]
    fn lose(&mut self, layout: &Layout, cell: Cell, symbol: usize) -> Result<(), Conflict> {
        self.candidates[cell] &= !(1 << symbol);
        self.count_off(layout, cell, symbol);
        self.n_candidates[cell] -= 1;
        if self.n_candidates[cell] == 0 { Err(Conflict) } else { Ok(()) }
    }

    /// A candidate goes from the counts of its regions, and from the index.
    #[inline]
    fn count_off(&mut self, layout: &Layout, cell: Cell, symbol: usize) {
        self.removals += 1;
        for &(region, _) in layout.memberships(cell) {
            self.n_places[region * layout.stride() + symbol] -= 1;
        }
        if self.index.is_made {
            self.index.forget(layout, cell, symbol);
        }
    }
}

impl Fresh {
    fn new(layout: &Layout) -> Self {
        let regions = layout.regions();
        let mut n_open_in = settled(regions.len());
        let mut n_places = Vec::new();
        for (region, shape) in regions.iter().enumerate() {
            // A short region need not hold a symbol.
            let start = if shape.full { 0 } else { SETTLED };
            n_open_in[region] = start + shape.cells.len() as u8;
            let mut row = settled(layout.symbols());
            row[..layout.symbols()].fill(start);
            n_places.extend(row);
        }
        Self { n_places, n_open_in }
    }
}

/// One open cell less in a region.
#[inline]
fn close(n_open: &mut u8) {
    *n_open = if *n_open == 1 { SETTLED } else { *n_open - 1 };
}
