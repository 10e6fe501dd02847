//! The candidate-driven search that is the faster one on a board: `candidates/bitboards` where the cells are
//! the bits of a word, and `candidates/mrv` on larger boards and on those with relations.
//!
//! Both enter the same states in the same order, and ask a [`Choice`] the same questions, so that a seed
//! makes the same puzzles with either.

use std::ops::ControlFlow;

use board::seed::ChaCha8Rng;
use board::{Cell, Geometry, Puzzle, Symbol, SymbolSet};
use rand::RngExt;
use rand::seq::IteratorRandom;
use solvers::candidates::bitboards::BitBoards;
use solvers::candidates::mrv::{AnyMrv, Choice};
use solvers::{Meter, Observer, Search, Stop};

/// A search on one geometry.
pub(super) enum CandidateSearch<C> {
    /// For each symbol, the cells that may take it.
    Boards(BitBoards<1, C>),
    /// For each cell, the symbols that it may take.
    Cells(AnyMrv<C>),
}

impl<C: Choice> CandidateSearch<C> {
    pub(super) fn new(geometry: &Geometry, choice: C) -> Self {
        if geometry.relations().is_empty() && BitBoards::<1, C>::takes(geometry) {
            let boards = BitBoards::new(geometry, choice);
            return Self::Boards(boards.expect("it takes the geometry"));
        }
        Self::Cells(AnyMrv::new(geometry, choice))
    }

    pub(super) fn choice_mut(&mut self) -> &mut C {
        match self {
            Self::Boards(search) => search.choice_mut(),
            Self::Cells(search) => search.choice_mut(),
        }
    }
}

impl<C: Choice> Search for CandidateSearch<C> {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        match self {
            Self::Boards(search) => search.search(puzzle, meter),
            Self::Cells(search) => search.search(puzzle, meter),
        }
    }
}

/// Chooses any cell and any symbol.
pub(super) struct AtRandom(pub(super) ChaCha8Rng);

impl Choice for AtRandom {
    fn cell(&mut self, equals: impl Iterator<Item = Cell>) -> Option<Cell> {
        equals.choose(&mut self.0)
    }

    fn symbol(&mut self, untried: SymbolSet) -> Option<Symbol> {
        match untried.len() {
            0 => None,
            n => untried.iter().nth(self.0.random_range(0..n)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::catalog;
    use board::seed::seeded;
    use solvers::{Limits, Solver};

    use super::*;
    use crate::instances::pre_assigned;

    #[test]
    fn both_searches_find_the_same_solutions_after_as_many_states() {
        for name in ["classic4", "latin5", "classic6", "x", "windoku", "jigsaw7", "classic9"] {
            let geometry = Arc::new(catalog::named(name).expect("a name"));
            for seed in 0..60 {
                let mut rng = seeded(seed, 21);
                // Few symbols at random have many solutions, and more of them often none.
                let given = geometry.cells() * (seed as usize % 4) / 8;
                let Some(puzzle) = pre_assigned(&geometry, given, &mut rng) else { continue };
                let limits = Limits { nodes: Some(2_000), ..Limits::solutions(3) };
                let boards = CandidateSearch::new(&geometry, AtRandom(seeded(seed, 22)));
                assert!(matches!(boards, CandidateSearch::Boards(_)), "{name}");
                let cells =
                    CandidateSearch::Cells(AnyMrv::new(&geometry, AtRandom(seeded(seed, 22))));
                let [one, other] = [boards, cells].map(|mut it| it.solve(&puzzle, &limits));
                assert_eq!(one.counters.nodes, other.counters.nodes, "{name} {seed}");
                assert_eq!(
                    (one.stop, one.solutions, one.first, one.second),
                    (other.stop, other.solutions, other.first, other.second),
                    "{name} {seed}"
                );
            }
        }
    }
}
