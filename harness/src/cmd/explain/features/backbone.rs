//! The backbone: what all solutions have in common, and the part of it that propagation can see.
//!
//! The *backbone* is the set of the unknowns that have the same value in every solution (Kilby, Slaney,
//! Thiébaux and Walsh, *Backbones and backdoors in satisfiability*, 2005). With one solution it is
//! everything, and tells nothing. What tells such problems apart is how much of it is found without a
//! guess: by propagation alone, or by *failed literals*: a value with which propagation contradicts itself
//! is removed, until no value fails (Freeman, *Improvements to propositional satisfiability search
//! algorithms*, 1995). The unknowns with one value left are in the backbone.
//!
//! With several solutions the backbone is computed: an unknown is in it if a search finds no solution
//! with another value. Each solution that a search finds rules out all unknowns whose value differs.

use board::{Symbol, SymbolSet};

use super::csp::{Csp, Propagated, Searched, Unknown};
use super::deadline::Deadline;

/// Failed literals are given up after this number of propagations.
const PROBES: usize = 10_000;

/// Returns the number of open unknowns that failed literals leave, from where propagation is stuck.
///
/// # Errors
/// When it takes too many propagations, the time is over, or there is no solution.
pub(super) fn left_by_failed_literals<C: Csp>(
    csp: &mut C,
    start: &C::State,
    deadline: Deadline<'_>,
) -> Result<usize, Unknown> {
    let (mut state, mut probes) = (start.clone(), 0);
    loop {
        let mut has_failed = false;
        for unknown in csp.open(&state) {
            for value in csp.values(&state, unknown).iter() {
                // An earlier failure may have fixed it.
                let mut rest = csp.values(&state, unknown);
                if rest.len() < 2 || !rest.contains(value) {
                    continue;
                }
                probes += 1;
                if probes > PROBES {
                    return Err(Unknown::Exceeded);
                }
                let probed = csp.with(&state, unknown, SymbolSet::only(value));
                match csp.propagate(&probed, deadline) {
                    Propagated::Refuted => {}
                    Propagated::OutOfTime => return Err(Unknown::Other),
                    Propagated::Solved { .. } | Propagated::Stuck(_) => continue,
                }
                has_failed = true;
                rest.remove(value);
                state = match csp.propagate(&csp.with(&state, unknown, rest), deadline) {
                    Propagated::Stuck(left) => left,
                    Propagated::Solved { n_open } => return Ok(n_open),
                    Propagated::Refuted | Propagated::OutOfTime => return Err(Unknown::Other),
                };
            }
        }
        if !has_failed {
            return Ok(csp.open(&state).len());
        }
    }
}

/// Returns the number of open unknowns that do not have the value of this solution in every one.
///
/// # Errors
/// When a search is given up, or the time is over.
pub(super) fn n_outside<C: Csp>(
    csp: &mut C,
    start: &C::State,
    solution: &[Symbol],
    deadline: Deadline<'_>,
) -> Result<usize, Unknown> {
    let (mut state, mut n_outside) = (start.clone(), 0);
    let mut is_candidate = vec![true; csp.unknowns()];
    for unknown in csp.open(start) {
        if !is_candidate[unknown] {
            n_outside += 1;
            continue;
        }
        let mut others = csp.values(&state, unknown);
        others.remove(solution[unknown]);
        match csp.search(&csp.with(&state, unknown, others), deadline) {
            Searched::None => {
                state = csp.with(&state, unknown, SymbolSet::only(solution[unknown]));
            }
            Searched::Solution(other) => {
                n_outside += 1;
                let differ = other.iter().zip(solution).map(|(one, other)| one != other);
                is_candidate
                    .iter_mut()
                    .zip(differ)
                    .filter(|(_, differ)| *differ)
                    .for_each(|(it, _)| *it = false);
            }
            Searched::GivenUp => return Err(Unknown::Exceeded),
            Searched::OutOfTime => return Err(Unknown::Other),
        }
    }
    Ok(n_outside)
}
