//! Solutions in different alphabets: whether two texts are the same grid.
//!
//! A solution stands in a row as characters, and two corpora may write one puzzle in two alphabets. A row
//! that names its characters can be translated: the *n*th of them is the *n*th of `1–9 A–Z a–z`.
//!
//! ```text
//!   ABCDCDBA…  symbols ABCD   ─┐
//!                              ├─>  12343421…
//!   12343421…  symbols 1234   ─┘
//! ```
//!
//! Rows of older runs do not name them. Where all those texts of a puzzle have the characters of one
//! alphabet, they are compared as they stand. Otherwise characters are taken in their natural order, which
//! is right for digits, hexadecimal digits and letters; and where that makes two grids of texts that a
//! change of characters turns into each other, the order may be at fault: they count as one grid, because
//! a grid must be proved to be another one.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use board::STANDARD_SYMBOLS;

/// A solution as it stands in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown<'a> {
    /// The characters of its cells.
    pub text: &'a str,
    /// The characters of the symbols, in order; none where they are not known. Empty where each stands for
    /// itself.
    pub symbols: Option<&'a str>,
}

/// A text of these symbols in the characters `1–9 A–Z a–z`; other characters stay.
pub fn standard<'t>(text: &'t str, symbols: &str) -> Cow<'t, str> {
    if STANDARD_SYMBOLS.starts_with(symbols) {
        return text.into();
    }
    let standard: HashMap<char, char> = symbols.chars().zip(STANDARD_SYMBOLS.chars()).collect();
    text.chars().map(|c| standard.get(&c).copied().unwrap_or(c)).collect()
}

/// A number for each text, from zero: two have the same unless they are different grids for certain.
pub fn grids(shown: &[Shown<'_>]) -> Vec<usize> {
    let unknown = || shown.iter().filter(|one| one.symbols.is_none());
    let used: BTreeSet<char> = unknown().flat_map(|one| one.text.chars()).collect();
    let most = unknown().map(|one| characters(one.text).len()).max().unwrap_or_default();
    let is_one_alphabet = unknown().count() == shown.len() && used.len() <= most;
    let read: Vec<Cow<'_, str>> = (shown.iter())
        .map(|one| match one.symbols {
            Some(symbols) => standard(one.text, symbols),
            None if is_one_alphabet => one.text.into(),
            None => standard(one.text, &String::from_iter(characters(one.text))),
        })
        .collect();
    let may_be_same = |a: usize, b: usize| {
        let is_guessed = shown[a].symbols.is_none() || shown[b].symbols.is_none();
        let differ = characters(shown[a].text) != characters(shown[b].text);
        let is_ambiguous = is_guessed && !is_one_alphabet && differ;
        read[a] == read[b] || (is_ambiguous && pattern(shown[a].text) == pattern(shown[b].text))
    };
    let (mut first, mut numbers) = (Vec::new(), Vec::new());
    for place in 0..shown.len() {
        let known = first.iter().position(|&other| may_be_same(other, place));
        numbers.push(known.unwrap_or_else(|| {
            first.push(place);
            first.len() - 1
        }));
    }
    numbers
}

fn characters(text: &str) -> BTreeSet<char> {
    text.chars().collect()
}

/// For each cell, how many other characters were met before its own: the same for all texts that differ in
/// their characters only.
fn pattern(text: &str) -> Vec<usize> {
    let mut met = HashMap::new();
    let mut place = |c| {
        let next = met.len();
        *met.entry(c).or_insert(next)
    };
    text.chars().map(&mut place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shown: &[(&str, Option<&str>)], expected: &[usize]) {
        let shown: Vec<Shown<'_>> =
            shown.iter().map(|&(text, symbols)| Shown { text, symbols }).collect();
        assert_eq!(grids(&shown), expected, "{shown:?}");
    }

    #[test]
    fn known_symbols_are_translated() {
        assert_eq!(standard("ABBA", "ABCD"), "1221");
        assert_eq!(standard("0F1", "0123456789ABCDEF"), "1G2");
        assert_eq!(standard("1221", ""), "1221");
        check(&[("ABBA", Some("ABCD")), ("1221", Some("")), ("2112", Some(""))], &[0, 0, 1]);
        check(&[("DOGS", Some("DOGS")), ("1234", Some("")), ("DGOS", Some("DOGS"))], &[0, 0, 1]);
    }

    #[test]
    fn unknown_symbols_of_one_alphabet_are_compared_as_they_stand() {
        check(&[("1221", None), ("2112", None), ("1221", None)], &[0, 1, 0]);
        check(&[("1111", None), ("1221", None)], &[0, 1]);
    }

    #[test]
    fn unknown_symbols_of_several_alphabets_are_taken_in_their_natural_order() {
        check(&[("1234", None), ("ABCD", None), ("ABDC", None)], &[0, 0, 0]);
        check(&[("0F01", None), ("1G12", Some("")), ("1G11", Some(""))], &[0, 0, 1]);
        check(&[("1221", None), ("ABAB", None)], &[0, 1]);
        // A change of characters makes one of the other: not certain to differ.
        check(&[("1234", Some("")), ("WORD", None)], &[0, 0]);
    }
}
