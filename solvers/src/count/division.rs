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
use crate::contract::{Limits, Meter, Outcome, Unsupported, regions_only};
use crate::cover::bitmatrix::BitMatrix;
use crate::cover::matrix::CoverMatrix;
use crate::cover::puzzles::{forbid_marks, force_givens};

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
    /// Divides an exact cover problem into at least this many parts, if it has as many states. The table takes
    /// half of `memory`, in bytes, or 1 GiB.
    ///
    /// # Errors
    /// If the matrix cannot hold the problem.
    pub fn of_cover(
        problem: &ExactCover,
        parts: usize,
        memory: Option<u64>,
    ) -> Result<Self, Unsupported> {
        let matrix = BitMatrix::new(problem)?;
        Ok(Self::new(matrix, Symmetries::of(problem), vec![Vec::new()], parts, memory))
    }

    /// Divides a puzzle like [`of_cover`](Self::of_cover).
    ///
    /// # Errors
    /// If the matrix cannot hold the geometry, or it has relations.
    pub fn of_puzzle(
        puzzle: &Puzzle,
        parts: usize,
        memory: Option<u64>,
    ) -> Result<Self, Unsupported> {
        regions_only::<Puzzle>(puzzle.geometry())?;
        let problem = crate::cover::encode(puzzle.geometry());
        let mut matrix = BitMatrix::new(&problem)?;
        forbid_marks(puzzle, |option| matrix.forbid(option, &mut ()));
        let is_possible = force_givens(puzzle, |option| matrix.force(option, &mut ()));
        let whole = if is_possible { vec![Vec::new()] } else { Vec::new() };
        Ok(Self::new(matrix, Symmetries::of(&problem), whole, parts, memory))
    }

    fn new(
        matrix: BitMatrix,
        mut symmetries: Symmetries,
        whole: Vec<Vec<usize>>,
        parts: usize,
        memory: Option<u64>,
    ) -> Self {
        symmetries.start(matrix.left());
        if !symmetries.are_many() {
            symmetries = Symmetries::default();
        }
        let table = SharedTable::new(symmetries.key_words(matrix.left()), memory);
        let mut division = Self { matrix, parts: whole, symmetries, table };
        while division.parts.len() < parts && division.refine() {}
        division
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
        for &option in options {
            matrix.force(option, &mut ());
        }
        matrix
    }

    /// Makes the next choice in each part. Returns `false` if there is none in any.
    fn refine(&mut self) -> bool {
        let (mut finer, mut is_finer) = (Vec::new(), false);
        for part in &self.parts {
            let matrix = self.state(part);
            let Some((item, _)) = matrix.option_counts().fewest() else {
                finer.push(part.clone());
                continue;
            };
            is_finer = true;
            for option in matrix.options_of(item) {
                finer.push(part.iter().copied().chain([option as usize]).collect());
            }
        }
        self.parts = finer;
        is_finer
    }
}
