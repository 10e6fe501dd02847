//! The number of options that each item has left, and the primary item with the fewest.
//!
//! The counts are contiguous in memory, and those of covered items are raised by a constant, so that
//! the compiler vectorises the search for the minimum. For the 324 items of a 9×9 grid this is faster
//! than following a list of the remaining items, and covering an item needs no list. Counts have 16
//! bits, the width for which every processor has a vector minimum.

use board::instance::ExactCover;

use crate::contract::Unsupported;

/// The number of options that an item has left.
pub(super) type OptionCount = i16;

/// The amount added to the count of an item while it is covered.
pub(super) const COVERED: OptionCount = 1 << 14;

/// The number of counts whose minimum is found before it is compared with the minimum so far.
const STRIDE: usize = 64;

/// The same where there are many.
const LONG_STRIDE: usize = 128;

/// The number of items that are many.
const MANY: usize = 512;

/// The counts of all items, primary items first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OptionCounts {
    counts: Vec<OptionCount>,
    n_primary: usize,
}

impl OptionCounts {
    /// Counts the options of `problem` that contain each item.
    ///
    /// # Errors
    /// Fails if an item has more options than a count can hold.
    pub(super) fn new(problem: &ExactCover) -> Result<Self, Unsupported> {
        let mut uses = vec![0_usize; problem.items()];
        problem.options().flatten().for_each(|entry| uses[entry.item as usize] += 1);
        // An item with bounds has a branch more than options, and fewer than a covered one.
        let most = usize::from(COVERED.unsigned_abs()) - 2;
        if let Some(item) = uses.iter().position(|&uses| uses > most) {
            let (name, uses) = (problem.name(item as u32), uses[item]);
            return Err(Unsupported(format!(
                "item {name} has {uses} options, expected {most} at most"
            )));
        }
        let counts = uses.into_iter().map(|uses| uses as OptionCount).collect();
        Ok(Self { counts, n_primary: problem.primary() })
    }

    /// Returns the primary item with the smallest count, the first one on ties, and its count. Returns
    /// `None` if all are covered.
    pub(crate) fn fewest(&self) -> Option<(usize, usize)> {
        let primary = &self.counts[..self.n_primary];
        if primary.len() < MANY { fewest::<STRIDE>(primary) } else { fewest_of_many(primary) }
    }

    /// Returns the uncovered primary item with the smallest quotient of its count less one and its
    /// weight, the first one on ties, and its count. Returns `None` if all are covered.
    pub(super) fn cheapest(&self, weights: &[f32]) -> Option<(usize, usize)> {
        // Non-negative floats are ordered like their bits, and a minimum of integers is vectorised.
        let never = f32::INFINITY.to_bits();
        let cost = |(&count, &weight): (&OptionCount, &f32)| {
            let quotient = (f32::from(count - 1) / weight).to_bits();
            if count < COVERED { quotient } else { never }
        };
        let (mut least, mut start) = (never, 0);
        let primary = &self.counts[..self.n_primary];
        let strides = primary.chunks(STRIDE).zip(weights.chunks(STRIDE));
        for (index, (counts, weights)) in strides.enumerate() {
            let costs = counts.iter().zip(weights).map(cost);
            let smallest = costs.fold(never, u32::min);
            if smallest < least {
                (least, start) = (smallest, index * STRIDE);
            }
        }
        let mut costs = primary[start..].iter().zip(&weights[start..]).map(cost);
        let item = start + costs.position(|cost| cost == least)?;
        (least < never).then(|| (item, self.get(item)))
    }

    /// Returns the numbers of options that all items have left, each raised by [`COVERED`] if it is covered.
    pub(super) fn as_mut_slice(&mut self) -> &mut [OptionCount] {
        &mut self.counts
    }

    /// Returns the number of options that each primary item has left, raised by [`COVERED`] if it is covered.
    pub(super) fn of_primary(&self) -> &[OptionCount] {
        &self.counts[..self.n_primary]
    }

    /// Returns the number of primary items.
    pub(crate) fn primary(&self) -> usize {
        self.n_primary
    }

    /// Returns the number of items.
    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// Returns the size of the counts of primary items in 64-bit words.
    #[inline]
    pub(crate) fn primary_words(&self) -> usize {
        self.n_primary.div_ceil(size_of::<u64>() / size_of::<OptionCount>())
    }

    /// Returns the size of all counts in 64-bit words.
    #[inline]
    pub(super) fn words(&self) -> usize {
        self.counts.len().div_ceil(size_of::<u64>() / size_of::<OptionCount>())
    }

    /// Returns the number of options that an item has left or, in matrices that leave covered items alone, had when it
    /// was covered.
    #[inline]
    pub(super) fn get(&self, item: usize) -> usize {
        (self.counts[item] & (COVERED - 1)) as usize
    }

    #[inline]
    pub(super) fn is_covered(&self, item: usize) -> bool {
        self.counts[item] >= COVERED
    }

    #[inline]
    pub(super) fn cover(&mut self, item: usize) {
        self.counts[item] += COVERED;
    }

    #[inline]
    pub(super) fn uncover(&mut self, item: usize) {
        self.counts[item] -= COVERED;
    }

    #[inline]
    pub(super) fn grow(&mut self, item: usize) {
        self.counts[item] += 1;
    }

    #[inline]
    pub(super) fn shrink(&mut self, item: usize) {
        self.counts[item] -= 1;
    }
}

/// Returns the place of the smallest count, the first one on ties, and the count, looking at `N` of them at a time.
/// Returns `None` if all items are covered.
#[inline(always)]
fn fewest<const N: usize>(counts: &[OptionCount]) -> Option<(usize, usize)> {
    // The smallest count of each stride and its place, as one number: no branch depends on a count.
    let smallest = |counts: &[OptionCount]| counts.iter().fold(COVERED, |a, &b| a.min(b));
    let strides = (0..).step_by(N).zip(counts.chunks(N));
    let least = strides.map(|(start, counts)| (smallest(counts) as u64) << 32 | start);
    let least: u64 = least.min()?;
    let (fewest, start) = ((least >> 32) as OptionCount, (least & 0xffff_ffff) as usize);
    if fewest == COVERED {
        return None;
    }
    // The first match is the furthest from the end. The loop has no early exit, so it is vectorised
    // as well.
    let counts = &counts[start..counts.len().min(start + N)];
    let length = counts.len() as OptionCount;
    let furthest = counts.iter().enumerate().fold(0, |furthest: OptionCount, (index, &count)| {
        furthest.max(if count == fewest { length - index as OptionCount } else { 0 })
    });
    Some((start + (length - furthest) as usize, fewest as usize))
}

/// Returns the same for many.
#[inline(never)]
fn fewest_of_many(counts: &[OptionCount]) -> Option<(usize, usize)> {
    fewest::<LONG_STRIDE>(counts)
}

/// A stack of copies of all counts.
#[derive(Clone, Debug, Default)]
pub(super) struct SavedCounts(Vec<OptionCount>);

impl SavedCounts {
    /// Pushes a copy of `counts`.
    pub(super) fn save(&mut self, counts: &OptionCounts) {
        self.0.extend_from_slice(&counts.counts);
    }

    /// Restores `counts` from the top copy without removing it.
    pub(super) fn restore(&self, counts: &mut OptionCounts) {
        let start = self.0.len() - counts.counts.len();
        counts.counts.copy_from_slice(&self.0[start..]);
    }

    /// Pops the top copy.
    pub(super) fn forget(&mut self, counts: &OptionCounts) {
        self.0.truncate(self.0.len() - counts.counts.len());
    }

    /// Pops all copies except the first.
    pub(super) fn keep_first(&mut self, counts: &OptionCounts) {
        self.0.truncate(counts.counts.len());
    }
}

#[cfg(test)]
mod tests {
    use board::instance::Entry;

    use super::*;

    fn problem(primary: usize, uses: &[usize]) -> ExactCover {
        let names = |n: usize| (0..n).map(|item| format!("i{item}")).collect();
        let mut problem = ExactCover::new(names(primary), names(uses.len() - primary), Vec::new());
        for (item, &uses) in uses.iter().enumerate() {
            for _ in 0..uses {
                problem.add_option([Entry::plain(item as u32)]).unwrap();
            }
        }
        problem
    }

    #[test]
    fn ties_are_broken_by_the_first_item_at_any_position() {
        for (length, place) in [(1, 0), (64, 63), (65, 64), (200, 3), (200, 130), (200, 199)] {
            let mut uses = vec![5; length + 3];
            uses[place] = 2;
            uses[place + 1..].fill(2);
            let counts = OptionCounts::new(&problem(length, &uses)).unwrap();
            assert_eq!(counts.fewest(), Some((place, 2)));
        }
    }

    #[test]
    fn covered_and_secondary_items_are_not_chosen() {
        let mut counts = OptionCounts::new(&problem(3, &[2, 1, 3, 0])).unwrap();
        counts.cover(1);
        assert_eq!((counts.fewest(), counts.get(1)), (Some((0, 2)), 1));
        counts.cover(0);
        counts.cover(2);
        assert_eq!(counts.fewest(), None);
        counts.uncover(2);
        assert_eq!(counts.fewest(), Some((2, 3)));
    }

    #[test]
    fn the_cheapest_has_few_options_for_its_weight() {
        let counts = OptionCounts::new(&problem(5, &[4, 3, 2, 3, 2])).unwrap();
        assert_eq!(counts.cheapest(&[1.0; 5]), Some((2, 2)));
        assert_eq!(counts.cheapest(&[1.0, 4.0, 1.0, 4.0, 1.0]), Some((1, 3)));
        assert_eq!(counts.cheapest(&[3.0, 2.0, 1.0, 2.0, 1.0]), Some((0, 4)));
    }

    #[test]
    fn a_covered_item_is_never_the_cheapest_whatever_its_weight() {
        let mut counts = OptionCounts::new(&problem(2, &[2, 9])).unwrap();
        counts.cover(0);
        assert_eq!(counts.cheapest(&[1e6, 1.0]), Some((1, 9)));
        counts.cover(1);
        assert_eq!(counts.cheapest(&[1e6, 1.0]), None);
    }

    #[test]
    fn more_options_than_a_count_can_hold_are_rejected() {
        assert!(OptionCounts::new(&problem(1, &[1, 16_382])).is_ok());
        let refused = OptionCounts::new(&problem(1, &[1, 16_383])).unwrap_err();
        assert_eq!(refused.0, "item i0 has 16383 options, expected 16382 at most");
    }
}
