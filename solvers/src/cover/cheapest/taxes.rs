//! Taxes on items, which lower the costs of options so that large ones can be told from small ones.
//!
//! Every solution covers each primary item once. So if each option is relieved of the taxes on its items, all solutions
//! become cheaper by the same amount, the total tax. What remains of the cost of an option is its *net cost*. As long as
//! none is negative, a solution costs the total tax at least, and an option whose net cost exceeds what may be spent
//! beyond it is in no solution of interest (Knuth's program DLX5).
//!
//! A larger total tax excludes more options. The largest is the optimum of a linear program, which is approached in
//! floating-point numbers (Held & Karp 1971: raise the tax of an item without an option of negative net cost, lower that
//! of one with several). Then the taxes are rounded and made exact: an option with a negative net cost is repaired by a
//! lower tax on its first item, and the tax of each item is raised until one of its options has net cost 0. Nothing depends on
//! the quality of the taxes but time.

use board::instance::ExactCover;

use crate::contract::Interrupt;

/// Costs are multiplied by this, so that taxes are finer than costs.
pub(super) const SCALE: i128 = 256;

/// The number of rounds in floating-point numbers.
const ROUNDS: usize = 400;

/// After so many rounds without a larger total, steps become shorter.
const PATIENCE: usize = 10;

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
    let mut options_of: Vec<Vec<usize>> = vec![Vec::new(); problem.primary()];
    for (option, item) in primary_entries(problem) {
        options_of[item].push(option);
    }
    for (of_item, tax) in options_of.iter().zip(estimated(problem, &options_of, interrupt)) {
        net.raise(of_item, (tax * SCALE as f64).round() as i128);
    }
    for option in 0..net.options.len() {
        let items = problem.option(option).iter().map(|entry| entry.item as usize);
        let first = items.clone().find(|&item| item < problem.primary());
        if let Some(item) = first.filter(|_| net.options[option] < 0) {
            net.raise(&options_of[item], net.options[option]);
        }
    }
    for of_item in &options_of {
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

/// Returns each option with each of its primary items.
fn primary_entries(problem: &ExactCover) -> impl Iterator<Item = (usize, usize)> {
    let of_option = |(option, entries): (usize, &'_ [board::instance::Entry])| {
        let items = entries.iter().map(|entry| entry.item as usize).collect::<Vec<_>>();
        items.into_iter().map(move |item| (option, item))
    };
    let all = problem.options().enumerate().flat_map(of_option);
    all.filter(|&(_, item)| item < problem.primary())
}

/// Returns taxes with a large total, by a subgradient method; an option with a negative net cost counts as chosen.
fn estimated(
    problem: &ExactCover,
    options_of: &[Vec<usize>],
    interrupt: &Interrupt<'_>,
) -> Vec<f64> {
    let costs: Vec<f64> = problem.costs().iter().map(|&cost| cost as f64).collect();
    // At first an item pays the least share of its options.
    let share = |&option: &usize| costs[option] / problem.option(option).len() as f64;
    let least = |of_item: &Vec<usize>| of_item.iter().map(share).reduce(f64::min).unwrap_or(0.0);
    let mut taxes: Vec<f64> = options_of.iter().map(least).collect();
    let range = costs.iter().fold(0.0_f64, |range, cost| range.max(cost.abs()));
    let (mut best, mut best_taxes) = (f64::NEG_INFINITY, taxes.clone());
    let (mut step, mut stale) = (1.0, 0);
    for _ in 0..ROUNDS {
        if interrupt.stop().is_some() {
            break;
        }
        let mut bound: f64 = taxes.iter().sum();
        let mut missing = vec![1.0; taxes.len()];
        for (option, entries) in problem.options().enumerate() {
            let items = || entries.iter().map(|it| it.item as usize).filter(|&it| it < taxes.len());
            let net = costs[option] - items().map(|item| taxes[item]).sum::<f64>();
            if net < 0.0 {
                bound += net;
                items().for_each(|item| missing[item] -= 1.0);
            }
        }
        stale += 1;
        if bound > best {
            (best, stale) = (bound, 0);
            best_taxes.clone_from(&taxes);
        } else if stale == PATIENCE {
            (step, stale) = (step / 2.0, 0);
            taxes.clone_from(&best_taxes);
        }
        let length: f64 = missing.iter().map(|it| it * it).sum();
        if length == 0.0 {
            break;
        }
        let size = step * range / length.max(1.0);
        taxes.iter_mut().zip(&missing).for_each(|(tax, missing)| *tax += size * missing);
    }
    best_taxes
}
