//! A problem as the search reads it, which its parts share.

use super::bits::{Encoded, Word};
use super::fixed::FixedOrder;

/// A problem with items of `M` words.
#[derive(Debug)]
pub(super) struct Problem<const M: usize> {
    /// The number of words of a set of options.
    pub(super) words: usize,
    /// The options that are compatible with each option.
    rows: Vec<u64>,
    pub(super) uses: Vec<[u64; M]>,
    pub(super) bars: Vec<[u64; M]>,
    /// The number of each option in the problem.
    pub(super) numbers: Vec<u32>,
    /// The options of each primary item, and where they begin; the last one is the end.
    pub(super) holders: Vec<Word>,
    pub(super) ends: Vec<usize>,
    pub(super) primary: [u64; M],
}

impl<const M: usize> Problem<M> {
    pub(super) fn new(problem: &Encoded) -> Self {
        let options = &problem.options;
        let numbers: Vec<u32> = options.iter().map(|option| option.number).collect();
        let words = numbers.iter().max().map_or(0, |&number| number as usize / 64 + 1);
        let users = problem.users(words);
        let (holders, ends) = problem.holders(&users, words);
        let set = |bits: &[u32]| {
            let mut set = [0; M];
            bits.iter().for_each(|&bit| set[bit as usize / 64] |= 1 << (bit % 64));
            set
        };
        Self {
            words,
            rows: problem.rows(&users, words),
            uses: options.iter().map(|option| set(&option.uses)).collect(),
            bars: options.iter().map(|option| set(&option.bars)).collect(),
            numbers,
            holders,
            ends,
            primary: set(&(0..problem.primary as u32).collect::<Vec<u32>>()),
        }
    }

    /// Returns the options that are compatible with an option.
    #[inline]
    pub(super) fn row(&self, option: usize) -> &[u64] {
        &self.rows[option * self.words..][..self.words]
    }

    /// Returns the primary items that are not barred.
    #[inline]
    pub(super) fn open(&self, barred: &[u64; M]) -> [u64; M] {
        std::array::from_fn(|word| self.primary[word] & !barred[word])
    }

    /// Returns the options of a primary item.
    #[inline]
    pub(super) fn holders_of(&self, item: usize) -> &[Word] {
        &self.holders[self.ends[item]..self.ends[item + 1]]
    }

    /// Returns the search of small states, unless the problem takes too many words.
    #[cold]
    pub(super) fn in_fixed_order(&self) -> Option<FixedOrder> {
        let primary = self.ends.len() - 1;
        let covers: Vec<u64> = self.uses.iter().map(|uses| uses[0] & self.primary[0]).collect();
        FixedOrder::new(primary, &covers, &self.rows, &self.numbers)
    }
}
