//! Bare lines: puzzles of classic 9×9 that are 81 characters a line and nothing else, many together as
//! they stand in the file.
//!
//! Corpora are read by one worker at a time, so that what can be done later is. And a puzzle takes longer
//! to be made of a line than the fastest backend needs to solve it: where only sums are asked for, lines
//! stay what they are, and only the few that are looked at more closely become puzzles.

use std::fmt::Write as _;
use std::sync::Arc;

use board::text::line;

use super::headers::Place;
use super::{Expectation, Item};

use crate::problem::AnyProblem;

/// How many characters a bare line has.
pub(super) const LENGTH: usize = 81;

/// Bare lines of one file, one after the other there.
#[derive(Debug)]
pub struct Bare {
    /// What is said of all of them.
    pub(super) said: Said,
    /// The number of the first line in the file, from one.
    pub(super) first: usize,
    /// The lines, each with a line feed at its end.
    pub(super) text: Vec<u8>,
}

/// What a file says of lines before it comes to them.
#[derive(Clone, Debug)]
pub(super) struct Said {
    /// The stem of the file.
    pub(super) corpus: Arc<str>,
    /// Where they are played: the classic board of order 9.
    pub(super) place: Arc<Place>,
    /// What it says of their solutions.
    pub(super) expect: Option<Expectation>,
    /// What it says of how hard they are.
    pub(super) level: Option<Arc<str>>,
}

/// Whether a line without its end is bare.
pub(super) fn is_bare(line: &[u8]) -> bool {
    // No way out of the loop, so that it works on many bytes at once.
    let is_cell = |byte: u8| byte.is_ascii_digit() | (byte == b'.');
    line.len() == LENGTH && line.iter().fold(true, |all, &byte| all & is_cell(byte))
}

impl Bare {
    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.text.len() / (LENGTH + 1)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The lines, each with a line feed at its end.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The characters of one of them, by its number from zero.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn line(&self, number: usize) -> &[u8; LENGTH] {
        let line = self.text[number * (LENGTH + 1)..].first_chunk();
        line.expect("each line has as many characters")
    }

    /// What the file says of their solutions.
    pub fn expect(&self) -> Option<Expectation> {
        self.said.expect
    }

    /// The lines from `at` on, which are then no longer here.
    pub(crate) fn split_off(&mut self, at: usize) -> Self {
        let text = self.text.split_off((at * (LENGTH + 1)).min(self.text.len()));
        Self { said: self.said.clone(), first: self.first + at, text }
    }

    /// One of them as an item, by its number from zero.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn item(&self, number: usize) -> Item {
        self.item_of(number, &self.said.corpus, &mut String::new())
    }

    /// All of them as items. They have a copy of the name of their corpus: workers that count the uses of
    /// one string wait for each other.
    pub fn items(self) -> impl Iterator<Item = Item> {
        let corpus: Arc<str> = (*self.said.corpus).into();
        let mut name = String::new();
        (0..self.len()).map(move |number| self.item_of(number, &corpus, &mut name))
    }

    /// One of them as an item, with room for its name.
    fn item_of(&self, number: usize, corpus: &Arc<str>, name: &mut String) -> Item {
        let Said { place, expect, level, .. } = &self.said;
        let text = str::from_utf8(self.line(number)).expect("a bare line is ASCII");
        let puzzle = line::parse(text, &place.geometry).expect("a bare line is a puzzle");
        let (hash, clues) = place.hasher.hash_line(self.line(number));
        name.clear();
        // A String takes every write.
        let _ = write!(name, "{corpus}:{}", self.first + number);
        Item {
            corpus: corpus.clone(),
            name: name.as_str().into(),
            problem: AnyProblem::Puzzle(puzzle),
            clues,
            hash,
            class: hash,
            iso_seed: None,
            expect: *expect,
            level: level.clone(),
            solution: None,
        }
    }
}
