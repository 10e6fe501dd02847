//! Grades a puzzle: whether it has one solution, and if so, its rating.
//!
//! Each worker keeps what it prepared for a geometry until it meets another one.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;
use board::{Geometry, Puzzle};
use record::{Status, filter};
use solvers::candidates::rounds::level::HurtebisLevel;
use solvers::logic::choice::TechniqueSet;
use solvers::logic::rating::{Level, Rater, Rating, Unrated};
use solvers::logic::technique::Technique;
use solvers::{BACKENDS, Limits, Stop};

use crate::cli::RateArgs;
use crate::cmd::solutions::{SolutionCounter, Solutions};
use crate::moves::Moves;

/// The grade of a puzzle.
pub(super) struct Graded {
    /// Unique, or the reason why there is no rating.
    pub(super) status: Status,
    pub(super) rating: Option<Rating>,
    /// Hurtebis' estimate of the level.
    pub(super) hurtebis: Option<HurtebisLevel>,
    /// The work of Sudoto's search, if requested and finished.
    pub(super) moves: Option<Moves>,
}

impl Graded {
    fn unrated(status: Status) -> Self {
        Self { status, rating: None, hurtebis: None, moves: None }
    }

    /// Returns the level, if the puzzle has one.
    pub(super) fn level(&self) -> Option<Level> {
        self.rating.as_ref().map(Rating::level)
    }
}

/// The state of a worker.
#[derive(Default)]
struct Worker {
    rater: Option<(Arc<Geometry>, Rater)>,
    counter: SolutionCounter,
}

thread_local! {
    static WORKER: RefCell<Worker> = RefCell::default();
}

/// The backend that bets as Sudoto does.
const SUDOTO: &str = "candidates/bets.8";

/// Grades a puzzle; returns `None` if cancelled. The time limit applies to each part.
///
/// # Errors
/// When a solver gives a wrong answer.
pub(super) fn grade(
    puzzle: &Puzzle,
    arguments: &RateArgs,
    cancel: &AtomicBool,
) -> anyhow::Result<Option<Graded>> {
    let time = arguments.timeout.0;
    WORKER.with_borrow_mut(|worker| {
        let status = match worker.counter.solutions(puzzle, time, cancel)? {
            Solutions::One => {
                let known = arguments.known.techniques.as_ref();
                let Some(mut graded) = worker.rate(puzzle, known, time, cancel)? else {
                    return Ok(None);
                };
                if arguments.stars {
                    let sudoto = filter::backend_of_id(SUDOTO, BACKENDS)?;
                    graded.moves = Moves::to_the_first_solution(&sudoto, puzzle, time, cancel)?;
                }
                return Ok(Some(graded));
            }
            Solutions::None => Status::Impossible,
            Solutions::Two => Status::Multiple,
            Solutions::Unknown(_) => Status::Timeout,
        };
        Ok(Some(Graded::unrated(status)))
    })
}

impl Worker {
    fn rate(
        &mut self,
        puzzle: &Puzzle,
        known: Option<&TechniqueSet>,
        time: Option<Duration>,
        cancel: &AtomicBool,
    ) -> anyhow::Result<Option<Graded>> {
        let geometry = puzzle.geometry();
        let prepared = self.rater.take().filter(|(of, _)| Arc::ptr_eq(of, geometry));
        let is_known = |it: &Technique| known.is_none_or(|set| set.has(it));
        let prepare = || (geometry.clone(), Rater::knowing(geometry, is_known));
        let (_, rater) = self.rater.insert(prepared.unwrap_or_else(prepare));
        let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(1) };
        Ok(match rater.rate(puzzle, &limits) {
            Ok(rating) => {
                let hypotheses = !rating.is_solved_by_singles;
                let hurtebis =
                    Some(HurtebisLevel::estimate(puzzle.clues(), geometry.cells(), hypotheses));
                let (status, moves) = (Status::Unique, None);
                Some(Graded { status, rating: Some(rating), hurtebis, moves })
            }
            Err(Unrated::Stopped(Stop::Cancelled)) => None,
            Err(Unrated::Stopped(_)) => Some(Graded::unrated(Status::Timeout)),
            Err(Unrated::Relations | Unrated::Symbols) => {
                Some(Graded::unrated(Status::Unsupported))
            }
            Err(Unrated::Contradiction) => {
                bail!(
                    "a technique leads to a contradiction in a puzzle with one solution: {:?}",
                    puzzle.givens()
                )
            }
        })
    }
}
