//! Search that covers items in a fixed order, those with the fewest options in the problem first.
//!
//! It needs more steps than a search that chooses the item with the fewest options left, but a step costs a few
//! instructions: it intersects two sets of options, and takes the options of the next item out of the result. Options are
//! numbered by their first item, so these are consecutive, and fit into one word:
//!
//! ```text
//!   item       a      b      c
//!   options  1 1 0  0 1 1  0 0 1      left after some choices that cover a
//!                   └─┬─┘
//!                    0 1 1            what can cover b
//! ```
//!
//! A level whose last option is tried is replaced by the next one, so that no step is a way back.

use super::list::CoverList;

/// The largest number of words of a set of options.
const MOST_WORDS: usize = 4;

/// A search in a fixed order, by the number of words that a set of options takes.
#[derive(Clone, Debug)]
pub(super) enum FixedOrder {
    One(Search<1>),
    Two(Search<2>),
    Three(Search<3>),
    Four(Search<4>),
}

/// Calls the same function of each variant.
macro_rules! of_each {
    ($order:expr, $search:ident => $call:expr) => {
        match $order {
            FixedOrder::One($search) => $call,
            FixedOrder::Two($search) => $call,
            FixedOrder::Three($search) => $call,
            FixedOrder::Four($search) => $call,
        }
    };
}

impl FixedOrder {
    /// Returns the search before its first state, or `None` if the problem takes too many words. It has this many primary
    /// items; each option covers some of them, has a row with those that are compatible, and a number in the problem.
    pub(super) fn new(
        primary: usize,
        covers: &[u64],
        rows: &[u64],
        numbers: &[u32],
    ) -> Option<Self> {
        let words = rows.len() / covers.len();
        if primary > 64 || words > MOST_WORDS {
            return None;
        }
        let order = Order::new(primary, covers);
        if order.ranges.iter().any(|range| range.options > 64) {
            return None;
        }
        Some(match words {
            1 => Self::One(Search::new(order, rows, numbers)),
            2 => Self::Two(Search::new(order, rows, numbers)),
            3 => Self::Three(Search::new(order, rows, numbers)),
            _ => Self::Four(Search::new(order, rows, numbers)),
        })
    }

    /// Starts at a state: the options that are left, the items that are open, and the options that are chosen.
    pub(super) fn start(&mut self, left: &[u64], open: u64, chosen: &[u64]) {
        of_each!(self, search => search.start(left, open, chosen));
    }

    /// Leaves the state.
    pub(super) fn clear(&mut self) {
        of_each!(self, search => search.depth = 0);
    }

    /// Returns whether there is nothing left to be searched.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        of_each!(self, search => search.depth == 0)
    }

    /// Searches for this many steps, or until there are `most` solutions. Returns the number of steps.
    #[inline]
    pub(super) fn run(&mut self, steps: usize, most: usize, found: &mut CoverList) -> usize {
        of_each!(self, search => search.run(steps, most, found))
    }
}

/// Consecutive options.
#[derive(Clone, Copy, Debug, Default)]
struct Range {
    start: u32,
    options: u32,
}

impl Range {
    /// Returns those in a set, the first one as the lowest bit.
    #[inline]
    fn of<const W: usize>(self, set: &[u64; W]) -> u64 {
        let (word, shift) = ((self.start / 64) as usize, self.start % 64);
        // Behind the last word there is nothing that the mask does not remove.
        let low = set[word.min(W - 1)] >> shift;
        let high = set[(word + 1).min(W - 1)] << 1 << (63 - shift);
        let mask = u64::MAX.checked_shr(64 - self.options).unwrap_or(0);
        (if W == 1 { low } else { low | high }) & mask
    }
}

/// The order of items and of options.
struct Order {
    /// The place of each item and of each option of the problem.
    items: Vec<u32>,
    options: Vec<u32>,
    /// What each option covers, by the new numbers of both.
    covers: Vec<u64>,
    /// The options of each item that cover no earlier one.
    ranges: Vec<Range>,
}

impl Order {
    fn new(primary: usize, covers: &[u64]) -> Self {
        let count = |item: usize| covers.iter().filter(|&set| set >> item & 1 != 0).count();
        let mut by_count: Vec<usize> = (0..primary).collect();
        by_count.sort_by_cached_key(|&item| count(item));
        let mut items = vec![0; primary];
        (0..).zip(by_count).for_each(|(place, item)| items[item] = place);
        let covers: Vec<u64> = covers.iter().map(|&set| permuted(set, &items)).collect();
        let mut by_item: Vec<usize> = (0..covers.len()).collect();
        by_item.sort_by_key(|&option| covers[option].trailing_zeros());
        // Nothing is open after the last item.
        let mut ranges = vec![Range::default(); 65];
        let mut options = vec![0; covers.len()];
        for (place, &option) in (0..).zip(&by_item) {
            options[option] = place;
            let range = &mut ranges[covers[option].trailing_zeros() as usize];
            range.start = place - range.options;
            range.options += 1;
        }
        let covers = by_item.iter().map(|&option| covers[option]).collect();
        Self { items, options, covers, ranges }
    }
}

/// Returns a set in which each member has its place in another order.
fn permuted(set: u64, places: &[u32]) -> u64 {
    ones(&[set]).fold(0, |set, member| set | 1 << places[member])
}

/// Returns the members of a set.
fn ones(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(word, &bits)| {
        let mut rest = bits;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(64 * word + bit as usize)
        })
    })
}

/// The search with sets of options of `W` words.
#[derive(Clone, Debug)]
pub(super) struct Search<const W: usize> {
    /// The place of each item and of each option of the problem.
    items: Vec<u32>,
    options: Vec<u32>,
    covers: Vec<u64>,
    rows: Vec<[u64; W]>,
    /// Each option by its number in the problem, as a set.
    sets: Vec<[u64; W]>,
    ranges: Vec<Range>,
    /// The states on the path that have options to be tried, from 1 on.
    levels: Vec<Level<W>>,
    depth: usize,
}

#[derive(Clone, Copy, Debug)]
struct Level<const W: usize> {
    left: [u64; W],
    /// The chosen options, by their numbers in the problem.
    chosen: [u64; W],
    open: u64,
    /// The options to be tried, the first one of the item as the lowest bit, and the place of that.
    rest: u64,
    first: u32,
}

impl<const W: usize> Search<W> {
    fn new(order: Order, given: &[u64], numbers: &[u32]) -> Self {
        let n_options = order.options.len();
        let (mut rows, mut sets) = (vec![[0; W]; n_options], vec![[0; W]; n_options]);
        for (option, &place) in order.options.iter().enumerate() {
            rows[place as usize] = placed(&given[W * option..][..W], &order.options);
            let number = numbers[option];
            sets[place as usize][number as usize / 64] = 1 << (number % 64);
        }
        let level = Level { left: [0; W], chosen: [0; W], open: 0, rest: 0, first: 0 };
        let levels = vec![level; order.items.len() + 1];
        Self {
            items: order.items,
            options: order.options,
            covers: order.covers,
            rows,
            sets,
            ranges: order.ranges,
            levels,
            depth: 0,
        }
    }

    fn start(&mut self, left: &[u64], open: u64, chosen: &[u64]) {
        let left = placed(left, &self.options);
        let open = permuted(open, &self.items);
        let range = self.ranges[open.trailing_zeros() as usize];
        let chosen = std::array::from_fn(|word| chosen[word]);
        self.levels[1] = Level { left, chosen, open, rest: range.of(&left), first: range.start };
        self.depth = usize::from(self.levels[1].rest != 0);
    }

    fn run(&mut self, steps: usize, most: usize, found: &mut CoverList) -> usize {
        let (mut done, mut depth) = (0, self.depth);
        // The last level is a copy, and is written back where the search goes deeper or pauses.
        let mut level = self.levels[depth];
        while done < steps && depth != 0 && found.len() < most {
            done += 1;
            let option = (level.first + level.rest.trailing_zeros()) as usize;
            level.rest &= level.rest - 1;
            let open = level.open & !self.covers[option];
            let row = &self.rows[option];
            let left = std::array::from_fn(|word| level.left[word] & row[word]);
            let range = self.ranges[open.trailing_zeros() as usize];
            let rest = range.of(&left);
            if rest == 0 {
                if open == 0 {
                    found.push_set(&level.chosen_with(&self.sets[option]));
                }
                if level.rest == 0 {
                    depth -= 1;
                    level = self.levels[depth];
                }
                continue;
            }
            let chosen = level.chosen_with(&self.sets[option]);
            if level.rest != 0 {
                self.levels[depth] = level;
                depth += 1;
            }
            level = Level { left, chosen, open, rest, first: range.start };
        }
        self.levels[depth] = level;
        self.depth = depth;
        done
    }
}

impl<const W: usize> Level<W> {
    /// Returns what is chosen with another option.
    #[inline]
    fn chosen_with(&self, option: &[u64; W]) -> [u64; W] {
        std::array::from_fn(|word| self.chosen[word] | option[word])
    }
}

/// Returns a set in which each member has its place in another order.
fn placed<const W: usize>(set: &[u64], places: &[u32]) -> [u64; W] {
    let mut placed = [0; W];
    for member in ones(set) {
        let place = places[member];
        placed[place as usize / 64] |= 1 << (place % 64);
    }
    placed
}
