//! Follows a search to its first solution: which cells were filled without a bet, by one, or after
//! one, and the numbers of rounds, passes and bets.

use board::Cell;
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

/// The history of a search up to its first solution.
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
    is_over: bool,
}

impl History {
    /// The empty history of a search on a board with this number of cells.
    pub(super) fn new(cells: usize) -> Self {
        let (origins, cells, bets_open) = (vec![None; cells], Vec::new(), Vec::new());
        Self { rounds: 0, passes: 0, bets: 0, origins, cells, bets_open, is_over: false }
    }

    /// The origin of the symbol of an open cell. Without events, it counts as deduced.
    pub(super) fn origin(&self, cell: Cell) -> Origin {
        self.origins[cell].unwrap_or(Origin::Deduced)
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
        if self.is_over {
            return;
        }
        match event {
            Event::Round => self.rounds += 1,
            Event::Pass => self.passes += 1,
            Event::Bet { cell, .. } => {
                self.bets += 1;
                self.bets_open.push(self.cells.len());
                self.fill(cell, Origin::Bet);
            }
            Event::Deduce { cell, .. } if self.bets_open.is_empty() => {
                self.fill(cell, Origin::Deduced);
            }
            Event::Deduce { cell, .. } => self.fill(cell, Origin::DeducedAfterBet),
            Event::Undo => self.undo(),
            Event::Solution { .. } => self.is_over = true,
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
    fn undone_bets_and_events_after_the_first_solution_leave_no_trace() {
        let mut history = History::new(4);
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
        ];
        events.into_iter().for_each(|event| history.event(event));
        let origins = [0, 1, 2, 3].map(|cell| history.origin(cell));
        assert_eq!(
            origins,
            [Origin::Deduced, Origin::DeducedAfterBet, Origin::Bet, Origin::Deduced]
        );
        assert_eq!((history.rounds, history.bets), (1, 2));
    }
}
