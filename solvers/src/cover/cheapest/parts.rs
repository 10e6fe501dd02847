//! Parts of a problem: what is left of it once some options are chosen and others are dropped.

use std::iter;

use board::instance::{Colour, ExactCover};

use super::taxes::{NetCosts, Relaxation, SCALE};
use crate::contract::Interrupt;

/// The maximum number of rounds for the taxes of the whole problem, and of a part.
const ROUNDS: usize = 2000;
const PART_ROUNDS: usize = 150;

/// An option with a smaller share is not looked at when a part is divided, nor are items that would be covered together,
/// or apart, to a smaller share.
const LEAST_SHARE: f64 = 0.01;
const LEAST_SPLIT: f64 = 0.05;

/// Options chosen, and what is left.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) chosen: Vec<usize>,
    /// The primary items that are not covered yet, in ascending order, and their taxes.
    pub(super) items: Vec<usize>,
    taxes: Vec<i128>,
    /// The options left in ascending order of their net costs.
    pub(super) left: Vec<Left>,
    /// The cost of the options chosen and all taxes. What is left of a solution costs its net costs more.
    pub(super) spent: i128,
}

/// An option that is left.
#[derive(Clone, Copy)]
pub(super) struct Left {
    pub(super) net: i128,
    pub(super) option: usize,
    /// How much of it the optimum of the linear program takes, approximately.
    share: f64,
}

/// Two items, and how much of them the linear program covers by the same options.
struct Pair {
    items: [usize; 2],
    together: f64,
}

impl Part {
    /// Taxes the whole problem.
    pub(super) fn whole(problem: &ExactCover, interrupt: &Interrupt<'_>) -> Self {
        // An option without a primary item is never chosen.
        let options =
            (0..problem.option_count()).filter(|&option| items(problem, option).next().is_some());
        let untaxed = |option| Left { net: SCALE * cost(problem, option), option, share: 0.0 };
        let mut part = Self {
            chosen: Vec::new(),
            items: (0..problem.primary()).collect(),
            taxes: vec![0; problem.primary()],
            left: options.map(untaxed).collect(),
            spent: 0,
        };
        // What costs more than all options together does not exist.
        let most = part.left.iter().map(|left| left.net.max(0)).sum();
        let relaxation = part.relaxation(problem);
        let (first, shares) = (relaxation.least_shares(), vec![0.0; part.left.len()]);
        part.set_taxes(relaxation.improve(&first, shares, most, ROUNDS, interrupt));
        part
    }

    /// Improves the taxes for some rounds, or until no solution is within the limit.
    pub(super) fn improve_taxes(
        &mut self,
        problem: &ExactCover,
        limit: i128,
        interrupt: &Interrupt<'_>,
    ) {
        let total: i128 = self.taxes.iter().sum();
        let shares = self.left.iter().map(|left| left.share).collect();
        let most = limit - self.spent + total;
        let relaxation = self.relaxation(problem);
        let net = relaxation.improve(&self.taxes, shares, most, PART_ROUNDS, interrupt);
        if net.taxes.iter().sum::<i128>() > total {
            self.set_taxes(net);
        }
    }

    fn relaxation(&self, problem: &ExactCover) -> Relaxation {
        let places = &self.places(problem);
        let options = self.left.iter().map(|left| {
            (cost(problem, left.option), items(problem, left.option).map(|item| places[item]))
        });
        Relaxation::new(self.items.len(), options)
    }

    /// Returns the place of each primary item among those that are open; any number for the others.
    pub(super) fn places(&self, problem: &ExactCover) -> Vec<usize> {
        let mut places = vec![usize::MAX; problem.primary()];
        self.items.iter().enumerate().for_each(|(place, &item)| places[item] = place);
        places
    }

    fn set_taxes(&mut self, net: NetCosts) {
        self.spent += net.taxes.iter().sum::<i128>() - self.taxes.iter().sum::<i128>();
        self.taxes = net.taxes;
        for ((left, net), share) in self.left.iter_mut().zip(net.options).zip(net.shares) {
            (left.net, left.share) = (net, share);
        }
        self.left.sort_unstable_by_key(|left| (left.net, left.option));
    }

    /// Drops the options that no solution within the limit has.
    pub(super) fn drop_beyond(&mut self, limit: i128) {
        let affordable = self.left.partition_point(|left| self.spent + left.net <= limit);
        self.left.truncate(affordable);
    }

    /// Divides the part so that each solution is in one of the parts returned. What looks best comes last.
    ///
    /// If the linear program covers two items by the same options to a share, the solutions that cover them together are
    /// one part, and the others are the other one (Ryan & Foster 1981). The bound of both is larger; to drop an option of
    /// little share would leave the bound as it is. If there are no such items, the options of an item are chosen one by
    /// one.
    pub(super) fn divided(&self, problem: &ExactCover) -> Vec<Self> {
        match self.split_pair(problem) {
            Some(Pair { items: pair, together }) => {
                let is_likely = together >= 0.5;
                [!is_likely, is_likely].map(|it| self.with_pair(problem, pair, it)).into()
            }
            None => {
                let options = self.options_of_fewest(problem).into_iter().rev();
                options.map(|left| self.with_option(problem, left)).collect()
            }
        }
    }

    /// Returns the items that the linear program covers together and apart to the most even shares, if any.
    fn split_pair(&self, problem: &ExactCover) -> Option<Pair> {
        let mut covered = vec![0.0; problem.primary()];
        let mut pairs = Vec::new();
        for &Left { option, share, .. } in self.left.iter().filter(|it| it.share > LEAST_SHARE) {
            for one in items(problem, option) {
                covered[one] += share;
                let others = items(problem, option).filter(|&other| other > one);
                pairs.extend(others.map(|other| ([one, other], share)));
            }
        }
        pairs.sort_by_key(|&(pair, _)| pair);
        let of_pairs = pairs.chunk_by(|(pair, _), (other, _)| pair == other).map(|of_pair| Pair {
            items: of_pair[0].0,
            together: of_pair.iter().map(|(_, share)| share).sum(),
        });
        let evenness = |&Pair { items: [one, other], together }: &Pair| {
            together.min((covered[one] + covered[other]) / 2.0 - together)
        };
        let split = of_pairs.filter(|pair| evenness(pair) > LEAST_SPLIT);
        split.max_by(|one, other| evenness(one).total_cmp(&evenness(other)))
    }

    /// Returns the part whose solutions cover two items by the same option, or by two.
    fn with_pair(&self, problem: &ExactCover, pair: [usize; 2], is_together: bool) -> Self {
        let mut part = self.clone();
        part.left.retain(|left| {
            match items(problem, left.option).filter(|item| pair.contains(item)).count() {
                0 => true,
                1 => !is_together,
                _ => is_together,
            }
        });
        part
    }

    /// Returns the options of the item that has the fewest.
    fn options_of_fewest(&self, problem: &ExactCover) -> Vec<Left> {
        let mut counts = vec![0_usize; problem.primary()];
        for item in self.left.iter().flat_map(|left| items(problem, left.option)) {
            counts[item] += 1;
        }
        let Some(&item) = self.items.iter().min_by_key(|&&item| counts[item]) else {
            return Vec::new();
        };
        let has = |left: &&Left| items(problem, left.option).any(|other| other == item);
        self.left.iter().filter(has).copied().collect()
    }

    /// Returns the part whose solutions have an option.
    fn with_option(&self, problem: &ExactCover, chosen: Left) -> Self {
        let mut taken: Vec<Option<Option<Colour>>> = vec![None; problem.items()];
        for entry in problem.option(chosen.option) {
            taken[entry.item as usize] = Some(entry.colour);
        }
        let agrees = |left: &&Left| {
            problem.option(left.option).iter().all(|entry| match taken[entry.item as usize] {
                None => true,
                Some(colour) => colour.is_some() && colour == entry.colour,
            })
        };
        let open = iter::zip(&self.items, &self.taxes).filter(|&(&item, _)| taken[item].is_none());
        let (items, taxes) = open.unzip();
        Self {
            chosen: self.chosen.iter().copied().chain([chosen.option]).collect(),
            items,
            taxes,
            left: self.left.iter().filter(agrees).copied().collect(),
            spent: self.spent + chosen.net,
        }
    }
}

/// Returns the primary items of an option.
fn items(problem: &ExactCover, option: usize) -> impl Iterator<Item = usize> + use<'_> {
    let items = problem.option(option).iter().map(|entry| entry.item as usize);
    items.filter(|&item| item < problem.primary())
}

fn cost(problem: &ExactCover, option: usize) -> i128 {
    i128::from(problem.costs()[option])
}
