//! One count, divided among workers.
//!
//! The first choices of the search of [`fewest`](super::fewest) are made in advance. What each leaves is a *part*,
//! and the number of solutions is the sum of those of the parts:
//!
//! ```text
//!   root ──0──┬──2──  part 0: options 0, 2
//!             └──3──  part 1: options 0, 3
//!        ──1─────────  part 2: options 1, 5      (an option of one item, then one of the next)
//! ```
//!
//! States that are images of each other by symmetries share a key (`symmetries`), if the problem
//! has more of them than reflections.
//!
//! Whoever counts which part, and when, the sum is the same. All workers look up states in one table, because parts
//! have many states in common where counting states once pays. Two workers may count the same state at the same
//! time, so the number of nodes depends on chance. That is why the rows of a run do not divide their counts.

use board::Puzzle;
use board::instance::ExactCover;

use super::fewest::Fewest;
use super::symmetries::Symmetries;
use super::table::SharedTable;
use crate::contract::{Interrupt, Limits, Meter, Outcome, Unsupported, regions_only};
use crate::cover::OpenPart;
use crate::cover::bitmatrix::BitMatrix;
use crate::cover::matrix::CoverMatrix;

/// A problem, divided into parts.
#[derive(Debug)]
pub struct Division {
    matrix: BitMatrix,
    /// The options that are chosen in each part.
    parts: Vec<Vec<usize>>,
    symmetries: Symmetries,
    table: SharedTable,
}

impl Division {
    /// Divides an exact cover problem into at least this many parts, if it has as many states and the limits leave time
    /// for it. The table takes half of the memory of the limits, or 1 GiB.
    ///
    /// # Errors
    /// If the matrix cannot hold the problem.
    pub fn of_cover(
        problem: &ExactCover,
        parts: usize,
        limits: &Limits<'_>,
    ) -> Result<Self, Unsupported> {
        let (mut matrix, interrupt) = (BitMatrix::new(problem)?, Interrupt::new(limits));
        let mut symmetries = Symmetries::of(problem, &|| interrupt.stop().is_some());
        symmetries.start(matrix.left());
        if !symmetries.are_many() {
            symmetries = Symmetries::default();
        }
        let mut divided = vec![Vec::new()];
        while divided.len() < parts
            && let Some(finer) = finer(&mut matrix, &divided, &interrupt)
        {
            divided = finer;
        }
        matrix.reset();
        let table = SharedTable::new(symmetries.key_words(matrix.left()), limits.memory);
        Ok(Self { matrix, parts: divided, symmetries, table })
    }

    /// Divides a puzzle like [`of_cover`](Self::of_cover).
    ///
    /// # Errors
    /// If the matrix cannot hold what the givens leave open, or the geometry has relations.
    pub fn of_puzzle(
        puzzle: &Puzzle,
        parts: usize,
        limits: &Limits<'_>,
    ) -> Result<Self, Unsupported> {
        regions_only::<Puzzle>(puzzle.geometry())?;
        let clash = || ExactCover::new(vec!["clash".to_owned()], Vec::new(), Vec::new());
        let problem = OpenPart::of(puzzle).map_or_else(clash, |open| open.problem);
        Self::of_cover(&problem, parts, limits)
    }

    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Counts the solutions of a part.
    pub fn count(&self, part: usize, limits: &Limits<'_>) -> Outcome<Vec<usize>> {
        let (state, symmetries) = (self.state(&self.parts[part]), self.symmetries.clone());
        let mut search = Fewest::<false, _>::new(state, &self.table, symmetries);
        let mut meter = Meter::new(limits, ());
        let mut flow = meter.node();
        if flow.is_continue() {
            flow = search.search(&mut meter);
        }
        meter.finish(flow)
    }

    /// Returns the matrix in which these options are chosen.
    fn state(&self, options: &[usize]) -> BitMatrix {
        let mut matrix = self.matrix.clone();
        choose(&mut matrix, options);
        matrix
    }
}

/// Chooses options that fit together.
fn choose(matrix: &mut BitMatrix, options: &[usize]) {
    for &option in options {
        matrix.force(option, &mut ());
    }
}

/// Makes the next choice in each part. Returns `None` if there is none in any, or the time is over.
fn finer(
    matrix: &mut BitMatrix,
    parts: &[Vec<usize>],
    interrupt: &Interrupt<'_>,
) -> Option<Vec<Vec<usize>>> {
    let (mut finer, mut is_finer) = (Vec::new(), false);
    for part in parts {
        if interrupt.stop().is_some() {
            return None;
        }
        matrix.reset();
        choose(matrix, part);
        let Some((item, _)) = matrix.option_counts().fewest() else {
            finer.push(part.clone());
            continue;
        };
        is_finer = true;
        for option in matrix.options_of(item) {
            finer.push(part.iter().copied().chain([option as usize]).collect());
        }
    }
    is_finer.then_some(finer)
}
