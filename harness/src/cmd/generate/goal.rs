//! The objective of mining, from the arguments.

use std::collections::HashSet;

use board::{Geometry, Puzzle};
use generate::objective::{Judge, Objective};
use record::filter;
use record::hash::{self, PuzzleHash};
use solvers::Backend;

use crate::cli::MiningArgs;

/// Returns the objective of the arguments, if any; its backend is one of `all`.
///
/// # Errors
/// When the backend does not exist, does not support the geometry, or does not count the cost.
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

/// Returns the cost of a puzzle; `None` if it has none, or is isomorphic to a known puzzle.
pub(super) fn cost(
    judge: &mut Judge<'_>,
    known: &HashSet<PuzzleHash>,
    puzzle: &Puzzle,
) -> Option<u64> {
    let is_known = !known.is_empty() && known.contains(&hash::class(puzzle));
    if is_known { None } else { judge.cost(puzzle) }
}
