//! A puzzle is a geometry and the symbols that each cell may take; a grid is a symbol for every
//! cell.
//!
//! A *given* is a cell that may take one symbol only. So a puzzle with pencil marks is an ordinary
//! puzzle, and one with a cell that may take no symbol is valid, but has no solution.
//!
//! Most puzzles are *plain*: each cell is a given or may take every symbol. They are kept as a byte
//! for each cell, since a set takes 16, and solvers that need a microsecond for a puzzle would wait
//! for memory.

use std::hint::select_unpredictable;
use std::ops::Index;
use std::sync::Arc;

use crate::geometry::{Cell, FEW_CELLS, Geometry, Region};
use crate::symbols::{SetBits, Symbol, SymbolBits, SymbolSet, SymbolWord};

/// A geometry, and for each cell the set of symbols that it may take.
///
/// ```
/// use std::sync::Arc;
///
/// use board::{Puzzle, SymbolSet, catalog};
///
/// let classic = Arc::new(catalog::classic(4)?);
/// let mut givens = vec![None; classic.cells()];
/// givens[0] = Some(0); // symbols are numbered from 0: this is the digit 1
/// let puzzle = Puzzle::from_givens(classic, &givens);
/// assert_eq!(puzzle.given(0), Some(0));
/// assert_eq!(puzzle.candidates()[1], SymbolSet::all(4) - SymbolSet::only(0));
/// # Ok::<(), board::GeometryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    geometry: Arc<Geometry>,
    cells: Cells,
}

/// The symbols that each cell may take, in the only form for its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cells {
    /// The given of each cell, or [`Puzzle::OPEN`].
    Plain(Box<[Symbol]>),
    /// The sets, where one is neither a given nor every symbol.
    Marked(Box<[SymbolSet]>),
}

impl Puzzle {
    /// A cell of [`plain`](Self::plain) that may take every symbol.
    pub const OPEN: Symbol = Symbol::MAX;

    /// Returns the puzzle in which every cell may take every symbol.
    pub fn empty(geometry: Arc<Geometry>) -> Self {
        let givens = vec![None; geometry.cells()];
        Self::from_givens(geometry, &givens)
    }

    /// Returns the puzzle with these givens; `None` is an open cell.
    ///
    /// # Panics
    /// If their number is not that of the cells, or one is not in S.
    pub fn from_givens(geometry: Arc<Geometry>, givens: &[Option<Symbol>]) -> Self {
        let open = open(&geometry);
        Self::from_plain(geometry, givens.iter().map(|given| given.unwrap_or(open)).collect())
    }

    /// Returns the puzzle in which each cell has a given or is [`open`](Self::OPEN).
    ///
    /// # Panics
    /// If the number of cells is not that of the geometry, or a given is not in S.
    pub(crate) fn from_plain(geometry: Arc<Geometry>, cells: Box<[Symbol]>) -> Self {
        assert_eq!(cells.len(), geometry.cells(), "one symbol for each cell");
        let symbols = geometry.symbols();
        let is_known = |&cell: &Symbol| cell == Self::OPEN || usize::from(cell) < symbols;
        // Without an end at the first that is not: all cells at once take a tenth of the time.
        let are_known = cells.iter().fold(true, |all, cell| all & is_known(cell));
        assert!(are_known, "symbols of the geometry only");
        Self { geometry, cells: Cells::Plain(cells) }
    }

    /// Returns the puzzle in which each cell may take the symbols of its set.
    ///
    /// # Panics
    /// If the number of sets is not that of the cells, or one has a member that is not in S.
    pub fn from_allowed(geometry: Arc<Geometry>, allowed: Vec<SymbolSet>) -> Self {
        let all = SymbolSet::all(geometry.symbols());
        if let Some(cells) = allowed.iter().map(|&set| plain(set, all)).collect() {
            return Self::from_plain(geometry, cells);
        }
        assert_eq!(allowed.len(), geometry.cells(), "one set for each cell");
        let union = allowed.iter().fold(SymbolSet::EMPTY, |union, &set| union | set);
        assert!(union.is_subset(all), "symbols of the geometry only");
        Self { geometry, cells: Cells::Marked(allowed.into()) }
    }

    /// Lets `cell` take the symbols of `allowed`, whatever it might take before.
    ///
    /// A puzzle that is [plain](Self::plain) before and after costs nothing; others are looked through.
    ///
    /// # Panics
    /// If a member of `allowed` is not in S.
    pub fn allow(&mut self, cell: Cell, allowed: SymbolSet) {
        let all = SymbolSet::all(self.geometry.symbols());
        assert!(allowed.is_subset(all), "symbols of the geometry only");
        match (&mut self.cells, plain(allowed, all)) {
            (Cells::Plain(cells), Some(symbol)) => cells[cell] = symbol,
            (Cells::Plain(cells), None) => {
                let mut sets: Box<[SymbolSet]> = cells.iter().map(|&it| set(it, all)).collect();
                sets[cell] = allowed;
                self.cells = Cells::Marked(sets);
            }
            (Cells::Marked(sets), symbol) => {
                sets[cell] = allowed;
                if symbol.is_some()
                    && let Some(cells) = sets.iter().map(|&set| plain(set, all)).collect()
                {
                    self.cells = Cells::Plain(cells);
                }
            }
        }
    }

    /// Returns the geometry.
    #[inline]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// Returns the symbols that each cell may take, in the order of C.
    #[inline]
    pub fn allowed(&self) -> impl ExactSizeIterator<Item = SymbolSet> + Clone + '_ {
        let all = SymbolSet::all(self.geometry.symbols());
        let (plain, marked) = match &self.cells {
            Cells::Plain(cells) => (&cells[..], &[][..]),
            Cells::Marked(sets) => (&[][..], &sets[..]),
        };
        let in_cell =
            move |cell: Cell| plain.get(cell).map_or_else(|| marked[cell], |&it| set(it, all));
        (0..plain.len() + marked.len()).map(in_cell)
    }

    /// Returns the symbols that `cell` may take.
    #[inline]
    pub fn allowed_in(&self, cell: Cell) -> SymbolSet {
        match &self.cells {
            Cells::Plain(cells) => set(cells[cell], SymbolSet::all(self.geometry.symbols())),
            Cells::Marked(sets) => sets[cell],
        }
    }

    /// Returns the given of each cell, or [`OPEN`](Self::OPEN), if there are no other cells.
    #[inline]
    pub fn plain(&self) -> Option<&[Symbol]> {
        match &self.cells {
            Cells::Plain(cells) => Some(cells),
            Cells::Marked(_) => None,
        }
    }

    /// Returns the symbol of `cell` if it is a given.
    #[inline]
    pub fn given(&self, cell: Cell) -> Option<Symbol> {
        match &self.cells {
            Cells::Plain(cells) => Some(cells[cell]).filter(|&given| given != Self::OPEN),
            Cells::Marked(sets) => sets[cell].single(),
        }
    }

    /// Returns the givens, in the order of C; `None` for other cells.
    pub fn givens(&self) -> Vec<Option<Symbol>> {
        (0..self.geometry.cells()).map(|cell| self.given(cell)).collect()
    }

    /// Returns the initial candidates of each cell: the symbols that it may take, without the
    /// givens of its regions. A given keeps its symbol.
    pub fn candidates(&self) -> Vec<SymbolSet> {
        if self.geometry.symbols() <= SymbolWord::CAPACITY {
            self.candidates_as::<u64>().map(SymbolWord::cast).collect()
        } else {
            self.candidates_as::<u128>().collect()
        }
    }

    /// Returns the number of initial candidates of all cells. A given is its only one.
    pub fn n_candidates(&self) -> usize {
        match &self.cells {
            Cells::Plain(cells) if cells.len() <= FEW_CELLS => self.n_of_few(cells),
            _ if self.geometry.symbols() <= SymbolWord::CAPACITY => {
                self.candidates_as::<u64>().map(SymbolWord::len).sum()
            }
            _ => self.candidates_as::<u128>().map(SymbolSet::len).sum(),
        }
    }

    /// Returns the number of initial candidates of a plain puzzle of few cells: for each symbol the open cells that do not
    /// see it, as sets of cells.
    fn n_of_few(&self, cells: &[Symbol]) -> usize {
        // Without a branch for each cell: which cells are given cannot be predicted.
        let (mut given, mut n_given) = ([0_u8; FEW_CELLS], 0);
        for (cell, &symbol) in (0..).zip(cells) {
            given[n_given] = cell;
            n_given += usize::from(symbol != Self::OPEN);
        }
        let mut open = u128::MAX >> (FEW_CELLS - cells.len());
        let mut seeing = [0_u128; SymbolSet::CAPACITY];
        for &cell in &given[..n_given] {
            let cell = usize::from(cell);
            open &= !(1 << cell);
            seeing[usize::from(cells[cell])] |= self.geometry.peer_set(cell);
        }
        let seeing = &seeing[..self.geometry.symbols()];
        n_given + seeing.iter().map(|set| (open & !set).count_ones() as usize).sum::<usize>()
    }

    /// Returns the initial candidates in sets that hold all symbols.
    fn candidates_as<B: SetBits>(&self) -> impl Iterator<Item = SymbolBits<B>> {
        // Without a branch for each cell: which cells are given cannot be predicted.
        let of_given = |set: SymbolBits<B>| match set.single() {
            Some(_) => set,
            None => SymbolBits::EMPTY,
        };
        let union = |some: SymbolBits<B>, more: SymbolBits<B>| some | more;
        let sets: Vec<SymbolBits<B>> = match &self.cells {
            Cells::Plain(cells) => {
                let all = SymbolBits::all(self.geometry.symbols());
                cells.iter().map(|&cell| set(cell, all)).collect()
            }
            Cells::Marked(sets) => sets.iter().map(|set| set.cast()).collect(),
        };
        let givens: Vec<SymbolBits<B>> = sets.iter().map(|&set| of_given(set)).collect();
        let taken_in = |region: &Region| {
            region.cells.iter().map(|&cell| givens[cell]).fold(SymbolBits::EMPTY, union)
        };
        let taken: Vec<SymbolBits<B>> = self.geometry.regions().iter().map(taken_in).collect();
        sets.into_iter().enumerate().map(move |(cell, set)| {
            let regions = self.geometry.regions_of(cell).iter();
            let taken = regions.map(|&region| taken[region]).fold(SymbolBits::EMPTY, union);
            (set - taken) | givens[cell]
        })
    }

    /// Returns the number of givens.
    pub fn clues(&self) -> usize {
        match &self.cells {
            Cells::Plain(cells) => cells.iter().filter(|&&cell| cell != Self::OPEN).count(),
            Cells::Marked(sets) => sets.iter().filter(|set| set.single().is_some()).count(),
        }
    }
}

/// Returns the symbols that a cell of a plain puzzle may take, of `all` symbols.
#[inline]
fn set<B: SetBits>(cell: Symbol, all: SymbolBits<B>) -> SymbolBits<B> {
    // Which cells are given cannot be predicted.
    let given = SymbolBits::only(cell % SymbolBits::<B>::CAPACITY as Symbol);
    select_unpredictable(cell == Puzzle::OPEN, all, given)
}

/// Returns what a cell with these symbols, of `all`, is in a plain puzzle, if one may have it.
fn plain(allowed: SymbolSet, all: SymbolSet) -> Option<Symbol> {
    match allowed.single() {
        None if allowed == all => Some(Puzzle::OPEN),
        given => given,
    }
}

/// Returns what an open cell of a plain puzzle is kept as: with one symbol only, it is a given.
fn open(geometry: &Geometry) -> Symbol {
    if geometry.symbols() == 1 { 0 } else { Puzzle::OPEN }
}

/// A symbol for every cell.
///
/// ```
/// use board::text::line;
/// use board::{Alphabet, Grid};
///
/// let grid = Grid::new([0, 1, 1, 0]);
/// assert_eq!(grid[2], 1);
/// assert_eq!(line::write_grid(&Alphabet::new("ab")?, &grid), "abba");
/// # Ok::<(), board::AlphabetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid(Box<[Symbol]>);

impl Grid {
    /// Creates the grid with these symbols, in the order of C.
    pub fn new(symbols: impl Into<Box<[Symbol]>>) -> Self {
        Self(symbols.into())
    }

    /// Returns the symbols, in the order of C.
    #[inline]
    pub fn symbols(&self) -> &[Symbol] {
        &self.0
    }
}

impl Index<Cell> for Grid {
    type Output = Symbol;

    #[inline]
    fn index(&self, cell: Cell) -> &Symbol {
        &self.0[cell]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    #[test]
    fn a_puzzle_has_one_form_however_it_is_made() {
        let geometry = Arc::new(catalog::classic(4).unwrap());
        let mut givens = vec![None; 16];
        givens[5] = Some(2);
        let plain = Puzzle::from_givens(geometry.clone(), &givens);
        let mut sets: Vec<SymbolSet> = plain.allowed().collect();
        assert_eq!((sets[4], sets[5]), (SymbolSet::all(4), SymbolSet::only(2)));
        assert_eq!(Puzzle::from_allowed(geometry.clone(), sets.clone()), plain);
        assert_eq!(plain.plain().map(|cells| (cells[4], cells[5])), Some((Puzzle::OPEN, 2)));
        for marks in [SymbolSet::EMPTY, [0, 3].into_iter().collect()] {
            sets[4] = marks;
            let marked = Puzzle::from_allowed(geometry.clone(), sets.clone());
            assert_eq!((marked.plain(), marked.given(4), marked.given(5)), (None, None, Some(2)));
            assert!(marked.allowed().eq(sets.iter().copied()));
            assert!((0..16).all(|cell| marked.allowed_in(cell) == sets[cell]));
            assert_eq!((marked.clues(), marked.givens()), (1, givens.clone()));
        }
        // With one symbol, an open cell is a given.
        let one = Arc::new(catalog::latin(1).unwrap());
        let given = Puzzle::from_givens(one.clone(), &[Some(0)]);
        assert_eq!(Puzzle::empty(one.clone()), given);
        assert_eq!(Puzzle::from_allowed(one, vec![SymbolSet::only(0)]), given);
    }

    #[test]
    fn a_puzzle_that_is_changed_is_the_one_that_is_made_so() {
        let geometry = Arc::new(catalog::classic(4).unwrap());
        let mut puzzle = Puzzle::empty(geometry.clone());
        let mut sets = vec![SymbolSet::all(4); 16];
        let [one, two] = [[1].into_iter().collect(), [0, 3].into_iter().collect()];
        let changes = [(3, one), (7, two), (3, SymbolSet::EMPTY), (7, one), (3, SymbolSet::all(4))];
        for (cell, allowed) in changes {
            puzzle.allow(cell, allowed);
            sets[cell] = allowed;
            assert_eq!(puzzle, Puzzle::from_allowed(geometry.clone(), sets.clone()));
        }
    }

    #[test]
    fn givens_are_removed_from_the_cells_that_see_them() {
        let geometry = Arc::new(catalog::classic(4).unwrap());
        let mut givens = vec![None; 16];
        (givens[0], givens[6]) = (Some(0), Some(2));
        let puzzle = Puzzle::from_givens(geometry, &givens);
        let candidates = puzzle.candidates();
        assert_eq!(candidates.iter().map(|it| it.len()).sum::<usize>(), puzzle.n_candidates());
        assert_eq!(candidates[0], SymbolSet::only(0));
        // In a row with the 1, and in a block with the 3.
        assert_eq!(candidates[2], [1, 3].into_iter().collect());
        assert_eq!(candidates[15], SymbolSet::all(4));
    }

    #[test]
    fn candidates_are_counted_alike_on_boards_of_few_and_of_many_cells() {
        for (order, step) in [(1, 1), (4, 3), (9, 2), (9, 5), (9, 80), (16, 1), (16, 7), (25, 4)] {
            let geometry = Arc::new(catalog::classic(order).unwrap());
            let mut givens = vec![None; geometry.cells()];
            for (cell, given) in givens.iter_mut().enumerate().step_by(step) {
                *given = Some((cell * cell % order) as Symbol);
            }
            let puzzle = Puzzle::from_givens(geometry, &givens);
            let counted: usize = puzzle.candidates().iter().map(|it| it.len()).sum();
            assert_eq!(puzzle.n_candidates(), counted, "{order} {step}");
        }
    }
}
