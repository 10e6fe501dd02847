//! The words of certificates of counts: their first two lines, numbers, and the words of a line.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::exact_cover::{Entry, ExactCover, Item};

/// The words of a line that are left, separated by blanks.
#[derive(Clone, Copy)]
pub(super) struct Words<'l> {
    line: &'l [u8],
    /// Where the next word begins. Behind the line by one, if there is none.
    start: usize,
}

impl<'l> Words<'l> {
    /// Returns the words of a line.
    pub(super) fn of(line: &'l [u8]) -> Self {
        Self { line, start: 0 }
    }

    /// Returns the first character of the next word, or 0 if there is none.
    #[inline]
    pub(super) fn peek(&self) -> u8 {
        self.line.get(self.start).copied().unwrap_or(0)
    }

    /// Returns whether no word is left.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.start > self.line.len()
    }

    /// Returns where the next word begins.
    #[inline]
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Continues with the word that begins there.
    #[inline]
    pub(super) fn skip_to(&mut self, start: usize) {
        self.start = start;
    }

    /// Returns the next word for a message.
    pub(super) fn quoted(mut self) -> String {
        format!("{:?}", text(self.next().unwrap_or_default()))
    }

    /// Returns an error unless no word is left.
    #[inline]
    pub(super) fn end(&self) -> Result<(), String> {
        if self.is_empty() { Ok(()) } else { Err("too many words".into()) }
    }

    /// Returns the number that the next word writes as decimal digits without zeros in front. Otherwise returns
    /// `None`, and the word is still the next one.
    #[inline(always)]
    pub(super) fn number(&mut self) -> Option<usize> {
        let word = self.line.get(self.start..)?;
        let (mut number, mut length) = (0_usize, 0);
        for &byte in word {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            number = number.wrapping_mul(10).wrapping_add(usize::from(digit));
            length += 1;
        }
        let is_whole = length == word.len() || word[length] == b' ';
        if !is_whole || length.wrapping_sub(1) >= 18 || word[0] == b'0' {
            return None;
        }
        self.start += length + 1;
        Some(number)
    }
}

impl<'l> Iterator for Words<'l> {
    type Item = &'l [u8];

    #[inline]
    fn next(&mut self) -> Option<&'l [u8]> {
        let rest = self.line.get(self.start..)?;
        let length = rest.iter().position(|&byte| byte == b' ').unwrap_or(rest.len());
        self.start += length + 1;
        Some(&rest[..length])
    }
}

/// Returns the first line of a certificate of a problem with this hash.
pub(super) fn header(hash: &str) -> String {
    format!("exact-cover-count 3 {hash}")
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

/// Reads the second line of a certificate. Returns the primary items in its order.
///
/// # Errors
/// If it is not the line of an order of the primary items.
pub(super) fn read_order(problem: &ExactCover, line: &[u8]) -> Result<Vec<Item>, String> {
    let line = str::from_utf8(line).map_err(|_| "not UTF-8, expected text")?;
    let items = 0..problem.primary() as Item;
    let numbers: HashMap<&str, Item> = items.map(|item| (problem.name(item), item)).collect();
    let number = |name| numbers.get(name).ok_or(format!("{name:?} is no primary item")).copied();
    let names = line.split(' ').skip(1).take(problem.primary());
    let order: Vec<Item> = names.map(number).collect::<Result<_, String>>()?;
    let distinct: HashSet<Item> = order.iter().copied().collect();
    if distinct.len() < problem.primary() {
        return Err(format!("expected each of the {} primary items once", problem.primary()));
    }
    match items_line(problem, &order) {
        expected if line == expected => Ok(order),
        expected => Err(format!("expected {expected:?}")),
    }
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

/// Returns a word for a message.
pub(super) fn text(word: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(word)
}
