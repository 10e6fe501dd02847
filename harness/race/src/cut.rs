//! The cut of a run into shards: which classes of puzzles belong to the shard that runs here.
//!
//! Without further knowledge the hash of a class decides ([`Shard::holds`]). If an earlier run tells what each class
//! costs, the greedy rule of Graham (1969, *Bounds on multiprocessing timing anomalies*) balances the shards: the
//! classes go, the most expensive first, each to the shard that has the least so far. The largest load is then at most
//! 4/3 − 1/(3N) of the best possible one, and two loads differ by no more than the most expensive class.
//!
//! Costs are integers, and equal ones are ordered by the hash. So the cut depends on nothing but the classes, their
//! costs and the number of shards, and is the same on every machine.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use anyhow::Context;
use record::filter::Filter;
use record::hash::PuzzleHash;
use record::manifest::Shard;

use crate::corpus::{RAW_LINES, ReadEvent, Reader};

/// The classes of one shard.
#[derive(Clone, Debug)]
pub struct Cut {
    shard: Shard,
    /// `None` if the hash of a class decides.
    balance: Option<Balance>,
}

/// The classes of a shard that an earlier run balanced.
#[derive(Clone, Debug)]
struct Balance {
    earlier: String,
    classes: HashSet<PuzzleHash>,
}

/// The expected costs of shards, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loads {
    /// The load of all shards.
    pub total: u128,
    /// The largest load of a shard.
    pub largest: u128,
}

impl Cut {
    /// Returns the cut by the hash of a class.
    pub fn by_hash(shard: Shard) -> Self {
        Self { shard, balance: None }
    }

    /// Returns the cut that balances the costs of the classes, in nanoseconds, and its loads. `earlier` identifies the
    /// run that tells the costs.
    pub fn balanced(
        shard: Shard,
        costs: &HashMap<PuzzleHash, u64>,
        earlier: String,
    ) -> (Self, Loads) {
        let (mut classes, mut loads) = (HashSet::new(), vec![0; shard.count.get() as usize]);
        for (class, cost, place) in assign(costs, loads.len()) {
            loads[place] += u128::from(cost);
            if place + 1 == shard.number.get() as usize {
                classes.insert(class);
            }
        }
        let largest = loads.iter().copied().max().unwrap_or_default();
        let loads = Loads { total: loads.iter().sum(), largest };
        (Self { shard, balance: Some(Balance { earlier, classes }) }, loads)
    }

    /// Returns the shard.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// Returns what identifies the run that balanced the shards, if one did.
    pub fn balance(&self) -> Option<&str> {
        self.balance.as_ref().map(|balance| &*balance.earlier)
    }

    /// Returns whether the puzzles of a class belong to the shard.
    pub fn holds(&self, class: PuzzleHash) -> bool {
        match &self.balance {
            None => self.shard.holds(class),
            Some(balance) => balance.classes.contains(&class),
        }
    }
}

/// Returns the classes with their costs and the index of the shard of each, the most expensive first. A class that
/// costs nothing counts as one nanosecond, so that such classes are spread too.
fn assign(
    costs: &HashMap<PuzzleHash, u64>,
    count: usize,
) -> impl Iterator<Item = (PuzzleHash, u64, usize)> {
    let mut classes: Vec<(u64, PuzzleHash)> =
        costs.iter().map(|(&class, &cost)| (cost.max(1), class)).collect();
    classes.sort_unstable_by_key(|&(cost, class)| (Reverse(cost), class));
    let mut shards: BinaryHeap<Reverse<(u128, usize)>> =
        (0..count).map(|place| Reverse((0, place))).collect();
    classes.into_iter().map_while(move |(cost, class)| {
        let mut least = shards.peek_mut()?;
        let Reverse((load, place)) = *least;
        *least = Reverse((load + u128::from(cost), place));
        Some((class, cost, place))
    })
}

/// Passes the class and the corpus of each puzzle that the filter selects to `each`.
///
/// # Errors
/// Fails if a file cannot be read further.
pub fn for_each_puzzle(
    mut reader: Reader,
    filter: &Filter,
    mut each: impl FnMut(PuzzleHash, &str),
) -> anyhow::Result<()> {
    loop {
        if filter.selects_all()
            && let Some(lines) = reader.take_raw_lines(RAW_LINES)
        {
            (0..lines.len()).for_each(|number| each(lines.class(number), lines.corpus()));
            continue;
        }
        match reader.next_unhashed().context("cannot read the corpus further")? {
            None => return Ok(()),
            Some(ReadEvent::Puzzle(puzzle)) if filter.selects(puzzle.name(), true) => {
                let item = puzzle.hashed();
                each(item.class, &item.corpus);
            }
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use proptest::prelude::*;

    use super::*;

    fn costs(costs: &[u64]) -> HashMap<PuzzleHash, u64> {
        // An odd factor keeps hashes distinct.
        let hash = |number: usize| PuzzleHash((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        costs.iter().enumerate().map(|(number, &cost)| (hash(number), cost)).collect()
    }

    fn shard(number: u32, count: u32) -> Shard {
        let [number, count] = [number, count].map(|it| NonZeroU32::new(it).expect("at least 1"));
        Shard { number, count }
    }

    fn loads(costs: &HashMap<PuzzleHash, u64>, count: usize) -> Vec<u128> {
        let mut loads = vec![0; count];
        assign(costs, count).for_each(|(_, cost, place)| loads[place] += u128::from(cost));
        loads
    }

    /// Returns the smallest largest load, by trying all assignments up to renaming of shards.
    fn optimum(costs: &[u64], loads: &mut [u128], best: u128) -> u128 {
        let Some((&cost, rest)) = costs.split_first() else {
            return loads.iter().copied().max().unwrap_or_default().min(best);
        };
        let mut best = best;
        for place in 0..loads.len() {
            let is_repeated = loads[..place].contains(&loads[place]);
            if is_repeated || loads[place] + u128::from(cost) >= best {
                continue;
            }
            loads[place] += u128::from(cost);
            best = optimum(rest, loads, best);
            loads[place] -= u128::from(cost);
        }
        best
    }

    #[test]
    fn the_worst_case_of_graham_is_met() {
        let costs = costs(&[5, 5, 4, 4, 3, 3, 3]);
        let (_, found) = Cut::balanced(shard(1, 3), &costs, String::new());
        assert_eq!(found, Loads { total: 27, largest: 11 });
        assert_eq!(optimum(&[5, 5, 4, 4, 3, 3, 3], &mut [0; 3], u128::MAX), 9);
    }

    #[test]
    fn classes_of_equal_or_no_cost_are_spread_evenly() {
        for cost in [0, 7] {
            let loads = loads(&costs(&[cost; 12]), 5);
            let unit = u128::from(cost.max(1));
            assert_eq!(loads.iter().filter(|&&load| load == 2 * unit).count(), 3, "{loads:?}");
        }
    }

    proptest! {
        #[test]
        fn each_class_belongs_to_exactly_one_shard(
            list in prop::collection::vec(0..1_000_u64, 0..60),
            count in 1..9_u32,
        ) {
            let costs = costs(&list);
            let cut = |number| Cut::balanced(shard(number, count), &costs, String::new()).0;
            let cuts: Vec<Cut> = (1..=count).map(cut).collect();
            for &class in costs.keys() {
                prop_assert_eq!(cuts.iter().filter(|cut| cut.holds(class)).count(), 1);
            }
        }

        #[test]
        fn loads_differ_by_at_most_the_most_expensive_class(
            list in prop::collection::vec(1..1_000_000_u64, 1..200),
            count in 1..40_usize,
        ) {
            let loads = loads(&costs(&list), count);
            let bounds = (loads.iter().min(), loads.iter().max());
            let (Some(min), Some(max)) = bounds else { unreachable!("there is a shard") };
            let most = list.iter().copied().max().unwrap_or_default();
            prop_assert!(max - min <= u128::from(most), "{:?}", loads);
        }

        #[test]
        fn the_largest_load_is_within_a_third_of_the_optimum(
            list in prop::collection::vec(1..100_u64, 1..10),
            count in 1..5_usize,
        ) {
            let largest = loads(&costs(&list), count).into_iter().max().unwrap_or_default();
            let best = optimum(&list, &mut vec![0; count], u128::MAX);
            let count = count as u128;
            prop_assert!(largest * 3 * count <= best * (4 * count - 1), "{} {}", largest, best);
        }
    }
}
