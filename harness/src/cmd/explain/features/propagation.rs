//! The features of propagation, of any problem: backdoors, failed literals and the backbone.

use board::Symbol;

use super::csp::{Csp, Propagated};
use super::deadline::Deadline;
use super::{Feature, Features, backbone, backdoors};

/// The features that need more than one propagation.
const ALL: [Feature; 5] =
    [Feature::Hints, Feature::Weak, Feature::Strong, Feature::Probed, Feature::Backbone];

/// Where propagation leads from a problem.
pub(super) struct Start<S> {
    /// The number of unknowns that were open.
    n_open: usize,
    /// The number that it leaves.
    n_left: usize,
    /// What it leaves; `None` if it solves the problem.
    pub(super) left: Option<S>,
}

/// What is known before.
pub(super) struct Found<'a> {
    /// A solution.
    pub(super) solution: Option<&'a [Symbol]>,
    /// Whether it is the only one.
    pub(super) has_one: bool,
    pub(super) seed: u64,
    pub(super) deadline: Deadline<'a>,
}

/// The problem is too large for propagation.
pub(super) fn exceed(features: &mut Features) {
    ALL.into_iter().for_each(|feature| features.exceed(feature));
}

/// Propagates, and sets the share of the open unknowns that it fixes. `None` if there is no solution, or
/// the time is over.
pub(super) fn start<C: Csp>(
    csp: &mut C,
    problem: &C::State,
    deadline: Deadline<'_>,
    share: Feature,
    features: &mut Features,
) -> Option<Start<C::State>> {
    let n_open = csp.open(problem).len();
    let (n_left, left) = match csp.propagate(problem, deadline) {
        Propagated::Solved { n_open } => (n_open, None),
        Propagated::Stuck(left) => (csp.open(&left).len(), Some(left)),
        Propagated::Refuted | Propagated::OutOfTime => return None,
    };
    features.set_ratio(share, n_open - n_left, n_open);
    Some(Start { n_open, n_left, left })
}

/// Sets the other features.
pub(super) fn all<C: Csp>(
    csp: &mut C,
    problem: &C::State,
    start: &Start<C::State>,
    found: &Found<'_>,
    features: &mut Features,
) {
    let Found { seed, deadline, .. } = *found;
    let left = start.left.as_ref();
    match left {
        None => {
            for feature in [Feature::Hints, Feature::Weak, Feature::Strong] {
                features.set_count(feature, 0);
            }
            features.set_ratio(Feature::Probed, start.n_open - start.n_left, start.n_open);
        }
        Some(left) => {
            let weak = |solution| backdoors::weak(csp, left, solution, seed, deadline);
            if let Some(weak) = found.solution.and_then(weak) {
                features.set(Feature::Hints, weak.mean);
                features.set_count(Feature::Weak, weak.smallest);
            }
            let strong = backdoors::strong(csp, left, seed, deadline);
            features.set_found(Feature::Strong, strong.map(|set| set.len() as f64));
        }
    }
    if start.n_open == 0 {
        return;
    }
    let share = |n_open: usize| (start.n_open - n_open) as f64 / start.n_open as f64;
    if let Some(solution) = found.solution {
        let n_outside = match found.has_one {
            true => Ok(0),
            false => backbone::n_outside(csp, left.unwrap_or(problem), solution, deadline),
        };
        features.set_found(Feature::Backbone, n_outside.map(share));
    }
    if let Some(left) = left {
        let n_left = backbone::left_by_failed_literals(csp, left, deadline);
        features.set_found(Feature::Probed, n_left.map(share));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use board::SymbolSet;
    use board::instance::{Formula, Literal, check_model};
    use board::seed::seeded;
    use rand::RngExt;

    use super::super::csp::FormulaCsp;
    use super::*;

    const VARIABLES: u32 = 9;

    /// Returns a random formula, and all its models.
    fn random(seed: u64) -> (FormulaCsp, Vec<Vec<u8>>) {
        let chance = &mut seeded(seed, 79);
        let mut formula = Formula::new(VARIABLES as usize);
        for _ in 0..chance.random_range(20..36) {
            let literal = |_| {
                let variable = chance.random_range(0..VARIABLES);
                Literal::new(variable, chance.random())
            };
            formula.add_clause((0..3).map(literal).collect::<Vec<_>>());
        }
        let model = |bits: u32| (0..VARIABLES).map(|at| bits >> at & 1 == 1).collect();
        let is_model = |model: &Vec<bool>| check_model(&formula, model).is_ok();
        let models = (0..1 << VARIABLES).map(model).filter(is_model);
        let models = models.map(|model| model.into_iter().map(u8::from).collect()).collect();
        (FormulaCsp::new(formula, "sat/extended.dpll"), models)
    }

    /// Returns whether propagation decides whatever the values of these variables are.
    fn is_strong(csp: &mut FormulaCsp, set: &[usize], deadline: Deadline<'_>) -> bool {
        (0..1_u32 << set.len()).all(|bits| {
            let mut state = csp.start();
            for (place, &variable) in set.iter().enumerate() {
                state = csp.with(&state, variable, SymbolSet::only((bits >> place & 1) as u8));
            }
            !matches!(csp.propagate(&state, deadline), Propagated::Stuck(_))
        })
    }

    #[test]
    fn backdoors_and_backbones_of_formulas_agree_with_all_their_models() {
        let cancel = AtomicBool::new(false);
        let deadline = Deadline::after(None, &cancel);
        let (mut n_stuck, mut n_several) = (0, 0);
        for seed in 0..60 {
            let (mut csp, models) = random(seed);
            let csp = &mut csp;
            let problem = csp.start();
            let Propagated::Stuck(left) = csp.propagate(&problem, deadline) else { continue };
            n_stuck += 1;
            let strong = backdoors::strong(csp, &left, seed, deadline).expect("it is small");
            assert!(is_strong(csp, &strong, deadline), "{seed}");
            let n_left = backbone::left_by_failed_literals(csp, &left, deadline);
            let Some(solution) = models.first() else { continue };
            let differs = |at: &usize| models.iter().any(|model| model[*at] != solution[*at]);
            let n_outside = (0..VARIABLES as usize).filter(differs).count();
            n_several += usize::from(models.len() > 1);
            assert_eq!(
                backbone::n_outside(csp, &left, solution, deadline),
                Ok(n_outside),
                "{seed}"
            );
            assert!(n_left.is_ok_and(|n_left| n_left >= n_outside), "{seed}");
            let weak = backdoors::weak(csp, &left, solution, seed, deadline).expect("a solution");
            assert!(weak.smallest >= 1 && weak.mean >= weak.smallest as f64, "{seed}");
        }
        assert!(n_stuck > 30 && n_several > 10, "{n_stuck} {n_several}");
    }

    #[test]
    fn what_exceeds_its_bound_is_unknown() {
        let mut features = Features::default();
        exceed(&mut features);
        assert!(features.exceeds(Feature::Strong) && features.get(Feature::Strong).is_none());
        assert!(!features.exceeds(Feature::Clues));
    }
}
