//! The way to the first solution: which cells were filled without a bet, which by one and which
//! after one, and how many rounds, passes and bets it took.

use board::Cell;
use solvers::{Event, Observer};

/// How a cell came to its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// By a conclusion that rests on no bet.
    Found,
    /// By a bet.
    Bet,
    /// By a conclusion that rests on a bet.
    FoundAfterBet,
}

/// What a search did up to its first solution.
pub(super) struct Way {
    /// How many rounds began.
    pub(super) rounds: u64,
    /// How many passes there were.
    pub(super) passes: u64,
    /// How many bets there were.
    pub(super) bets: u64,
    origins: Vec<Option<Origin>>,
    /// The cells that have an origin, in order, and how many there were before each open bet.
    cells: Vec<Cell>,
    bets_open: Vec<usize>,
    is_over: bool,
}

impl Way {
    /// A way on a board of so many cells.
    pub(super) fn new(cells: usize) -> Self {
        let (origins, cells, bets_open) = (vec![None; cells], Vec::new(), Vec::new());
        Self { rounds: 0, passes: 0, bets: 0, origins, cells, bets_open, is_over: false }
    }

    /// How a cell that was not given came to its symbol. A search that tells nothing found it.
    pub(super) fn origin(&self, cell: Cell) -> Origin {
        self.origins[cell].unwrap_or(Origin::Found)
    }

    fn fill(&mut self, cell: Cell, origin: Origin) {
        // Some searches place what they bet on like a conclusion.
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

impl Observer for Way {
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
                self.fill(cell, Origin::Found);
            }
            Event::Deduce { cell, .. } => self.fill(cell, Origin::FoundAfterBet),
            Event::Undo => self.undo(),
            Event::Solution { .. } => self.is_over = true,
            _ => {}
        }
    }

    /// Reasons are for others.
    fn watches(&self) -> bool {
        false
    }
}

/// Follows the way, and passes every event on.
pub(super) struct Followed<'a, O> {
    /// What is followed.
    pub(super) way: &'a mut Way,
    /// Who watches, too.
    pub(super) next: Option<&'a mut O>,
}

impl<O: Observer> Observer for Followed<'_, O> {
    fn event(&mut self, event: Event<'_>) {
        if let Some(next) = &mut self.next {
            next.event(event);
        }
        self.way.event(event);
    }

    fn watches(&self) -> bool {
        self.next.as_ref().is_some_and(|next| next.watches())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_back_leaves_no_trace_and_what_follows_the_first_solution_neither() {
        let mut way = Way::new(4);
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
        events.into_iter().for_each(|event| way.event(event));
        let origins = [0, 1, 2, 3].map(|cell| way.origin(cell));
        assert_eq!(origins, [Origin::Found, Origin::FoundAfterBet, Origin::Bet, Origin::Found]);
        assert_eq!((way.rounds, way.bets), (1, 2));
    }
}
