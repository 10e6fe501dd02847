//! Sudoto's measures of a search: *déductions*, *paris* (right and wrong bets), moves and stars.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Geometry, Puzzle};
use solvers::{Backend, Counter, Event, Limits, Observer, Unsupported};

/// The work of a search up to the first solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves {
    /// Bets that are part of the solution.
    pub right: u64,
    /// Bets that were undone.
    pub wrong: u64,
    /// Candidates removed (Sudoto's *déductions*).
    pub removals: u64,
}

/// The number of moves per star: *chaque étoile nécessite au minimum autour de 50 coups*.
const MOVES_PER_STAR: f64 = 50.0;

impl Moves {
    /// Searches for the first solution. Returns `None` if there is none within `time`, or the backend
    /// lacks the counters.
    ///
    /// # Errors
    /// When the backend does not support the geometry.
    pub fn to_the_first_solution(
        backend: &Backend,
        puzzle: &Puzzle,
        time: Option<Duration>,
        cancel: &AtomicBool,
    ) -> Result<Option<Self>, Unsupported> {
        if ![Counter::Bets, Counter::Removals].iter().all(|it| backend.counts.contains(it)) {
            return Ok(None);
        }
        let geometry: &Geometry = puzzle.geometry();
        let mut solver = backend.prepare::<Puzzle>(geometry)?;
        let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(1) };
        let mut open = Open(0);
        let outcome = solver.trace(puzzle, &limits, &mut open);
        let removals = outcome.counters.removals;
        let (right, bets) = (open.0, outcome.counters.bets);
        Ok(outcome.first.map(|_| Self { right, wrong: bets - right, removals }))
    }

    /// Bets, right and wrong.
    pub fn bets(self) -> u64 {
        self.right + self.wrong
    }

    /// Removals and bets (*coups*).
    pub fn total(self) -> u64 {
        self.removals + self.bets()
    }

    /// Returns the difficulty in stars.
    pub fn stars(self) -> f64 {
        self.total() as f64 / MOVES_PER_STAR
    }
}

/// The number of open bets; at the first solution, those that were right.
struct Open(u64);

impl Observer for Open {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Bet { .. } | Event::Confine { .. } => self.0 += 1,
            Event::Undo => self.0 -= 1,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::{catalog, text::line};
    use solvers::BACKENDS;

    use super::*;

    fn moves(id: &str, text: &str) -> Option<Moves> {
        let geometry = Arc::new(catalog::classic(9).unwrap());
        let puzzle = line::parse(text, &geometry).unwrap();
        let backend = BACKENDS.iter().find(|row| row.id == id).unwrap();
        let time = Some(Duration::from_secs(60));
        Moves::to_the_first_solution(backend, &puzzle, time, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn right_bets_are_part_of_the_solution() {
        let escargot =
            "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
        let cost = moves("candidates/bets.8", escargot).unwrap();
        assert_eq!((cost.bets(), cost.removals), (19, 1052));
        assert!(cost.right > 0 && cost.wrong > 0, "{cost:?}");
        assert!((cost.stars() - 21.42).abs() < 1e-9);
        // On an empty grid no bet of this backend is ever wrong.
        let empty = moves("candidates/bets.8", &".".repeat(81)).unwrap();
        assert!(empty.right > 8 && empty.removals == 8 * 81, "{empty:?}");
    }

    #[test]
    fn there_are_no_moves_without_a_solution_or_without_the_counters() {
        assert_eq!(moves("candidates/mrv", &format!("11{}", ".".repeat(79))), None);
        assert_eq!(moves("backtrack/naive", &".".repeat(81)), None);
    }
}
