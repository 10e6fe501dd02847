//! The diagrams of exact cover problems and puzzles.

use board::Puzzle;
use board::instance::ExactCover;

use super::super::multi_walk::MultiWalk;
use super::super::order::bandwidth;
use super::builder::{Builder, FewestWalk};
use super::paths::{Diagram, DiagramError};
use crate::contract::{Limits, regions_only};
use crate::cover::OpenPart;
use crate::cover::bitmatrix::BitMatrix;

impl Diagram {
    /// Returns the diagram of an exact cover problem. Of the limits, it obeys memory, time and the cancel flag.
    ///
    /// # Errors
    /// If the matrix cannot hold the problem, or a limit is met.
    pub fn of_cover(problem: &ExactCover, limits: &Limits<'_>) -> Result<Self, DiagramError> {
        if problem.has_multiplicities() {
            let mut walk = MultiWalk::new(problem, &bandwidth(problem));
            return match walk.start() {
                true => Builder::new(walk, limits).build(problem),
                false => Ok(Self::empty(problem.option_count())),
            };
        }
        Builder::new(FewestWalk::new(BitMatrix::new(problem)?), limits).build(problem)
    }

    /// Returns the diagram of a puzzle, on the options of [`encode`](crate::cover::encode).
    ///
    /// # Errors
    /// As for [`of_cover`](Self::of_cover), and if the geometry has relations.
    pub fn of_puzzle(puzzle: &Puzzle, limits: &Limits<'_>) -> Result<Self, DiagramError> {
        regions_only::<Puzzle>(puzzle.geometry())?;
        let n_options = puzzle.geometry().cells() * puzzle.geometry().symbols();
        let Some(OpenPart { problem, options, givens }) = OpenPart::of(puzzle) else {
            return Ok(Self::empty(n_options));
        };
        let mut diagram = Self::of_cover(&problem, limits)?;
        for edge in &mut diagram.edges {
            edge.option = options[edge.option as usize] as u32;
        }
        Ok(Self { options: n_options, forced: givens, ..diagram })
    }
}
