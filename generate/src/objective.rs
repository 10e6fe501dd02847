//! What mining climbs towards: puzzles that cost a backend much, or have few clues.

use std::fmt;
use std::sync::atomic::AtomicBool;

use board::{Geometry, Puzzle};
use solvers::logic::rating::Rater;
use solvers::{Backend, Counter, Limits, Solver, Stop, Unsupported};

/// The number of search states that a backend may need for a puzzle; what needs more has no cost.
const STATES: u64 = 2_000_000;

/// How the difficulty of a puzzle is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HardnessMeasure {
    /// Values tried where there was a choice.
    Bets,
    /// Search states abandoned.
    Conflicts,
    /// Search states.
    Nodes,
    /// The score of a [`Rater`], in tenths; the same for every backend.
    Rating,
}

impl HardnessMeasure {
    /// Returns the counter that a backend needs to have.
    fn counter(self) -> Option<Counter> {
        Some(match self {
            Self::Bets => Counter::Bets,
            Self::Conflicts => Counter::Conflicts,
            Self::Nodes => Counter::Nodes,
            Self::Rating => return None,
        })
    }
}

impl fmt::Display for HardnessMeasure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Bets => "bets",
            Self::Conflicts => "conflicts",
            Self::Nodes => "nodes",
            Self::Rating => "rating",
        })
    }
}

/// What is climbed towards. The better a puzzle, the greater its cost.
pub enum Objective {
    /// Few clues; the cost is the number of cells that are not given.
    FewestClues,
    /// Much work for a backend.
    Hardest(Box<Backend>, HardnessMeasure),
}

/// An objective that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadObjective {
    /// The backend does not count what is measured.
    #[error("{0} does not count {1}, expected a backend that does")]
    NotCounted(&'static str, HardnessMeasure),
    /// The backend does not take the geometry.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

impl Objective {
    /// Much work for `backend` on puzzles of `geometry`.
    ///
    /// # Errors
    /// When the backend does not take the geometry, or does not count what is measured.
    pub fn hardest(
        backend: Backend,
        by: HardnessMeasure,
        geometry: &Geometry,
    ) -> Result<Self, BadObjective> {
        if by.counter().is_some_and(|counter| !backend.counts.contains(&counter)) {
            return Err(BadObjective::NotCounted(backend.id, by));
        }
        backend.prepare::<Puzzle>(geometry)?;
        Ok(Self::Hardest(Box::new(backend), by))
    }

    /// Returns the id of the backend that solves the puzzles.
    pub fn backend_id(&self) -> Option<&'static str> {
        match self {
            Self::FewestClues => None,
            Self::Hardest(backend, _) => Some(backend.id),
        }
    }

    /// Returns what is measured: `bets`, `clues`, ….
    pub fn measured(&self) -> String {
        match self {
            Self::FewestClues => "clues".into(),
            Self::Hardest(_, by) => by.to_string(),
        }
    }

    /// Returns a cost in words: `19 clues`, `7000 bets of candidates/mrv`.
    pub fn describe(&self, cost: u64, geometry: &Geometry) -> String {
        match self {
            Self::FewestClues => format!("{} clues", geometry.cells() as u64 - cost),
            Self::Hardest(backend, by) => format!("{cost} {by} of {}", backend.id),
        }
    }

    /// Returns the costs of puzzles of `geometry`, until `cancel` is set.
    pub fn judge<'a>(&'a self, geometry: &Geometry, cancel: &'a AtomicBool) -> Judge<'a> {
        let solver = match self {
            Self::FewestClues => None,
            Self::Hardest(backend, _) => backend.prepare::<Puzzle>(geometry).ok(),
        };
        Judge { objective: self, solver, rater: Rater::new(geometry), cancel }
    }
}

/// Finds the cost of puzzles of one geometry.
pub struct Judge<'a> {
    objective: &'a Objective,
    solver: Option<Box<dyn Solver>>,
    rater: Rater,
    cancel: &'a AtomicBool,
}

impl Judge<'_> {
    /// Returns the cost of a puzzle. `None` if the backend does not prove within two million search
    /// states that there is exactly one solution.
    pub fn cost(&mut self, puzzle: &Puzzle) -> Option<u64> {
        let limits =
            Limits { nodes: Some(STATES), cancel: Some(self.cancel), ..Limits::solutions(2) };
        match *self.objective {
            Objective::FewestClues => {
                Some(puzzle.givens().iter().filter(|it| it.is_none()).count() as u64)
            }
            Objective::Hardest(_, HardnessMeasure::Rating) => {
                self.rater.rate(puzzle, &limits).ok().map(|rating| u64::from(rating.score()))
            }
            Objective::Hardest(_, by) => {
                let outcome = self.solver.as_mut()?.solve(puzzle, &limits);
                let is_proved = outcome.stop == Stop::Exhausted && outcome.solutions == 1;
                by.counter().filter(|_| is_proved).map(|counter| outcome.counters.get(counter))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use board::{catalog, text::line};
    use solvers::candidates::mrv::MRV;
    use solvers::sat::combinations::EXTENDED_BATSAT;

    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        line::parse(text, &catalog::named("classic4").unwrap().into()).unwrap()
    }

    #[test]
    fn a_cost_is_what_the_backend_counts_and_several_solutions_have_none() {
        let (unique, open) = (puzzle("342112344312214."), puzzle("................"));
        let cancel = AtomicBool::new(false);
        let objective = Objective::hardest(MRV, HardnessMeasure::Nodes, unique.geometry()).unwrap();
        let mut judge = objective.judge(unique.geometry(), &cancel);
        assert_eq!((judge.cost(&unique), judge.cost(&open)), (Some(1), None));
        assert_eq!(objective.describe(7, unique.geometry()), "7 nodes of candidates/mrv");
        let mut judge = Objective::FewestClues.judge(unique.geometry(), &cancel);
        assert_eq!((judge.cost(&unique), judge.cost(&open)), (Some(1), Some(16)));
        assert_eq!(Objective::FewestClues.describe(1, unique.geometry()), "15 clues");
    }

    #[test]
    fn a_backend_has_to_count_what_is_measured() {
        let geometry = catalog::named("classic4").unwrap();
        let refused = Objective::hardest(EXTENDED_BATSAT, HardnessMeasure::Nodes, &geometry).err();
        let expected = BadObjective::NotCounted(EXTENDED_BATSAT.id, HardnessMeasure::Nodes);
        assert_eq!(refused, Some(expected));
    }
}
