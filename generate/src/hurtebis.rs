//! Creation as in É. Hurtebis' console tool of 2005 (option `-c`): without a full grid, and without ever
//! testing whether the solution is unique.
//!
//! 1. Two series of the symbols are put into random cells, so that none clash.
//! 2. That is solved by rounds with hypotheses ([`solvers::candidates::rounds`]). Where it is
//!    impossible, or rounds come to their limit, it begins again.
//! 3. The grid of step 1 gets one cell of the solution after the other until no hypothesis is
//!    needed to solve it. So it has one solution: each value is forced.
//! 4. Clues are removed in random order, each if still no hypothesis is needed: none is superfluous.
//! 5. Cells of the solution are added up to the number of clues, or to his level, that is asked for.
//!
//! So his puzzles need naked and hidden singles only. He writes that what comes out of step 4 has 22
//! to 27 clues; [`tests`](super) hold it to that. His board has 81 cells; on others, two series stand
//! for each |S|² cells, so that a Samurai starts as thinly as a 9×9.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use board::seed::ChaCha8Rng;
use board::{Cell, Geometry, Grid, Puzzle, Symbol};
use rand::seq::{IteratorRandom, SliceRandom};
use solvers::candidates::rounds::level::HurtebisLevel;
use solvers::candidates::rounds::{Rounds, Rules};
use solvers::{Limits, Solver};

/// The number of starts.
const STARTS: usize = 100;

/// The number of rounds after which a start is abandoned, as in his program.
const ROUNDS: u64 = 1000;

/// Creates puzzles of one geometry.
pub(super) struct Hurtebis<'a> {
    geometry: Arc<Geometry>,
    with_hypotheses: Rounds,
    without: Rounds,
    cancel: Option<&'a AtomicBool>,
    /// The number of search states entered so far.
    pub(super) states: u64,
}

impl<'a> Hurtebis<'a> {
    pub(super) fn new(geometry: &Arc<Geometry>, cancel: Option<&'a AtomicBool>) -> Self {
        let none = Rules { max_hypotheses: Some(0), ..Rules::default() };
        Self {
            geometry: geometry.clone(),
            with_hypotheses: Rounds::new(geometry, Rules::default()),
            without: Rounds::new(geometry, none),
            cancel,
            states: 0,
        }
    }

    /// A puzzle with so many clues, and of this level of his; by default what step 4 leaves. None
    /// when that has more clues or is of another level, or when no start can be solved.
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
        let is_so_many = clues.is_none_or(|clues| clues == given);
        let is_of_level =
            level.is_none_or(|level| level == HurtebisLevel::estimate(given, cells, false));
        (is_so_many && is_of_level).then(|| Puzzle::from_givens(self.geometry.clone(), &givens))
    }

    /// The series, and a grid that has them.
    fn start(&mut self, rng: &mut ChaCha8Rng) -> Option<(Vec<Option<Symbol>>, Grid)> {
        let givens = self.series(rng)?;
        let puzzle = Puzzle::from_givens(self.geometry.clone(), &givens);
        let limits = Limits { rounds: Some(ROUNDS), cancel: self.cancel, ..Limits::solutions(1) };
        let outcome = self.with_hypotheses.solve(&puzzle, &limits);
        self.states += outcome.counters.nodes;
        Some((givens, outcome.first?))
    }

    /// The symbols, each as often as there are series, in random cells; none when one has no place.
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
