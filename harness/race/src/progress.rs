//! The progress of a backend, in the four statistics of the SAÉ: cells filled and candidates removed, each as a
//! number and as a fraction of the total.
//!
//! The initial candidates are those of the initially empty cells, after the givens are removed from their peers.
//! All but one per empty cell are to be removed.

use board::Puzzle;
use solvers::Outcome;

/// The progress of a backend with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The cells that the backend filled.
    pub filled: u64,
    /// The initially empty cells.
    pub empty: u64,
    /// The initial candidates removed at the end, including by placements.
    pub removed: u64,
    /// The initial candidates to be removed.
    pub removable: u64,
}

impl Progress {
    /// Evaluates an outcome; `None` if it has neither a grid nor a partial solution.
    pub fn of<A>(puzzle: &Puzzle, outcome: &Outcome<A>) -> Option<Self> {
        if outcome.first.is_none() && outcome.partial.is_none() {
            return None;
        }
        let clues = puzzle.clues() as u64;
        let empty = puzzle.geometry().cells() as u64 - clues;
        let initial = puzzle.n_candidates() as u64 - clues;
        let removable = initial.saturating_sub(empty);
        if outcome.first.is_some() {
            return Some(Self { filled: empty, empty, removed: removable, removable });
        }
        let (left, candidates) = (outcome.partial.as_ref()?, puzzle.candidates());
        let open = || (0..candidates.len()).filter(|&cell| puzzle.given(cell).is_none());
        let still = |cell: usize| (left.allowed_in(cell) & candidates[cell]).len() as u64;
        let removed = initial - open().map(still).sum::<u64>();
        let filled = open().filter(|&cell| left.given(cell).is_some()).count() as u64;
        Some(Self { filled, empty, removed, removable })
    }

    /// `filled / empty`; 1 if no cell was empty.
    pub fn fill_rate(self) -> f64 {
        ratio(self.filled, self.empty)
    }

    /// `removed / removable`; 1 if there was nothing to remove.
    pub fn elimination_rate(self) -> f64 {
        ratio(self.removed, self.removable)
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::{SymbolSet, catalog};
    use solvers::{BACKENDS, Limits, Stop};

    use super::*;

    #[test]
    fn a_grid_is_complete_and_a_partial_solution_is_counted() {
        let geometry = Arc::new(catalog::classic(4).unwrap());
        let puzzle = board::text::line::parse("1.....3.........", &geometry).unwrap();
        let row = BACKENDS.iter().find(|row| row.id == "candidates/mrv").unwrap();
        let solved =
            row.prepare::<Puzzle>(&geometry).unwrap().solve(&puzzle, &Limits::solutions(1));
        let progress = Progress::of(&puzzle, &solved).unwrap();
        assert_eq!((progress.filled, progress.empty), (14, 14));
        assert_eq!((progress.fill_rate(), progress.elimination_rate()), (1.0, 1.0));
        assert_eq!(Progress::of(&puzzle, &Outcome::<board::Grid>::ended(Stop::Stuck)), None);

        let mut allowed = puzzle.candidates();
        let before: usize =
            (0..16).filter(|&it| it != 0 && it != 6).map(|it| allowed[it].len()).sum();
        allowed[2] = SymbolSet::only(1);
        let partial = Some(Puzzle::from_allowed(geometry, allowed));
        let stuck = Outcome { partial, ..Outcome::<board::Grid>::ended(Stop::Stuck) };
        let progress = Progress::of(&puzzle, &stuck).unwrap();
        assert_eq!((progress.filled, progress.removed), (1, 1));
        assert_eq!(progress.removable, before as u64 - 14);
    }
}
