//! What mining climbs towards, out of the arguments.

use std::collections::HashSet;

use board::{Geometry, Puzzle};
use generate::objective::{Judge, Objective};
use record::filter;
use record::hash::{self, PuzzleHash};
use solvers::Backend;

use crate::cli::MiningArgs;

/// The objective that the arguments name, if any; its backend is one of `all`.
///
/// # Errors
/// When there is no such backend, it cannot take the geometry, or does not count what is asked for.
pub(super) fn of(
    mining: &MiningArgs,
    geometry: &Geometry,
    all: &[Backend],
) -> anyhow::Result<Option<Objective>> {
    let Some(id) = &mining.hardest_for else {
        return Ok(mining.fewest_clues.then_some(Objective::FewestClues));
    };
    let backend = filter::backend_of_id(id, all)?;
    Ok(Some(Objective::hardest(backend, mining.cost.into(), geometry)?))
}

/// The cost of a puzzle; `None` also for isomorphs of known puzzles.
pub(super) fn cost(
    judge: &mut Judge<'_>,
    known: &HashSet<PuzzleHash>,
    puzzle: &Puzzle,
) -> Option<u64> {
    let is_known = !known.is_empty() && known.contains(&hash::class(puzzle));
    if is_known { None } else { judge.cost(puzzle) }
}
