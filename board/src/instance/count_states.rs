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
//! only if it matters: if an option requires it that begins with an open item.

use std::collections::{HashMap, HashSet};

use super::count_words::{hex, items_line, number, text, words};
use super::exact_cover::{Entry, ExactCover, Item};

/// A set of words as a number, the highest 64 bits first.
pub(super) type State = Vec<u64>;

/// The words of a problem in the order of a certificate, and its options as sets of them.
pub(super) struct CountStates<'p> {
    /// The places of the primary items, whose words come first, by their names.
    places: HashMap<&'p [u8], usize>,
    /// The number of words.
    n_words: usize,
    /// The number of primary items.
    primary: usize,
    /// What each option requires, and then what it clears.
    options: Vec<u64>,
    /// The options that contain each primary item, and those of which it is the first one.
    options_of: Vec<[Vec<usize>; 2]>,
    /// The words that matter while a primary item is open: its own, and those of secondary items that
    /// options require of which it is the first item.
    needs: Vec<State>,
    /// The state in which nothing is chosen.
    pub(super) whole: State,
    /// The state without a word.
    none: State,
}

impl<'p> CountStates<'p> {
    /// Reads the second line of a certificate.
    ///
    /// # Errors
    /// If it is not the line of an order of the primary items.
    pub(super) fn read(problem: &'p ExactCover, line: &[u8]) -> Result<Self, String> {
        let line = str::from_utf8(line).map_err(|_| "not UTF-8, expected text")?;
        let numbers: HashMap<&str, Item> =
            (0..problem.primary() as Item).map(|item| (problem.name(item), item)).collect();
        let number =
            |name| numbers.get(name).ok_or(format!("{name:?} is no primary item")).copied();
        let names = line.split(' ').skip(1).take(problem.primary());
        let order: Vec<Item> = names.map(number).collect::<Result<_, String>>()?;
        let distinct: HashSet<Item> = order.iter().copied().collect();
        if distinct.len() < problem.primary() {
            return Err(format!("expected each of the {} primary items once", problem.primary()));
        }
        match items_line(problem, &order) {
            expected if line == expected => Ok(Self::new(problem, &order)),
            expected => Err(format!("expected {expected:?}")),
        }
    }

    /// Numbers the words of a problem, whose primary items are in this order.
    pub(super) fn new(problem: &'p ExactCover, order: &[Item]) -> Self {
        let words = words(problem, order);
        let (n_words, primary) = (words.len(), order.len());
        let none = vec![0; n_words.div_ceil(64).max(1)];
        let mut states = Self {
            places: order.iter().map(|&item| problem.name(item).as_bytes()).zip(0..).collect(),
            n_words,
            primary,
            options: Vec::new(),
            options_of: vec![Default::default(); primary],
            needs: vec![none.clone(); primary],
            whole: none.clone(),
            none,
        };
        if primary < problem.primary() {
            return states;
        }
        let mut uses = vec![Vec::new(); problem.items()];
        for (place, entry) in words.iter().enumerate() {
            uses[entry.item as usize].push(place);
            set_word(&mut states.whole, n_words, place);
        }
        let places: HashMap<Entry, usize> = words.into_iter().zip(0..).collect();
        for (number, option) in problem.options().enumerate() {
            states.push_option(number, option, &places, &uses);
        }
        for (place, needs) in states.needs.iter_mut().enumerate() {
            set_word(needs, n_words, place);
        }
        states.whole = states.needed(&states.whole, &(0..primary).collect::<Vec<_>>());
        states
    }

    fn push_option(
        &mut self,
        number: usize,
        option: &[Entry],
        places: &HashMap<Entry, usize>,
        uses: &[Vec<usize>],
    ) {
        let (mut requires, mut clears) = (self.none.clone(), self.none.clone());
        let required: Vec<usize> = option.iter().map(|entry| places[entry]).collect();
        let first = required.iter().copied().min().filter(|&first| first < self.primary);
        for (entry, &place) in option.iter().zip(&required) {
            set_word(&mut requires, self.n_words, place);
            for &other in &uses[entry.item as usize] {
                if entry.colour.is_none() || other != place {
                    set_word(&mut clears, self.n_words, other);
                }
            }
            match first {
                Some(_) if place < self.primary => self.options_of[place][0].push(number),
                Some(first) => set_word(&mut self.needs[first], self.n_words, place),
                None => {}
            }
        }
        if let Some(first) = first {
            self.options_of[first][1].push(number);
        }
        self.options.extend(requires);
        self.options.extend(clears);
    }

    /// Returns what an option requires, and what it clears.
    #[inline]
    fn option(&self, option: usize) -> (&[u64], &[u64]) {
        let width = self.none.len();
        let start = 2 * option * width;
        (&self.options[start..start + width], &self.options[start + width..start + 2 * width])
    }

    /// Returns the state without a word.
    pub(super) fn none(&self) -> &[u64] {
        &self.none
    }

    /// Returns the places of the items that are open, in order.
    fn open(&self, state: &[u64]) -> impl Iterator<Item = usize> {
        let unused = 64 * state.len() - self.n_words;
        let bits = (0..).zip(state).flat_map(|(digit, &bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let zeros = left.leading_zeros() as usize;
                left &= !(1_u64 << 63).checked_shr(zeros as u32)?;
                Some(64 * digit + zeros)
            })
        });
        bits.map(move |bit| bit - unused).take_while(|&place| place < self.primary)
    }

    /// Returns the place of the first open item, or that of a secondary one or behind all if there is none.
    #[inline]
    fn first(&self, state: &[u64]) -> usize {
        let unused = 64 * state.len() - self.n_words;
        let mut digit = 0;
        while digit < state.len() && state[digit] == 0 {
            digit += 1;
        }
        let bits = if digit < state.len() { state[digit].leading_zeros() as usize } else { 0 };
        64 * digit + bits - unused
    }

    /// Returns whether no item is open.
    pub(super) fn is_covered(&self, state: &[u64]) -> bool {
        self.first(state) >= self.primary
    }

    /// Returns the place of the item of a line, and whether it is the first open one, for which there is no word.
    ///
    /// # Errors
    /// If the word is not `@` with the name of another open item, or none is open.
    #[inline]
    pub(super) fn place(
        &self,
        state: &[u64],
        word: Option<&[u8]>,
    ) -> Result<(usize, bool), String> {
        let first = self.first(state);
        let Some(word) = word else {
            return if first < self.primary {
                Ok((first, true))
            } else {
                Err("no item is open".into())
            };
        };
        let name = word.strip_prefix(b"@");
        let place = name.and_then(|name| self.places.get(name)).copied();
        let place = place.filter(|&place| place > first && self.open(state).any(|it| it == place));
        let word = text(word);
        let expected = || format!("{word:?}, expected @ and an open item that is not the first");
        place.map(|place| (place, false)).ok_or_else(expected)
    }

    /// Returns the options of an item. If it is the first open one, these are the options that have it as
    /// their first one, because others cannot fit.
    #[inline]
    pub(super) fn options(&self, place: usize, is_first: bool) -> &[usize] {
        &self.options_of[place][usize::from(is_first)]
    }

    /// Returns the words of a state that matter to these open items.
    fn needed(&self, state: &[u64], open: &[usize]) -> State {
        let mut needed = self.none.clone();
        for &place in open {
            add(&mut needed, &self.needs[place]);
        }
        needed.iter_mut().zip(state).for_each(|(all, digit)| *all &= digit);
        needed
    }

    /// Returns whether an option fits a state.
    #[inline]
    pub(super) fn fits(&self, option: usize, state: &[u64]) -> bool {
        is_subset(self.option(option).0, state)
    }

    /// Returns whether an option fits a state, and if so, replaces `after` by the state that it leads to: words
    /// that do not matter there are not in it.
    #[inline]
    pub(super) fn choose(&self, option: usize, state: &[u64], after: &mut State) -> bool {
        let (requires, clears) = self.option(option);
        let width = state.len();
        let (requires, clears, after_words) =
            (&requires[..width], &clears[..width], &mut after[..width]);
        let mut missing = 0;
        for digit in 0..width {
            missing |= requires[digit] & !state[digit];
            after_words[digit] = state[digit] & !clears[digit];
        }
        let fits = missing == 0;
        if fits && self.n_words > self.primary {
            *after = self.needed(after, &self.open(after).collect::<Vec<_>>());
        }
        fits
    }

    /// Replaces `state` by the one that an option, given by its number from one, leads from to `after`. Returns
    /// the option.
    ///
    /// # Errors
    /// If there is no such option, one of its items is still open, or there are secondary items.
    #[inline]
    pub(super) fn parse_before(
        &self,
        word: &[u8],
        after: &[u64],
        state: &mut State,
    ) -> Result<usize, String> {
        let n_options = self.options.len() / (2 * self.none.len());
        let option = number(word).and_then(|number| number.checked_sub(1));
        if self.n_words > self.primary {
            return Err("expected = and a state, because there are secondary items".into());
        }
        let Some(option) = option.filter(|&option| option < n_options) else {
            return Err(format!("{:?} is no option", text(word)));
        };
        let requires = self.option(option).0;
        let mut both = 0;
        for digit in 0..requires.len() {
            both |= after[digit] & requires[digit];
            state[digit] = after[digit] | requires[digit];
        }
        match both != 0 {
            true => Err(format!("option {} does not lead to {}", option + 1, hex(after))),
            false => Ok(option),
        }
    }

    /// Replaces `state` by the union of these parts.
    ///
    /// # Errors
    /// If they are not two or more states without a common item, each with the uses of the whole that matter
    /// there, or an option that fits has an effect on two.
    pub(super) fn join(&self, parts: &[State], state: &mut State) -> Result<(), String> {
        state.fill(0);
        parts.iter().for_each(|part| add(state, part));
        let items: Vec<Vec<usize>> = parts.iter().map(|part| self.open(part).collect()).collect();
        let is_part = |(part, items): (&State, &Vec<usize>)| self.needed(state, items) == *part;
        if parts.len() < 2
            || items.concat().len() > self.open(state).count()
            || !parts.iter().zip(&items).all(is_part)
        {
            return Err("expected two or more parts of a state without a common item".into());
        }
        let (mut required, mut cleared) = (self.none.clone(), self.none.clone());
        for items in items {
            let [requires, clears] = self.effects(state, &items);
            if overlap(&requires, &cleared) || overlap(&clears, &required) {
                return Err("the parts are not independent".into());
            }
            add(&mut required, &requires);
            add(&mut cleared, &clears);
        }
        Ok(())
    }

    /// Returns what the options of these items that fit a state require, and what they clear.
    fn effects(&self, state: &[u64], items: &[usize]) -> [State; 2] {
        let mut effects = [self.none.clone(), self.none.clone()];
        for &option in items.iter().flat_map(|&item| &self.options_of[item][0]) {
            if self.fits(option, state) {
                add(&mut effects[0], self.option(option).0);
                add(&mut effects[1], self.option(option).1);
            }
        }
        effects
    }

    /// Replaces `state` by that of a hexadecimal number without zeros in front.
    ///
    /// # Errors
    /// If it is none.
    pub(super) fn parse(&self, word: &[u8], state: &mut State) -> Result<(), String> {
        state.fill(0);
        let is_short = !word.starts_with(b"0") && word.len() <= 16 * state.len();
        let last = state.len() - 1;
        let mut set = |(place, &byte): (usize, &u8)| {
            let digit = char::from(byte).to_digit(16).filter(|_| !byte.is_ascii_uppercase())?;
            state[last - place / 16] |= u64::from(digit) << (4 * (place % 16));
            Some(())
        };
        let is_number = is_short && word.iter().rev().enumerate().try_for_each(&mut set).is_some();
        match is_number && is_subset(state, &self.whole) {
            true => Ok(()),
            false => Err(format!("{:?} is no state", text(word))),
        }
    }
}

fn set_word(state: &mut [u64], n_words: usize, place: usize) {
    let bit = n_words - 1 - place;
    let digit = state.len() - 1 - bit / 64;
    state[digit] |= 1 << (bit % 64);
}

/// Returns whether all words of the first set are in the second.
#[inline]
fn is_subset(part: &[u64], of: &[u64]) -> bool {
    let (mut missing, of) = (0, &of[..part.len()]);
    for digit in 0..part.len() {
        missing |= part[digit] & !of[digit];
    }
    missing == 0
}

/// Returns whether two sets have a word in common.
fn overlap(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// Adds words to a set.
fn add(words: &mut [u64], more: &[u64]) {
    words.iter_mut().zip(more).for_each(|(words, more)| *words |= more);
}
