//! How often each primary item may still be covered, and the item on which to branch.
//!
//! An item with bounds is covered by *low* to *high* options. As long as fewer than *low* have been chosen, some of its
//! options must still be: if *l* are left and *m* are missing, one of the first *l* − *m* + 1 is the first of these. Once
//! nothing is missing, there is a branch for each option that is left, and one without any of them. So the number of
//! branches is *l* − *m* + 1 in both cases, and with bounds of one it is *l*.
//!
//! ```text
//!   options left    w x y z          branches
//!   3 of 3 missing                   w, x
//!   2 missing, 3 allowed             w, x, y
//!   0 missing, 3 allowed             w, x, y, z, none
//! ```
//!
//! The item with the fewest branches is chosen; on ties the one that can be covered fewer times beyond what it misses,
//! then the one that can be covered more often, then the first: the order of Knuth's program DLX3.

use board::instance::{ExactCover, Multiplicity};

use super::option_counts::{COVERED, OptionCount, OptionCounts};

/// The bounds of all primary items, less the options chosen.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    items: Vec<Bound>,
    /// For each item, one less the number of options that it misses, in the width of the counts.
    offsets: Vec<OptionCount>,
    /// The items from which an option was taken, in order.
    taken: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Bound {
    /// How many further options may cover the item.
    high: u32,
    /// The upper bound less the lower one.
    slack: u32,
}

impl Bound {
    /// Returns one less the number of options that the item misses. Beyond the largest count, numbers do not matter.
    fn offset(self) -> OptionCount {
        let missing = self.high.saturating_sub(self.slack);
        1 - missing.min(COVERED.unsigned_abs().into()) as OptionCount
    }

    /// Returns the place of an item among those with as many branches; small is better.
    fn rank(self) -> (u32, std::cmp::Reverse<u32>) {
        (self.high.min(self.slack), std::cmp::Reverse(self.high))
    }
}

/// What to do in a state of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branching {
    /// No item is open.
    Solution,
    /// An item misses more options than it has left.
    Conflict,
    /// Branch on this item; `branches` is the number of ways.
    On { item: usize, branches: usize },
}

impl Bounds {
    pub(super) fn new(problem: &ExactCover) -> Self {
        let bound = |&Multiplicity { low, high }: &Multiplicity| Bound { high, slack: high - low };
        let items: Vec<Bound> = problem.multiplicities().iter().map(bound).collect();
        let offsets = items.iter().map(|bound| bound.offset()).collect();
        Self { items, offsets, taken: Vec::new() }
    }

    /// Returns whether an item is primary.
    #[inline]
    pub(super) fn is_primary(&self, item: usize) -> bool {
        item < self.items.len()
    }

    /// Covers an item by an option. Returns how many further ones are allowed.
    #[inline]
    pub(super) fn take(&mut self, item: usize) -> u32 {
        let bound = &mut self.items[item];
        bound.high -= 1;
        self.offsets[item] = bound.offset();
        self.taken.push(item as u32);
        bound.high
    }

    /// Returns whether an item may be covered less often than its upper bound.
    #[inline]
    pub(super) fn has_slack(&self, item: usize) -> bool {
        self.items[item].slack > 0
    }

    /// Returns the number of options taken.
    #[inline]
    pub(super) fn mark(&self) -> usize {
        self.taken.len()
    }

    /// Undoes all but the first `mark` options taken.
    pub(super) fn rewind(&mut self, mark: usize) {
        for item in self.taken.drain(mark..).rev() {
            let bound = &mut self.items[item as usize];
            bound.high += 1;
            self.offsets[item as usize] = bound.offset();
        }
    }

    /// Chooses the item on which to branch.
    pub(super) fn choose(&self, counts: &OptionCounts) -> Branching {
        let counts = counts.of_primary();
        // A covered item has COVERED branches at least.
        let branches =
            |(&count, &offset): (&OptionCount, &OptionCount)| count.saturating_add(offset);
        let all = || counts.iter().zip(&self.offsets).map(branches);
        let fewest = all().fold(COVERED, OptionCount::min);
        if fewest == COVERED {
            return Branching::Solution;
        }
        if fewest <= 0 {
            return Branching::Conflict;
        }
        let tied = all().enumerate().filter(|&(_, branches)| branches == fewest);
        let best = tied.map(|(item, _)| item).min_by_key(|&item| self.items[item].rank());
        let item = best.expect("an item with the fewest branches");
        Branching::On { item, branches: fewest as usize }
    }
}

#[cfg(test)]
mod tests {
    use board::instance::read_cover;

    use super::*;

    fn chosen(items: &str, options: &str) -> Branching {
        let problem = read_cover(&format!("{items}\n{options}")).unwrap();
        Bounds::new(&problem).choose(&OptionCounts::new(&problem).unwrap())
    }

    #[test]
    fn branches_are_the_ways_to_choose_the_first_missing_option() {
        let branches = |bounds: &str| match chosen(&format!("{bounds}|a"), &"a\n".repeat(4)) {
            Branching::On { branches, .. } => branches,
            other => panic!("{other:?}"),
        };
        let bounds = ["1", "3", "4", "2:3", "1:3", "0:3", "0:9", "4294967295:4294967295"];
        assert_eq!(
            bounds[..7].iter().map(|it| branches(it)).collect::<Vec<_>>(),
            [4, 2, 1, 3, 4, 5, 5]
        );
        assert_eq!(chosen("5|a", &"a\n".repeat(4)), Branching::Conflict);
        assert_eq!(chosen(&format!("{}|a", bounds[7]), "a\n"), Branching::Conflict);
        // The most options that counts hold.
        let most = chosen("0:1|a", &"a\n".repeat(16_382));
        assert_eq!(most, Branching::On { item: 0, branches: 16_383 });
    }

    #[test]
    fn ties_are_broken_by_slack_then_by_the_upper_bound_then_by_the_first() {
        let on = |item, branches| Branching::On { item, branches };
        // Two branches each: 2 of 3, 1 of 2, 1:2 of 2.
        let options = "a\na\na\nb\nb\nc\nc\nd\nd\nd\n";
        assert_eq!(chosen("2|a 1|b 1:2|c 2|d", options), on(0, 2));
        assert_eq!(chosen("1:3|a 1|b 1:2|c 2|d", options), on(3, 2));
        assert_eq!(chosen("1:3|a 1:1|b 1:2|c 1:3|d", options), on(1, 2));
        assert_eq!(chosen("1:3|a 1:2|b 1:2|c 1:3|d", options), on(1, 2));
    }

    #[test]
    fn what_was_taken_is_given_back() {
        let problem = read_cover("1:2|a 0:1|b\na b\na\na\n").unwrap();
        let counts = OptionCounts::new(&problem).unwrap();
        let mut bounds = Bounds::new(&problem);
        let first = bounds.choose(&counts);
        let mark = bounds.mark();
        assert_eq!((bounds.take(0), bounds.take(1), bounds.take(0)), (1, 0, 0));
        bounds.rewind(mark);
        assert_eq!(bounds.choose(&counts), first);
        assert!(bounds.has_slack(0) && bounds.is_primary(1) && !bounds.is_primary(2));
    }
}
