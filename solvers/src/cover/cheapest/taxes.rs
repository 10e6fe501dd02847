//! Taxes on items, which lower the costs of options so that large ones can be told from small ones.
//!
//! Every solution covers each primary item once. So if each option is relieved of the taxes on its items, all solutions
//! become cheaper by the same amount, the total tax. What remains of the cost of an option is its *net cost*. As long as
//! none is negative, a solution costs the total tax at least, and an option whose net cost exceeds what may be spent
//! beyond it is in no solution of interest (Knuth's program DLX5).
//!
//! A larger total tax excludes more options. The largest is the optimum of a linear program, which is approached in
//! floating-point numbers (Held & Karp 1971: raise the tax of an item without an option of negative net cost, lower that
//! of one with several; in the version of Barahona & Anbil, "The volume algorithm", 2000, with their constants). Then
//! the taxes are rounded and made exact: an option with a negative net cost is repaired by a
//! lower tax on its first item, and the tax of each item is raised until one of its options has net cost 0. Nothing depends on
//! the quality of the taxes but time.

use board::instance::{Entry, ExactCover};

use crate::contract::Interrupt;

/// Costs are multiplied by this, so that taxes are finer than costs.
pub(super) const SCALE: i128 = 256;

/// The maximum number of rounds in floating-point numbers.
const ROUNDS: usize = 2000;

/// After so many rounds, the weight of new choices is halved if the bound rose by less than 1 %, and no more rounds follow
/// if it rose by less than a millionth.
const STRETCH: usize = 100;

/// The first step, and the least, as a share of the gap that is assumed.
const STEP: f64 = 0.1;
const LEAST_STEP: f64 = 0.0005;

/// The gap between the bound and the optimum that is assumed.
const GAP: f64 = 0.05;

/// After so many rounds in a row without a larger bound, steps become shorter.
const PATIENCE: usize = 20;

/// The first weight of a new choice in the mixture, and the least.
const WEIGHT: f64 = 0.1;
const LEAST_WEIGHT: f64 = 1e-5;

/// A mixture that misses no more than this, squared, covers every item once.
const EXACT: f64 = 1e-9;

/// The net costs under some taxes, all in units of 1 / [`SCALE`].
pub(super) struct NetCosts {
    /// The net cost of each option, which is not negative if it has a primary item.
    pub(super) options: Vec<i128>,
    /// The sum of all taxes.
    pub(super) total: i128,
}

/// Taxes the items of a problem. An interrupt makes worse taxes.
pub(super) fn tax(problem: &ExactCover, interrupt: &Interrupt<'_>) -> NetCosts {
    let mut net = NetCosts {
        options: problem.costs().iter().map(|&cost| SCALE * i128::from(cost)).collect(),
        total: 0,
    };
    let relaxation = Relaxation::of(problem);
    let Relaxation { items_of, options_of, .. } = &relaxation;
    for (of_item, tax) in options_of.iter().zip(relaxation.taxes(interrupt)) {
        net.raise(of_item, (tax * SCALE as f64).round() as i128);
    }
    for (option, items) in items_of.iter().enumerate() {
        if let Some(&item) = items.first().filter(|_| net.options[option] < 0) {
            net.raise(&options_of[item], net.options[option]);
        }
    }
    for of_item in options_of {
        let least = of_item.iter().map(|&option| net.options[option]).min().unwrap_or(0);
        net.raise(of_item, least);
    }
    net
}

impl NetCosts {
    /// Raises the tax of an item with these options.
    fn raise(&mut self, options: &[usize], tax: i128) {
        options.iter().for_each(|&option| self.options[option] -= tax);
        self.total += tax;
    }
}

/// Mixes a choice into those before it, with the weight of at most `most` that makes the mixture miss least.
fn mix(mixture: &mut [f64], choice: &[f64], most: f64) {
    let difference: Vec<f64> = mixture.iter().zip(choice).map(|(mixed, one)| mixed - one).collect();
    let length = dot(&difference, &difference);
    let least = if length > 0.0 { dot(mixture, &difference) / length } else { most };
    let weight = least.clamp(most / 10.0, most);
    mixture.iter_mut().zip(&difference).for_each(|(mixed, it)| *mixed -= weight * it);
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The problem without the rule that each primary item is covered once.
struct Relaxation {
    costs: Vec<f64>,
    /// The primary items of each option.
    items_of: Vec<Vec<usize>>,
    /// The options of each primary item.
    options_of: Vec<Vec<usize>>,
}

/// The best choice under some taxes.
struct Choice {
    taxes: Vec<f64>,
    /// What it costs with all taxes: no solution costs less.
    bound: f64,
    /// One less the number of options chosen, for each item.
    missing: Vec<f64>,
}

impl Relaxation {
    fn of(problem: &ExactCover) -> Self {
        let is_primary = |&item: &usize| item < problem.primary();
        let items = |entries: &'_ [Entry]| {
            entries.iter().map(|entry| entry.item as usize).filter(is_primary).collect()
        };
        let items_of: Vec<Vec<usize>> = problem.options().map(items).collect();
        let mut options_of = vec![Vec::new(); problem.primary()];
        for (option, items) in items_of.iter().enumerate() {
            items.iter().for_each(|&item| options_of[item].push(option));
        }
        let costs = problem.costs().iter().map(|&cost| cost as f64).collect();
        Self { costs, items_of, options_of }
    }

    /// Returns taxes with a large total. Each round chooses all options with a negative net cost, whatever they cover.
    /// Taxes rise where a mixture of all choices so far covers too little, and fall where it covers too much: the mixture
    /// comes near the optimum of the linear program, so these directions zigzag less than those of single choices.
    fn taxes(&self, interrupt: &Interrupt<'_>) -> Vec<f64> {
        let range = self.costs.iter().fold(0.0_f64, |range, cost| range.max(cost.abs()));
        let most: f64 = self.costs.iter().map(|cost| cost.max(0.0)).sum();
        let mut best = self.chosen(self.shares());
        let mut mixture = best.missing.clone();
        let (mut step, mut n_worse, mut weight, mut before) = (STEP, 0, WEIGHT, best.bound);
        for round in 1..=ROUNDS {
            let length = dot(&mixture, &mixture);
            // What costs more than all options together does not exist.
            if length < EXACT || best.bound > most || interrupt.stop().is_some() {
                break;
            }
            let size = step * GAP * best.bound.abs().max(range) / length;
            let moved = best.taxes.iter().zip(&mixture).map(|(tax, missing)| tax + size * missing);
            let next = self.chosen(moved.collect());
            let is_ahead = dot(&mixture, &next.missing) >= 0.0;
            mix(&mut mixture, &next.missing, weight);
            if next.bound > best.bound {
                (best, n_worse) = (next, 0);
                if is_ahead {
                    step = (1.1 * step).min(2.0);
                }
            } else {
                n_worse += 1;
                if n_worse == PATIENCE {
                    (step, n_worse) = ((0.66 * step).max(LEAST_STEP), 0);
                }
            }
            if round % STRETCH == 0 {
                let gain = (best.bound - before) / before.abs().max(range).max(f64::MIN_POSITIVE);
                if gain < 1e-6 {
                    break;
                }
                if gain < 0.01 {
                    weight = (weight / 2.0).max(LEAST_WEIGHT);
                }
                before = best.bound;
            }
        }
        best.taxes
    }

    /// Returns the least share of an item in the cost of one of its options, for each item.
    fn shares(&self) -> Vec<f64> {
        let share = |&option: &usize| self.costs[option] / self.items_of[option].len() as f64;
        let least = |of_item: &Vec<usize>| of_item.iter().map(share).reduce(f64::min);
        self.options_of.iter().map(|of_item| least(of_item).unwrap_or(0.0)).collect()
    }

    /// Chooses all options with a negative net cost.
    fn chosen(&self, taxes: Vec<f64>) -> Choice {
        let mut bound: f64 = taxes.iter().sum();
        let mut missing = vec![1.0; taxes.len()];
        for (cost, items) in self.costs.iter().zip(&self.items_of) {
            let net = cost - items.iter().map(|&item| taxes[item]).sum::<f64>();
            if net < 0.0 {
                bound += net;
                items.iter().for_each(|&item| missing[item] -= 1.0);
            }
        }
        Choice { taxes, bound, missing }
    }
}
