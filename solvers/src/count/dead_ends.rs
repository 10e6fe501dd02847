//! Dead ends of a search as lines of a certificate: an open item none of whose options fits.
//!
//! A line names the item and words that its states have not, one at least that each of its options requires. It
//! holds for all states without these words, so few lines serve for many dead ends. The words are chosen
//! greedily: the one that most of the options require that are left.

use std::collections::HashMap;
use std::ops::ControlFlow;

use board::instance::CountWriter;

use super::sharing::Sharing;
use super::states::States;

/// The lines of dead ends that a certificate has so far.
pub(super) struct DeadEnds {
    /// What the primary items share, by their places.
    sharing: Sharing,
    /// The words that each option requires.
    required: Vec<Vec<usize>>,
    /// The line of each item and words.
    lines: HashMap<(usize, Vec<usize>), u64>,
    /// The number of words of all lines.
    n_words: usize,
}

impl DeadEnds {
    /// Returns the dead ends of a problem, given the places of the primary items of each option.
    pub(super) fn new(states: &States, items: &[Vec<usize>], primary: usize) -> Self {
        let required = (0..items.len() as u32).map(|it| states.required(it).collect()).collect();
        let sharing = Sharing::of(items, primary);
        Self { sharing, required, lines: HashMap::new(), n_words: 0 }
    }

    /// Returns an open item without an option that fits, among those that share an option with one of these.
    pub(super) fn near(&self, items: &[usize], states: &States, state: &[u64]) -> Option<usize> {
        let near = items.iter().flat_map(|&place| &self.sharing.neighbours[place]).copied();
        let fits = |&option: &u32| states.fits(option, state);
        near.filter(|&place| has(state, place))
            .find(|&place| !self.sharing.options_of[place].iter().any(fits))
    }

    /// Returns the line of an open item none of whose options fits a state.
    pub(super) fn line(
        &mut self,
        place: usize,
        state: &[u64],
        writer: &mut CountWriter<'_>,
    ) -> ControlFlow<(), u64> {
        let missing = self.missing(place, state);
        if let Some(&line) = self.lines.get(&(place, missing.clone())) {
            return ControlFlow::Continue(line);
        }
        let line = writer.dead_end(place, &missing)?;
        self.n_words += missing.len();
        self.lines.insert((place, missing), line);
        ControlFlow::Continue(line)
    }

    /// Returns the number of bytes that the lines take at most.
    pub(super) fn bytes(&self) -> u64 {
        (2 * (self.n_words + 8 * self.lines.len()) * size_of::<usize>()) as u64
    }

    /// Forgets all lines.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.n_words = 0;
    }

    /// Returns words that a state has not, one at least of each option of an item.
    fn missing(&self, place: usize, state: &[u64]) -> Vec<usize> {
        let mut left = self.sharing.options_of[place].clone();
        let mut missing = Vec::new();
        while !left.is_empty() {
            let mut numbers: HashMap<usize, usize> = HashMap::new();
            for word in left.iter().flat_map(|&option| self.missing_of(option, state)) {
                *numbers.entry(word).or_default() += 1;
            }
            let best = numbers.into_iter().max_by_key(|&(word, number)| (number, word));
            let (best, _) = best.expect("no option of the item fits");
            left.retain(|&option| !self.required[option as usize].contains(&best));
            missing.push(best);
        }
        missing.sort_unstable();
        missing
    }

    /// Returns the items of an option that are not open in a state, or if all are, the uses that are not allowed. States
    /// forget uses of options with a closed item, which may still be allowed.
    fn missing_of(&self, option: u32, state: &[u64]) -> Vec<usize> {
        let required = self.required[option as usize].iter().copied();
        let missing: Vec<usize> = required.filter(|&word| !has(state, word)).collect();
        let is_item = |word: &usize| *word < self.sharing.options_of.len();
        let items: Vec<usize> = missing.iter().copied().filter(is_item).collect();
        if items.is_empty() { missing } else { items }
    }
}

/// Returns whether a state has the word with this number.
fn has(state: &[u64], word: usize) -> bool {
    state[word / 64] >> (word % 64) & 1 == 1
}
