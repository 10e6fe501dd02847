//! Items and options of a problem as bits.
//!
//! A primary item is one bit. A secondary item is a bit for each way in which it can be covered: without a colour,
//! and in each of its colours. An option *uses* the bits of its items, and *bars* those that options with it must not
//! use: its primary items, and all ways to cover its secondary items but its own colour:
//!
//! ```text
//!                  a  b  x  x:red  x:blue
//!   a x:red   uses 1  0  0    1      0
//!             bars 1  0  1    0      1
//!   b x:red   uses 0  1  0    1      0       bars none of them: compatible
//! ```
//!
//! What is barred by the options chosen so far determines which options remain and which primary items are covered.

use board::instance::{Colour, Entry, ExactCover, Item};

use super::super::order;

/// The number of options up to which ties between items are broken by their conflicts.
pub(super) const FEW_OPTIONS: usize = 512;

/// Some of 64 consecutive options.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) index: u32,
    pub(super) bits: u64,
}

impl Word {
    /// Returns the first of the options.
    #[inline]
    pub(super) fn first(self) -> usize {
        64 * self.index as usize + self.bits.trailing_zeros() as usize
    }

    /// Returns those of the options that are in a set.
    #[inline]
    pub(super) fn of(self, set: &[u64]) -> Self {
        Self { index: self.index, bits: self.bits & set[self.index as usize] }
    }
}

/// A problem as bits. Options are numbered by the first of their items.
pub(super) struct Encoded {
    pub(super) primary: usize,
    bits: usize,
    pub(super) options: Vec<EncodedOption>,
}

/// An option as bits, in ascending order.
pub(super) struct EncodedOption {
    /// The number of the option in the problem.
    pub(super) number: u32,
    pub(super) uses: Vec<u32>,
    pub(super) bars: Vec<u32>,
}

impl Encoded {
    /// Encodes the options that can be chosen: those that have a primary item.
    pub(super) fn new(problem: &ExactCover) -> Self {
        let order = match problem.option_count() {
            0..=FEW_OPTIONS => by_conflicts(problem),
            _ => order::bandwidth(problem),
        };
        let ways = Ways::new(problem, &order);
        let is_primary = |entry: &Entry| (entry.item as usize) < problem.primary();
        let mut options: Vec<EncodedOption> = (0..)
            .zip(problem.options())
            .filter(|(_, entries)| entries.iter().any(is_primary))
            .map(|(number, entries)| ways.encode(number, entries))
            .collect();
        options.sort_by_key(|option| option.uses[0]);
        Self { primary: problem.primary(), bits: ways.bits, options }
    }

    /// Returns the number of bits.
    pub(super) fn bits(&self) -> usize {
        self.bits
    }

    /// Returns the set of all options, in this many words.
    pub(super) fn all(&self, words: usize) -> Vec<u64> {
        let mut all = vec![0; words];
        (0..self.options.len()).for_each(|option| all[option / 64] |= 1 << (option % 64));
        all
    }

    /// Returns the set of the options that use each bit.
    pub(super) fn users(&self, words: usize) -> Vec<u64> {
        let mut users = vec![0; self.bits * words];
        for (option, encoded) in self.options.iter().enumerate() {
            for &bit in &encoded.uses {
                users[bit as usize * words + option / 64] |= 1 << (option % 64);
            }
        }
        users
    }

    /// Returns the set of the options that are compatible with each option.
    pub(super) fn rows(&self, users: &[u64], words: usize) -> Vec<u64> {
        let mut rows = self.all(words).repeat(self.options.len());
        for (option, encoded) in self.options.iter().enumerate() {
            let row = &mut rows[option * words..][..words];
            for &bit in &encoded.bars {
                let users = &users[bit as usize * words..][..words];
                row.iter_mut().zip(users).for_each(|(row, users)| *row &= !users);
            }
        }
        rows
    }

    /// Returns the options of each primary item, and where they begin; the last one is the end.
    pub(super) fn holders(&self, users: &[u64], words: usize) -> (Vec<Word>, Vec<usize>) {
        let (mut holders, mut ends) = (Vec::new(), vec![0]);
        for item in 0..self.primary {
            let users = (0..).zip(&users[item * words..][..words]);
            let users = users.map(|(index, &bits)| Word { index, bits });
            holders.extend(users.filter(|word| word.bits != 0));
            ends.push(holders.len());
        }
        (holders, ends)
    }
}

/// The bits of the ways to cover each item.
struct Ways {
    primary: Vec<u32>,
    secondary: Vec<Vec<(Option<Colour>, u32)>>,
    bits: usize,
}

impl Ways {
    fn new(problem: &ExactCover, order: &[Item]) -> Self {
        let mut primary = vec![0; problem.primary()];
        (0..).zip(order).for_each(|(bit, &item)| primary[item as usize] = bit);
        let n_secondary = problem.items() - primary.len();
        let (mut secondary, mut bits) = (vec![Vec::new(); n_secondary], primary.len());
        for &Entry { item, colour } in problem.options().flatten() {
            if let Some(place) = (item as usize).checked_sub(primary.len()) {
                let ways: &mut Vec<_> = &mut secondary[place];
                if ways.iter().all(|&(other, _)| other != colour) {
                    ways.push((colour, bits as u32));
                    bits += 1;
                }
            }
        }
        Self { primary, secondary, bits }
    }

    fn encode(&self, number: u32, entries: &[Entry]) -> EncodedOption {
        let (mut uses, mut bars) = (Vec::new(), Vec::new());
        for &Entry { item, colour } in entries {
            if let Some(&bit) = self.primary.get(item as usize) {
                uses.push(bit);
                bars.push(bit);
                continue;
            }
            for &(other, bit) in &self.secondary[item as usize - self.primary.len()] {
                if other == colour {
                    uses.push(bit);
                }
                if other != colour || colour.is_none() {
                    bars.push(bit);
                }
            }
        }
        uses.sort_unstable();
        bars.sort_unstable();
        EncodedOption { number, uses, bars }
    }
}

/// Returns the primary items, those first whose options exclude most others: a queen in the middle of a board attacks
/// more squares than one at its edge. Items of this kind are in doubt for longest, and search trees are smaller if they
/// are not left for the end.
fn by_conflicts(problem: &ExactCover) -> Vec<Item> {
    let mut uses = vec![0_usize; problem.items()];
    problem.options().flatten().for_each(|entry| uses[entry.item as usize] += 1);
    let mut conflicts = vec![0_usize; problem.items()];
    for entries in problem.options() {
        let excluded: usize = entries.iter().map(|entry| uses[entry.item as usize]).sum();
        entries.iter().for_each(|entry| conflicts[entry.item as usize] += excluded);
    }
    let mut order: Vec<Item> = (0..problem.primary() as Item).collect();
    order.sort_by_key(|&item| std::cmp::Reverse(conflicts[item as usize]));
    order
}
