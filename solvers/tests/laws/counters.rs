//! Counters mean what they claim.

use solvers::{Backend, Counter, Counters, Limits, NullObserver, Stop};

use crate::kinds::Kind;
use crate::puzzles::{SOLVED, puzzle};
use crate::{prepare, prepare_for, written};

/// Checks that a claimed counter is positive on some problem, and that an unclaimed one is zero
/// wherever there is a solution. (Givens that contradict each other are a conflict even for a row
/// without a search.)
pub(crate) fn claimed_and_not_claimed<P: Kind>(backend: &Backend) -> Result<(), String> {
    let mut seen = Counters::default();
    let mut seen_traced = Counters::default();
    let mut is_here = false;
    for case in P::cases() {
        let Some(mut solver) = prepare_for::<P>(backend, case.problem.frame()) else { continue };
        is_here = true;
        let limits = Limits::solutions(2);
        let counters = solver.solve(&case.problem, &limits).counters;
        add(&mut seen, &counters);
        let is_secret = |it: &Counter| counters.get(*it) > 0 && !backend.counts.contains(it);
        if case.solutions > 0
            && let Some(counter) = Counter::ALL.into_iter().find(is_secret)
        {
            return Err(format!("{counter:?}: counted, but not claimed"));
        }
        add(&mut seen_traced, &solver.trace(&case.problem, &limits, &mut NullObserver).counters);
    }
    // A row may need instructions that this processor does not have.
    for counter in Counter::ALL.into_iter().filter(|_| is_here) {
        let claimed = backend.counts.contains(&counter);
        let is_unused = P::UNUSED.contains(&counter);
        let count = seen.get(counter);
        if claimed && count == 0 && !is_unused {
            return Err(format!("{counter:?}: claimed, but not counted"));
        }
        let (claimed, count) = (backend.counts_traced.contains(&counter), seen_traced.get(counter));
        if claimed && count == 0 && !is_unused {
            return Err(format!("{counter:?}: claimed when traced, but not counted"));
        }
    }
    Ok(())
}

/// Checks that a complete grid takes no bet and no deduction.
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
