//! Interning: repeated words, each represented by a number.

use std::collections::HashMap;

/// Assigns numbers to words, from 0 in order of appearance.
#[derive(Debug, Default)]
pub(super) struct Interner {
    numbers: HashMap<Box<[u8]>, u32>,
    /// The last word: consecutive rows have most words in common.
    last: Option<(Box<[u8]>, u32)>,
}

impl Interner {
    /// Returns the number of a word, and whether it is new.
    pub(super) fn number(&mut self, word: &[u8]) -> (u32, bool) {
        if let Some((last, number)) = &self.last
            && **last == *word
        {
            return (*number, false);
        }
        let known = self.numbers.get(word).copied();
        let number = known.unwrap_or_else(|| {
            let number = self.numbers.len() as u32;
            self.numbers.insert(word.into(), number);
            number
        });
        self.last = Some((word.into(), number));
        (number, known.is_none())
    }
}
