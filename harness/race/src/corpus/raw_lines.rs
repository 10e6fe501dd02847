//! Raw lines: classic 9×9 puzzles of exactly 81 characters a line, kept as a block of text.
//!
//! Only one worker at a time reads a corpus, so reading does as little as possible. Parsing a line also takes
//! longer than the fastest backend needs to solve it: where only totals are wanted, lines are passed on
//! unparsed, and only the few that need a closer look become puzzles.

use std::sync::Arc;

use board::text::line;
use record::hash::PuzzleHash;

use super::headers::CachedGeometry;
use super::{CorpusItem, Expectation};

use crate::problem::AnyProblem;

/// The number of characters in a raw line.
pub(super) const LENGTH: usize = 81;

/// The number of raw lines that are taken at once where all are looked at.
pub const RAW_LINES: usize = 1_024;

/// Consecutive raw lines of one file.
#[derive(Debug)]
pub struct RawLines {
    /// What the file states for all of them.
    pub(super) context: LineContext,
    /// The number of the first line in the file, from one.
    pub(super) first: usize,
    /// The lines, each with a line feed at its end.
    pub(super) text: Vec<u8>,
}

/// What the headers of a file state for the lines below them.
#[derive(Clone, Debug)]
pub(super) struct LineContext {
    /// The stem of the file.
    pub(super) corpus: Arc<str>,
    /// The geometry: classic 9×9.
    pub(super) cached: Arc<CachedGeometry>,
    /// The stated number of solutions.
    pub(super) expect: Option<Expectation>,
    /// The stated difficulty.
    pub(super) level: Option<Arc<str>>,
}

/// Returns whether a line, without its line break, is raw.
pub(super) fn is_raw(line: &[u8]) -> bool {
    // Without early exit, so that the loop vectorises.
    let is_cell = |byte: u8| byte.is_ascii_digit() | (byte == b'.');
    line.len() == LENGTH && line.iter().fold(true, |all, &byte| all & is_cell(byte))
}

impl RawLines {
    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.text.len() / (LENGTH + 1)
    }

    /// Returns whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the lines, each with a line feed at its end.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the characters of the line with this index.
    ///
    /// # Panics
    /// If there is no such line.
    pub fn line(&self, number: usize) -> &[u8; LENGTH] {
        let line = self.text[number * (LENGTH + 1)..].first_chunk();
        line.expect("every line has this length")
    }

    /// Returns the class of the line with this index.
    ///
    /// # Panics
    /// If there is no such line.
    pub fn class(&self, number: usize) -> PuzzleHash {
        self.context.cached.hasher.hash_line(self.line(number)).0
    }

    /// Returns the stem of the file.
    pub fn corpus(&self) -> &str {
        &self.context.corpus
    }

    /// Returns what the file states about their solutions.
    pub fn expect(&self) -> Option<Expectation> {
        self.context.expect.clone()
    }

    /// Splits off the lines from index `at`.
    pub(crate) fn split_off(&mut self, at: usize) -> Self {
        let text = self.text.split_off((at * (LENGTH + 1)).min(self.text.len()));
        Self { context: self.context.clone(), first: self.first + at, text }
    }

    /// Returns the line with this index as an item.
    ///
    /// # Panics
    /// If there is no such line.
    pub fn item(&self, number: usize) -> CorpusItem {
        self.item_of(number, &self.context.corpus, &mut String::new())
    }

    /// Returns the lines as items. They share a copy of the corpus name, because workers that share one string contend
    /// for its reference count.
    pub fn items(self) -> impl Iterator<Item = CorpusItem> {
        let corpus: Arc<str> = (*self.context.corpus).into();
        let mut name = String::new();
        (0..self.len()).map(move |number| self.item_of(number, &corpus, &mut name))
    }

    /// Returns the line with this index as an item; `name` is a buffer.
    fn item_of(&self, number: usize, corpus: &Arc<str>, name: &mut String) -> CorpusItem {
        let LineContext { cached, expect, level, .. } = &self.context;
        let text = str::from_utf8(self.line(number)).expect("a raw line is ASCII");
        let puzzle = line::parse(text, &cached.geometry).expect("a raw line is a puzzle");
        let (hash, clues) = cached.hasher.hash_line(self.line(number));
        name.clear();
        name.push_str(corpus);
        name.push(':');
        name.push_str(itoa::Buffer::new().format(self.first + number));
        CorpusItem {
            corpus: corpus.clone(),
            name: name.as_str().into(),
            problem: AnyProblem::Puzzle(puzzle),
            clues,
            hash,
            class: hash,
            iso_seed: None,
            expect: expect.clone(),
            level: level.clone(),
            solution: None,
        }
    }
}
