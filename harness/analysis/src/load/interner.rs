//! Words that come again and again, each kept once: a number stands for it.

use std::collections::HashMap;

/// Words and their numbers, from zero in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Names {
    numbers: HashMap<Box<[u8]>, u32>,
    /// The word that came last: rows that follow each other have most words in common.
    last: Option<(Box<[u8]>, u32)>,
}

impl Names {
    /// The number of a word, and whether it is new.
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
