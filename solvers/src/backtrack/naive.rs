//! Falissard's brute force (*Théorie des ensembles appliquée au sudoku*, §2): cells in reading
//! order, symbols in order.
//!
//! Her *Remplissage* tries each symbol s of S in the first empty cell c; *Validation* refuses s
//! when it stands in f(E_j) for a region E_j that contains c; *casevidesuivante* names the next
//! empty cell; when no symbol is left, the last one placed is taken back. Here the recursion is a
//! loop over a depth, so that no grid is too large for the stack, and each f(E_j) is kept as a set
//! of symbols, which is what it is in her text. Her step of verification before the search is
//! kept too: givens that clash are found at once.
//!
//! Every placement tried is a bet, and enters a search state. The cost is exponential in the
//! number of empty cells before the first clues: puzzles with an empty first row are made against
//! it.

use std::ops::ControlFlow;

use board::{Cell, Geometry, Puzzle, Symbol, SymbolSet};

use crate::meter::{Limits, Meter};
use crate::observer::Observer;
use crate::outcome::{Counter, Outcome, Stop};
use crate::solver::{Backend, Honors, Method, Obeys, Solver, Task};

/// The row `backtrack/naive`.
pub const NAIVE: Backend = Backend {
    id: "backtrack/naive",
    about: "brute force: cells in reading order, symbols in order (Falissard)",
    method: Method { state: "filled cells", inference: "none", choice: "first empty cell" },
    tasks: &[Task::First, Task::Unique, Task::Count],
    counts: &[Counter::Nodes, Counter::Bets, Counter::Conflicts, Counter::MaxDepth],
    counts_traced: &[],
    honors: Honors { nodes: Obeys::Exactly, time: Obeys::Exactly },
    stateful: false,
    prepare: |geometry| Ok(Box::new(Naive::new(geometry))),
};

struct Naive {
    /// For each cell the numbers of the regions that contain it.
    regions_of: Vec<Vec<usize>>,
    /// f: the symbol of each filled cell.
    symbols: Vec<Symbol>,
    /// f(E_j): the symbols that stand in each region.
    images: Vec<SymbolSet>,
    /// The cells to fill, in order.
    empty: Vec<Cell>,
    /// The symbols still to be tried in each cell of `empty`, up to the depth of the search.
    untried: Vec<SymbolSet>,
}

impl Naive {
    fn new(geometry: &Geometry) -> Self {
        let cells = geometry.cells();
        Self {
            regions_of: (0..cells).map(|cell| geometry.regions_of(cell).to_vec()).collect(),
            symbols: vec![0; cells],
            images: vec![SymbolSet::EMPTY; geometry.regions().len()],
            empty: Vec::with_capacity(cells),
            untried: vec![SymbolSet::EMPTY; cells],
        }
    }

    fn run<O: Observer>(&mut self, puzzle: &Puzzle, mut meter: Meter<'_, O>) -> Outcome {
        let flow = self.search(puzzle, &mut meter);
        meter.finish(flow)
    }

    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
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
                Some(&cell) => self.untried[depth].first().map(|symbol| (cell, symbol)),
                None => {
                    meter.solution(&self.symbols)?;
                    None
                }
            };
            if let Some((cell, symbol)) = tried {
                self.untried[depth].remove(symbol);
                self.place(cell, symbol);
                meter.bet(cell, symbol, puzzle.allowed()[cell].len());
                meter.node()?;
                depth += 1;
                self.enter(depth, puzzle, meter);
            } else if depth > 0 {
                depth -= 1;
                self.take_back(self.empty[depth]);
                meter.undo();
            } else {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Finds what may be tried in the cell at `depth`.
    fn enter<O: Observer>(&mut self, depth: usize, puzzle: &Puzzle, meter: &mut Meter<'_, O>) {
        let Some(&cell) = self.empty.get(depth) else { return };
        self.untried[depth] = self.valid(cell, puzzle.allowed()[cell]);
        if self.untried[depth].is_empty() {
            meter.conflict();
        }
    }

    /// *Validation*, for all symbols at once: those of `allowed` that stand in no f(E_j) of a
    /// region that contains the cell.
    fn valid(&self, cell: Cell, allowed: SymbolSet) -> SymbolSet {
        let standing = |bits, &region: &usize| bits | self.images[region].bits();
        let taken = self.regions_of[cell].iter().fold(0, standing);
        SymbolSet::from_bits(allowed.bits() & !taken)
    }

    /// Places the givens and lists the empty cells; false when two givens clash.
    fn place_givens(&mut self, puzzle: &Puzzle) -> bool {
        self.images.fill(SymbolSet::EMPTY);
        self.empty.clear();
        for (cell, &allowed) in puzzle.allowed().iter().enumerate() {
            match allowed.single() {
                None => self.empty.push(cell),
                Some(_) if self.valid(cell, allowed).is_empty() => return false,
                Some(symbol) => self.place(cell, symbol),
            }
        }
        true
    }

    fn place(&mut self, cell: Cell, symbol: Symbol) {
        self.symbols[cell] = symbol;
        self.regions_of[cell].iter().for_each(|&region| self.images[region].insert(symbol));
    }

    fn take_back(&mut self, cell: Cell) {
        let symbol = self.symbols[cell];
        self.regions_of[cell].iter().for_each(|&region| self.images[region].remove(symbol));
    }
}

impl Solver for Naive {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        self.run(puzzle, Meter::new(limits, ()))
    }

    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        self.run(puzzle, Meter::new(limits, observer))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::{catalog, text::line};

    use super::*;

    #[test]
    fn on_the_empty_grid_it_finds_the_grid_printed_in_the_document() {
        let geometry = Arc::new(catalog::classic(9).unwrap());
        let mut solver = Naive::new(&geometry);
        let outcome = solver.solve(&Puzzle::empty(geometry.clone()), &Limits::solutions(1));
        assert_eq!(
            line::write_grid(geometry.alphabet(), &outcome.first.unwrap()),
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
        );
    }

    #[test]
    fn every_placement_is_a_bet_and_a_node() {
        let geometry = Arc::new(catalog::classic(4).unwrap());
        let mut solver = Naive::new(&geometry);
        let outcome = solver.solve(&Puzzle::empty(geometry), &Limits::solutions(1000));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 288));
        assert_eq!(outcome.counters.nodes, outcome.counters.bets + 1);
        assert_eq!(outcome.counters.max_depth, 16);
    }
}
