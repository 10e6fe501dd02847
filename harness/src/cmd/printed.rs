//! A puzzle on a page for printing, with its level and solution.

use std::time::Duration;

use board::text::Topic;
use board::text::record::Record;
use board::{Grid, Puzzle};
use render::draw::paper::PrintedPuzzle;
use solvers::candidates::mrv::MRV;
use solvers::candidates::rounds::{ROUNDS, level::HurtebisLevel};
use solvers::{Limits, Stop};

/// The time limit for finding a solution.
const TIME: Duration = Duration::from_secs(5);

/// Returns the puzzle with the level stated in the file, or else Hurtebis' estimate, and with the
/// given solution, or else the one found if `is_to_be_solved`.
///
/// # Errors
/// When a solution is to be printed, and none is given or found in time.
pub(super) fn puzzle(
    record: &Record,
    name: &str,
    given: Option<&Grid>,
    is_to_be_solved: bool,
) -> anyhow::Result<PrintedPuzzle> {
    let puzzle = &record.puzzle;
    let geometry = puzzle.geometry();
    // Hurtebis' solver, by which his levels go, knows no relations.
    let is_estimated = geometry.relations().is_empty();
    let mut solver = if is_estimated { ROUNDS } else { MRV }.prepare::<Puzzle>(geometry)?;
    let outcome = solver.solve(puzzle, &Limits { time: Some(TIME), ..Limits::solutions(1) });
    let said = record.notes.iter().find(|note| note.topic == Topic::Level);
    let level = match (said, &outcome.first) {
        (Some(said), _) => said.text.clone(),
        (None, Some(_)) if is_estimated => {
            let takes_hypotheses = outcome.counters.bets > 0;
            let level = HurtebisLevel::estimate(puzzle.clues(), geometry.cells(), takes_hypotheses);
            format!("{level} (estimated)")
        }
        (None, _) => HurtebisLevel::Unknown.name().into(),
    };
    let found = outcome.first.filter(|_| is_to_be_solved);
    if is_to_be_solved && given.is_none() && found.is_none() {
        let why = if outcome.stop == Stop::Exhausted { "it has none" } else { "out of time" };
        anyhow::bail!("no solution of {name} to print: {why}; --no-solution omits it");
    }
    let solution = given.cloned().or(found);
    Ok(PrintedPuzzle { puzzle: puzzle.clone(), name: name.into(), level, solution })
}
