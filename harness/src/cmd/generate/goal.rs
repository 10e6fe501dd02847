//! What mining climbs to: puzzles that cost a backend much, or have few clues.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use board::{Geometry, Puzzle};
use record::filter;
use record::hash::{self, PuzzleHash};
use solvers::rate::Rater;
use solvers::{BACKENDS, Backend, Counter, Limits, Solver, Stop};

use crate::cli::{Cost, MiningArgs};

/// How many search states a backend may need for a puzzle; what needs more has no cost.
const STATES: u64 = 2_000_000;

/// What is climbed to. The cost of a puzzle is greater the nearer it is.
pub(super) enum Goal {
    /// Many cells that are not given.
    FewestClues,
    /// Much work for a backend.
    Hardest(Box<Backend>, Cost),
}

impl Goal {
    /// The one that the arguments ask for, if they ask for one.
    ///
    /// # Errors
    /// When there is no such backend, it cannot take the geometry, or does not count what is asked for.
    pub(super) fn of(mining: &MiningArgs, geometry: &Geometry) -> anyhow::Result<Option<Self>> {
        let Some(id) = &mining.hardest_for else {
            return Ok(mining.fewest_clues.then_some(Self::FewestClues));
        };
        let backend = filter::backend_of_id(id, BACKENDS)?;
        if counter(mining.by).is_some_and(|counter| !backend.counts.contains(&counter)) {
            bail!("{id} does not count {}, expected a backend that does", mining.by.name());
        }
        backend.prepare::<Puzzle>(geometry)?;
        Ok(Some(Self::Hardest(Box::new(backend), mining.by)))
    }

    /// The backend that is set to work.
    pub(super) fn backend(&self) -> Option<&Backend> {
        match self {
            Self::FewestClues => None,
            Self::Hardest(backend, _) => Some(backend),
        }
    }

    /// What is counted.
    pub(super) fn by(&self) -> &'static str {
        match self {
            Self::FewestClues => "clues",
            Self::Hardest(_, by) => by.name(),
        }
    }

    /// A cost for people.
    pub(super) fn said(&self, cost: u64, geometry: &Geometry) -> String {
        match self {
            Self::FewestClues => format!("{} clues", geometry.cells() as u64 - cost),
            Self::Hardest(backend, by) => format!("{cost} {} of {}", by.name(), backend.id),
        }
    }

    /// Somebody who tells the costs; puzzles of the known classes have none.
    pub(super) fn judge<'a>(
        &'a self,
        geometry: &Geometry,
        known: &'a HashSet<PuzzleHash>,
        cancel: &'a AtomicBool,
    ) -> Judge<'a> {
        let solver = self.backend().and_then(|it| it.prepare::<Puzzle>(geometry).ok());
        Judge { goal: self, solver, rater: Rater::new(geometry), known, cancel }
    }
}

/// The counter that a backend has to have.
fn counter(by: Cost) -> Option<Counter> {
    Some(match by {
        Cost::Bets => Counter::Bets,
        Cost::Conflicts => Counter::Conflicts,
        Cost::Nodes => Counter::Nodes,
        Cost::Rating => return None,
    })
}

/// Tells what a puzzle costs.
pub(super) struct Judge<'a> {
    goal: &'a Goal,
    solver: Option<Box<dyn Solver>>,
    rater: Rater,
    known: &'a HashSet<PuzzleHash>,
    cancel: &'a AtomicBool,
}

impl Judge<'_> {
    /// None for what is known, and where the backend came to no end within its states, or shows more
    /// than one solution.
    pub(super) fn cost(&mut self, puzzle: &Puzzle) -> Option<u64> {
        if !self.known.is_empty() && self.known.contains(&hash::class(puzzle)) {
            return None;
        }
        let limits =
            Limits { nodes: Some(STATES), cancel: Some(self.cancel), ..Limits::solutions(2) };
        match self.goal {
            Goal::FewestClues => {
                Some(puzzle.givens().iter().filter(|it| it.is_none()).count() as u64)
            }
            Goal::Hardest(_, Cost::Rating) => {
                self.rater.rate(puzzle, &limits).ok().map(|rating| u64::from(rating.score()))
            }
            Goal::Hardest(_, by) => {
                let outcome = self.solver.as_mut()?.solve(puzzle, &limits);
                let is_proved = outcome.stop == Stop::Exhausted && outcome.solutions == 1;
                counter(*by).filter(|_| is_proved).map(|counter| outcome.counters.get(counter))
            }
        }
    }
}
