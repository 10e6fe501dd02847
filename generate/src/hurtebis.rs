//! Creation as in É. Hurtebis' console tool of 2005 (option `-c`): without a full grid, and without ever
//! testing whether the solution is unique.
//!
//! 1. Two series of the symbols are placed in random cells without a clash.
//! 2. The grid is solved by rounds with hypotheses ([`solvers::candidates::rounds`]). If it is
//!    impossible, or the limit of rounds is reached, the creation starts again.
//! 3. Cells of the solution are added to the grid of step 1 until no hypothesis is needed to solve it.
//!    Each value is then forced, so there is one solution.
//! 4. Clues are removed in random order, each if still no hypothesis is needed. None that is left is
//!    superfluous.
//! 5. Cells of the solution are added up to the requested number of clues or to his level.
//!
//! His puzzles therefore require naked and hidden singles only. According to him, step 4 leaves 22 to 27
//! clues, which a test checks. His board has 81 cells. Others have two series for every |S|² cells, so
//! that a Samurai starts with the same share of givens as a 9×9.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use board::seed::ChaCha8Rng;
use board::{Cell, Geometry, Grid, Puzzle, Symbol};
use rand::seq::{IteratorRandom, SliceRandom};
use solvers::candidates::rounds::level::HurtebisLevel;
use solvers::candidates::rounds::{self, Rules};
use solvers::{Limits, Solver};

/// The number of starts.
const STARTS: usize = 100;

/// The number of rounds after which a start is abandoned, as in his program.
const ROUNDS: u64 = 1000;

/// Creates puzzles of one geometry.
pub(super) struct Hurtebis<'a> {
    geometry: Arc<Geometry>,
    with_hypotheses: Box<dyn Solver + Send>,
    without: Box<dyn Solver + Send>,
    cancel: Option<&'a AtomicBool>,
    /// The number of search states entered so far.
    pub(super) states: u64,
}

impl<'a> Hurtebis<'a> {
    pub(super) fn new(geometry: &Arc<Geometry>, cancel: Option<&'a AtomicBool>) -> Self {
        let none = Rules { max_hypotheses: Some(0), ..Rules::default() };
        Self {
            geometry: geometry.clone(),
            with_hypotheses: rounds::solver(geometry, Rules::default()),
            without: rounds::solver(geometry, none),
            cancel,
            states: 0,
        }
    }

    /// Returns a puzzle with this number of clues and of this level, by default the result of step 4.
    /// Returns `None` if that has more clues or a different level, or if no start can be solved.
    pub(super) fn puzzle(
        &mut self,
        clues: Option<usize>,
        level: Option<HurtebisLevel>,
        rng: &mut ChaCha8Rng,
    ) -> Option<Puzzle> {
        let (mut givens, grid) = (0..STARTS).find_map(|_| self.start(rng))?;
        self.enrich(&mut givens, &grid, rng);
        self.prune(&mut givens, rng);
        let cells = self.geometry.cells();
        let least = level.map_or(0, |level| level.fewest_clues(cells));
        let mut open = in_random_order(rng, (0..cells).filter(|&cell| givens[cell].is_none()));
        let mut given = cells - open.len();
        while given < clues.unwrap_or(0).max(least) {
            let cell = open.pop()?;
            givens[cell] = Some(grid[cell]);
            given += 1;
        }
        let has_clues = clues.is_none_or(|clues| clues == given);
        let is_of_level =
            level.is_none_or(|level| level == HurtebisLevel::estimate(given, cells, false));
        (has_clues && is_of_level).then(|| Puzzle::from_givens(self.geometry.clone(), &givens))
    }

    /// Returns the series and a grid that contains them.
    fn start(&mut self, rng: &mut ChaCha8Rng) -> Option<(Vec<Option<Symbol>>, Grid)> {
        let givens = self.series(rng)?;
        let puzzle = Puzzle::from_givens(self.geometry.clone(), &givens);
        let limits = Limits { rounds: Some(ROUNDS), cancel: self.cancel, ..Limits::solutions(1) };
        let outcome = self.with_hypotheses.solve(&puzzle, &limits);
        self.states += outcome.counters.nodes;
        Some((givens, outcome.first?))
    }

    /// Returns the series in random cells, or `None` if there is no cell for a symbol.
    fn series(&self, rng: &mut ChaCha8Rng) -> Option<Vec<Option<Symbol>>> {
        let (cells, symbols) = (self.geometry.cells(), self.geometry.symbols());
        let n_series = (2 * cells).div_ceil(symbols * symbols);
        let mut givens: Vec<Option<Symbol>> = vec![None; cells];
        for symbol in (0..n_series).flat_map(|_| 0..symbols as Symbol) {
            let is_free = |&cell: &Cell| {
                let mut peers = self.geometry.peers(cell).iter();
                givens[cell].is_none() && !peers.any(|&peer| givens[peer] == Some(symbol))
            };
            let cell = (0..cells).filter(is_free).choose(rng)?;
            givens[cell] = Some(symbol);
        }
        Some(givens)
    }

    fn enrich(&mut self, givens: &mut [Option<Symbol>], grid: &Grid, rng: &mut ChaCha8Rng) {
        let open = (0..givens.len()).filter(|&cell| givens[cell].is_none());
        for cell in in_random_order(rng, open) {
            if self.needs_no_hypothesis(givens) {
                break;
            }
            givens[cell] = Some(grid[cell]);
        }
    }

    fn prune(&mut self, givens: &mut [Option<Symbol>], rng: &mut ChaCha8Rng) {
        let given = (0..givens.len()).filter(|&cell| givens[cell].is_some());
        for cell in in_random_order(rng, given) {
            let symbol = givens[cell].take();
            if !self.needs_no_hypothesis(givens) {
                givens[cell] = symbol;
            }
        }
    }

    fn needs_no_hypothesis(&mut self, givens: &[Option<Symbol>]) -> bool {
        let puzzle = Puzzle::from_givens(self.geometry.clone(), givens);
        let limits = Limits { cancel: self.cancel, ..Limits::solutions(1) };
        let outcome = self.without.solve(&puzzle, &limits);
        self.states += outcome.counters.nodes;
        outcome.first.is_some()
    }
}

fn in_random_order(rng: &mut ChaCha8Rng, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.collect();
    cells.shuffle(rng);
    cells
}
