//! The candidate store: what each open cell may still take, and where each symbol may still go.
//!
//! The board is seen once for each symbol: its *holders* are the open cells that may take it, a set of
//! cells. Placing a symbol is then an operation on words, and only the candidates that it removes cost
//! more: each is counted off its cell and its regions.
//!
//! ```text
//!   place 4 in r1c1:   holders of 4  ∩  peers of r1c1  =  cells that lose 4
//!                      for each of them   candidates of the cell            − 1
//!                                         places of 4 in each of its regions − 1
//! ```
//!
//! Most of a puzzle is solved by singles, so they need no search: the candidates of a cell, the places
//! of a symbol in a region and the open cells of a region are counted (`tally`), and the counts
//! show all singles. Other techniques also ask for the places of a symbol in a region; this index is
//! built on first use.

use std::sync::Arc;

use board::{Cell, Puzzle, Symbol, SymbolSet};

use super::board_index::BoardIndex;
use super::tally::Tally;
pub use super::tally::{Conflict, Single};
use crate::contract::Link;
use crate::sets::cells::{bits, common, contains, remove};

/// The three kinds of singles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// The last open cell of a region.
    Cell,
    /// The last candidate of a cell.
    Candidate,
    /// The last place of a symbol in a region.
    Place,
}

/// The candidates of a puzzle, some cells placed.
#[derive(Clone, Debug)]
pub struct CandidateStore {
    board: Arc<BoardIndex>,
    /// What the puzzle allows in each cell.
    allowed: Vec<SymbolSet>,
    /// The given cells, as a set.
    givens: Vec<u64>,
    /// The open cells, as a set.
    open_cells: Vec<u64>,
    n_open: usize,
    /// For each symbol the set of open cells that may take it.
    holders: Vec<u64>,
    /// The symbols that are given in each region.
    given_in: Vec<u64>,
    /// The symbols at which techniques look that look at one at a time.
    watched: SymbolSet,
    /// The cells of which techniques look at one at least.
    watched_cells: Vec<u64>,
    tally: Tally,
}

impl CandidateStore {
    /// Creates a store without a puzzle.
    pub fn new(board: Arc<BoardIndex>) -> Self {
        let words = board.words();
        Self {
            allowed: Vec::new(),
            givens: vec![0; words],
            open_cells: vec![0; words],
            n_open: 0,
            holders: vec![0; board.symbols() * words],
            given_in: vec![0; board.regions().len()],
            watched: SymbolSet::all(board.symbols()),
            watched_cells: vec![u64::MAX; words],
            tally: Tally::new(&board),
            board,
        }
    }

    /// Returns the store of a puzzle whose givens are removed from their peers, with nothing else concluded. Its index
    /// is built.
    ///
    /// # Errors
    /// When two givens clash, or a cell has no candidate.
    pub fn of(board: &Arc<BoardIndex>, puzzle: &Puzzle) -> Result<Self, Conflict> {
        let mut store = Self::new(board.clone());
        store.load(puzzle)?;
        store.make_index();
        Ok(store)
    }

    /// Starts with a puzzle, as [`of`](Self::of) does, without an index.
    ///
    /// # Errors
    /// As for [`of`](Self::of).
    pub(super) fn load(&mut self, puzzle: &Puzzle) -> Result<(), Conflict> {
        self.tally.reset();
        self.given_in.fill(0);
        self.allowed.clear();
        self.allowed.extend(puzzle.allowed());
        self.take_allowed();
        self.take_givens()?;
        self.tally.count(&self.board, &self.open_cells, &self.allowed, &self.given_in)
    }

    /// Builds the index, unless it is there: finders need it.
    pub(super) fn make_index(&mut self) {
        self.tally.make_index(&self.board, &self.open_cells);
    }

    /// Returns the board.
    pub fn board(&self) -> &Arc<BoardIndex> {
        &self.board
    }

    /// Returns the candidates of `cell`; its symbol where it is placed.
    pub fn candidates(&self, cell: Cell) -> SymbolSet {
        SymbolSet::from(self.tally.candidates[cell])
    }

    /// Returns the candidates of some cells that are among `symbols`.
    pub fn candidates_among<'c>(
        &self,
        cells: impl IntoIterator<Item = &'c Cell>,
        symbols: SymbolSet,
    ) -> Vec<(Cell, Symbol)> {
        let of_cell = |&cell: &Cell| {
            (self.candidates(cell) & symbols).iter().map(move |symbol| (cell, symbol))
        };
        cells.into_iter().flat_map(of_cell).collect()
    }

    /// Returns what the puzzle allows in `cell`, whatever was concluded.
    pub fn allowed(&self, cell: Cell) -> SymbolSet {
        self.allowed[cell]
    }

    /// Returns whether `cell` is open and may take `symbol`.
    #[inline]
    pub fn has(&self, cell: Cell, symbol: Symbol) -> bool {
        contains(&self.holders[usize::from(symbol) * self.board.words()..], cell)
    }

    /// Returns whether no symbol was placed in `cell` yet.
    pub fn is_open(&self, cell: Cell) -> bool {
        contains(&self.open_cells, cell)
    }

    /// Returns whether the puzzle itself places a symbol in `cell`.
    pub fn is_given(&self, cell: Cell) -> bool {
        contains(&self.givens, cell)
    }

    /// Returns the number of open cells.
    pub fn n_open(&self) -> usize {
        self.n_open
    }

    /// Returns the open cells, as a set.
    pub fn open_cells(&self) -> &[u64] {
        &self.open_cells
    }

    /// Returns the open cells that may take `symbol`, as a set.
    pub fn holders(&self, symbol: Symbol) -> &[u64] {
        &self.holders[usize::from(symbol) * self.board.words()..][..self.board.words()]
    }

    /// Returns the places of `region` where `symbol` may go; none once it is placed there.
    pub fn places(&self, region: usize, symbol: Symbol) -> u64 {
        self.tally.index.places[region * self.board.symbols() + usize::from(symbol)]
    }

    /// Returns the open cells of `region`.
    pub fn open_in(&self, region: usize) -> Vec<Cell> {
        let cells = self.board.regions()[region].cells.iter().copied();
        cells.filter(|&cell| self.is_open(cell)).collect()
    }

    /// Returns the number of open cells of `region`.
    pub fn n_open_in(&self, region: usize) -> usize {
        self.tally.n_open_in(region)
    }

    /// Returns the cells at some places of a region.
    pub fn cells_at(&self, region: usize, places: u64) -> Vec<Cell> {
        bits(places).map(|place| self.board.regions()[region].cells[place]).collect()
    }

    /// Returns all symbols.
    pub fn symbols(&self) -> std::ops::Range<Symbol> {
        0..self.board.symbols() as Symbol
    }

    /// Restricts techniques that look at one symbol at a time to these symbols, and those that look at some cells to
    /// patterns with one of these cells, until another call.
    pub(super) fn watch(&mut self, symbols: SymbolSet, cells: &[u64]) {
        self.watched = symbols;
        self.watched_cells.copy_from_slice(cells);
    }

    /// Restricts no technique.
    pub(super) fn watch_all(&mut self) {
        self.watched = SymbolSet::all(self.board.symbols());
        self.watched_cells.fill(u64::MAX);
    }

    /// Returns the symbols at which a technique looks that looks at one at a time: all, unless it is known that it finds
    /// nothing for the others.
    pub(super) fn watched(&self) -> SymbolSet {
        self.watched
    }

    /// Returns whether a technique that looks at some cells looks at any of these. If it does not, it is known that it
    /// finds nothing in them.
    pub(super) fn is_watched(&self, cells: &[u64]) -> bool {
        self.watched_cells.iter().zip(cells).any(|(watched, cells)| watched & cells != 0)
    }

    /// Returns the cells of which such a technique looks at one at least.
    pub(super) fn watched_cells(&self) -> &[u64] {
        &self.watched_cells
    }

    /// Returns the number of candidates removed since the puzzle was loaded.
    pub fn removals(&self) -> u64 {
        self.tally.removals
    }

    /// Returns the candidates of every cell.
    pub fn sets(&self) -> Vec<SymbolSet> {
        self.tally.candidates.iter().map(|&set| SymbolSet::from(set)).collect()
    }

    /// Writes the symbol of each cell, where all of them are placed.
    pub(super) fn write_grid(&self, grid: &mut Vec<Symbol>) {
        grid.clear();
        grid.extend((0..self.board.cells()).map(|cell| self.tally.symbol(cell)));
    }

    /// Places `symbol` in an open cell that may take it, and removes it from the peers.
    ///
    /// # Errors
    /// When a cell has no candidate left after it.
    pub fn place(&mut self, cell: Cell, symbol: Symbol) -> Result<(), Conflict> {
        debug_assert!(self.has(cell, symbol), "symbol {symbol} in cell {cell}");
        let Self { board, holders, tally, .. } = self;
        let (number, words) = (usize::from(symbol), board.words());
        remove(&mut self.open_cells, cell);
        self.n_open -= 1;
        remove(&mut holders[number * words..], cell);
        for other in tally.take_others(cell, symbol) {
            remove(&mut holders[other * words..], cell);
            tally.count_off(board, cell, other);
        }
        for (word, peers) in board.peer_set(cell).iter().enumerate() {
            let holders = &mut holders[number * words + word];
            let gone = *holders & peers;
            *holders ^= gone;
            bits(gone).try_for_each(|bit| tally.remove(board, word * 64 + bit, number))?;
        }
        tally.place(board, cell, number);
        Ok(())
    }

    /// Removes `symbol` from the candidates of an open cell that may take it.
    ///
    /// # Errors
    /// When the cell has no candidate left after it.
    pub fn eliminate(&mut self, cell: Cell, symbol: Symbol) -> Result<(), Conflict> {
        debug_assert!(self.has(cell, symbol), "symbol {symbol} in cell {cell}");
        remove(&mut self.holders[usize::from(symbol) * self.board.words()..], cell);
        self.tally.remove(&self.board, cell, symbol.into())
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
        match last {
            Last::Cell => self.add_last_cells(singles),
            Last::Candidate => self.add_last_candidates(singles),
            Last::Place => return self.add_last_places(singles),
        }
        Ok(())
    }

    /// Places all singles that there are and that follow.
    ///
    /// # Errors
    /// When something has no possibility left on the way.
    pub(super) fn place_singles(&mut self) -> Result<(), Conflict> {
        let mut singles = Vec::new();
        loop {
            self.add_singles(Last::Candidate, &mut singles)?;
            self.add_singles(Last::Place, &mut singles)?;
            if singles.is_empty() {
                return Ok(());
            }
            for Single { cell, symbol, .. } in singles.drain(..) {
                if self.has(cell, symbol) {
                    self.place(cell, symbol)?;
                }
            }
        }
    }

    /// Becomes a copy of `other` for trying things: without an index, which singles do not need.
    pub(super) fn assume(&mut self, other: &Self) {
        self.open_cells.clone_from(&other.open_cells);
        self.n_open = other.n_open;
        self.holders.clone_from(&other.holders);
        self.tally.copy_counts(&other.tally);
    }

    /// Places `symbol` in `cell`, and all singles that follow, in rounds; what a round places is
    /// noted before it is placed, so that it does not depend on the order of cells.
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

    fn add_last_cells(&self, singles: &mut Vec<Single>) {
        self.tally.for_each_last_cell(|region| {
            let cell = common([&self.open_cells, self.board.cell_set(region)]).next();
            singles.extend(cell.map(|cell| self.last_candidate(cell, Some(region))));
        });
    }

    fn add_last_candidates(&self, singles: &mut Vec<Single>) {
        self.tally.for_each_last_candidate(|cell| singles.push(self.last_candidate(cell, None)));
    }

    fn add_last_places(&self, singles: &mut Vec<Single>) -> Result<(), Conflict> {
        let mut is_lost = false;
        self.tally.for_each_last_place(&self.board, |region, symbol| {
            let symbol = symbol as Symbol;
            let cell = common([self.holders(symbol), self.board.cell_set(region)]).next();
            is_lost |= cell.is_none();
            singles.extend(cell.map(|cell| Single { cell, symbol, region: Some(region) }));
        });
        if is_lost { Err(Conflict) } else { Ok(()) }
    }

    fn last_candidate(&self, cell: Cell, region: Option<usize>) -> Single {
        Single { cell, symbol: self.tally.symbol(cell), region }
    }

    /// Notes which cells are given and which are open, and what the open ones may take.
    fn take_allowed(&mut self) {
        let all = SymbolSet::all(self.board.symbols());
        self.n_open = 0;
        for (word, cells) in self.allowed.chunks(64).enumerate() {
            let (mut givens, mut marked) = (0, 0);
            for (bit, allowed) in cells.iter().enumerate() {
                givens |= u64::from(allowed.word().is_power_of_two()) << bit;
                marked |= u64::from(*allowed != all) << bit;
            }
            let open = !givens & u64::MAX >> (64 - cells.len());
            self.givens[word] = givens;
            self.open_cells[word] = open;
            self.n_open += open.count_ones() as usize;
            for (symbol, holders) in self.holders.chunks_exact_mut(self.board.words()).enumerate() {
                holders[word] = open;
                for bit in bits(open & marked) {
                    holders[word] &= !(u64::from(!cells[bit].contains(symbol as Symbol)) << bit);
                }
            }
        }
    }

    /// Places the givens, and removes them from the holders.
    fn take_givens(&mut self) -> Result<(), Conflict> {
        let Self { board, allowed, givens, holders, given_in, tally, .. } = self;
        for cell in common([givens]) {
            let bit = allowed[cell].word();
            let symbol = bit.trailing_zeros() as usize;
            tally.candidates[cell] = bit;
            for &(region, _) in board.memberships(cell) {
                if given_in[region] & bit != 0 {
                    return Err(Conflict);
                }
                given_in[region] |= bit;
                tally.settle(board, region, symbol);
            }
            let holders = &mut holders[symbol * board.words()..];
            holders.iter_mut().zip(board.peer_set(cell)).for_each(|(word, peers)| *word &= !peers);
        }
        Ok(())
    }
}
