//! States of a sweep with multiplicities: how often each item is covered by the options chosen so far.
//!
//! Options are decided one after the other, in the order of their first primary item. A state has a *field* for each
//! item, as many bits as its number takes:
//!
//! ```text
//!   item                     field
//!   primary, low:high        by how many of the options chosen it is covered
//!   secondary                0 if it is free, 1 if it is taken, 2 + c if it has the colour c
//! ```
//!
//! States that differ in nothing that matters are the same state. An item all of whose options are decided has the field
//! 0. One that is covered often enough, and has no more options left than may still cover it, can no longer be covered
//! too often; of its equal numbers the largest stands in the field.

use std::cmp::Reverse;
use std::ops::Range;

use board::instance::{ExactCover, Item, Multiplicity};

/// A secondary item that an option without a colour takes.
const TAKEN: u64 = 1;

/// The fields of states, and what each option of a problem does to them.
#[derive(Debug)]
pub(super) struct MultiStates {
    words: usize,
    /// The items whose options begin, in order, and the ends of their options in `options`.
    items: Vec<Item>,
    ends: Vec<usize>,
    /// The numbers of the options, by their first primary item, and in ascending order.
    options: Vec<u32>,
    /// The place in `items` of the first primary item of each of them.
    places: Vec<u32>,
    /// The ends of the entries of each of them, in `entries`.
    entry_ends: Vec<usize>,
    entries: Vec<FieldEntry>,
    /// Whether no item has fewer options than have to cover it.
    is_possible: bool,
}

/// Where an item is in a state.
#[derive(Clone, Copy, Debug, Default)]
struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

/// What an option does to the field of an item.
#[derive(Clone, Copy, Debug)]
struct FieldEntry {
    field: Field,
    what: Cover,
    /// The number of options of the item that are decided later.
    later: u64,
}

#[derive(Clone, Copy, Debug)]
enum Cover {
    /// Covers a primary item once more.
    Once { low: u64, high: u64 },
    /// Gives a secondary item this value.
    As(u64),
}

impl MultiStates {
    /// Returns the states of a problem whose primary items are covered in this order.
    pub(super) fn new(problem: &ExactCover, order: &[Item]) -> Self {
        let mut states = Self {
            words: 0,
            items: order.to_vec(),
            ends: Vec::with_capacity(order.len()),
            options: Vec::new(),
            places: Vec::new(),
            entry_ends: Vec::new(),
            entries: Vec::new(),
            is_possible: true,
        };
        states.sort_options(problem);
        let mut later = vec![0; problem.items()];
        for &option in &states.options {
            let items = problem.option(option as usize).iter().map(|entry| entry.item as usize);
            items.for_each(|item| later[item] += 1);
        }
        let mut is_missing = problem.multiplicities().iter().zip(&later);
        states.is_possible = is_missing.all(|(bounds, &options)| u64::from(bounds.low) <= options);
        let fields = states.lay_out(problem, &later);
        states.add_entries(problem, &fields, &mut later);
        states
    }

    /// Returns the number of words of a state.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Returns the number of options that are decided.
    pub(super) fn n_options(&self) -> usize {
        self.options.len()
    }

    /// Returns whether no item has fewer options than have to cover it. Otherwise there is no solution.
    pub(super) fn is_possible(&self) -> bool {
        self.is_possible
    }

    /// Returns the number of the option that is decided at this place.
    pub(super) fn option(&self, at: usize) -> usize {
        self.options[at] as usize
    }

    /// Returns the first item of the option at this place, and the place after the last option with this first item.
    pub(super) fn item(&self, at: usize) -> (Item, usize) {
        let place = self.places[at] as usize;
        (self.items[place], self.ends[place])
    }

    /// Chooses the option at this place. Returns whether it fits, and enough options are left for its items; otherwise the
    /// state is of no use.
    pub(super) fn choose(&self, at: usize, state: &mut [u64]) -> bool {
        self.entries[self.entries_of(at)].iter().all(|entry| {
            let value = entry.field.get(state);
            let new = match entry.what {
                Cover::Once { high, .. } if value < high => value + 1,
                Cover::As(new) if value == 0 || (value == new && new != TAKEN) => new,
                Cover::Once { .. } | Cover::As(_) => return false,
            };
            entry.settle(new, state)
        })
    }

    /// Leaves out the option at this place. Returns whether enough options are left for its items; otherwise the state is of
    /// no use.
    pub(super) fn leave_out(&self, at: usize, state: &mut [u64]) -> bool {
        let mut entries = self.entries[self.entries_of(at)].iter();
        entries.all(|entry| entry.settle(entry.field.get(state), state))
    }

    fn entries_of(&self, at: usize) -> Range<usize> {
        let start = if at == 0 { 0 } else { self.entry_ends[at - 1] };
        start..self.entry_ends[at]
    }

    /// Sorts the options by their first primary item. Those without one are never chosen.
    fn sort_options(&mut self, problem: &ExactCover) {
        let mut place_of = vec![None; problem.items()];
        for (place, &item) in (0..).zip(&self.items) {
            place_of[item as usize] = Some(place);
        }
        let mut from: Vec<Vec<u32>> = vec![Vec::new(); self.items.len()];
        for (number, option) in (0..).zip(problem.options()) {
            let places = option.iter().filter_map(|entry| place_of[entry.item as usize]);
            if let Some(place) = places.min() {
                from[place as usize].push(number);
            }
        }
        for (place, options) in (0..).zip(from) {
            self.places.extend(options.iter().map(|_| place));
            self.options.extend(options);
            self.ends.push(self.options.len());
        }
    }

    /// Gives each item a field, the widest ones first, and returns them. `options` is the number of options of each.
    fn lay_out(&mut self, problem: &ExactCover, options: &[u64]) -> Vec<Field> {
        let colours = problem.colours() as u64;
        let most = |item: usize| bounds(problem, item, options).map_or(TAKEN + colours, |it| it.1);
        let width = |item: usize| u64::BITS - most(item).leading_zeros();
        let mut by_width: Vec<usize> = (0..problem.items()).collect();
        by_width.sort_by_key(|&item| Reverse(width(item)));
        let mut fields = vec![Field::default(); problem.items()];
        let (mut word, mut shift) = (0, 0);
        for item in by_width {
            let width = width(item);
            if shift + width > u64::BITS {
                (word, shift) = (word + 1, 0);
            }
            fields[item] = Field { word, shift, mask: (1 << width) - 1 };
            shift += width;
        }
        self.words = word + 1;
        fields
    }

    /// Adds what the options do, in order. `later` is the number of options of each item.
    fn add_entries(&mut self, problem: &ExactCover, fields: &[Field], later: &mut [u64]) {
        let options = later.to_vec();
        for &option in &self.options {
            for entry in problem.option(option as usize) {
                let item = entry.item as usize;
                later[item] -= 1;
                let what = match bounds(problem, item, &options) {
                    Some((low, high)) => Cover::Once { low, high },
                    None => Cover::As(entry.colour.map_or(TAKEN, |it| TAKEN + 1 + u64::from(it))),
                };
                let (field, later) = (fields[item], later[item]);
                self.entries.push(FieldEntry { field, what, later });
            }
            self.entry_ends.push(self.entries.len());
        }
    }
}

/// Returns how often a primary item has to be covered, and how often it may be by the number of its options.
fn bounds(problem: &ExactCover, item: usize, options: &[u64]) -> Option<(u64, u64)> {
    let &Multiplicity { low, high } = problem.multiplicities().get(item)?;
    Some((low.into(), u64::from(high).min(options[item])))
}

impl Field {
    fn get(self, state: &[u64]) -> u64 {
        state[self.word] >> self.shift & self.mask
    }

    fn set(self, state: &mut [u64], value: u64) {
        let word = &mut state[self.word];
        *word = *word & !(self.mask << self.shift) | value << self.shift;
    }
}

impl FieldEntry {
    /// Sets the field once the option is decided, to the one of equal values. Returns whether enough options are left.
    fn settle(&self, value: u64, state: &mut [u64]) -> bool {
        let later = self.later;
        let value = match self.what {
            Cover::Once { low, .. } if low.saturating_sub(value) > later => return false,
            _ if later == 0 => 0,
            Cover::Once { low, high } if value >= low && high - value >= later => high - later,
            _ => value,
        };
        self.field.set(state, value);
        true
    }
}
