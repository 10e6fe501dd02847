//! The matrix as bit sets: one of the remaining options, and one of the options of each item.
//!
//! Two options are compatible if they share no item, or assign the same colour to each item that they
//! share. The options that an item of a chosen option excludes are therefore known in advance. They
//! form a *mask*: all options of the item, or those that do not assign this colour to it. Covering
//! removes the mask from the remaining options and decrements the counts of the items of each option
//! removed:
//!
//! ```text
//!   options     0 1 2 3 4 5
//!   left        1 0 1 1 0 1
//!   mask of a   0 1 1 0 0 1     the options that contain item a
//!   removed         2     5     their other items lose one option each
//! ```
//!
//! A mask stores only its non-zero 64-bit words: on 9×9, a cell has one or two of the twelve, a column
//! nine. Each colour of an item has its own mask. Most words of a mask lose nothing, and which ones cannot be predicted. So
//! the masks of all items of an option are applied first, in a loop that has no branch but its end and collects the words
//! that lost something; the counts are decremented afterwards. An item with a single option, as most are that are chosen, is
//! covered together with the others of that option. Steps are not undone one by one: a bet starts from a
//! copy of the bits and counts, 744 bytes on 9×9 and 16 kB on 36×36 (`Levels`). Algorithm X on bit sets
//! is folklore; keeping counts beside the bits is taken from kudoku (Attractive Chaos 2011).

use std::collections::BTreeMap;
use std::ops::Range;

use board::instance::{Entry, ExactCover};

use super::heuristic::{FewestOptions, Weighted};
use super::levels::{LevelStep, Levels};
use super::matrix::CoverMatrix;
use super::option_counts::{OptionCounts, SavedCounts};
use super::tracer::Tracer;
use super::{algorithm_m, ones_only, puzzles, search};
use crate::contract::{Backend, Method, Preparation, Takes, Unsupported};

mod multi;
pub(crate) mod parts;
mod saved;

/// The row `cover/bitmatrix`.
pub const BITMATRIX: Backend = puzzles::row(
    "cover/bitmatrix",
    "Algorithm X on bit sets, fewest options first",
    "items and options, as bits",
    Takes {
        puzzles: Some(Preparation::new(|it| {
            puzzles::prepare(it, BitMatrix::new, |_| FewestOptions)
        })),
        covers: Some(Preparation::new(|it| algorithm_m::prepare(it, BitMatrix::of_any))),
        ..Takes::NOTHING
    },
);

/// The row `cover/bitmatrix.weighted`.
pub const WEIGHTED: Backend = Backend {
    id: "cover/bitmatrix.weighted",
    about: "Algorithm X on bit sets, items that failed often first (dom/wdeg)",
    method: Method { choice: "item with few options that failed often", ..BITMATRIX.method },
    takes: Takes {
        puzzles: Some(Preparation::new(|it| puzzles::prepare(it, BitMatrix::new, Weighted::new))),
        covers: Some(Preparation::new(|it| search::prepare(it, BitMatrix::new, Weighted::new))),
        ..Takes::NOTHING
    },
    ..BITMATRIX
};

/// The remaining options, and the number that each item has.
#[derive(Clone, Debug)]
pub(crate) struct BitMatrix {
    left: Vec<u64>,
    counts: OptionCounts,
    /// The start of the entries of each option, and the end of the last.
    starts: Vec<u32>,
    /// The item of each entry.
    items: Vec<u32>,
    /// For each entry, the mask of the options that are incompatible because of its item.
    rivals: Vec<u32>,
    masks: Masks,
    /// The options that are being removed, and the number of words that have some.
    removed: Vec<Word>,
    n_removed: usize,
    levels: Levels,
    /// The state of the whole problem, then that at each level that has several options.
    saved_left: Vec<u64>,
    saved_counts: SavedCounts,
}

/// Sets of options. The first ones are the options of each item.
#[derive(Clone, Debug, Default)]
struct Masks {
    words: Vec<Word>,
    /// The end of each mask in `words`.
    ends: Vec<u32>,
}

/// The members of a set among 64 consecutive options.
#[derive(Clone, Copy, Debug)]
struct Word {
    index: u32,
    bits: u64,
}

impl Masks {
    /// Adds a set, given in ascending order, and returns its number.
    fn push(&mut self, options: impl Iterator<Item = usize>) -> u32 {
        let start = self.words.len();
        for option in options {
            let (index, bit) = ((option / 64) as u32, 1 << (option % 64));
            match self.words[start..].last_mut() {
                Some(word) if word.index == index => word.bits |= bit,
                _ => self.words.push(Word { index, bits: bit }),
            }
        }
        self.ends.push(self.words.len() as u32);
        self.ends.len() as u32 - 1
    }

    #[inline]
    fn get(&self, mask: u32) -> &[Word] {
        let start = if mask == 0 { 0 } else { self.ends[mask as usize - 1] };
        &self.words[start as usize..self.ends[mask as usize] as usize]
    }
}

impl BitMatrix {
    /// Returns the matrix of a problem without multiplicities.
    ///
    /// # Errors
    /// If it has some, or is too large.
    pub(crate) fn new(problem: &ExactCover) -> Result<Self, Unsupported> {
        ones_only(problem)?;
        Self::of_any(problem)
    }

    /// Returns the matrix of a problem, whose multiplicities are those of the search.
    ///
    /// # Errors
    /// If it is too large.
    fn of_any(problem: &ExactCover) -> Result<Self, Unsupported> {
        let options = problem.option_count();
        let mut left = vec![0; options.div_ceil(64)];
        (0..options).for_each(|option| left[option / 64] |= 1 << (option % 64));
        let mut matrix = Self {
            saved_left: left.clone(),
            left,
            counts: OptionCounts::new(problem)?,
            starts: vec![0],
            items: Vec::with_capacity(problem.entry_count()),
            rivals: Vec::with_capacity(problem.entry_count()),
            masks: Masks::default(),
            removed: Vec::new(),
            n_removed: 0,
            levels: Levels::new(problem.primary()),
            saved_counts: SavedCounts::default(),
        };
        matrix.saved_counts.save(&matrix.counts);
        matrix.index(problem);
        Ok(matrix)
    }

    /// Returns the options that remain, as bits.
    pub(crate) fn left(&self) -> &[u64] {
        &self.left
    }

    /// Returns the options that an item has left, in ascending order.
    pub(crate) fn options_of(&self, item: usize) -> impl Iterator<Item = u32> {
        options_of(&self.masks, &self.left, item)
    }

    /// Returns the option that an item has left, if that is one. No branch depends on its place.
    #[inline]
    fn only_option_of(&self, item: usize) -> u32 {
        let (mut place, mut bits) = (0, 0);
        for word in self.masks.get(item as u32) {
            let left = self.left[word.index as usize] & word.bits;
            bits |= left;
            place |= if left == 0 { 0 } else { word.index };
        }
        64 * place + bits.trailing_zeros()
    }

    /// Builds the masks and assigns one to each item of each option.
    fn index(&mut self, problem: &ExactCover) {
        let mut uses: Vec<Vec<(usize, Option<u32>)>> = vec![Vec::new(); problem.items()];
        for (option, entries) in problem.options().enumerate() {
            for &Entry { item, colour } in entries {
                uses[item as usize].push((option, colour));
            }
        }
        for of_item in &uses {
            self.masks.push(of_item.iter().map(|&(option, _)| option));
        }
        let mut of_colour = BTreeMap::new();
        for entries in problem.options() {
            for &Entry { item, colour } in entries {
                let mut mask_of_others = || {
                    let others = uses[item as usize].iter().filter(|&&(_, other)| other != colour);
                    self.masks.push(others.map(|&(option, _)| option))
                };
                let coloured =
                    |colour| *of_colour.entry((item, colour)).or_insert_with(&mut mask_of_others);
                let mask = colour.map_or(item, coloured);
                self.items.push(item);
                self.rivals.push(mask);
            }
            self.starts.push(self.items.len() as u32);
        }
        let words_of = |option: usize| {
            let rivals = &self.rivals[self.entries_of(option)];
            rivals.iter().map(|&mask| self.masks.get(mask).len()).sum::<usize>()
        };
        let most = (0..problem.option_count()).map(words_of).max().unwrap_or(0);
        // One more is written behind the last.
        self.removed = vec![Word { index: 0, bits: 0 }; most + 1];
    }

    #[inline]
    fn is_left(&self, option: usize) -> bool {
        self.left[option / 64] >> (option % 64) & 1 == 1
    }

    #[inline]
    fn entries_of(&self, option: usize) -> Range<usize> {
        self.starts[option] as usize..self.starts[option + 1] as usize
    }

    /// Moves the options of a mask from those that are left to those that are being removed.
    #[inline]
    fn take_mask<P: Tracer>(&mut self, mask: u32, tracer: &mut P) {
        let words = self.masks.get(mask);
        tracer.access(4 * words.len());
        let (left, removed) = (&mut self.left[..], &mut self.removed[self.n_removed..]);
        let mut n_removed = 0;
        // Whether a word loses options cannot be predicted, so the next one takes its place if it does not.
        for &Word { index, bits } in words {
            let word = &mut left[index as usize];
            let taken = *word & bits;
            *word ^= taken;
            removed[n_removed] = Word { index, bits: taken };
            n_removed += usize::from(taken != 0);
        }
        self.n_removed += n_removed;
    }

    /// Removes these options: decrements the counts of their items.
    #[inline]
    fn remove<P: Tracer>(&mut self, tracer: &mut P) {
        let n_removed = std::mem::take(&mut self.n_removed);
        let (starts, items) = (&self.starts[..], &self.items[..]);
        let counts = self.counts.as_mut_slice();
        for &Word { index, bits } in &self.removed[..n_removed] {
            let mut rest = bits;
            while rest != 0 {
                let option = (index * 64 + rest.trailing_zeros()) as usize;
                rest &= rest - 1;
                let entries = starts[option] as usize..starts[option + 1] as usize;
                tracer.update(entries.len());
                tracer.access(3 * entries.len() + 1);
                for &item in &items[entries] {
                    counts[item as usize] -= 1;
                }
            }
        }
    }

    /// Covers or purifies the items of an option that are not covered yet.
    fn commit<P: Tracer>(&mut self, option: usize, tracer: &mut P) {
        self.entries_of(option).for_each(|entry| self.take_entry(entry, tracer));
        self.remove(tracer);
    }

    /// Covers or purifies the item of an entry, unless it is covered.
    #[inline]
    fn commit_entry<P: Tracer>(&mut self, entry: usize, tracer: &mut P) {
        self.take_entry(entry, tracer);
        self.remove(tracer);
    }

    #[inline]
    fn take_entry<P: Tracer>(&mut self, entry: usize, tracer: &mut P) {
        let (item, mask) = (self.items[entry], self.rivals[entry]);
        tracer.access(2);
        if !self.counts.is_covered(item as usize) {
            self.take(item as usize, mask, tracer);
        }
    }

    #[inline]
    fn cover<P: Tracer>(&mut self, item: usize, mask: u32, tracer: &mut P) {
        self.take(item, mask, tracer);
        self.remove(tracer);
    }

    #[inline]
    fn take<P: Tracer>(&mut self, item: usize, mask: u32, tracer: &mut P) {
        tracer.cover(item);
        tracer.update(1);
        tracer.access(3);
        self.counts.cover(item);
        self.take_mask(mask, tracer);
    }

    /// Returns the size of a state in words.
    fn words(&self) -> usize {
        self.left.len() + self.counts.words()
    }

    fn restore(&mut self) {
        let start = self.saved_left.len() - self.left.len();
        self.left.copy_from_slice(&self.saved_left[start..]);
        self.saved_counts.restore(&mut self.counts);
    }
}

/// Returns the options in `left` that contain an item, in ascending order.
fn options_of(masks: &Masks, left: &[u64], item: usize) -> impl Iterator<Item = u32> {
    masks.get(item as u32).iter().flat_map(|&Word { index, bits }| {
        let mut left = left[index as usize] & bits;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(index * 64 + bit)
        })
    })
}

impl CoverMatrix for BitMatrix {
    fn option_counts(&self) -> &OptionCounts {
        &self.counts
    }

    fn open<P: Tracer>(&mut self, item: usize, tracer: &mut P) {
        tracer.access(4 * self.masks.get(item as u32).len());
        let count = self.counts.get(item);
        if count == 1 {
            // It covers the item itself.
            self.levels.open_one(self.only_option_of(item));
        } else {
            self.levels.open(options_of(&self.masks, &self.left, item).take(count));
            self.cover(item, item as u32, tracer);
            tracer.access(2 * self.words());
            self.save();
        }
    }

    fn advance<P: Tracer>(&mut self, tracer: &mut P) -> Option<usize> {
        match self.levels.advance()? {
            LevelStep::Try { option, again } => {
                if again {
                    tracer.access(2 * self.words());
                    self.restore();
                }
                self.commit(option, tracer);
                Some(option)
            }
            LevelStep::Close { several } => {
                if several {
                    self.forget();
                }
                None
            }
        }
    }

    fn force<P: Tracer>(&mut self, option: usize, tracer: &mut P) -> bool {
        let possible = self.is_left(option);
        tracer.access(1);
        if possible {
            self.commit(option, tracer);
        }
        possible
    }

    fn forbid<P: Tracer>(&mut self, option: usize, tracer: &mut P) {
        self.left[option / 64] &= !(1 << (option % 64));
        let entries = self.entries_of(option);
        tracer.update(entries.len());
        tracer.access(3 * entries.len() + 3);
        for &item in &self.items[entries] {
            self.counts.shrink(item as usize);
        }
    }

    fn reset(&mut self) {
        self.levels.clear();
        self.saved_left.truncate(self.left.len());
        self.saved_counts.keep_first(&self.counts);
        self.restore();
    }
}
