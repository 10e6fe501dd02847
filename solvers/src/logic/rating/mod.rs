//! Ratings: how hard a puzzle is for a player.
//!
//! Falissard grades a grid by the strategies that it needs. So does this: a player who always takes
//! the easiest step that there is goes through the puzzle, and what the hardest of the steps was is
//! the *score*. It is in tenths, on the scale of Sudoku Explainer 1.2.1 (Nicolas Juillerat, 2007),
//! for which players have rated millions of puzzles:
//!
//! ```text
//!   1.0–2.8   singles, locked candidates                  easy
//!   3.0–4.0   pairs, triples, fish                        medium
//!   4.2–5.6   wings, quads, uniqueness                    hard
//!   6.5–7.9   chains, one symbol supposed                 fiendish
//!   8.0–      distinction of cases, dynamic nets          beyond
//! ```
//!
//! Each kind of step is a rung of the [`ladder`]. A *turn* takes the lowest rung on
//! which something is seen, of that the steps with the lowest score, and all of these at once. So no
//! turn depends on the order in which cells are looked at, and a puzzle that is turned, relabelled
//! or permuted has the same score and the same steps; only nets may differ, where two reasons are
//! equally light. What a turn takes counts once for each thing
//! that follows from it and is no part of another: six chains to the same elimination are one step.
//!
//! The second score is HoDoKu's (Bernhard Hobiger, 2008): each step adds the weight of its rung.
//! It grows with the length of a solution, where the first shows its steepest place alone.
//!
//! Rungs that take uniqueness for granted are among them, as in both programs. So what is rated has
//! to have one solution; that is for the caller to know. The cost is that of `deduce/all`, and a
//! tenth of a second for a distinction of cases on a large board.

use std::sync::Arc;

use board::{Geometry, Puzzle};

use self::climb::Climb;
use super::board_index::BoardIndex;
use super::store::CandidateStore;
use super::table::ladder;
use super::technique::{RatedTechnique, Technique};
use crate::contract::{Interrupt, Limits};

mod climb;
mod level;
mod score;
#[cfg(test)]
mod tests;

pub use self::level::Level;
pub use self::score::{Rating, Unrated, Use};
pub use super::grade::UNSOLVED;

/// Rates the puzzles of one geometry.
///
/// ```
/// use std::sync::Arc;
///
/// use board::{catalog, text::line};
/// use solvers::Limits;
/// use solvers::logic::rating::{Level, Rater};
///
/// let classic = Arc::new(catalog::classic(4)?);
/// let puzzle = line::parse("....1.3.431.2...", &classic)?;
/// let rating = Rater::new(&classic).rate(&puzzle, &Limits::solutions(1)).expect("it is solved");
/// assert_eq!(rating.level(), Level::Easy);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rater {
    /// `None` if the board has too many symbols.
    board: Option<Arc<BoardIndex>>,
    /// The stages of singles.
    singles: Vec<Vec<RatedTechnique>>,
    /// The stages of the techniques that the player knows.
    stages: Vec<Vec<RatedTechnique>>,
}

impl Rater {
    /// For puzzles of `geometry`.
    pub fn new(geometry: &Geometry) -> Self {
        Self::knowing(geometry, |_| true)
    }

    /// For puzzles of `geometry`, and a player who knows only some of the techniques.
    pub fn knowing(geometry: &Geometry, is_known: impl Fn(&Technique) -> bool) -> Self {
        let is_single =
            |stage: &Vec<RatedTechnique>| stage.iter().all(|it| it.technique.is_single());
        let mut stages = ladder();
        let singles = stages.iter().filter(|stage| is_single(stage)).cloned().collect();
        stages.iter_mut().for_each(|stage| stage.retain(|it| is_known(it.technique)));
        Self { board: BoardIndex::new(geometry).ok().map(Arc::new), singles, stages }
    }

    /// Rates a puzzle that has one solution. Of the limits time and the flag are obeyed.
    ///
    /// # Errors
    /// When the puzzle has relations or more than 64 symbols, turns out to have no solution, or a limit is met.
    pub fn rate(&self, puzzle: &Puzzle, limits: &Limits<'_>) -> Result<Rating, Unrated> {
        let (store, interrupt) = (self.store(puzzle)?, Interrupt::new(limits));
        let mut by_singles = Climb::new(store.clone(), self.singles.iter().collect());
        while by_singles.turn(&interrupt)? {}
        let mut climb = Climb::new(store, self.stages.iter().collect());
        while climb.turn(&interrupt)? {}
        Ok(Rating {
            uses: climb.uses(),
            is_solved: climb.is_solved(),
            is_solved_by_singles: by_singles.is_solved(),
        })
    }

    /// Returns whether the [rating](Self::rate) of a puzzle has this level. It ends with the first step that shows that it
    /// has not, and looks for no harder steps than those of the level.
    ///
    /// # Errors
    /// As for [`rate`](Self::rate), unless it ended before.
    pub fn has_level(
        &self,
        puzzle: &Puzzle,
        level: Level,
        limits: &Limits<'_>,
    ) -> Result<bool, Unrated> {
        let (store, interrupt) = (self.store(puzzle)?, Interrupt::new(limits));
        let is_within = |stage: &&Vec<RatedTechnique>| {
            stage.first().is_some_and(|it| Level::of(it.rung.stage) <= level)
        };
        let mut climb = Climb::new(store, self.stages.iter().filter(is_within).collect());
        while climb.turn(&interrupt)? {
            let reached = Level::of(climb.score());
            if reached > level || reached == Level::Beyond {
                return Ok(reached == level);
            }
        }
        let reached = Level::of(climb.score());
        Ok(if climb.is_solved() { reached == level } else { level == Level::Beyond })
    }

    /// The candidates of a puzzle.
    fn store(&self, puzzle: &Puzzle) -> Result<CandidateStore, Unrated> {
        if !puzzle.geometry().relations().is_empty() {
            return Err(Unrated::Relations);
        }
        let board = self.board.as_ref().ok_or(Unrated::Symbols)?;
        Ok(CandidateStore::of(board, puzzle)?)
    }
}
