//! Taxes on items, which lower the costs of options so that large ones can be told from small ones.
//!
//! Every solution covers each primary item once. So if each option is relieved of the taxes on its items, all solutions
//! become cheaper by the same amount, the total tax. What remains of the cost of an option is its *net cost*. As long as
//! none is negative, a solution costs the total tax at least, and an option whose net cost exceeds what may be spent
//! beyond it is in no solution of interest (Knuth's program DLX5).
//!
//! A larger total tax excludes more options. The largest is the optimum of a linear program, which is approached in
//! floating-point numbers (Held & Karp 1971: raise the tax of an item without an option of negative net cost, lower that
//! of one with several; in the version of Barahona & Anbil, "The volume algorithm", 2000, with their constants). Then the
//! taxes are rounded and made exact: an option with a negative net cost is repaired by a lower tax on its first item, and
//! the tax of each item is raised until one of its options has net cost 0. Nothing depends on the quality of the taxes but
//! time.

use crate::contract::Interrupt;

/// Costs are multiplied by this, so that taxes are finer than costs.
pub(super) const SCALE: i128 = 256;

/// After so many rounds, the weight of new choices is halved if the bound rose by less than 1 %, and no more rounds follow
/// if it rose by less than a millionth.
const STRETCH: usize = 100;

/// The first step, and the least, as a share of the gap that is assumed.
const STEP: f64 = 0.1;
const LEAST_STEP: f64 = 0.0005;

/// The gap between the bound and the optimum that is assumed, as a share of the bound, if it is not known to be smaller.
const GAP: f64 = 0.05;

/// After so many rounds in a row without a larger bound, steps become shorter.
const PATIENCE: usize = 20;

/// The first weight of a new choice in the mixture, and the least.
const WEIGHT: f64 = 0.1;
const LEAST_WEIGHT: f64 = 1e-5;

/// A mixture that misses no more than this, squared, covers every item once.
const EXACT: f64 = 1e-9;

/// Options with costs, of which each item is to be covered once. What else a problem demands is left out.
pub(super) struct Relaxation {
    costs: Vec<i128>,
    /// The items of each option.
    items_of: Lists,
    n_items: usize,
}

/// Lists of numbers, one after the other.
#[derive(Default)]
struct Lists {
    numbers: Vec<u32>,
    /// Where each list ends.
    ends: Vec<usize>,
}

impl Lists {
    fn push(&mut self, list: impl Iterator<Item = usize>) {
        self.numbers.extend(list.map(|number| number as u32));
        self.ends.push(self.numbers.len());
    }

    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.numbers[start..end])
    }
}

/// The taxes on the items and the net costs of the options, in units of 1 / [`SCALE`].
pub(super) struct NetCosts {
    pub(super) taxes: Vec<i128>,
    /// None is negative, except those of options without an item.
    pub(super) options: Vec<i128>,
    /// How much of each option the optimum of the linear program takes, approximately.
    pub(super) shares: Vec<f64>,
}

impl NetCosts {
    /// Raises the tax of an item with these options.
    fn raise(&mut self, item: usize, options: &[usize], tax: i128) {
        options.iter().for_each(|&option| self.options[option] -= tax);
        self.taxes[item] += tax;
    }
}

/// The best choice under some taxes.
struct Choice {
    taxes: Vec<f64>,
    /// What it costs with all taxes: no solution costs less.
    bound: f64,
    /// One less the number of options chosen, for each item.
    missing: Vec<f64>,
    /// 1 for each option chosen, and 0 for the others.
    takes: Vec<f64>,
}

impl Relaxation {
    /// Takes the number of items, and the cost and the items of each option.
    pub(super) fn new<I: Iterator<Item = usize>>(
        n_items: usize,
        options: impl Iterator<Item = (i128, I)>,
    ) -> Self {
        let mut items_of = Lists::default();
        let costs = options.map(|(cost, items)| {
            items_of.push(items);
            cost
        });
        Self { costs: costs.collect(), items_of, n_items }
    }

    /// Returns first taxes, in units of 1 / [`SCALE`]: for each item the least share that it has in the cost of an option.
    pub(super) fn least_shares(&self) -> Vec<i128> {
        let mut least = vec![None; self.n_items];
        for (cost, items) in self.costs.iter().zip(self.items_of.iter()) {
            for &item in items {
                let share = (SCALE * cost).div_euclid(items.len() as i128);
                let least: &mut Option<i128> = &mut least[item as usize];
                *least = Some(least.map_or(share, |it| it.min(share)));
            }
        }
        least.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Improves taxes for some rounds, or until no solution costs as little as `most`, all in units of 1 / [`SCALE`]. An
    /// interrupt makes worse taxes.
    pub(super) fn improve(
        &self,
        taxes: &[i128],
        shares: Vec<f64>,
        most: i128,
        rounds: usize,
        interrupt: &Interrupt<'_>,
    ) -> NetCosts {
        let cost = |scaled: i128| scaled as f64 / SCALE as f64;
        let taxes = taxes.iter().copied().map(cost).collect();
        let (taxes, shares) = self.raise(taxes, shares, cost(most), rounds, interrupt);
        self.exact(&taxes, shares)
    }

    /// Rounds taxes to units, and makes them exact.
    fn exact(&self, taxes: &[f64], shares: Vec<f64>) -> NetCosts {
        let mut options_of = vec![Vec::new(); self.n_items];
        for (option, items) in self.items_of.iter().enumerate() {
            items.iter().for_each(|&item| options_of[item as usize].push(option));
        }
        let mut net = NetCosts {
            taxes: vec![0; self.n_items],
            options: self.costs.iter().map(|cost| SCALE * cost).collect(),
            shares,
        };
        for (item, tax) in taxes.iter().enumerate() {
            net.raise(item, &options_of[item], (tax * SCALE as f64).round() as i128);
        }
        for (option, items) in self.items_of.iter().enumerate() {
            if let Some(&item) = items.first().filter(|_| net.options[option] < 0) {
                net.raise(item as usize, &options_of[item as usize], net.options[option]);
            }
        }
        for (item, of_item) in options_of.iter().enumerate() {
            let least = of_item.iter().map(|&option| net.options[option]).min().unwrap_or(0);
            net.raise(item, of_item, least);
        }
        net
    }

    /// Returns taxes with a larger total, and how much of each option a mixture of choices takes. Each round chooses all
    /// options with a negative net cost, whatever they cover. Taxes rise where the mixture of all choices so far covers too
    /// little, and fall where it covers too much: the mixture comes near the optimum of the linear program, so these
    /// directions zigzag less than those of single choices.
    fn raise(
        &self,
        taxes: Vec<f64>,
        shares: Vec<f64>,
        most: f64,
        rounds: usize,
        interrupt: &Interrupt<'_>,
    ) -> (Vec<f64>, Vec<f64>) {
        let mut ascent = Ascent::new(self, taxes, shares);
        for round in 1..=rounds {
            let length = dot(&ascent.mixture, &ascent.mixture);
            if length < EXACT || ascent.best.bound > most || interrupt.stop().is_some() {
                break;
            }
            ascent.round(length, most);
            if round % STRETCH == 0 && !ascent.end_stretch() {
                break;
            }
        }
        (ascent.best.taxes, ascent.shares)
    }
}

/// The rounds that raise the total tax.
struct Ascent<'a> {
    costs: Vec<f64>,
    items_of: &'a Lists,
    /// The largest absolute cost of an option.
    range: f64,
    /// The choice with the largest bound so far.
    best: Choice,
    /// The choice under the next taxes.
    next: Choice,
    /// What the mixture of all choices so far misses of each item.
    mixture: Vec<f64>,
    /// How much of each option the mixture takes.
    shares: Vec<f64>,
    /// The next step, as a share of the gap.
    step: f64,
    /// The number of rounds in a row without a larger bound.
    n_worse: usize,
    /// The largest weight of a new choice in the mixture.
    weight: f64,
    /// The bound at the start of the stretch.
    bound_before: f64,
}

impl<'a> Ascent<'a> {
    /// Takes the first taxes, and how much of each option the first mixture takes.
    fn new(relaxation: &'a Relaxation, taxes: Vec<f64>, shares: Vec<f64>) -> Self {
        let costs: Vec<f64> = relaxation.costs.iter().map(|&cost| cost as f64).collect();
        let range = costs.iter().fold(0.0_f64, |range, cost| range.max(cost.abs()));
        let items_of = &relaxation.items_of;
        let mut mixture = vec![1.0; relaxation.n_items];
        for (share, items) in shares.iter().zip(items_of.iter()) {
            items.iter().for_each(|&item| mixture[item as usize] -= share);
        }
        let next = Choice::new(taxes.clone(), costs.len());
        let mut best = Choice::new(taxes, costs.len());
        best.choose(&costs, items_of);
        Self {
            costs,
            items_of,
            range,
            bound_before: best.bound,
            best,
            next,
            mixture,
            shares,
            step: STEP,
            n_worse: 0,
            weight: WEIGHT,
        }
    }

    /// Changes the best taxes by a step along the mixture, whose squared length is given, and mixes in the choice under
    /// them.
    fn round(&mut self, length: f64, most: f64) {
        let gap = (GAP * self.best.bound.abs().max(self.range)).min(most - self.best.bound);
        let size = self.step * gap / length;
        let taxes = self.next.taxes.iter_mut().zip(&self.best.taxes);
        for ((next, tax), missing) in taxes.zip(&self.mixture) {
            *next = tax + size * missing;
        }
        self.next.choose(&self.costs, self.items_of);
        let is_ahead = dot(&self.mixture, &self.next.missing) >= 0.0;
        let taken = best_weight(&self.mixture, &self.next.missing, self.weight);
        mix(&mut self.mixture, &self.next.missing, taken);
        mix(&mut self.shares, &self.next.takes, taken);
        self.keep_better(is_ahead);
    }

    /// Keeps the next choice if its bound is larger, and adapts the step: it becomes longer if that choice misses what the
    /// mixture misses, and shorter after many rounds without a larger bound.
    fn keep_better(&mut self, is_ahead: bool) {
        if self.next.bound > self.best.bound {
            std::mem::swap(&mut self.best, &mut self.next);
            self.n_worse = 0;
            if is_ahead {
                self.step = (1.1 * self.step).min(2.0);
            }
        } else {
            self.n_worse += 1;
            if self.n_worse == PATIENCE {
                (self.step, self.n_worse) = ((0.66 * self.step).max(LEAST_STEP), 0);
            }
        }
    }

    /// Halves the weight of new choices if the bound rose little in this stretch. Returns whether it rose enough for more
    /// rounds.
    fn end_stretch(&mut self) -> bool {
        let scale = self.bound_before.abs().max(self.range).max(f64::MIN_POSITIVE);
        let gain = (self.best.bound - self.bound_before) / scale;
        if gain < 1e-6 {
            return false;
        }
        if gain < 0.01 {
            self.weight = (self.weight / 2.0).max(LEAST_WEIGHT);
        }
        self.bound_before = self.best.bound;
        true
    }
}

impl Choice {
    fn new(taxes: Vec<f64>, n_options: usize) -> Self {
        Self { missing: vec![1.0; taxes.len()], taxes, bound: 0.0, takes: vec![0.0; n_options] }
    }

    /// Chooses all options with a negative net cost.
    fn choose(&mut self, costs: &[f64], items_of: &Lists) {
        self.bound = self.taxes.iter().sum();
        self.missing.fill(1.0);
        for ((cost, items), takes) in costs.iter().zip(items_of.iter()).zip(&mut self.takes) {
            let net = cost - items.iter().map(|&item| self.taxes[item as usize]).sum::<f64>();
            *takes = 0.0;
            if net < 0.0 {
                self.bound += net;
                *takes = 1.0;
                items.iter().for_each(|&item| self.missing[item as usize] -= 1.0);
            }
        }
    }
}

/// Returns the weight of at most `most` with which a choice makes a mixture miss least.
fn best_weight(mixture: &[f64], choice: &[f64], most: f64) -> f64 {
    let (mut length, mut along) = (0.0, 0.0);
    for (mixed, one) in mixture.iter().zip(choice) {
        let difference = mixed - one;
        length += difference * difference;
        along += mixed * difference;
    }
    let least = if length > 0.0 { along / length } else { most };
    least.clamp(most / 10.0, most)
}

/// Mixes a choice into those before it.
fn mix(mixture: &mut [f64], choice: &[f64], weight: f64) {
    mixture.iter_mut().zip(choice).for_each(|(mixed, one)| *mixed -= weight * (*mixed - one));
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}
