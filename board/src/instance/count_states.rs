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

use super::exact_cover::{Entry, ExactCover, Item};

/// A set of words as a number, the highest 64 bits first.
pub(super) type State = Vec<u64>;

/// The words of a problem in the order of a certificate, and its options as sets of them.
#[derive(Default)]
pub(super) struct CountStates {
    /// The names of the primary items, whose words come first.
    pub(super) items: Vec<String>,
    /// The number of words.
    n_words: usize,
    /// What each option requires, and what it clears.
    options: Vec<[State; 2]>,
    /// The options that contain each primary item.
    pub(super) options_of: Vec<Vec<usize>>,
    /// The words that matter while a primary item is open: its own, and those of secondary items that
    /// options require of which it is the first item.
    needs: Vec<State>,
    /// The state in which nothing is chosen.
    pub(super) whole: State,
}

impl CountStates {
    /// Reads the second line of a certificate.
    ///
    /// # Errors
    /// If it is not the line of an order of the primary items.
    pub(super) fn read(problem: &ExactCover, line: &str) -> Result<Self, String> {
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
    pub(super) fn new(problem: &ExactCover, order: &[Item]) -> Self {
        let words = words(problem, order);
        let (n_words, primary) = (words.len(), order.len());
        let width = n_words.div_ceil(64).max(1);
        let mut states = Self {
            items: order.iter().map(|&item| problem.name(item).into()).collect(),
            n_words,
            options: Vec::with_capacity(problem.option_count()),
            options_of: vec![Vec::new(); primary],
            needs: vec![vec![0; width]; primary],
            whole: vec![0; width],
        };
        let mut uses = vec![Vec::new(); problem.items()];
        for (place, entry) in words.iter().enumerate() {
            uses[entry.item as usize].push(place);
            states.set_word(place, |states| &mut states.whole);
        }
        let places: HashMap<Entry, usize> = words.into_iter().zip(0..).collect();
        for option in problem.options() {
            states.push_option(option, &places, &uses);
        }
        for place in 0..primary {
            states.set_word(place, |states| &mut states.needs[place]);
        }
        states.whole = states.needed(&states.whole, &(0..primary).collect::<Vec<_>>());
        states
    }

    fn push_option(
        &mut self,
        option: &[Entry],
        places: &HashMap<Entry, usize>,
        uses: &[Vec<usize>],
    ) {
        let number = self.options.len();
        let zero = vec![0; self.whole.len()];
        self.options.push([zero.clone(), zero]);
        let required: Vec<usize> = option.iter().map(|entry| places[entry]).collect();
        let first = required.iter().copied().min().filter(|&first| first < self.items.len());
        for (entry, &place) in option.iter().zip(&required) {
            self.set_word(place, |states| &mut states.options[number][0]);
            for &other in &uses[entry.item as usize] {
                if entry.colour.is_none() || other != place {
                    self.set_word(other, |states| &mut states.options[number][1]);
                }
            }
            match first {
                Some(_) if place < self.items.len() => self.options_of[place].push(number),
                Some(first) => self.set_word(place, |states| &mut states.needs[first]),
                None => {}
            }
        }
    }

    fn set_word(&mut self, place: usize, state: impl FnOnce(&mut Self) -> &mut State) {
        let bit = self.n_words - 1 - place;
        let state = state(self);
        let digit = state.len() - 1 - bit / 64;
        state[digit] |= 1 << (bit % 64);
    }

    /// Returns the places of the items that are open, in order.
    pub(super) fn open(&self, state: &[u64]) -> impl Iterator<Item = usize> {
        let unused = 64 * state.len() - self.n_words;
        let bits = (0..).zip(state).flat_map(|(digit, &bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let zeros = left.leading_zeros() as usize;
                left &= !(1_u64 << 63).checked_shr(zeros as u32)?;
                Some(64 * digit + zeros)
            })
        });
        bits.map(move |bit| bit - unused).take_while(|&place| place < self.items.len())
    }

    /// Returns the words of a state that matter to these open items.
    fn needed(&self, state: &[u64], open: &[usize]) -> State {
        let mut needed = vec![0; state.len()];
        for &place in open {
            add(&mut needed, &self.needs[place]);
        }
        needed.iter_mut().zip(state).for_each(|(all, digit)| *all &= digit);
        needed
    }

    /// Returns the words of a state that matter.
    fn normal(&self, state: State) -> State {
        if self.is_plain() { state } else { self.needed(&state, &self.open_items(&state)) }
    }

    /// Returns whether all words of a state matter.
    pub(super) fn is_normal(&self, state: &[u64]) -> bool {
        self.is_plain() || self.needed(state, &self.open_items(state)) == state
    }

    /// Returns whether there are no secondary items, so that every word matters.
    fn is_plain(&self) -> bool {
        self.n_words == self.items.len()
    }

    fn open_items(&self, state: &[u64]) -> Vec<usize> {
        self.open(state).collect()
    }

    /// Returns whether an option fits a state, and if so, replaces `after` by the state that it leads to.
    pub(super) fn choose(&self, option: usize, state: &[u64], after: &mut State) -> bool {
        let [requires, clears] = &self.options[option];
        let fits = is_subset(requires, state);
        if fits {
            after.clear();
            after.extend(state.iter().zip(clears).map(|(state, clears)| state & !clears));
            if !self.is_plain() {
                *after = self.normal(std::mem::take(after));
            }
        }
        fits
    }

    /// Reads the parts of a state. Each has some of its open items and what matters to them, and no option that
    /// fits has an effect on two.
    ///
    /// # Errors
    /// If they are not all parts in ascending order, or not independent.
    pub(super) fn parts(&self, state: &[u64], parts: &[&str]) -> Result<Vec<State>, String> {
        let parts: Vec<State> =
            parts.iter().map(|part| self.parse(part)).collect::<Result<_, _>>()?;
        let items: Vec<Vec<usize>> = parts.iter().map(|part| self.open_items(part)).collect();
        let is_part = |(part, items): (&State, &Vec<usize>)| {
            !items.is_empty() && self.needed(state, items) == *part
        };
        let mut all = items.concat();
        all.sort_unstable();
        if all != self.open_items(state)
            || !parts.is_sorted_by(|a, b| a < b)
            || !parts.iter().zip(&items).all(is_part)
        {
            return Err("expected all parts of the state in ascending order".into());
        }
        let (mut required, mut cleared) = (vec![0; state.len()], vec![0; state.len()]);
        for items in items {
            let [requires, clears] = self.effects(state, &items);
            if overlap(&requires, &cleared) || overlap(&clears, &required) {
                return Err("the parts are not independent".into());
            }
            add(&mut required, &requires);
            add(&mut cleared, &clears);
        }
        Ok(parts)
    }

    /// Returns what the options of these items that fit a state require, and what they clear.
    fn effects(&self, state: &[u64], items: &[usize]) -> [State; 2] {
        let mut effects = [vec![0; state.len()], vec![0; state.len()]];
        for &option in items.iter().flat_map(|&item| &self.options_of[item]) {
            let [requires, clears] = &self.options[option];
            if is_subset(requires, state) {
                add(&mut effects[0], requires);
                add(&mut effects[1], clears);
            }
        }
        effects
    }

    /// Returns the words that matter of a set whose first word is the lowest bit of the first number.
    pub(super) fn of_bits(&self, bits: &[u64]) -> State {
        let mut state = vec![0; self.whole.len()];
        let unused = (64 * state.len() - self.n_words) % 64;
        for (digit, bits) in state.iter_mut().zip(bits) {
            *digit = bits.reverse_bits();
        }
        // The first word is now the highest bit, and moves down to where the last one is the lowest.
        for digit in (0..state.len()).rev().filter(|_| unused > 0) {
            let above = if digit == 0 { 0 } else { state[digit - 1] << (64 - unused) };
            state[digit] = state[digit] >> unused | above;
        }
        self.normal(state)
    }

    /// Returns the state of a hexadecimal number without zeros in front.
    pub(super) fn parse(&self, text: &str) -> Result<State, String> {
        let mut state = vec![0; self.whole.len()];
        let is_short = text == "0" || !text.starts_with('0') && text.len() <= 16 * state.len();
        for (place, byte) in text.bytes().rev().enumerate().filter(|_| is_short) {
            let digit = match byte {
                b'0'..=b'9' => byte - b'0',
                b'a'..=b'f' => byte - b'a' + 10,
                _ => return Err(format!("{text:?} is no state")),
            };
            let last = state.len() - 1;
            state[last - place / 16] |= u64::from(digit) << (4 * (place % 16));
        }
        match is_short && !text.is_empty() && is_subset(&state, &self.whole) {
            true => Ok(state),
            false => Err(format!("{text:?} is no state")),
        }
    }
}

/// Returns whether all words of the first set are in the second.
#[inline]
fn is_subset(part: &[u64], of: &[u64]) -> bool {
    part.iter().zip(of).all(|(part, of)| part & !of == 0)
}

/// Returns whether two sets have a word in common.
fn overlap(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// Adds words to a set.
fn add(words: &mut [u64], more: &[u64]) {
    words.iter_mut().zip(more).for_each(|(words, more)| *words |= more);
}

/// Returns a state as a hexadecimal number.
pub(super) fn hex(state: &[u64]) -> String {
    let digits: String = state.iter().map(|digit| format!("{digit:016x}")).collect();
    match digits.trim_start_matches('0') {
        "" => "0".into(),
        digits => digits.into(),
    }
}

/// Returns the first line of a certificate of a problem with this hash.
pub(super) fn header(hash: &str) -> String {
    format!("exact-cover-count 1 {hash}")
}

/// Returns the second line of a certificate that covers the primary items in this order.
pub(super) fn items_line(problem: &ExactCover, order: &[Item]) -> String {
    let mut line = "items".to_string();
    for (place, entry) in words(problem, order).into_iter().enumerate() {
        line += if place == order.len() { " | " } else { " " };
        line += problem.name(entry.item);
        let colour = entry.colour.map(|colour| format!(":{}", problem.colour_name(colour)));
        line += &colour.unwrap_or_default();
    }
    line
}

/// Returns the words of a problem: the primary items in this order, then the uses of secondary items in
/// the order in which options first have them.
fn words(problem: &ExactCover, order: &[Item]) -> Vec<Entry> {
    let mut words: Vec<Entry> = order.iter().copied().map(Entry::plain).collect();
    let mut seen = HashSet::new();
    let secondary = |entry: &&Entry| entry.item as usize >= problem.primary();
    let uses = problem.options().flatten().filter(secondary);
    words.extend(uses.filter(|&&entry| seen.insert(entry)));
    words
}
