//! Falissard's brute force (*Théorie des ensembles appliquée au sudoku*, §2): cells in reading order,
//! symbols in order.
//!
//! Her *Remplissage* tries each symbol s of S in the first empty cell c. *Validation* rejects s if it
//! occurs in f(E_j) for a region E_j that contains c. *casevidesuivante* returns the next empty cell.
//! If no symbol is left, the last placement is undone. Here the recursion is a loop over the depth, so
//! no grid overflows the stack, and each f(E_j) is stored as a set of symbols, which it is in her text.
//! Her verification step before the search is kept: clashing givens are found at once.
//!
//! Every placement tried is a bet and enters a search state. The cost is exponential in the number of
//! empty cells before the first clues; puzzles with an empty first row are constructed against it.

use std::ops::ControlFlow;

use board::{Cell, CellRelation, Geometry, Puzzle, Symbol, SymbolSet};

use crate::contract::{
    Backend, Counter, LimitSupport, Meter, Method, Observer, Origin, ProblemKind, Search,
    StepSupport, Stop, Takes, Task,
};

/// The row `backtrack/naive`.
pub const NAIVE: Backend = Backend {
    id: "backtrack/naive",
    about: "brute force: cells in reading order, symbols in order (Falissard)",
    method: Method { state: "filled cells", inference: "none", choice: "first empty cell" },
    tasks: &Task::ALL,
    counts: &[Counter::Nodes, Counter::Bets, Counter::Conflicts, Counter::MaxDepth],
    counts_traced: &[],
    steps: StepSupport::All,
    node_limit: LimitSupport::Exact,
    time_limit: LimitSupport::Exact,
    assumes_unique: false,
    complete: true,
    stateful: false,
    batch: None,
    lines: None,
    package: None,
    instructions: None,
    origin: Origin { code: "backtrack", reads: ProblemKind::Puzzle },
    takes: Takes::related_puzzles(|geometry| Ok(Box::new(Naive::new(geometry)))),
};

/// The order in which the symbols of a cell are tried, which line 2 of *Remplissage* does not specify.
/// The search is monomorphised for each order.
pub(super) trait SymbolOrder {
    /// Returns the next symbol for `cell` among those not tried yet.
    fn next(&self, cell: Cell, untried: SymbolSet) -> Option<Symbol>;
}

/// The order of S, in every cell.
pub(super) struct Ascending;

impl SymbolOrder for Ascending {
    #[inline(always)]
    fn next(&self, _: Cell, untried: SymbolSet) -> Option<Symbol> {
        untried.first()
    }
}

/// The search and its scratch memory.
pub(super) struct Naive {
    /// For each cell, the numbers of the regions that contain it.
    regions_of: Vec<Vec<usize>>,
    /// For each cell, the numbers of the relations that contain it.
    relations_of: Vec<Vec<usize>>,
    /// f: the symbol of each filled cell.
    symbols: Vec<Symbol>,
    /// f(E_j): the symbols placed in each region.
    images: Vec<SymbolSet>,
    /// The cells to fill, in order.
    empty: Vec<Cell>,
    /// The symbols still to be tried in each cell of `empty`, up to the depth of the search.
    untried: Vec<SymbolSet>,
}

impl Naive {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let cells = geometry.cells();
        let mut relations_of = vec![Vec::new(); cells];
        for (index, relation) in geometry.relations().iter().enumerate() {
            relation.cells.iter().for_each(|&cell| relations_of[cell].push(index));
        }
        Self {
            relations_of,
            regions_of: (0..cells).map(|cell| geometry.regions_of(cell).to_vec()).collect(),
            symbols: vec![0; cells],
            images: vec![SymbolSet::EMPTY; geometry.regions().len()],
            empty: Vec::with_capacity(cells),
            untried: vec![SymbolSet::EMPTY; cells],
        }
    }

    /// Enumerates the grids of `puzzle` in `order` until `found` breaks.
    pub(super) fn search_in<'a, O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        order: &impl SymbolOrder,
        meter: &mut Meter<'a, O>,
        mut found: impl FnMut(&[Symbol], &mut Meter<'a, O>) -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        if !self.place_givens(puzzle) {
            meter.conflict();
            return ControlFlow::Continue(());
        }
        let mut depth = 0;
        self.enter(depth, puzzle, meter);
        loop {
            let tried = match self.empty.get(depth) {
                Some(&cell) => order.next(cell, self.untried[depth]).map(|symbol| (cell, symbol)),
                None => {
                    found(&self.symbols, meter)?;
                    None
                }
            };
            if let Some((cell, symbol)) = tried {
                self.untried[depth].remove(symbol);
                self.place(cell, symbol);
                meter.bet(cell, symbol, puzzle.allowed_in(cell).len());
                meter.node()?;
                depth += 1;
                self.enter(depth, puzzle, meter);
            } else if depth > 0 {
                depth -= 1;
                self.remove(self.empty[depth]);
                meter.undo();
            } else {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Undoes every bet of a search that `found` ended.
    pub(super) fn undo_all<O: Observer>(&mut self, meter: &mut Meter<'_, O>) {
        for depth in (0..self.empty.len()).rev() {
            self.remove(self.empty[depth]);
            meter.undo();
        }
    }

    /// Finds the symbols to try in the cell at `depth`.
    fn enter<O: Observer>(&mut self, depth: usize, puzzle: &Puzzle, meter: &mut Meter<'_, O>) {
        let Some(&cell) = self.empty.get(depth) else { return };
        let valid = self.valid(cell, puzzle.allowed_in(cell));
        self.untried[depth] = self.related(cell, valid, puzzle);
        if self.untried[depth].is_empty() {
            meter.conflict();
        }
    }

    /// *Validation* for all symbols at once: returns those of `allowed` that are in no f(E_j) of a
    /// region that contains the cell.
    fn valid(&self, cell: Cell, allowed: SymbolSet) -> SymbolSet {
        let union = |taken, &region: &usize| taken | self.images[region];
        allowed - self.regions_of[cell].iter().fold(SymbolSet::EMPTY, union)
    }

    /// Returns the symbols for which each relation holds whose last empty cell this is. Cells are filled in order.
    fn related(&self, cell: Cell, symbols: SymbolSet, puzzle: &Puzzle) -> SymbolSet {
        let is_filled = |&it: &Cell| it <= cell || puzzle.given(it).is_some();
        let relations =
            self.relations_of[cell].iter().map(|&it| &puzzle.geometry().relations()[it]);
        let complete = relations.filter(|relation| relation.cells.iter().all(is_filled));
        complete.fold(symbols, |symbols, CellRelation { kind, cells }| {
            let holds = |&symbol: &Symbol| {
                let its = |&it: &Cell| if it == cell { symbol } else { self.symbols[it] };
                kind.holds(puzzle.geometry().symbols(), &cells.iter().map(its).collect::<Vec<_>>())
            };
            symbols.iter().filter(holds).collect()
        })
    }

    /// Places the givens and lists the empty cells. Returns `false` if two givens clash, or a relation of givens
    /// does not hold.
    fn place_givens(&mut self, puzzle: &Puzzle) -> bool {
        self.images.fill(SymbolSet::EMPTY);
        self.empty.clear();
        for (cell, allowed) in puzzle.allowed().enumerate() {
            match allowed.single() {
                None => self.empty.push(cell),
                Some(_) if self.valid(cell, allowed).is_empty() => return false,
                Some(symbol) => self.place(cell, symbol),
            }
        }
        puzzle.geometry().relations().iter().all(|CellRelation { kind, cells }| {
            let word: Option<Vec<Symbol>> = cells.iter().map(|&cell| puzzle.given(cell)).collect();
            word.is_none_or(|word| kind.holds(puzzle.geometry().symbols(), &word))
        })
    }

    fn place(&mut self, cell: Cell, symbol: Symbol) {
        self.symbols[cell] = symbol;
        self.regions_of[cell].iter().for_each(|&region| self.images[region].insert(symbol));
    }

    fn remove(&mut self, cell: Cell) {
        let symbol = self.symbols[cell];
        self.regions_of[cell].iter().for_each(|&region| self.images[region].remove(symbol));
    }
}

impl Search for Naive {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        let found = |grid: &[Symbol], meter: &mut Meter<'_, O>| meter.solution(grid);
        self.search_in(puzzle, &Ascending, meter, found)
    }
}

#[cfg(test)]
mod tests {
    use board::text::line;

    use super::*;
    use crate::backtrack::oracle::named;
    use crate::{Limits, Solver};

    #[test]
    fn the_first_grid_of_the_empty_puzzle_is_that_of_the_document() {
        let puzzle = Puzzle::empty(named("classic9"));
        let outcome = Naive::new(puzzle.geometry()).solve(&puzzle, &Limits::solutions(1));
        assert_eq!(
            line::write_grid(puzzle.geometry().alphabet(), &outcome.first.unwrap()),
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
        );
    }

    #[test]
    fn every_placement_is_a_bet_and_a_node() {
        let puzzle = Puzzle::empty(named("classic4"));
        let outcome = Naive::new(puzzle.geometry()).solve(&puzzle, &Limits::solutions(1000));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 288));
        assert_eq!(outcome.counters.nodes, outcome.counters.bets + 1);
        assert_eq!(outcome.counters.max_depth, 16);
    }
}
