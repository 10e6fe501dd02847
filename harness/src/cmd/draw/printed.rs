//! What is printed with a puzzle: its level and its solution.

use std::time::Duration;

use board::text::Topic;
use board::text::record::Record;
use board::{Grid, Puzzle};
use render::draw::paper::PrintedPuzzle;
use solvers::candidates::rounds::{ROUNDS, level::HurtebisLevel};
use solvers::{Limits, Stop};

/// How much time finding a solution may take.
const TIME: Duration = Duration::from_secs(5);

/// The level that the file says, else Hurtebis' estimate; and the solution that is given, else, where
/// it `is_to_be_solved`, the one that is found.
///
/// # Errors
/// When the puzzle has no solution, or none is found in time, and one is to be printed.
pub(super) fn puzzle(
    record: &Record,
    name: &str,
    given: Option<&Grid>,
    is_to_be_solved: bool,
) -> anyhow::Result<PrintedPuzzle> {
    let puzzle = &record.puzzle;
    let geometry = puzzle.geometry();
    let mut solver = ROUNDS.prepare::<Puzzle>(geometry)?;
    let outcome = solver.solve(puzzle, &Limits { time: Some(TIME), ..Limits::solutions(1) });
    let said = record.notes.iter().find(|note| note.topic == Topic::Level);
    let level = match (said, &outcome.first) {
        (Some(said), _) => said.text.clone(),
        (None, None) => HurtebisLevel::Unknown.name().into(),
        (None, Some(_)) => {
            let takes_hypotheses = outcome.counters.bets > 0;
            let level = HurtebisLevel::estimate(puzzle.clues(), geometry.cells(), takes_hypotheses);
            format!("{level} (estimated)")
        }
    };
    let found = outcome.first.filter(|_| is_to_be_solved);
    if is_to_be_solved && given.is_none() && found.is_none() {
        let why = if outcome.stop == Stop::Exhausted { "it has none" } else { "out of time" };
        anyhow::bail!("no solution of {name} to print: {why}; --no-solution leaves it out");
    }
    let solution = given.cloned().or(found);
    Ok(PrintedPuzzle { puzzle: puzzle.clone(), name: name.into(), level, solution })
}
