//! States of a search, as bits.
//!
//! A state has a bit for each primary item, in the order in which they are covered, and then some for each
//! secondary item. A set bit is what an option may *require*, and what it may *clear*:
//!
//! ```text
//!   item                 bits                   an option that contains it
//!   primary              open                   requires the bit and clears it
//!   secondary, plain     open                   the same
//!   secondary with       open  red  blue        without a colour: requires `open` and clears all three
//!   colours red, blue                           with red: requires `red` and clears `open` and `blue`
//! ```
//!
//! An option fits a state if all the bits that it requires are set, and choosing it clears some. Two options
//! that agree on a colour therefore fit one after the other, and all others do not. The first set bit is the
//! next item to cover. Since all items before it are covered, only options of which it is the *first* primary
//! item can fit.
//!
//! Bits of secondary items that no later option requires are cleared as well, so that states which differ in
//! nothing that matters are the same state.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use board::instance::{self, Colour, ExactCover, Item};

/// The bits of states, and what each option of a problem does to them.
#[derive(Clone, Debug)]
pub(super) struct States {
    words: usize,
    primary: usize,
    /// The state in which nothing is chosen.
    initial: Vec<u64>,
    /// For each primary item in order, the end of its options in `options`.
    ends: Vec<u32>,
    /// The numbers of the options, by their first primary item, and in ascending order.
    options: Vec<u32>,
    /// For each option by its number, the end of its patches in `patches`.
    patch_ends: Vec<u32>,
    patches: Vec<Patch>,
    /// For each primary item in order, the end of its requirements in `requirements`.
    requirement_ends: Vec<u32>,
    requirements: Vec<Requirement>,
    /// For each bit of a requirement, from its first one to its last one, the options that require it, by their place
    /// among those of the item.
    requiring: Vec<u64>,
    /// For each primary item in order, the words with bits of secondary items that options from there on
    /// require. Empty if there are no secondary items.
    later: Vec<u64>,
    /// The first word with a bit of a secondary item.
    secondary_word: usize,
}

/// What an option requires of a word of a state, and what it clears there.
#[derive(Clone, Copy, Debug)]
struct Patch {
    word: u32,
    require: u64,
    clear: u64,
}

/// What the options of a primary item require of a word of a state.
#[derive(Clone, Copy, Debug)]
struct Requirement {
    word: u32,
    /// Where the options begin that require its first bit, in `requiring`.
    start: u32,
    bits: u64,
}

/// The bits of an item: all of them, and that of each way to use it.
#[derive(Clone, Debug, Default)]
pub(super) struct ItemBits {
    all: Vec<usize>,
    of_use: BTreeMap<Option<Colour>, usize>,
}

/// What an option does to a bit of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    pub(super) bit: usize,
    pub(super) requires: bool,
    pub(super) clears: bool,
}

impl States {
    /// Numbers the bits of a problem whose primary items are covered in this order.
    pub(super) fn new(problem: &ExactCover, order: &[Item]) -> Self {
        let (bits, n_bits) = item_bits(problem, order);
        let mut states = Self {
            words: n_bits.div_ceil(64),
            primary: order.len(),
            initial: vec![0; n_bits.div_ceil(64)],
            ends: Vec::with_capacity(order.len()),
            options: Vec::new(),
            patch_ends: Vec::with_capacity(problem.option_count()),
            patches: Vec::new(),
            requirement_ends: Vec::with_capacity(order.len()),
            requirements: Vec::new(),
            requiring: Vec::new(),
            later: Vec::new(),
            secondary_word: order.len() / 64,
        };
        (0..n_bits).for_each(|bit| states.initial[bit / 64] |= 1 << (bit % 64));
        for option in problem.options() {
            states.add_patches(option, &bits);
        }
        states.sort_options(problem, &bits);
        (0..states.primary).for_each(|place| states.index_options(place));
        if problem.items() > problem.primary() {
            states.find_later();
        }
        states
    }

    /// Returns the number of words of a state.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Returns the number of bits of a state.
    pub(super) fn bits(&self) -> usize {
        self.initial.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the number of primary items, which have the first bits.
    pub(super) fn primary(&self) -> usize {
        self.primary
    }

    /// Returns the number of options.
    pub(super) fn n_options(&self) -> usize {
        self.patch_ends.len()
    }

    /// Returns the places of the primary items of an option, in ascending order.
    pub(super) fn places_of(&self, option: usize) -> impl Iterator<Item = usize> {
        let patches = self.patches_of(option as u32).iter();
        let bits = patches.flat_map(|it| bits(it.clear).map(|bit| 64 * it.word as usize + bit));
        bits.take_while(|&bit| bit < self.primary)
    }

    /// Returns the state in which nothing is chosen.
    pub(super) fn initial(&self) -> &[u64] {
        &self.initial
    }

    /// Returns the place in the order of the next item to cover, or `None` if all are covered.
    #[inline]
    pub(super) fn next_item(&self, state: &[u64]) -> Option<usize> {
        let word = state.iter().position(|&word| word != 0)?;
        let bit = word * 64 + state[word].trailing_zeros() as usize;
        (bit < self.primary).then_some(bit)
    }

    /// Appends the options that fit a state whose next item is at this place of the order, in ascending order.
    ///
    /// They are those of the item, less those that require a bit that the state has not. There are fewer such bits
    /// than options.
    #[inline]
    pub(super) fn fitting(&self, place: usize, state: &[u64], fitting: &mut Vec<u32>) {
        let options = self.options_from(place);
        let width = options.len().div_ceil(64);
        let requirements = range(&self.requirement_ends, place);
        for (chunk, options) in options.chunks(64).enumerate() {
            let mut left = u64::MAX >> (64 - options.len());
            for &Requirement { word, start, bits } in &self.requirements[requirements.clone()] {
                let requiring = &self.requiring[start as usize..];
                let mut missing = bits & !state[word as usize];
                while missing != 0 {
                    let after = missing.trailing_zeros() - bits.trailing_zeros();
                    left &= !requiring[after as usize * width + chunk];
                    missing &= missing - 1;
                }
            }
            while left != 0 {
                fitting.push(options[left.trailing_zeros() as usize]);
                left &= left - 1;
            }
        }
    }

    /// Returns whether an option fits a state.
    #[inline]
    pub(super) fn fits(&self, option: u32, state: &[u64]) -> bool {
        let fits = |patch: &Patch| state[patch.word as usize] & patch.require == patch.require;
        self.patches_of(option).iter().all(fits)
    }

    /// Returns the bits that an option requires.
    pub(super) fn required(&self, option: u32) -> impl Iterator<Item = usize> {
        let patches = self.patches_of(option).iter();
        patches.flat_map(|patch| bits(patch.require).map(|bit| 64 * patch.word as usize + bit))
    }

    /// Chooses an option that fits.
    #[inline]
    pub(super) fn choose(&self, option: u32, state: &mut [u64]) {
        for patch in self.patches_of(option) {
            state[patch.word as usize] &= !patch.clear;
        }
    }

    /// Clears the bits of secondary items that no option can require any more.
    #[inline]
    pub(super) fn forget(&self, state: &mut [u64]) {
        if self.later.is_empty() {
            return;
        }
        let width = self.words - self.secondary_word;
        let place = self.next_item(state).unwrap_or(self.primary);
        let later = &self.later[place * width..(place + 1) * width];
        for (word, later) in state[self.secondary_word..].iter_mut().zip(later) {
            *word &= later;
        }
    }

    /// Returns the options whose first primary item is at this place of the order.
    #[inline]
    fn options_from(&self, place: usize) -> &[u32] {
        &self.options[range(&self.ends, place)]
    }

    #[inline]
    fn patches_of(&self, option: u32) -> &[Patch] {
        &self.patches[range(&self.patch_ends, option as usize)]
    }

    /// Appends the patches of the next option, one for each word that it touches.
    fn add_patches(&mut self, option: &[instance::Entry], bits: &[ItemBits]) {
        let mut words: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
        for Effect { bit, requires, clears } in effects(option, bits) {
            let (require, clear) = words.entry(bit / 64).or_default();
            *require |= u64::from(requires) << (bit % 64);
            *clear |= u64::from(clears) << (bit % 64);
        }
        let patch = |(word, (require, clear))| Patch { word: word as u32, require, clear };
        self.patches.extend(words.into_iter().map(patch));
        self.patch_ends.push(self.patches.len() as u32);
    }

    /// Sorts the options by their first primary item. Those without one are never chosen.
    fn sort_options(&mut self, problem: &ExactCover, bits: &[ItemBits]) {
        let mut from: Vec<Vec<u32>> = vec![Vec::new(); self.primary];
        for (number, option) in problem.options().enumerate() {
            let places = option.iter().map(|entry| bits[entry.item as usize].all[0]);
            if let Some(place) = places.min().filter(|&place| place < self.primary) {
                from[place].push(number as u32);
            }
        }
        for options in from {
            self.options.extend(options);
            self.ends.push(self.options.len() as u32);
        }
    }

    /// Finds what the options of the item at this place of the order require.
    fn index_options(&mut self, place: usize) {
        let options = self.options_from(place).to_vec();
        let width = options.len().div_ceil(64);
        let mut words: BTreeMap<u32, u64> = BTreeMap::new();
        for patch in options.iter().flat_map(|&option| self.patches_of(option)) {
            *words.entry(patch.word).or_default() |= patch.require;
        }
        for (word, bits) in words {
            let start = self.requiring.len() as u32;
            for bit in (bits.trailing_zeros()..64 - bits.leading_zeros()).map(|bit| 1 << bit) {
                let from = self.requiring.len();
                self.requiring.resize(from + width, 0);
                for (number, &option) in options.iter().enumerate() {
                    let requires = |patch: &Patch| patch.word == word && patch.require & bit != 0;
                    if self.patches_of(option).iter().any(requires) {
                        self.requiring[from + number / 64] |= 1 << (number % 64);
                    }
                }
            }
            self.requirements.push(Requirement { word, start, bits });
        }
        self.requirement_ends.push(self.requirements.len() as u32);
    }

    /// Finds, for each place of the order, the bits that options from there on require, primary ones in the
    /// first of these words included.
    fn find_later(&mut self) {
        let width = self.words - self.secondary_word;
        let mut required = vec![0; width];
        for bit in self.secondary_word * 64..self.primary {
            required[0] |= 1 << (bit % 64);
        }
        let mut later = vec![required.clone()];
        for place in (0..self.primary).rev() {
            for &option in self.options_from(place) {
                for patch in self.patches_of(option) {
                    if let Some(word) = (patch.word as usize).checked_sub(self.secondary_word) {
                        required[word] |= patch.require;
                    }
                }
            }
            later.push(required.clone());
        }
        self.later = later.into_iter().rev().flatten().collect();
    }
}

/// Returns the places of the bits that are set.
#[inline]
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// Returns the range of an item of a list, given where each ends.
#[inline]
fn range(ends: &[u32], item: usize) -> std::ops::Range<usize> {
    let start = if item == 0 { 0 } else { ends[item - 1] };
    start as usize..ends[item] as usize
}

/// Returns what an option does to bits, each of which appears once.
pub(super) fn effects(
    option: &[instance::Entry],
    bits: &[ItemBits],
) -> impl Iterator<Item = Effect> {
    option.iter().flat_map(|entry| {
        let ItemBits { all, of_use } = &bits[entry.item as usize];
        let required = of_use[&entry.colour];
        all.iter().map(move |&bit| {
            let requires = bit == required;
            Effect { bit, requires, clears: !requires || entry.colour.is_none() }
        })
    })
}

/// Numbers the bits of all items: primary ones in this order, then those of secondary ones. Returns those of each item,
/// and the number of bits.
pub(super) fn item_bits(problem: &ExactCover, order: &[Item]) -> (Vec<ItemBits>, usize) {
    let mut bits = vec![ItemBits::default(); problem.items()];
    for (place, &item) in order.iter().enumerate() {
        bits[item as usize].all.push(place);
        bits[item as usize].of_use.insert(None, place);
    }
    let mut n_bits = order.len();
    for entry in problem.options().flatten() {
        let bits = &mut bits[entry.item as usize];
        if let Entry::Vacant(vacant) = bits.of_use.entry(entry.colour) {
            vacant.insert(n_bits);
            bits.all.push(n_bits);
            n_bits += 1;
        }
    }
    (bits, n_bits)
}
