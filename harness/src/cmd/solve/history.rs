//! Follows a search: the numbers of rounds, passes and bets up to the first solution, and in each
//! solution that is kept which cells were filled without a bet, by one, or after one.

use board::{Cell, Grid};
use solvers::{Event, Observer};

/// The origin of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Deduced without a bet.
    Deduced,
    /// A bet.
    Bet,
    /// Deduced after a bet.
    DeducedAfterBet,
}

/// A solution, and the origin of the symbol of each cell; `None` for givens.
pub(super) struct TracedGrid {
    pub(super) grid: Grid,
    origins: Vec<Option<Origin>>,
}

impl TracedGrid {
    /// Returns the origin of the symbol of an open cell. Without events, it counts as deduced.
    pub(super) fn origin(&self, cell: Cell) -> Origin {
        self.origins[cell].unwrap_or(Origin::Deduced)
    }
}

/// The history of a search.
pub(super) struct History {
    /// The number of rounds.
    pub(super) rounds: u64,
    /// The number of passes.
    pub(super) passes: u64,
    /// The number of bets.
    pub(super) bets: u64,
    origins: Vec<Option<Origin>>,
    /// The cells with an origin, in order, and their number before each open bet.
    cells: Vec<Cell>,
    bets_open: Vec<usize>,
    /// The first solutions, `n_kept` at most.
    pub(super) solutions: Vec<TracedGrid>,
    n_kept: u64,
}

impl History {
    /// Creates the empty history of a search on a board with this number of cells; it keeps `n_kept` solutions.
    pub(super) fn new(cells: usize, n_kept: u64) -> Self {
        let (origins, cells, bets_open) = (vec![None; cells], Vec::new(), Vec::new());
        let (rounds, passes, bets, solutions) = (0, 0, 0, Vec::new());
        Self { rounds, passes, bets, origins, cells, bets_open, solutions, n_kept }
    }

    /// Returns the origin of the symbol of an open cell in the first solution or, without one, at the end of the
    /// search.
    pub(super) fn origin(&self, cell: Cell) -> Origin {
        let last = || self.origins[cell].unwrap_or(Origin::Deduced);
        self.solutions.first().map_or_else(last, |first| first.origin(cell))
    }

    /// Keeps the second solution of a search that reported only the first.
    pub(super) fn keep_second(&mut self, second: &Grid) {
        if self.solutions.len() == 1 && !self.is_over() {
            let origins = vec![None; self.origins.len()];
            self.solutions.push(TracedGrid { grid: second.clone(), origins });
        }
    }

    fn is_over(&self) -> bool {
        self.solutions.len() as u64 == self.n_kept
    }

    fn fill(&mut self, cell: Cell, origin: Origin) {
        // Some searches report their bets as deductions, too.
        if self.origins[cell].is_none() {
            self.origins[cell] = Some(origin);
            self.cells.push(cell);
        }
    }

    fn undo(&mut self) {
        if let Some(filled) = self.bets_open.pop() {
            self.cells.drain(filled..).for_each(|cell| self.origins[cell] = None);
        }
    }
}

impl Observer for History {
    fn event(&mut self, event: Event<'_>) {
        if self.is_over() {
            return;
        }
        let count = u64::from(self.solutions.is_empty());
        match event {
            Event::Round => self.rounds += count,
            Event::Pass => self.passes += count,
            Event::Bet { cell, .. } => {
                self.bets += count;
                self.bets_open.push(self.cells.len());
                self.fill(cell, Origin::Bet);
            }
            Event::Confine { .. } => {
                self.bets += count;
                self.bets_open.push(self.cells.len());
            }
            Event::Deduce { cell, .. } if self.bets_open.is_empty() => {
                self.fill(cell, Origin::Deduced);
            }
            Event::Deduce { cell, .. } => self.fill(cell, Origin::DeducedAfterBet),
            Event::Undo => self.undo(),
            Event::Solution { grid } => {
                let (grid, origins) = (Grid::new(grid), self.origins.clone());
                self.solutions.push(TracedGrid { grid, origins });
            }
            _ => {}
        }
    }

    /// Explanations are not used.
    fn watches(&self) -> bool {
        false
    }
}

/// Passes every event to the history and to another observer.
pub(super) struct Tee<'a, O> {
    /// The history.
    pub(super) history: &'a mut History,
    /// The other observer, if any.
    pub(super) next: Option<&'a mut O>,
}

impl<O: Observer> Observer for Tee<'_, O> {
    fn event(&mut self, event: Event<'_>) {
        if let Some(next) = &mut self.next {
            next.event(event);
        }
        self.history.event(event);
    }

    fn watches(&self) -> bool {
        self.next.as_ref().is_some_and(|next| next.watches())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undone_bets_and_events_after_the_last_solution_that_is_kept_leave_no_trace() {
        let mut history = History::new(4, 2);
        let deduce = |cell| Event::Deduce { cell, symbol: 0 };
        let bet = |cell| Event::Bet { cell, symbol: 0, alternatives: 2 };
        let events = [
            Event::Round,
            deduce(0),
            bet(1),
            deduce(2),
            Event::Undo,
            bet(2),
            deduce(2),
            deduce(1),
            Event::Solution { grid: &[0; 4] },
            Event::Undo,
            bet(3),
            Event::Round,
            Event::Solution { grid: &[1; 4] },
            Event::Undo,
            Event::Solution { grid: &[2; 4] },
        ];
        events.into_iter().for_each(|event| history.event(event));
        let origins = [0, 1, 2, 3].map(|cell| history.origin(cell));
        assert_eq!(
            origins,
            [Origin::Deduced, Origin::DeducedAfterBet, Origin::Bet, Origin::Deduced]
        );
        assert_eq!((history.rounds, history.bets), (1, 2));
        let [_, second] = &history.solutions[..] else { panic!("two are kept") };
        assert_eq!((second.grid.symbols(), second.origin(3)), (&[1; 4][..], Origin::Bet));
        assert_eq!(second.origin(2), Origin::Deduced);
    }
}
