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
//! Forced choices are made, too, those at the root once for all parts. A division costs no more than the search for a few
//! solutions: the root has at most as many forced choices as items, and the parts have a budget (`CHOICES`).
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

/// The number of choices that are made for each part on average, before no more parts are made. A choice that is made
/// again because its part is divided further counts again.
const CHOICES: usize = 256;

/// A problem, divided into parts.
#[derive(Debug)]
pub struct Division {
    /// The matrix after the forced choices at the root.
    matrix: BitMatrix,
    /// The options that are chosen in each part, apart from those.
    parts: Vec<Vec<usize>>,
    symmetries: Symmetries,
    table: SharedTable,
    workers: usize,
}

impl Division {
    /// Divides an exact cover problem into at least this many parts, if it has as many states and the limits leave time
    /// for it. The table takes half of the memory of the limits, or 1 GiB. If the other half might not suffice for two
    /// searches, there is one part.
    ///
    /// # Errors
    /// If the matrix cannot hold the problem.
    pub fn of_cover(
        problem: &ExactCover,
        parts: usize,
        limits: &Limits<'_>,
    ) -> Result<Self, Unsupported> {
        let (matrix, interrupt) = (BitMatrix::new(problem)?, Interrupt::new(limits));
        let mut symmetries = Symmetries::of(problem, &|| interrupt.stop().is_some());
        symmetries.start(matrix.left());
        if !symmetries.are_many() {
            symmetries = Symmetries::default();
        }
        let mut divider = Divider { matrix, interrupt, choices: CHOICES.saturating_mul(parts) };
        if parts > 1 {
            divider.begin();
        }
        let workers = workers(&divider.matrix, limits);
        let divided = divider.divide(if workers > 1 { parts } else { 1 });
        let matrix = divider.matrix;
        let table = SharedTable::new(symmetries.key_words(matrix.left()), limits.memory);
        Ok(Self { matrix, parts: divided, symmetries, table, workers })
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

    /// Returns the maximum number of parts that may be counted at the same time within the memory of the limits.
    pub fn workers(&self) -> usize {
        self.workers
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

/// Returns the number of searches whose states fit into the half of the memory that the table leaves.
fn workers(matrix: &BitMatrix, limits: &Limits<'_>) -> usize {
    let half = limits.memory.unwrap_or(u64::MAX) / 2;
    usize::try_from(half / matrix.level_bytes().max(1)).unwrap_or(usize::MAX).max(1)
}

/// Chooses options that fit together.
fn choose(matrix: &mut BitMatrix, options: &[usize]) {
    for &option in options {
        matrix.force(option, &mut ());
    }
}

/// The search that makes the first choices.
struct Divider<'a> {
    matrix: BitMatrix,
    interrupt: Interrupt<'a>,
    /// The number of choices that may still be made.
    choices: usize,
}

impl Divider<'_> {
    /// Makes the forced choices at the root, for all parts.
    fn begin(&mut self) {
        while let Some((item, 1)) = self.matrix.option_counts().fewest()
            && self.interrupt.stop().is_none()
        {
            self.choose_only(item);
        }
        self.matrix.keep();
    }

    /// Returns the options of at least this many parts, or of fewer if there are no more choices or the budget or the time
    /// is over. The matrix is then that of the root.
    fn divide(&mut self, parts: usize) -> Vec<Vec<usize>> {
        let mut divided = vec![Vec::new()];
        while divided.len() < parts
            && let Some(finer) = self.finer(&divided)
        {
            divided = finer;
        }
        self.matrix.reset();
        divided
    }

    /// Makes the next choice in each part. Returns `None` if there is none in any, or the budget or the time is over.
    fn finer(&mut self, parts: &[Vec<usize>]) -> Option<Vec<Vec<usize>>> {
        let (mut finer, mut is_finer) = (Vec::new(), false);
        for part in parts {
            self.matrix.reset();
            choose(&mut self.matrix, part);
            self.choices = self.choices.checked_sub(part.len())?;
            let mut part = part.clone();
            let Some(item) = self.next_item(&mut part)? else {
                finer.push(part);
                continue;
            };
            is_finer = true;
            for option in self.matrix.options_of(item) {
                finer.push(part.iter().copied().chain([option as usize]).collect());
            }
        }
        is_finer.then_some(finer)
    }

    /// Makes the forced choices of a part. Returns the item with the fewest options after them, if one is open, and `None`
    /// if the budget or the time is over.
    fn next_item(&mut self, part: &mut Vec<usize>) -> Option<Option<usize>> {
        loop {
            self.choices = self.choices.checked_sub(1)?;
            if self.interrupt.stop().is_some() {
                return None;
            }
            match self.matrix.option_counts().fewest() {
                Some((item, 1)) => part.extend(self.choose_only(item)),
                choice => return Some(choice.map(|(item, _)| item)),
            }
        }
    }

    /// Chooses the only option that an item has left, and returns it.
    fn choose_only(&mut self, item: usize) -> Option<usize> {
        let option = self.matrix.options_of(item).next()? as usize;
        self.matrix.force(option, &mut ());
        Some(option)
    }
}
