//! Algorithm X with a budget, on a part of a problem.
//!
//! A state is a set of options as bits, copied at each level. Options are sorted by net cost: those within the budget come
//! first, and an item is chosen among them alone:
//!
//! ```text
//!   net costs         0 0 0 2 3 3 7 9 12 …
//!   options left      1 0 1 1 0 1 1 0 1  …
//!   budget 3                    |             the item with the fewest options among the first six
//! ```

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use board::instance::{Colour, Entry, ExactCover, Item};

use super::best::Best;
use super::parts::{Left, Part};
use super::taxes::SCALE;
use crate::contract::{Interrupt, Stop};

/// The number of words looked at between two readings of the clock, and the maximum number of states.
const POLL_WORDS: usize = 1 << 22;
const POLL: usize = 64;

/// A set of options, by their ranks.
type Bits = Vec<u64>;

/// Searches a part. Ranks are the places of the options in the part.
pub(super) struct Search<'a> {
    part: &'a Part,
    /// The masks that each rank excludes.
    excludes: Vec<Vec<usize>>,
    /// Sets of ranks. The first ones are those of the open items, in the order of the part.
    masks: Vec<Bits>,
    is_covered: Vec<bool>,
    left: Bits,
    /// The cost of the options chosen and all taxes.
    spent: i128,
    levels: Vec<Level>,
    pub(super) nodes: u64,
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
    pub(super) fn new(problem: &ExactCover, part: &'a Part) -> Self {
        let (masks, excludes) = masks(problem, part);
        let mut left = vec![0; part.left.len().div_ceil(64)];
        (0..part.left.len()).for_each(|rank| add(&mut left, rank));
        Self {
            part,
            excludes,
            masks,
            is_covered: vec![false; part.items.len()],
            left,
            spent: part.spent,
            levels: Vec::new(),
            nodes: 0,
        }
    }

    /// Keeps the best solutions of the part. Returns `false` if more words are to be looked at for
    /// that, once one state was visited; another call goes on.
    pub(super) fn run(
        &mut self,
        best: &mut Best,
        words: usize,
        interrupt: &Interrupt<'_>,
    ) -> ControlFlow<Stop, bool> {
        let of_state = (self.is_covered.len() * self.left.len()).max(1);
        let poll = (POLL_WORDS / of_state).clamp(1, POLL) as u64;
        for _ in 0..words.div_ceil(of_state).max(1) {
            if self.nodes.is_multiple_of(poll) {
                interrupt.stop().map_or(ControlFlow::Continue(()), ControlFlow::Break)?;
            }
            self.nodes += 1;
            let affordable = self.affordable(best);
            match self.fewest(affordable) {
                None => self.found(best),
                Some(item) => {
                    let ranks = self.ranks_of(item, affordable);
                    let (left, spent) = (self.left.clone(), self.spent);
                    self.levels.push(Level { ranks, tried: 0, left, spent });
                }
            }
            if !self.next(best) {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }

    /// Returns the number of ranks within the budget.
    fn affordable(&self, best: &Best) -> usize {
        let budget = best.limit() - self.spent;
        self.part.left.partition_point(|left| left.net <= budget)
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
    fn found(&mut self, best: &mut Best) {
        let ranks = self.levels.iter().map(|level| level.ranks[level.tried - 1]);
        let options = ranks.map(|rank| self.part.left[rank].option);
        best.keep(self.spent / SCALE, self.part.chosen.iter().copied().chain(options).collect());
    }

    /// Backtracks to the last level with an untried option that the budget allows, and tries it. Returns `false` if there
    /// is none.
    fn next(&mut self, best: &Best) -> bool {
        while let Some(level) = self.levels.last_mut() {
            if let Some(before) = level.tried.checked_sub(1) {
                let rank = level.ranks[before];
                for &mask in &self.excludes[rank] {
                    if let Some(is_covered) = self.is_covered.get_mut(mask) {
                        *is_covered = false;
                    }
                }
            }
            let next = level.ranks.get(level.tried).copied();
            level.tried += 1;
            let spent = |rank: usize| level.spent + self.part.left[rank].net;
            let Some(rank) = next.filter(|&rank| spent(rank) <= best.limit()) else {
                self.levels.pop();
                continue;
            };
            self.spent = spent(rank);
            self.left.copy_from_slice(&level.left);
            for &mask in &self.excludes[rank] {
                if let Some(is_covered) = self.is_covered.get_mut(mask) {
                    *is_covered = true;
                }
                self.left.iter_mut().zip(&self.masks[mask]).for_each(|(left, mask)| *left &= !mask);
            }
            return true;
        }
        false
    }
}

/// Returns sets of ranks, and for each rank those that it excludes. The first sets are the ranks of the open items.
fn masks(problem: &ExactCover, part: &Part) -> (Vec<Bits>, Vec<Vec<usize>>) {
    let nothing = vec![0; part.left.len().div_ceil(64)];
    let mut masks: Vec<Bits> = vec![nothing.clone(); part.items.len()];
    let mut of_item = part.places(problem);
    of_item.resize(problem.items(), usize::MAX);
    let mut of_colour: BTreeMap<(Item, Colour), Bits> = BTreeMap::new();
    for (rank, left) in part.left.iter().enumerate() {
        for &Entry { item, colour } in problem.option(left.option) {
            let number = &mut of_item[item as usize];
            if *number == usize::MAX {
                *number = masks.len();
                masks.push(nothing.clone());
            }
            add(&mut masks[*number], rank);
            if let Some(colour) = colour {
                add(of_colour.entry((item, colour)).or_insert_with(|| nothing.clone()), rank);
            }
        }
    }
    let mut numbers = BTreeMap::new();
    for ((item, colour), agreeing) in of_colour {
        numbers.insert((item, colour), masks.len());
        let all = &masks[of_item[item as usize]];
        masks.push(all.iter().zip(agreeing).map(|(all, agreeing)| all & !agreeing).collect());
    }
    let mask = |&Entry { item, colour }: &Entry| match colour {
        None => of_item[item as usize],
        Some(colour) => numbers[&(item, colour)],
    };
    let of_option = |left: &Left| problem.option(left.option).iter().map(mask).collect();
    let excludes = part.left.iter().map(of_option).collect();
    (masks, excludes)
}

fn add(set: &mut Bits, rank: usize) {
    set[rank / 64] |= 1 << (rank % 64);
}
