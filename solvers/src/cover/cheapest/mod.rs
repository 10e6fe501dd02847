//! The cheapest solutions of an exact cover problem with costs, by branch and bound.
//!
//! The search is Algorithm X with a budget: the cost of the worst of the *k* best solutions so far, less what is spent,
//! and less a bound on what is still to be spent (Garfinkel & Nemhauser 1969; Knuth's program DLX5). *Taxes* (`taxes`) turn
//! costs into net costs, none of which is negative, so the bound is 0. Before there are *k* solutions, the budget is a
//! guess: small at first, and raised until they are within it (iterative deepening, Korf 1985), so that no time is spent
//! among solutions that cost far too much. Options are sorted by net cost: those within the budget come first, and an
//! item is chosen among them alone:
//!
//! ```text
//!   net costs         0 0 0 2 3 3 7 9 12 …
//!   options left      1 0 1 1 0 1 1 0 1  …
//!   budget 3                    |             the item with the fewest options among the first six
//! ```
//!
//! A state is a set of options as bits, copied at each level.

mod taxes;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use board::instance::{Colour, Entry, ExactCover, Item};

use self::taxes::SCALE;
use super::ones_only;
use crate::contract::{Interrupt, Limits, Stop, Unsupported};

/// The number of words looked at between two readings of the clock, and the maximum number of states.
const POLL_WORDS: usize = 1 << 22;
const POLL: usize = 64;

/// The maximum number of words in the sets of options: one set for each item and each colour of an item.
const MOST_WORDS: usize = 1 << 28;

/// The first guess of how much more than the taxes the solutions cost: this share of them.
const FIRST_SHARE: i128 = 2048;

/// A search with fewer states shows that the guess was far too small.
const FEW: u64 = 1000;

/// Solutions of least cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cheapest {
    /// The costs of the solutions in ascending order, each with its options in ascending order.
    pub solutions: Vec<(i128, Vec<usize>)>,
    /// A lower bound on the cost of every solution: the total tax, rounded up.
    pub bound: i128,
    /// The number of states of the search.
    pub nodes: u64,
}

/// Returns the `k` solutions of least cost, or all if there are fewer. Of solutions that cost the same, those are
/// returned that the search meets first. Of the limits, it obeys time and the cancel flag.
///
/// ```
/// use board::instance::read_cover;
/// use solvers::Limits;
/// use solvers::cover::cheapest::cheapest;
///
/// let problem = read_cover("a b c\na b |3\nb c |4\na |5\nc |2\na b c |9\n")?;
/// let found = cheapest(&problem, 2, &Limits::solutions(1))?.expect("no limit");
/// assert_eq!(found.solutions, [(5, vec![0, 3]), (9, vec![1, 2])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If an item has a multiplicity other than one, or the sets of options would take more than 2 GB.
pub fn cheapest(
    problem: &ExactCover,
    k: usize,
    limits: &Limits<'_>,
) -> Result<Result<Cheapest, Stop>, Unsupported> {
    ones_only(problem)?;
    check_size(problem, MOST_WORDS)?;
    let mut search = Search::new(problem, k, Interrupt::new(limits));
    Ok(match search.run() {
        ControlFlow::Continue(()) => Ok(search.finish()),
        ControlFlow::Break(stop) => Err(stop),
    })
}

/// Checks that the sets of options take at most `most` words.
///
/// # Errors
/// If they take more.
fn check_size(problem: &ExactCover, most: usize) -> Result<(), Unsupported> {
    let coloured = problem.options().flatten().filter_map(|it| Some((it.item, it.colour?)));
    let sets = problem.items() + coloured.collect::<BTreeSet<_>>().len();
    let words = sets.saturating_mul(problem.option_count().div_ceil(64));
    if words <= most {
        return Ok(());
    }
    let gigabytes = |words: usize| words >> 27;
    Err(Unsupported(format!(
        "{sets} sets of {} options take {} GB, expected {} GB at most",
        problem.option_count(),
        gigabytes(words),
        gigabytes(most)
    )))
}

/// A set of options, by their ranks.
type Bits = Vec<u64>;

struct Search<'a> {
    k: usize,
    /// The most that a solution may cost above the total of the taxes.
    limit: i128,
    interrupt: Interrupt<'a>,
    /// The options in ascending order of their net costs.
    ranked: Vec<usize>,
    /// The net cost of each rank.
    net: Vec<i128>,
    /// The sum of all taxes.
    total: i128,
    /// The primary items of each rank, and the masks that it excludes.
    items: Vec<Vec<usize>>,
    excludes: Vec<Vec<usize>>,
    /// Sets of ranks. The first ones are those of the primary items.
    masks: Vec<Bits>,
    is_covered: Vec<bool>,
    left: Bits,
    /// The net cost of the ranks chosen.
    spent: i128,
    levels: Vec<Level>,
    /// The best solutions, as ranks, in ascending order of their net costs.
    best: Vec<(i128, Vec<usize>)>,
    nodes: u64,
}

/// An item whose options are tried.
struct Level {
    /// The ranks of the options, and how many were tried.
    ranks: Vec<usize>,
    tried: usize,
    /// The options left, and what was spent, before any.
    left: Bits,
    spent: i128,
}

impl<'a> Search<'a> {
    fn new(problem: &ExactCover, k: usize, interrupt: Interrupt<'a>) -> Self {
        let costs = taxes::tax(problem, &interrupt);
        let is_primary = |item: &usize| *item < problem.primary();
        let items = |option: usize| {
            problem.option(option).iter().map(|it| it.item as usize).filter(is_primary)
        };
        // An option without a primary item is never chosen.
        let with_primary = |&option: &usize| items(option).next().is_some();
        let mut ranked: Vec<usize> = (0..problem.option_count()).filter(with_primary).collect();
        ranked.sort_by_key(|&option| costs.options[option]);
        let (masks, excludes) = masks(problem, &ranked);
        let mut left = vec![0; ranked.len().div_ceil(64)];
        (0..ranked.len()).for_each(|rank| add(&mut left, rank));
        Self {
            k,
            limit: 0,
            interrupt,
            net: ranked.iter().map(|&option| costs.options[option]).collect(),
            total: costs.total,
            items: ranked.iter().map(|&option| items(option).collect()).collect(),
            excludes,
            masks,
            ranked,
            is_covered: vec![false; problem.primary()],
            left,
            spent: 0,
            levels: Vec::new(),
            best: Vec::new(),
            nodes: 0,
        }
    }

    fn run(&mut self) -> ControlFlow<Stop> {
        if self.k == 0 {
            return ControlFlow::Continue(());
        }
        let all = self.left.clone();
        let most = self.net.iter().copied().fold(0, i128::saturating_add);
        self.limit = (self.total.abs() / FIRST_SHARE).max(SCALE);
        loop {
            let before = self.nodes;
            self.left.copy_from_slice(&all);
            self.spent = 0;
            self.search_within_limit()?;
            if self.best.len() == self.k || self.limit >= most {
                return ControlFlow::Continue(());
            }
            self.best.clear();
            let factor = if self.nodes - before < FEW { 8 } else { 2 };
            self.limit = self.limit.saturating_mul(factor);
        }
    }

    fn search_within_limit(&mut self) -> ControlFlow<Stop> {
        let words = self.is_covered.len() * self.left.len();
        let poll = (POLL_WORDS / words.max(1)).clamp(1, POLL) as u64;
        loop {
            if self.nodes.is_multiple_of(poll) {
                self.interrupt.stop().map_or(ControlFlow::Continue(()), ControlFlow::Break)?;
            }
            self.nodes += 1;
            let affordable = self.affordable();
            match self.fewest(affordable) {
                None => self.found(),
                Some(item) => {
                    let ranks = self.ranks_of(item, affordable);
                    let (left, spent) = (self.left.clone(), self.spent);
                    self.levels.push(Level { ranks, tried: 0, left, spent });
                }
            }
            if !self.next() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Returns the most that may still be spent.
    fn budget(&self, spent: i128) -> i128 {
        // The costs of two solutions differ by a multiple of the unit of costs.
        let worst = self.best.last().filter(|_| self.best.len() == self.k);
        worst.map_or(self.limit, |(cost, _)| cost - SCALE) - spent
    }

    /// Returns the number of ranks within the budget.
    fn affordable(&self) -> usize {
        let budget = self.budget(self.spent);
        self.net.partition_point(|&net| net <= budget)
    }

    /// Returns the open item with the fewest options among the first ranks, the first one on ties.
    fn fewest(&self, affordable: usize) -> Option<usize> {
        let open = (0..self.is_covered.len()).filter(|&item| !self.is_covered[item]);
        open.min_by_key(|&item| {
            let both = self.common(item, affordable);
            both.map(|(_, word)| word.count_ones()).sum::<u32>()
        })
    }

    /// Returns the words of the options that an item has left among the first ranks.
    fn common(&self, item: usize, affordable: usize) -> impl Iterator<Item = (usize, u64)> {
        let words = affordable.div_ceil(64);
        let last = affordable.wrapping_sub(1) % 64;
        self.left[..words].iter().zip(&self.masks[item]).enumerate().map(
            move |(index, (left, mask))| {
                let within = if index + 1 == words { u64::MAX >> (63 - last) } else { u64::MAX };
                (index, left & mask & within)
            },
        )
    }

    fn ranks_of(&self, item: usize, affordable: usize) -> Vec<usize> {
        let bits = |(index, word): (usize, u64)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| index * 64 + bit)
        };
        self.common(item, affordable).flat_map(bits).collect()
    }

    /// Keeps the solution that the levels make.
    fn found(&mut self) {
        let ranks = self.levels.iter().map(|level| level.ranks[level.tried - 1]).collect();
        let place = self.best.partition_point(|(cost, _)| *cost <= self.spent);
        self.best.insert(place, (self.spent, ranks));
        self.best.truncate(self.k);
    }

    /// Backtracks to the last level with an untried option that the budget allows, and tries it. Returns `false` if there
    /// is none.
    fn next(&mut self) -> bool {
        while let Some(level) = self.levels.last_mut() {
            if let Some(before) = level.tried.checked_sub(1) {
                let rank = level.ranks[before];
                self.items[rank].iter().for_each(|&item| self.is_covered[item] = false);
            }
            let (next, spent) = (level.ranks.get(level.tried).copied(), level.spent);
            level.tried += 1;
            let budget = self.budget(spent);
            let next = next.filter(|&rank| self.net[rank] <= budget);
            let Some(rank) = next else {
                self.levels.pop();
                continue;
            };
            let left = &self.levels.last().expect("the level of the option").left;
            self.left.copy_from_slice(left);
            self.spent = spent + self.net[rank];
            self.items[rank].iter().for_each(|&item| self.is_covered[item] = true);
            for &mask in &self.excludes[rank] {
                self.left.iter_mut().zip(&self.masks[mask]).for_each(|(left, mask)| *left &= !mask);
            }
            return true;
        }
        false
    }

    fn finish(self) -> Cheapest {
        let solution = |(net, ranks): &(i128, Vec<usize>)| {
            let mut options: Vec<usize> = ranks.iter().map(|&rank| self.ranked[rank]).collect();
            options.sort_unstable();
            ((net + self.total) / SCALE, options)
        };
        let solutions = self.best.iter().map(solution).collect();
        Cheapest { solutions, bound: -(-self.total).div_euclid(SCALE), nodes: self.nodes }
    }
}

/// Returns sets of ranks, and for each rank those that it excludes. The first sets are the ranks of the primary items.
fn masks(problem: &ExactCover, ranked: &[usize]) -> (Vec<Bits>, Vec<Vec<usize>>) {
    let nothing = vec![0; ranked.len().div_ceil(64)];
    let mut of_item: Vec<Bits> = vec![nothing.clone(); problem.items()];
    let mut of_colour: BTreeMap<(Item, Colour), Bits> = BTreeMap::new();
    for (rank, &option) in ranked.iter().enumerate() {
        for &Entry { item, colour } in problem.option(option) {
            add(&mut of_item[item as usize], rank);
            if let Some(colour) = colour {
                add(of_colour.entry((item, colour)).or_insert_with(|| nothing.clone()), rank);
            }
        }
    }
    let mut numbers = BTreeMap::new();
    let mut masks = of_item;
    for ((item, colour), agreeing) in of_colour {
        numbers.insert((item, colour), masks.len());
        let all = &masks[item as usize];
        masks.push(all.iter().zip(agreeing).map(|(all, agreeing)| all & !agreeing).collect());
    }
    let mask = |&Entry { item, colour }: &Entry| match colour {
        None => item as usize,
        Some(colour) => numbers[&(item, colour)],
    };
    let excludes = ranked.iter().map(|&option| problem.option(option).iter().map(mask).collect());
    let excludes = excludes.collect();
    (masks, excludes)
}

fn add(set: &mut Bits, rank: usize) {
    set[rank / 64] |= 1 << (rank % 64);
}

#[cfg(test)]
mod tests;
