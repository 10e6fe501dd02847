//! An index of where the lines of a text begin, built on demand.
//!
//! A text may be larger than any cache, and scanning it takes as long as fetching it. Lines are
//! therefore scanned one window at a time, just before they are read.

use super::text::{count_regular, is_puzzle};
use crate::contract::Instructions;
use crate::simd::REGULAR;
use crate::simd::fetch::fetch;
use crate::simd::is_cell;

/// The number of lines that are scanned together. It is small in tests, so that windows end
/// everywhere.
const WINDOW: usize = if cfg!(test) { 3 } else { 1024 };

/// How many lines in advance a line is prefetched, as long as lines have 82 characters. This is
/// before the line is scanned.
pub(super) const FETCH_DISTANCE: usize = 2 * WINDOW;

/// Why a line is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line does not have 81 characters.
    #[error("{line}:{}: the line ends after {length} characters, expected 81", length + 1)]
    Length {
        /// The number of the line, from one.
        line: usize,
        /// The number of its characters.
        length: usize,
    },
    /// A character is not a cell.
    #[error("{line}:{column}: {:?} is no cell, expected 1 to 9, or 0 or . for an empty one", char::from(*.character))]
    Character {
        /// The number of the line, from one.
        line: usize,
        /// The position of the character, from one.
        column: usize,
        /// The character.
        character: u8,
    },
}

/// The lines of a text found so far.
pub(super) struct LineIndex<'a> {
    text: &'a [u8],
    instructions: Instructions,
    /// The number of lines of 82 characters before the first other line.
    regular: usize,
    /// The start of each later line; `next` is the start of the first line that has not been found
    /// yet.
    starts: &'a mut Vec<usize>,
    next: usize,
    /// What is wrong with the line after the last one found.
    pub(super) error: Option<LineError>,
}

impl<'a> LineIndex<'a> {
    /// Returns the index of a text that has not been scanned yet. An empty line at the end does not
    /// count as a line.
    pub(super) fn new(
        text: &'a [u8],
        starts: &'a mut Vec<usize>,
        instructions: Instructions,
    ) -> Self {
        starts.clear();
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        Self { text, instructions, regular: 0, starts, next: 0, error: None }
    }

    /// Returns the number of lines or, while it is unknown, a number of at least `wanted`. Lines
    /// after an invalid one are not counted.
    pub(super) fn count(&mut self, wanted: usize) -> usize {
        while self.regular + self.starts.len() < wanted && self.has_more() {
            if !self.starts.is_empty() || !self.find_regular() {
                self.find_one();
            }
        }
        self.regular + self.starts.len()
    }

    fn has_more(&self) -> bool {
        let is_line = self.next < self.text.len() || self.next == self.text.len() && self.next > 0;
        is_line && self.error.is_none()
    }

    /// Finds the next lines of 82 characters, up to one window. Returns whether there are any.
    fn find_regular(&mut self) -> bool {
        let end = self.text.len().min(self.next + WINDOW * REGULAR);
        let found = count_regular(&self.text[self.next..end], self.instructions);
        self.regular += found;
        self.next += found * REGULAR;
        found > 0
    }

    /// Finds the next line, of any length and line ending.
    fn find_one(&mut self) {
        let rest = &self.text[self.next..];
        let is_line = |cells: &[u8; 81]| is_puzzle(cells, self.instructions);
        let length = match (rest.first_chunk(), rest.get(81)) {
            (Some(cells), None | Some(b'\n')) if is_line(cells) => 81,
            (Some(cells), Some(b'\r'))
                if matches!(rest.get(82), None | Some(b'\n')) && is_line(cells) =>
            {
                82
            }
            _ => {
                self.error = Some(wrong(rest, self.regular + self.starts.len() + 1));
                return;
            }
        };
        self.starts.push(self.next);
        self.next += length + 1;
    }

    /// Returns a line; if the number has not been found, any line.
    #[inline]
    pub(super) fn line(&self, number: usize) -> &'a [u8; 81] {
        let start = match number.checked_sub(self.regular) {
            None => number * REGULAR,
            Some(other) => self.starts.get(other).copied().unwrap_or_default(),
        };
        self.text.get(start..).and_then(<[u8]>::first_chunk).unwrap_or(&[b'.'; 81])
    }

    /// Prefetches a line that has not been scanned yet.
    #[inline]
    pub(super) fn fetch(&self, number: usize) {
        let line = self.text.get(number * REGULAR..).and_then(<[u8]>::first_chunk::<REGULAR>);
        line.inspect(|&line| fetch(line));
    }
}

/// Returns what is wrong with the line at the start of `text`.
fn wrong(text: &[u8], line: usize) -> LineError {
    let text = text.split(|&byte| byte == b'\n').next().unwrap_or(text);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    match text.iter().position(|&byte| !is_cell(byte)) {
        Some(at) => LineError::Character { line, column: at + 1, character: text[at] },
        None => LineError::Length { line, length: text.len() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_on_demand_with_any_line_ending() {
        let cells = |number: usize| format!("{number:081}").into_bytes();
        for ends in [&["\n"][..], &["\r\n"], &["\n", "\r\n", "\n"]] {
            let mut text = Vec::new();
            let count = 20;
            for number in 0..count {
                text.extend(cells(number));
                text.extend(ends[number * ends.len() / count].as_bytes());
            }
            for text in [&text[..], text.strip_suffix(b"\n").unwrap()] {
                let mut starts = vec![7];
                let mut found = LineIndex::new(text, &mut starts, Instructions::Portable);
                assert_eq!(found.count(0), 0);
                for wanted in [1, WINDOW, WINDOW + 1, count, usize::MAX] {
                    let n = found.count(wanted);
                    assert!(n >= wanted.min(count) && n <= count);
                    assert!((0..n).all(|number| found.line(number)[..] == cells(number)[..]));
                }
                assert_eq!(found.error, None);
            }
        }
    }

    #[test]
    fn an_invalid_line_ends_the_index() {
        let good = ".".repeat(81);
        for (text, expected) in [
            (format!("{good}\n\n"), LineError::Length { line: 2, length: 0 }),
            (format!("{good}."), LineError::Length { line: 1, length: 82 }),
            (
                format!("{good}\n{good}\r\n1x"),
                LineError::Character { line: 3, column: 2, character: b'x' },
            ),
        ] {
            let mut starts = Vec::new();
            let mut found = LineIndex::new(text.as_bytes(), &mut starts, Instructions::Portable);
            let (LineError::Length { line, .. } | LineError::Character { line, .. }) = expected;
            assert_eq!(found.count(usize::MAX), line - 1);
            assert_eq!(found.error, Some(expected));
        }
    }
}
