//! Limits are obeyed as the row claims.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use solvers::{Backend, Counter, LimitSupport, Limits, Outcome, Stop};

use crate::kinds::{ENOUGH, Kind};
use crate::{prepare_for, repeated};

/// With a node limit, a row that obeys it exactly enters that many nodes and stops, unless it ends
/// earlier; one that does not obey it runs to its end.
pub(crate) fn nodes<P: Kind>(backend: &Backend) -> Result<(), String> {
    let limited = |nodes| Limits { nodes: Some(nodes), ..Limits::solutions(solutions(backend)) };
    let support = backend.node_limit;
    compare::<P>(backend, &[1, 2, 10], limited, |limit, whole, outcome| {
        let is_met = whole.counters.nodes > limit;
        match (support, is_met) {
            (LimitSupport::Exact, true) => {
                (outcome.stop, outcome.counters.nodes) == (Stop::NodeLimit, limit)
            }
            (LimitSupport::Coarse, true) => outcome.stop == Stop::NodeLimit,
            _ => outcome.stop == whole.stop,
        }
    })
}

/// With a round limit, a row that counts rounds begins that many and stops, unless it ends earlier;
/// any other row ignores it.
pub(crate) fn rounds<P: Kind>(backend: &Backend) -> Result<(), String> {
    let limited = |rounds| Limits { rounds: Some(rounds), ..Limits::solutions(solutions(backend)) };
    let counts = backend.counts.contains(&Counter::Rounds);
    compare::<P>(backend, &[0, 1, 5], limited, |limit, whole, outcome| {
        match counts && whole.counters.rounds > limit {
            true => (outcome.stop, outcome.counters.rounds) == (Stop::RoundLimit, limit),
            false => outcome.stop == whole.stop,
        }
    })
}

/// Solves each problem with and without each limit.
fn compare<P: Kind>(
    backend: &Backend,
    limits: &[u64],
    limited: impl Fn(u64) -> Limits<'static>,
    agrees: impl Fn(u64, &Outcome<P::Answer>, &Outcome<P::Answer>) -> bool,
) -> Result<(), String> {
    for case in repeated::<P>(backend) {
        let Some(mut solver) = prepare_for::<P>(backend, case.problem.frame()) else { continue };
        let whole = solver.solve(&case.problem, &Limits::solutions(solutions(backend)));
        for &limit in limits {
            let outcome = solver.solve(&case.problem, &limited(limit));
            if !agrees(limit, &whole, &outcome) {
                let (stop, what) = (outcome.stop, case.problem.in_words());
                let counters = outcome.counters;
                return Err(format!("{what}: {stop:?} at a limit of {limit}: {counters:?}"));
            }
        }
    }
    Ok(())
}

/// Returns the number of solutions asked for, which depends on whether the row counts.
fn solutions(backend: &Backend) -> u64 {
    if backend.tasks.contains(&solvers::Task::Count) { ENOUGH } else { 2 }
}

/// Checks that a search that is cancelled before it starts, or has no time left, ends early. The
/// problem is one that a row which does not obey also finishes.
pub(crate) fn cancellation<P: Kind>(backend: &Backend) -> Result<(), String> {
    let (problem, many) = P::long();
    let Some(mut solver) = prepare_for::<P>(backend, problem.frame()) else { return Ok(()) };
    if backend.time_limit == LimitSupport::None {
        return Ok(());
    }
    let solutions = if backend.tasks.contains(&solvers::Task::Count) { many } else { 2 };
    let flag = AtomicBool::new(true);
    let cancelled = Limits { cancel: Some(&flag), ..Limits::solutions(solutions) };
    let late = Limits { time: Some(Duration::ZERO), ..Limits::solutions(solutions) };
    for (limits, expected) in [(cancelled, Stop::Cancelled), (late, Stop::Deadline)] {
        let stop = solver.solve(&problem, &limits).stop;
        if stop != expected {
            return Err(format!("it ended with {stop:?}, expected {expected:?}"));
        }
    }
    Ok(())
}
