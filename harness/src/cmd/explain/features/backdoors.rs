//! Backdoors: how many unknowns have to be given until propagation does the rest.
//!
//! A *weak backdoor* is a set of unknowns some values of which let propagation solve the problem; with
//! one of a *strong backdoor*, propagation decides the problem, to a solution or a contradiction, whatever
//! the values are (Williams, Gomes and Selman, *Backdoors to typical case complexity*, 2003; weak and strong
//! after Kilby, Slaney, Thiébaux and Walsh, *Backbones and backdoors in satisfiability*, 2005). A smallest
//! backdoor is hard to find, so samples bound its size from above.
//!
//! *Weak:* the unknowns are revealed in random orders, each only if propagation has not fixed it, until
//! propagation does the rest. The fewest of all orders are the bound, and the mean is the number of hints
//! that the problem needs. If the bound is small, each unknown is tried by itself, so that a backdoor of
//! one is found.
//!
//! *Strong:* a tree search that propagates in each node decides every value of the unknowns on which it
//! branches, so these are a strong backdoor: propagation is monotonic, and finds at least as much if all
//! of them have values. The search prefers unknowns on which it has branched before, then those with the
//! fewest values, then those with the most constraints, then those first in a random order. Of several
//! random orders, the smallest set is the bound. A search of too many nodes is given up.

use board::seed::seeded;
use board::{Symbol, SymbolSet};
use rand::seq::SliceRandom;

use super::csp::{Csp, Propagated, Unknown};
use super::deadline::Deadline;

/// The number of random orders of 81 unknowns, and the smallest number; the more unknowns, the fewer.
const ORDERS: [usize; 2] = [24, 4];

/// The number of searches for a strong backdoor.
const SEARCHES: u64 = 8;

/// A search for a strong backdoor that propagates more often is given up.
const NODES: usize = 2_000;

/// A bound is small up to here.
const SMALL: usize = 8;

/// The random streams of the orders.
const STREAM: u64 = 0x4147_0000;
const STRONG_STREAM: u64 = 0x4147_0001;

/// Sizes of weak backdoors.
pub(super) struct Weak {
    /// The mean over random orders.
    pub(super) mean: f64,
    /// The smallest found.
    pub(super) smallest: usize,
}

/// Bounds weak backdoors from where propagation is stuck.
pub(super) fn weak<C: Csp>(
    csp: &mut C,
    start: &C::State,
    solution: &[Symbol],
    seed: u64,
    deadline: Deadline<'_>,
) -> Option<Weak> {
    let mut open = csp.open(start);
    let [most, least] = ORDERS;
    let n_orders = (most * 81 / csp.unknowns().max(1)).clamp(least, most);
    let chance = &mut seeded(seed, STREAM);
    let (mut sum, mut smallest) = (0, usize::MAX);
    for _ in 0..n_orders {
        open.shuffle(chance);
        let n = hints(csp, start, solution, &open, deadline)?;
        (sum, smallest) = (sum + n, smallest.min(n));
    }
    if (2..=SMALL).contains(&smallest) {
        for &unknown in &open {
            let revealed = csp.with(start, unknown, SymbolSet::only(solution[unknown]));
            match csp.propagate(&revealed, deadline) {
                Propagated::Solved { .. } => {
                    smallest = 1;
                    break;
                }
                Propagated::Stuck(_) => {}
                Propagated::Refuted | Propagated::OutOfTime => return None,
            }
        }
    }
    Some(Weak { mean: sum as f64 / n_orders as f64, smallest })
}

/// Returns how many of these unknowns are revealed, in their order, until propagation does the
/// rest.
fn hints<C: Csp>(
    csp: &mut C,
    start: &C::State,
    solution: &[Symbol],
    order: &[usize],
    deadline: Deadline<'_>,
) -> Option<usize> {
    let (mut state, mut n) = (start.clone(), 0);
    for &unknown in order {
        if csp.is_fixed(&state, unknown) {
            continue;
        }
        n += 1;
        let revealed = csp.with(&state, unknown, SymbolSet::only(solution[unknown]));
        state = match csp.propagate(&revealed, deadline) {
            Propagated::Solved { .. } => return Some(n),
            Propagated::Stuck(left) => left,
            Propagated::Refuted | Propagated::OutOfTime => return None,
        };
    }
    Some(n)
}

/// Returns the smallest strong backdoor found, from where propagation is stuck.
///
/// # Errors
/// When every search was given up, or the time is over.
pub(super) fn strong<C: Csp>(
    csp: &mut C,
    start: &C::State,
    seed: u64,
    deadline: Deadline<'_>,
) -> Result<Vec<usize>, Unknown> {
    let chance = &mut seeded(seed, STRONG_STREAM);
    let mut smallest: Option<Vec<usize>> = None;
    for _ in 0..SEARCHES {
        let mut ranks: Vec<usize> = (0..csp.unknowns()).collect();
        ranks.shuffle(chance);
        let is_in = vec![false; ranks.len()];
        let mut search = Strong { csp, ranks, is_in, nodes: 0, deadline };
        match search.decide(start) {
            Ok(()) => {
                let is_in = |&unknown: &usize| search.is_in[unknown];
                let found: Vec<usize> = (0..search.is_in.len()).filter(is_in).collect();
                if smallest.as_ref().is_none_or(|smallest| found.len() < smallest.len()) {
                    smallest = Some(found);
                }
            }
            Err(Unknown::Exceeded) => {}
            Err(Unknown::Other) => return Err(Unknown::Other),
        }
    }
    smallest.ok_or(Unknown::Exceeded)
}

/// A search for a strong backdoor.
struct Strong<'a, C> {
    csp: &'a mut C,
    /// The place of each unknown in a random order.
    ranks: Vec<usize>,
    /// Whether the search has branched on each unknown.
    is_in: Vec<bool>,
    nodes: usize,
    deadline: Deadline<'a>,
}

impl<C: Csp> Strong<'_, C> {
    /// Branches until propagation decides.
    fn decide(&mut self, state: &C::State) -> Result<(), Unknown> {
        let open = self.csp.open(state);
        let key = |&unknown: &usize| {
            let (n_values, degree) =
                (self.csp.values(state, unknown).len(), self.csp.degree(unknown));
            (!self.is_in[unknown], n_values, usize::MAX - degree, self.ranks[unknown])
        };
        let Some(unknown) = open.into_iter().min_by_key(key) else { return Ok(()) };
        self.is_in[unknown] = true;
        for value in self.csp.values(state, unknown).iter() {
            self.nodes += 1;
            if self.nodes > NODES {
                return Err(Unknown::Exceeded);
            }
            let chosen = self.csp.with(state, unknown, SymbolSet::only(value));
            match self.csp.propagate(&chosen, self.deadline) {
                Propagated::Solved { .. } | Propagated::Refuted => {}
                Propagated::Stuck(left) => self.decide(&left)?,
                Propagated::OutOfTime => return Err(Unknown::Other),
            }
        }
        Ok(())
    }
}
