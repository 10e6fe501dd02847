//! One puzzle: whether it has one solution, and if it has, its rating.
//!
//! What is prepared for a geometry stays with each worker, for as long as it meets no other.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;
use board::{Geometry, Puzzle};
use record::{Status, filter};
use solvers::candidates::rounds::level::HurtebisLevel;
use solvers::logic::rating::{Level, Rater, Rating, Unrated};
use solvers::{BACKENDS, Limits, Stop};

use crate::cli::RateArgs;
use crate::cmd::solutions::{Asked, Solutions};
use crate::moves::Moves;

/// What came of a puzzle.
pub(super) struct Graded {
    /// Unique; else why there is no rating.
    pub(super) status: Status,
    pub(super) rating: Option<Rating>,
    /// The level that Hurtebis estimates.
    pub(super) hurtebis: Option<HurtebisLevel>,
    /// What Sudoto's search did, if that was asked and it came to an end.
    pub(super) moves: Option<Moves>,
}

impl Graded {
    fn unrated(status: Status) -> Self {
        Self { status, rating: None, hurtebis: None, moves: None }
    }

    /// The level, of a puzzle that has one.
    pub(super) fn level(&self) -> Option<Level> {
        self.rating.as_ref().map(Rating::level)
    }
}

/// What a worker keeps.
#[derive(Default)]
struct Desk {
    rater: Option<(Arc<Geometry>, Rater)>,
    asked: Asked,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Who bets as Sudoto does.
const SUDOTO: &str = "candidates/bets.8";

/// Rates a puzzle; none when it was cancelled. Each of its parts has the time of the arguments.
///
/// # Errors
/// When a solver is wrong.
pub(super) fn grade(
    puzzle: &Puzzle,
    arguments: &RateArgs,
    cancel: &AtomicBool,
) -> anyhow::Result<Option<Graded>> {
    let time = arguments.timeout.0;
    DESK.with_borrow_mut(|desk| {
        let status = match desk.asked.solutions(puzzle, time, cancel)? {
            Solutions::One => {
                let Some(mut graded) = desk.rate(puzzle, time, cancel)? else { return Ok(None) };
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

impl Desk {
    fn rate(
        &mut self,
        puzzle: &Puzzle,
        time: Option<Duration>,
        cancel: &AtomicBool,
    ) -> anyhow::Result<Option<Graded>> {
        let geometry = puzzle.geometry();
        let known = self.rater.take().filter(|(of, _)| Arc::ptr_eq(of, geometry));
        let (_, rater) =
            self.rater.insert(known.unwrap_or_else(|| (geometry.clone(), Rater::new(geometry))));
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
            Err(Unrated::Contradiction) => {
                bail!("a puzzle with one solution contradicts a technique: {:?}", puzzle.givens())
            }
        })
    }
}
