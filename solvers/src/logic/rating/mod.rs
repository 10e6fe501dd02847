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
//!   4.2–6.2   wings, quads, uniqueness, aligned pairs     hard
//!   6.5–7.9   chains, one symbol supposed                 fiendish
//!   8.0–      distinction of cases, dynamic nets          beyond
//! ```
//!
//! Each kind of step is a rung of the [`ladder`]. A *turn* takes the lowest rung on
//! which something is seen, of that the steps with the lowest score, and all of these at once. So no
//! turn depends on the order in which cells are looked at, and a puzzle that is turned, relabelled
//! or permuted has the same score and the same steps; only rings and nets may differ, where two ways are equally long
//! or two reasons equally light. What a turn takes counts once for each thing
//! that follows from it and is no part of another: six chains to the same elimination are one step.
//!
//! The second score is HoDoKu's (Bernhard Hobiger, 2008): each step adds the weight of its rung.
//! It grows with the length of a solution, where the first shows its steepest place alone.
//!
//! Rungs that take uniqueness for granted are among them, as in both programs. So what is rated has
//! to have one solution; that is for the caller to know. The cost is that of `deduce/all`, and a
//! tenth of a second for a distinction of cases on a large board.

use std::ops::RangeInclusive;
use std::sync::Arc;

use board::{Geometry, Puzzle};

use self::climb::{Climb, Takes};
use super::board_index::BoardIndex;
use super::store::CandidateStore;
use super::table::{ladder, technique};
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

/// The commonest techniques up to chains. What one of them finds is still found after any others were applied.
const COMMON: [&str; 5] =
    ["pointing", "claiming", "naked-pair", "hidden-pair", "alternating-chain"];

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
    /// The stages of the techniques that the player knows.
    stages: Vec<Vec<RatedTechnique>>,
    /// Those of the commonest techniques up to chains.
    chains: Vec<Vec<RatedTechnique>>,
    /// Whether the player knows singles and locked candidates.
    knows_easy: bool,
}

impl Rater {
    /// For puzzles of `geometry`.
    pub fn new(geometry: &Geometry) -> Self {
        Self::knowing(geometry, |_| true)
    }

    /// For puzzles of `geometry`, and a player who knows only some of the techniques.
    pub fn knowing(geometry: &Geometry, is_known: impl Fn(&Technique) -> bool) -> Self {
        let mut stages = ladder();
        stages.iter_mut().for_each(|stage| stage.retain(|it| is_known(it.technique)));
        let easy = ["full-house", "naked-single", "hidden-single", "pointing", "claiming"];
        let knows_easy = easy.iter().all(|id| technique(id).is_some_and(&is_known));
        let mut chains = stages.clone();
        chains.iter_mut().for_each(|stage| stage.retain(|it| COMMON.contains(&it.technique.id)));
        Self { board: BoardIndex::new(geometry).ok().map(Arc::new), stages, chains, knows_easy }
    }

    /// Rates a puzzle that has one solution. Of the limits time and the flag are obeyed.
    ///
    /// # Errors
    /// When the puzzle has relations or more than 64 symbols, turns out to have no solution, or a limit is met.
    pub fn rate(&self, puzzle: &Puzzle, limits: &Limits<'_>) -> Result<Rating, Unrated> {
        let (store, interrupt) = (self.store(puzzle)?, Interrupt::new(limits));
        let mut by_singles = store.clone();
        by_singles.place_singles()?;
        let is_solved_by_singles = by_singles.n_open() == 0;
        let mut climb = Climb::new(store, Takes::Easiest);
        climb.add(self.stages.iter());
        while climb.turn(&interrupt)? {}
        Ok(Rating { uses: climb.uses(), is_solved: climb.is_solved(), is_solved_by_singles })
    }

    /// Returns whether the [rating](Self::rate) of a puzzle has this level. It ends with the first step that shows that it
    /// has not, and looks for no harder steps than those of the level. Where the easy steps end does not depend on their
    /// order, so it takes all singles at once.
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
        let is_beyond = level == Level::Beyond;
        if is_beyond && self.knows_easy && self.is_solved_by_chains(store.clone(), &interrupt)? {
            return Ok(false);
        }
        let mut climb = Climb::new(store, Takes::Easiest);
        self.climb(&mut climb, Level::Easy..=level.min(Level::Hard), &interrupt)?;
        if climb.is_solved() || level <= Level::Hard {
            return Ok(climb.is_solved() && climb.level() == level);
        }
        let is_below = climb.level() < Level::Beyond && self.knows_easy;
        if is_below && self.is_solved_by_chains(climb.store().clone(), &interrupt)? {
            return Ok(level == Level::Fiendish);
        }
        // What needs more, or is not solved at all, is beyond.
        self.climb(&mut climb, Level::Fiendish..=Level::Fiendish, &interrupt)?;
        let is_fiendish = climb.is_solved() && climb.level() == Level::Fiendish;
        Ok(is_fiendish == (level == Level::Fiendish))
    }

    /// Adds the stages of these levels and climbs until the grid is full, no step is left, or a step is above the levels
    /// or beyond.
    fn climb<'r>(
        &'r self,
        climb: &mut Climb<'r>,
        levels: RangeInclusive<Level>,
        interrupt: &Interrupt<'_>,
    ) -> Result<(), Unrated> {
        let is_needed = |stage: &&Vec<RatedTechnique>| {
            let first = stage.first().filter(|it| levels.contains(&Level::of(it.rung.stage)));
            first.is_some_and(|it| !self.knows_easy || !is_implied(it.technique))
        };
        climb.add(self.stages.iter().filter(is_needed));
        loop {
            if self.knows_easy {
                climb.place_singles()?;
            }
            let is_above = |reached| reached > *levels.end() || reached == Level::Beyond;
            if !climb.turn(interrupt)? || is_above(climb.level()) {
                return Ok(());
            }
        }
    }

    /// Returns whether the commonest techniques below [`Level::Beyond`] fill the grid, without a chain that is so long
    /// that it is beyond. Then easier ones are left at each turn of a climb, since none of these is lost by the steps
    /// of others.
    fn is_solved_by_chains(
        &self,
        store: CandidateStore,
        interrupt: &Interrupt<'_>,
    ) -> Result<bool, Unrated> {
        let below = Takes::SomeBelow(Level::Beyond.lowest());
        let mut climb = Climb::new(store, below);
        climb.add(self.chains.iter());
        loop {
            climb.place_singles()?;
            if !climb.turn(interrupt)? {
                return Ok(climb.is_solved());
            }
        }
    }

    /// Returns the candidates of a puzzle.
    fn store(&self, puzzle: &Puzzle) -> Result<CandidateStore, Unrated> {
        if !puzzle.geometry().relations().is_empty() {
            return Err(Unrated::Relations);
        }
        let board = self.board.as_ref().ok_or(Unrated::Symbols)?;
        Ok(CandidateStore::of(board, puzzle)?)
    }
}

/// Returns whether a technique finds nothing but what other easy ones find as well.
fn is_implied(technique: &Technique) -> bool {
    technique.is_single() || ["direct-pointing", "direct-claiming"].contains(&technique.id)
}
