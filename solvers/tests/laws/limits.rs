//! Limits are honoured as the row says.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use solvers::solver::Obeys;
use solvers::{Backend, Counter, Limits, Stop};

use crate::prepare;
use crate::puzzles::{ESCARGOT, empty, puzzle};

/// With a limit of nodes a row that obeys exactly enters so many and stops, unless it is stuck before;
/// one that does not obey goes on to its end.
pub(crate) fn nodes(backend: &Backend) -> Result<(), String> {
    let puzzle = puzzle("classic9", ESCARGOT);
    let Some(mut solver) = prepare(backend, puzzle.geometry()) else { return Ok(()) };
    for limit in [1, 2, 10] {
        let limits = Limits { nodes: Some(limit), ..Limits::solutions(2) };
        let outcome = solver.solve(&puzzle, &limits);
        let nodes = outcome.counters.nodes;
        let fault = match backend.honors.nodes {
            // It knew no further before the limit was met.
            _ if outcome.stop == Stop::Stuck && nodes < limit => None,
            Obeys::Exactly if nodes != limit => Some("it should stop to the node"),
            Obeys::Exactly | Obeys::Coarsely if outcome.stop != Stop::NodeLimit => {
                Some("it ignores the node limit")
            }
            Obeys::No if outcome.stop == Stop::NodeLimit => Some("it obeys, but does not say so"),
            _ => None,
        };
        if let Some(fault) = fault {
            return Err(format!("{fault}: {:?} after {nodes} nodes of {limit}", outcome.stop));
        }
    }
    Ok(())
}

/// With a limit of rounds a row that counts rounds begins so many and stops; to any other row it
/// means nothing.
pub(crate) fn rounds(backend: &Backend) -> Result<(), String> {
    let puzzle = puzzle("classic9", ESCARGOT);
    let Some(mut solver) = prepare(backend, puzzle.geometry()) else { return Ok(()) };
    let counts = backend.counts.contains(&Counter::Rounds);
    for limit in [0, 1, 5] {
        let limits = Limits { rounds: Some(limit), ..Limits::solutions(2) };
        let outcome = solver.solve(&puzzle, &limits);
        let (stop, rounds) = (outcome.stop, outcome.counters.rounds);
        if counts != (stop == Stop::RoundLimit) || (counts && rounds != limit) {
            return Err(format!("{stop:?} after {rounds} rounds of {limit}"));
        }
    }
    Ok(())
}

/// A search that is cancelled before it starts, or whose time is over, ends early; the task is one
/// that a row which does not obey gets through, too.
pub(crate) fn cancellation(backend: &Backend) -> Result<(), String> {
    let puzzle = empty("classic9");
    let Some(mut solver) = prepare(backend, puzzle.geometry()) else { return Ok(()) };
    if backend.honors.time == Obeys::No {
        return Ok(());
    }
    let solutions = if backend.tasks.contains(&solvers::Task::Count) { 3000 } else { 2 };
    let escargot = crate::puzzles::puzzle("classic9", ESCARGOT);
    let long = if solutions > 2 { &puzzle } else { &escargot };
    let flag = AtomicBool::new(true);
    let cancelled = Limits { cancel: Some(&flag), ..Limits::solutions(solutions) };
    let late = Limits { time: Some(Duration::ZERO), ..Limits::solutions(solutions) };
    for (limits, expected) in [(cancelled, Stop::Cancelled), (late, Stop::Deadline)] {
        let stop = solver.solve(long, &limits).stop;
        if stop != expected {
            return Err(format!("it ended with {stop:?}, expected {expected:?}"));
        }
    }
    Ok(())
}

/// The search ends at the solution that was asked for last.
pub(crate) fn solutions(backend: &Backend) -> Result<(), String> {
    let puzzle = empty("classic4");
    let Some(mut solver) = prepare(backend, puzzle.geometry()) else { return Ok(()) };
    let limits: &[u64] =
        if backend.tasks.contains(&solvers::Task::Count) { &[1, 2, 3, 287] } else { &[1, 2] };
    for &limit in limits {
        let outcome = solver.solve(&puzzle, &Limits::solutions(limit));
        if outcome.stop == Stop::Stuck && !backend.complete {
            continue;
        }
        if (outcome.stop, outcome.solutions) != (Stop::SolutionLimit, limit) {
            return Err(format!(
                "{:?} with {} solutions at a limit of {limit}",
                outcome.stop, outcome.solutions
            ));
        }
    }
    Ok(())
}
