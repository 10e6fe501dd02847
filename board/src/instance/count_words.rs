//! The words of certificates of counts: their first two lines, numbers, and the words of a line.

use std::borrow::Cow;
use std::collections::HashSet;

use super::exact_cover::{Entry, ExactCover, Item};

/// The words of a line that are left.
#[derive(Clone)]
pub(super) struct Words<'l>(Option<&'l [u8]>);

impl<'l> Words<'l> {
    /// Returns the words of a line.
    pub(super) fn of(line: &'l [u8]) -> Self {
        Self(Some(line))
    }

    /// Returns the next word if it begins with this character.
    #[inline]
    pub(super) fn next_if(&mut self, first: u8) -> Option<&'l [u8]> {
        if matches!(self.0, Some(&[byte, ..]) if byte == first) { self.next() } else { None }
    }
}

impl<'l> Iterator for Words<'l> {
    type Item = &'l [u8];

    #[inline]
    fn next(&mut self) -> Option<&'l [u8]> {
        let rest = self.0?;
        let mut end = 0;
        while end < rest.len() && rest[end] != b' ' {
            end += 1;
        }
        self.0 = if end < rest.len() { Some(&rest[end + 1..]) } else { None };
        Some(&rest[..end])
    }
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
    format!("exact-cover-count 2 {hash}")
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
pub(super) fn words(problem: &ExactCover, order: &[Item]) -> Vec<Entry> {
    let mut words: Vec<Entry> = order.iter().copied().map(Entry::plain).collect();
    let mut seen = HashSet::new();
    let secondary = |entry: &&Entry| entry.item as usize >= problem.primary();
    let uses = problem.options().flatten().filter(secondary);
    words.extend(uses.filter(|&&entry| seen.insert(entry)));
    words
}

/// Returns the number that decimal digits without zeros in front write.
#[inline]
pub(super) fn number(word: &[u8]) -> Option<usize> {
    let is_short = (1..=18).contains(&word.len()) && word[0] != b'0';
    let mut number = 0;
    for &byte in if is_short { word } else { &[] } {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = 10 * number + usize::from(digit);
    }
    if is_short { Some(number) } else { None }
}

/// Returns a word for a message.
pub(super) fn text(word: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(word)
}
