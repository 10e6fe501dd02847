//! The words of an exact cover problem, of which the states of a certificate consist.
//!
//! A state is a set of *words*, one bit each: the primary items that are open, and the uses of secondary items that
//! are still allowed (`x`, or `x:red` with a colour). An option fits a state that has all words that it requires, and
//! choosing it ends some of them.
//!
//! ```text
//!   items a b | x            words    a  b  x:red  x:blue     an option    requires    ends
//!                                                             a x:red      a x:red     a x:blue
//!   the whole problem                 1  1    1      1        b x:red      b x:red     b x:blue
//!   after the option a x:red          0  1    1      0        b x:blue     b x:blue    b x:red
//! ```
//!
//! The count of a state depends on some of its words only, which are its *mask*: all items, and the uses that are
//! required by options whose first item is the first open one or a later one.

use std::array::from_fn;
use std::collections::HashMap;

use super::exact_cover::{Entry, ExactCover, Item};

/// What a line of a certificate says, or what was expected there.
pub(super) type Checked<T> = Result<T, &'static str>;

/// A set of words. The first word is the lowest bit of the first number.
pub(super) type Set<const W: usize> = [u64; W];

/// What the options of a problem do to the words of a state.
pub(super) struct CoverWords<const W: usize> {
    /// What each option requires, and what it ends.
    pub(super) options: Vec<[Set<W>; 2]>,
    /// For each primary item, the options that have it, and those of which it is the first item.
    pub(super) options_of: Vec<[Vec<usize>; 2]>,
    /// The mask of a state whose first open item is this one; the last is that of no open item.
    pub(super) masks: Vec<Set<W>>,
}

/// Numbers the words of a problem: the primary items in the order of this line, which is `items` and their names, then
/// the uses in the order in which options first have them.
///
/// # Errors
/// If not each primary item is named once, or items have multiplicities.
pub(super) fn numbers(problem: &ExactCover, line: &[u8]) -> Checked<HashMap<Entry, usize>> {
    match problem.has_multiplicities() {
        true => Err("the problem has items with multiplicities, which certificates do not have"),
        false => named_once(problem, line).ok_or("expected `items` and each primary item once"),
    }
}

fn named_once(problem: &ExactCover, line: &[u8]) -> Option<HashMap<Entry, usize>> {
    let named = |item| (problem.name(item).as_bytes(), Entry::plain(item));
    let mut items: HashMap<_, _> = (0..problem.primary() as Item).map(named).collect();
    let mut names = line.split(|&byte| byte == b' ');
    let mut words = HashMap::new();
    if names.next() != Some(b"items") {
        return None;
    }
    for (name, word) in names.zip(0..) {
        words.insert(items.remove(name)?, word);
    }
    for &entry in problem.options().flatten() {
        let next = words.len();
        words.entry(entry).or_insert(next);
    }
    items.is_empty().then_some(words)
}

impl<const W: usize> CoverWords<W> {
    /// Returns the words of a problem, given the number of each.
    pub(super) fn new(problem: &ExactCover, words: &HashMap<Entry, usize>) -> Self {
        let primary = problem.primary();
        let mut uses = vec![[0; W]; problem.items()];
        words.iter().for_each(|(entry, &word)| add(&mut uses[entry.item as usize], word));
        let (mut options, mut options_of) = (Vec::new(), vec![[vec![], vec![]]; primary]);
        let mut masks = vec![[0; W]; primary + 1];
        (0..primary).for_each(|item| add(&mut masks[primary], item));
        for option in problem.options() {
            let (mut requires, mut keeps, mut all) = ([0; W], [0; W], [0; W]);
            for entry in option {
                add(&mut requires, words[entry]);
                entry.colour.inspect(|_| add(&mut keeps, words[entry]));
                join(&mut all, &uses[entry.item as usize]);
            }
            for item in option.iter().map(|entry| words[entry]).filter(|&word| word < primary) {
                options_of[item][0].push(options.len());
                if item == first(&requires) {
                    options_of[item][1].push(options.len());
                    join(&mut masks[item], &requires);
                }
            }
            options.push([requires, from_fn(|at| all[at] & !keeps[at])]);
        }
        for item in (0..primary).rev() {
            let later = masks[item + 1];
            join(&mut masks[item], &later);
        }
        Self { options, options_of, masks }
    }

    /// Returns the options that have an item of a state: those that may fit, if it is the first one.
    ///
    /// # Errors
    /// If the item is not open.
    #[inline(always)]
    pub(super) fn options_of(&self, item: usize, state: &Set<W>) -> Checked<&[usize]> {
        match self.options_of.get(item) {
            Some(options) if state[item / 64] >> (item % 64) & 1 == 1 => {
                Ok(&options[usize::from(item == first(state))])
            }
            _ => Err("expected an open item"),
        }
    }
}

/// Returns the first word of a set, or the number of bits if there is none.
#[inline(always)]
pub(super) fn first<const W: usize>(set: &Set<W>) -> usize {
    let digit = set.iter().position(|&digit| digit != 0).unwrap_or(W);
    64 * digit + set.get(digit).map_or(0, |digit| digit.trailing_zeros() as usize)
}

/// Adds a word to a set.
#[inline(always)]
pub(super) fn add<const W: usize>(set: &mut Set<W>, word: usize) {
    set[word / 64] |= 1 << (word % 64);
}

/// Adds the words of another set to a set.
#[inline(always)]
pub(super) fn join<const W: usize>(set: &mut Set<W>, more: &Set<W>) {
    (0..W).for_each(|at| set[at] |= more[at]);
}

/// Returns whether all words of a set are in another.
#[inline(always)]
pub(super) fn within<const W: usize>(set: &Set<W>, whole: &Set<W>) -> bool {
    (0..W).fold(0, |beyond, at| beyond | set[at] & !whole[at]) == 0
}

/// Returns whether two sets have a word in common.
#[inline(always)]
pub(super) fn overlap<const W: usize>(set: &Set<W>, other: &Set<W>) -> bool {
    (0..W).fold(0, |both, at| both | set[at] & other[at]) != 0
}

/// Returns whether two sets are the same in the words of a mask.
#[inline(always)]
pub(super) fn agree<const W: usize>(set: &Set<W>, other: &Set<W>, mask: &Set<W>) -> bool {
    (0..W).fold(0, |all, at| all | (set[at] ^ other[at]) & mask[at]) == 0
}
