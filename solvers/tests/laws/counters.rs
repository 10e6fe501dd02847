//! Counters mean what they say.

use solvers::observer::Attentive;
use solvers::{Backend, Counter, Counters, Limits, Stop};

use crate::puzzles::{ESCARGOT, SOLVED, WINDOKU, puzzle};
use crate::{prepare, written};

/// A counter that the row claims counts something somewhere; one that it does not claim is zero.
pub(crate) fn claimed_and_not_claimed(backend: &Backend) -> Result<(), String> {
    let mut seen = Counters::default();
    let mut seen_traced = Counters::default();
    let mut is_here = false;
    for puzzle in [puzzle("classic9", ESCARGOT), puzzle("windoku", WINDOKU)] {
        let Some(mut solver) = prepare(backend, puzzle.geometry()) else { continue };
        is_here = true;
        let limits = Limits::solutions(2);
        add(&mut seen, &solver.solve(&puzzle, &limits).counters);
        add(&mut seen_traced, &solver.trace(&puzzle, &limits, &mut Attentive).counters);
    }
    // A row may need instructions that this processor does not have.
    for counter in Counter::ALL.into_iter().filter(|_| is_here) {
        let claimed = backend.counts.contains(&counter);
        if claimed != (seen.get(counter) > 0) {
            return Err(format!("{counter:?}: claimed {claimed}, counted {}", seen.get(counter)));
        }
        if backend.counts_traced.contains(&counter) && seen_traced.get(counter) == 0 {
            return Err(format!("{counter:?}: claimed when traced, but not counted"));
        }
    }
    Ok(())
}

/// A puzzle that is a grid already has nothing to bet on, and one that is nearly a grid has nothing
/// to bet on either for a search that counts deductions.
pub(crate) fn givens_cost_nothing(backend: &Backend) -> Result<(), String> {
    for &(geometry_name, _, grid) in SOLVED {
        let full = puzzle(geometry_name, grid);
        let Some(mut solver) = prepare(backend, full.geometry()) else { continue };
        let outcome = solver.solve(&full, &Limits::solutions(2));
        let counters = outcome.counters;
        let spent = counters.bets + counters.deductions + counters.max_depth;
        if (outcome.stop, outcome.solutions) != (Stop::Exhausted, 1) || spent > 0 {
            return Err(format!(
                "{}: {} bets and {} deductions although every cell is given",
                written(&full),
                counters.bets,
                counters.deductions
            ));
        }
    }
    Ok(())
}

fn add(total: &mut Counters, more: &Counters) {
    for counter in Counter::ALL {
        *total.get_mut(counter) += more.get(counter);
    }
}
