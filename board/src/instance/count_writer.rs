//! Writes certificates of counts, line by line: `docs/count-certificate-format.md` defines the format. It keeps
//! no line, so a certificate may be larger than the memory.
//!
//! The *words* of states are numbered from 0: the primary items in the order of the second line, then the uses of
//! secondary items in the order in which options first have them.

use std::fmt::Write;
use std::ops::ControlFlow;

use super::count_line::check_letter;
use super::exact_cover::{ExactCover, Item};
use crate::Count;

/// Receives the lines of a certificate, each with its line feed, and may ask for no more.
pub type CountSink<'a> = dyn FnMut(&[u8]) -> ControlFlow<()> + 'a;

/// A certificate that is being written.
pub struct CountWriter<'a> {
    problem: &'a ExactCover,
    out: &'a mut CountSink<'a>,
    /// The number of lines so far.
    lines: u64,
    text: String,
}

impl<'a> CountWriter<'a> {
    /// The line of the state in which no item is open.
    pub const COVERED: u64 = 2;

    /// Returns the writer of a certificate for a problem with this hash.
    pub fn new(problem: &'a ExactCover, hash: &str, out: &'a mut CountSink<'a>) -> Self {
        Self { problem, out, lines: 0, text: format!("exact-cover-count 5 {hash}") }
    }

    /// Writes the lines before all states, with the primary items in this order.
    pub fn begin(&mut self, order: &[Item]) -> ControlFlow<()> {
        self.end_line()?;
        self.text += "items";
        for &item in order {
            self.text += " ";
            self.text += self.problem.name(item);
        }
        self.end_line().map_continue(drop)
    }

    /// Writes the line of a state, given the lines that the options of an item which fit lead to, in the order of the
    /// problem. Returns its line.
    ///
    /// The state has all words that `option` requires, those of the state that it leads to, and some others. The line
    /// of this state is the first child. Without an option, these are all words of the state. No `item` is the first
    /// one in the order of the words.
    pub fn sum(
        &mut self,
        option: Option<usize>,
        words: impl IntoIterator<Item = usize>,
        item: Option<usize>,
        children: impl IntoIterator<Item = u64>,
    ) -> ControlFlow<(), u64> {
        let _ = write!(self.text, "{}", option.map_or(0, |option| option + 1));
        words.into_iter().for_each(|word| self.word('+', word));
        item.into_iter().for_each(|item| self.word('@', item));
        self.children(children)
    }

    /// Writes a line for all states in which an item is open and these words are missing, so that no option of the
    /// item fits. Returns its line.
    pub fn dead_end(&mut self, item: usize, missing: &[usize]) -> ControlFlow<(), u64> {
        self.word('@', item);
        missing.iter().for_each(|&word| self.word('-', word));
        self.end_state()
    }

    /// Writes the line of the union of states that are independent of each other. Returns its line.
    pub fn product(&mut self, parts: impl IntoIterator<Item = u64>) -> ControlFlow<(), u64> {
        self.text += "*";
        self.children(parts)
    }

    /// Writes the last line. The one before is that of the whole problem.
    pub fn finish(&mut self, solutions: &Count) -> ControlFlow<()> {
        let _ = write!(self.text, "solutions {solutions} {}", self.lines);
        self.end_line().map_continue(drop)
    }

    fn word(&mut self, sign: char, word: usize) {
        let _ = write!(self.text, "{sign}{}", word + 1);
    }

    /// Writes the words that name lines, which count back, and ends the line.
    fn children(&mut self, lines: impl IntoIterator<Item = u64>) -> ControlFlow<(), u64> {
        for line in lines {
            let back = if line == Self::COVERED { 0 } else { self.lines + 1 - line };
            let _ = write!(self.text, " {back}");
        }
        self.end_state()
    }

    fn end_state(&mut self) -> ControlFlow<(), u64> {
        let letter = check_letter(self.text.as_bytes());
        self.text.push(char::from(letter));
        self.end_line()
    }

    fn end_line(&mut self) -> ControlFlow<(), u64> {
        self.text.push('\n');
        self.lines += 1;
        (self.out)(self.text.as_bytes())?;
        self.text.clear();
        ControlFlow::Continue(self.lines)
    }
}
