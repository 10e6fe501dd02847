//! States of an exact cover problem as numbers, as certificates of counts write them.
//!
//! A state is a set of *words*: the primary items that are open, and the uses of secondary items that are
//! still allowed (`x`, or `x:red` with a colour). The second line of a certificate lists the words, and
//! the last one is the lowest bit of the number.
//!
//! ```text
//!   items a b | x:red x:blue                    an option    requires    clears
//!   the whole problem              1111  f      a x:red      a x:red     a x:blue
//!   after the option a x:red       0110  6      b x:red      b x:red     b x:blue
//! ```
//!
//! An option fits a state that has all the words that it requires. A use of a secondary item is in a state
//! only if an option requires it whose first item is the first open one or a later one.

use std::collections::HashMap;

use super::count_words::{text, words};
use super::exact_cover::{Entry, ExactCover, Item};

/// A set of words as a number, the highest bits first. Its length is a multiple of `64 * C` bits: what is
/// done with so many bits at a time needs no loop.
pub(super) type State<const C: usize> = Vec<[u64; C]>;

/// The words of a problem in the order of a certificate, and its options as sets of them.
pub(super) struct CountStates<'p, const C: usize> {
    /// The places of the primary items, whose words come first, by their names.
    places: HashMap<&'p [u8], usize>,
    /// The number of words, and of the bits before the first one.
    n_words: usize,
    unused: usize,
    /// The number of primary items.
    primary: usize,
    /// What each option requires, and then what it clears.
    options: Vec<[u64; C]>,
    n_options: usize,
    /// The options that contain each primary item, and those of which it is the first one.
    options_of: Vec<[OptionList<C>; 2]>,
    /// The words that a state may have whose first open item is that of the place: all primary ones, and those
    /// that options require of which it or a later one is the first item. The last one is that of no open item.
    later: Vec<State<C>>,
    /// All primary items.
    items: State<C>,
    /// The state in which nothing is chosen.
    pub(super) whole: State<C>,
}

/// Options in ascending order, and what each requires.
#[derive(Clone, Default)]
struct OptionList<const C: usize> {
    options: Vec<u32>,
    required: Vec<[u64; C]>,
}

impl<'p, const C: usize> CountStates<'p, C> {
    /// Numbers the words of a problem, whose primary items are in this order. Without an order there are no states.
    pub(super) fn new(problem: &'p ExactCover, order: &[Item]) -> Self {
        let words = words(problem, order);
        let (n_words, primary) = (words.len(), order.len());
        let none = vec![[0; C]; n_words.div_ceil(64 * C).max(1)];
        let mut states = Self {
            places: order.iter().map(|&item| problem.name(item).as_bytes()).zip(0..).collect(),
            n_words,
            unused: 64 * C * none.len() - n_words,
            primary,
            options: Vec::new(),
            n_options: problem.option_count(),
            options_of: vec![Default::default(); primary],
            later: vec![none.clone(); primary + 1],
            items: none.clone(),
            whole: none,
        };
        if primary < problem.primary() {
            return states;
        }
        let mut uses = vec![Vec::new(); problem.items()];
        for (place, entry) in words.iter().enumerate() {
            uses[entry.item as usize].push(place);
        }
        let places: HashMap<Entry, usize> = words.into_iter().zip(0..).collect();
        for (number, option) in problem.options().enumerate() {
            states.push_option(number, option, &places, &uses);
        }
        (0..primary).for_each(|place| states.set(|it| &mut it.items, place));
        for place in (0..primary).rev() {
            let [before, after] = &mut states.later[place..place + 2] else { continue };
            add(before, after);
            add(before, &states.items);
        }
        states.whole.clone_from(&states.later[0]);
        states
    }

    fn push_option(
        &mut self,
        number: usize,
        option: &[Entry],
        places: &HashMap<Entry, usize>,
        uses: &[Vec<usize>],
    ) {
        let chunks = self.whole.len();
        let required: Vec<usize> = option.iter().map(|entry| places[entry]).collect();
        let first = required.iter().copied().min().filter(|&first| first < self.primary);
        self.options.resize(self.options.len() + 2 * chunks, [0; C]);
        let start = 2 * chunks * number;
        for (entry, &place) in option.iter().zip(&required) {
            self.set(|it| &mut it.options[start..start + chunks], place);
            for &other in &uses[entry.item as usize] {
                if entry.colour.is_none() || other != place {
                    self.set(|it| &mut it.options[start + chunks..], other);
                }
            }
        }
        let requires = &self.options[start..start + chunks];
        let Some(first) = first else { return };
        add(&mut self.later[first], requires);
        let items = required.into_iter().filter(|&place| place < self.primary);
        for (place, list) in items.map(|place| (place, 0)).chain([(first, 1)]) {
            let list = &mut self.options_of[place][list];
            list.options.push(number as u32);
            list.required.extend(requires);
        }
    }

    /// Adds a word to a set.
    fn set(&mut self, words: impl FnOnce(&mut Self) -> &mut [[u64; C]], place: usize) {
        let bit = self.unused + place;
        words(self)[bit / 64 / C][bit / 64 % C] |= 1 << (63 - bit % 64);
    }

    /// Returns the number of options.
    pub(super) fn n_options(&self) -> usize {
        self.n_options
    }

    /// Returns whether there are no secondary items.
    #[inline]
    fn is_plain(&self) -> bool {
        self.n_words == self.primary
    }

    /// Returns what an option requires, and what it clears.
    #[inline]
    fn option(&self, option: u32) -> (&[[u64; C]], &[[u64; C]]) {
        let chunks = self.whole.len();
        self.options[2 * option as usize * chunks..][..2 * chunks].split_at(chunks)
    }

    /// Returns the state in which no item is open.
    pub(super) fn covered(&self) -> &[[u64; C]] {
        &self.later[self.primary]
    }

    /// Returns the places of the items that are open, in order.
    fn open(&self, state: &[[u64; C]]) -> impl Iterator<Item = usize> {
        let is_open = |place: &usize| {
            let bit = self.unused + place;
            state[bit / 64 / C][bit / 64 % C] >> (63 - bit % 64) & 1 == 1
        };
        (0..self.primary).filter(is_open)
    }

    /// Returns the place of the first open item, or the number of items if there is none.
    #[inline]
    pub(super) fn first(&self, state: &[[u64; C]]) -> usize {
        let mut zeros = 0;
        for digit in state.as_flattened() {
            if *digit != 0 {
                let place = zeros + digit.leading_zeros() as usize - self.unused;
                return place.min(self.primary);
            }
            zeros += 64;
        }
        self.primary
    }

    /// Returns the place of the item of a line, and whether it is the first open one, for which there is no word.
    ///
    /// # Errors
    /// If the word is not `@` with the name of another open item, or none is open.
    #[inline]
    pub(super) fn item(
        &self,
        state: &[[u64; C]],
        word: Option<&[u8]>,
    ) -> Result<(usize, bool), String> {
        let Some(word) = word else {
            let first = self.first(state);
            return if first < self.primary {
                Ok((first, true))
            } else {
                Err("no item is open".into())
            };
        };
        let place = word.strip_prefix(b"@").and_then(|name| self.places.get(name));
        let mut others = self.open(state).skip(1);
        let place = place.filter(|&&place| others.any(|open| open == place));
        let word = text(word);
        let expected = || format!("{word:?}, expected @ and an open item that is not the first");
        place.map(|&place| (place, false)).ok_or_else(expected)
    }

    /// Returns the options of an item, each with what it requires. If the item is the first open one, these have it as
    /// their first one, because others cannot fit.
    #[inline]
    pub(super) fn options_of(
        &self,
        (place, is_first): (usize, bool),
    ) -> impl Iterator<Item = (u32, &[[u64; C]])> {
        let OptionList { options, required } = &self.options_of[place][usize::from(is_first)];
        let (mut required, chunks) = (&required[..], self.whole.len());
        options.iter().map(move |&option| {
            let (requires, others) = required.split_at(chunks);
            required = others;
            (option, requires)
        })
    }

    /// Returns whether an option that fits a state leads to another one.
    #[inline]
    pub(super) fn leads(&self, option: u32, from: &[[u64; C]], to: &[[u64; C]]) -> bool {
        let clears = self.option(option).1;
        let later = if self.is_plain() { &self.items } else { &self.later[self.first(to)] };
        let mut different = 0;
        for (((from, clears), later), to) in from.iter().zip(clears).zip(later).zip(to) {
            for digit in 0..C {
                different |= (from[digit] & !clears[digit] & later[digit]) ^ to[digit];
            }
        }
        different == 0
    }

    /// Replaces `after` by the state to which an option that fits leads.
    pub(super) fn after(&self, option: u32, state: &[[u64; C]], after: &mut State<C>) {
        after.clear();
        after.extend_from_slice(state);
        combine(after, self.option(option).1, |state, clears| state & !clears);
        let first = self.first(after);
        combine(after, &self.later[first], |state, later| state & later);
    }

    /// Replaces `state` by the one from which an option leads to `after`, if there is one and no secondary item.
    #[inline]
    pub(super) fn before(&self, option: u32, after: &[[u64; C]], state: &mut State<C>) -> bool {
        if option as usize >= self.n_options {
            return false;
        }
        let mut both = 0;
        for ((state, after), requires) in state.iter_mut().zip(after).zip(self.option(option).0) {
            for digit in 0..C {
                both |= after[digit] & requires[digit];
                state[digit] = after[digit] | requires[digit];
            }
        }
        both == 0
    }

    /// Replaces a state by the part of it that has the items with these names.
    pub(super) fn restrict<'n>(&self, state: &mut State<C>, names: impl Iterator<Item = &'n str>) {
        let open: Vec<usize> = names.map(|name| self.places[name.as_bytes()]).collect();
        for place in (0..self.primary).filter(|place| !open.contains(place)) {
            let bit = self.unused + place;
            state[bit / 64 / C][bit / 64 % C] &= !(1 << (63 - bit % 64));
        }
        let first = self.first(state);
        combine(state, &self.later[first], |state, later| state & later);
    }

    /// Replaces `state` by the union of these parts.
    ///
    /// # Errors
    /// If they are not two or more states without a common item, each with the uses of the whole that it may
    /// have, or an option that fits has an effect on two.
    pub(super) fn join(&self, parts: &[State<C>], state: &mut State<C>) -> Result<(), String> {
        state.fill([0; C]);
        parts.iter().for_each(|part| add(state, part));
        let items: Vec<Vec<usize>> = parts.iter().map(|part| self.open(part).collect()).collect();
        if parts.len() < 2
            || items.concat().len() > self.open(state).count()
            || !parts.iter().all(|part| self.has_uses_of(part, state))
        {
            return Err("expected two or more parts of a state without a common item".into());
        }
        let mut effects = [self.covered().to_vec(), self.covered().to_vec()];
        for items in items {
            let [requires, clears] = self.effects(state, &items);
            if overlap(&requires, &effects[1]) || overlap(&clears, &effects[0]) {
                return Err("the parts are not independent".into());
            }
            add(&mut effects[0], &requires);
            add(&mut effects[1], &clears);
        }
        Ok(())
    }

    /// Returns whether a part of a state has all the uses of the state that it may have.
    fn has_uses_of(&self, part: &[[u64; C]], state: &[[u64; C]]) -> bool {
        let mut different = state.to_vec();
        combine(&mut different, &self.later[self.first(part)], |state, later| state & later);
        combine(&mut different, part, |all, part| all ^ part);
        is_subset(&different, &self.items)
    }

    /// Returns what the options of these items that fit a state require, and what they clear.
    fn effects(&self, state: &[[u64; C]], items: &[usize]) -> [State<C>; 2] {
        let mut effects = [self.covered().to_vec(), self.covered().to_vec()];
        for (option, requires) in items.iter().flat_map(|&item| self.options_of((item, false))) {
            if is_subset(requires, state) {
                add(&mut effects[0], requires);
                add(&mut effects[1], self.option(option).1);
            }
        }
        effects
    }

    /// Replaces `state` by that of a hexadecimal number without zeros in front.
    ///
    /// # Errors
    /// If it is none.
    pub(super) fn parse(&self, word: &[u8], state: &mut State<C>) -> Result<(), String> {
        state.fill([0; C]);
        let digits = state.as_flattened_mut();
        let is_short = !word.starts_with(b"0") && word.len() <= 16 * digits.len();
        let last = digits.len() - 1;
        let mut set = |(place, &byte): (usize, &u8)| {
            let digit = char::from(byte).to_digit(16).filter(|_| !byte.is_ascii_uppercase())?;
            digits[last - place / 16] |= u64::from(digit) << (4 * (place % 16));
            Some(())
        };
        let is_number = is_short && word.iter().rev().enumerate().try_for_each(&mut set).is_some();
        match is_number && is_subset(state, &self.whole) {
            true => Ok(()),
            false => Err(format!("{:?} is no state", text(word))),
        }
    }
}

/// Returns a state as a hexadecimal number.
pub(super) fn hex<const C: usize>(state: &[[u64; C]]) -> String {
    let digits = state.as_flattened().iter();
    let digits: String = digits.map(|digit| format!("{digit:016x}")).collect();
    match digits.trim_start_matches('0') {
        "" => "0".into(),
        digits => digits.into(),
    }
}

/// Returns whether all words of the first set are in the second.
#[inline]
pub(super) fn is_subset<const C: usize>(part: &[[u64; C]], of: &[[u64; C]]) -> bool {
    let mut missing = 0;
    for (part, of) in part.iter().zip(of) {
        for digit in 0..C {
            missing |= part[digit] & !of[digit];
        }
    }
    missing == 0
}

/// Returns whether two sets have a word in common.
fn overlap<const C: usize>(one: &[[u64; C]], other: &[[u64; C]]) -> bool {
    one.as_flattened().iter().zip(other.as_flattened()).any(|(one, other)| one & other != 0)
}

/// Adds words to a set.
fn add<const C: usize>(words: &mut [[u64; C]], more: &[[u64; C]]) {
    combine(words, more, |words, more| words | more);
}

/// Replaces each digit of a set by what comes of it and of that of another set.
fn combine<const C: usize>(
    words: &mut [[u64; C]],
    other: &[[u64; C]],
    of: impl Fn(u64, u64) -> u64,
) {
    let digits = words.as_flattened_mut().iter_mut().zip(other.as_flattened());
    digits.for_each(|(digit, &other)| *digit = of(*digit, other));
}
