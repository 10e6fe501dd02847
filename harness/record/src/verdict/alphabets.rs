//! Solutions in different alphabets: whether two texts are the same grid.
//!
//! A row writes a solution in characters, and two corpora may write one puzzle in two alphabets. A row
//! that states its characters can be translated: the *n*th of them is the *n*th of the standard characters, which begin
//! with `1–9 A–Z a–z`.
//!
//! ```text
//!   ABCDCDBA…  symbols ABCD   ─┐
//!                              ├─>  12343421…
//!   12343421…  symbols 1234   ─┘
//! ```
//!
//! Rows of older runs do not state them. If all such texts of a puzzle use the characters of one
//! alphabet, they are compared literally. Otherwise characters are ordered by code point, which is right
//! for digits, hexadecimal digits and letters. If the texts then differ, but a substitution of
//! characters turns one into the other, the order may be wrong: they count as the same grid, because
//! grids must be proved to differ.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use board::STANDARD_SYMBOLS;

/// A solution as a row writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionText<'a> {
    /// The characters of its cells.
    pub text: &'a str,
    /// The characters of the symbols, in order; `None` if unknown, empty if the text is in the standard
    /// alphabet.
    pub symbols: Option<&'a str>,
}

/// Translates a text of these symbols to the standard characters; other characters are kept.
pub fn standard<'t>(text: &'t str, symbols: &str) -> Cow<'t, str> {
    if STANDARD_SYMBOLS.starts_with(symbols) {
        return text.into();
    }
    let standard: HashMap<char, char> = symbols.chars().zip(STANDARD_SYMBOLS.chars()).collect();
    text.chars().map(|c| standard.get(&c).copied().unwrap_or(c)).collect()
}

/// Numbers the grids of the texts from 0: two texts share a number unless their grids certainly differ.
pub fn grids(solutions: &[SolutionText<'_>]) -> Vec<usize> {
    let unknown = || solutions.iter().filter(|one| one.symbols.is_none());
    let used: BTreeSet<char> = unknown().flat_map(|one| one.text.chars()).collect();
    let most = unknown().map(|one| characters(one.text).len()).max().unwrap_or_default();
    let is_one_alphabet = unknown().count() == solutions.len() && used.len() <= most;
    let read: Vec<Cow<'_, str>> = (solutions.iter())
        .map(|one| match one.symbols {
            Some(symbols) => standard(one.text, symbols),
            None if is_one_alphabet => one.text.into(),
            None => standard(one.text, &String::from_iter(characters(one.text))),
        })
        .collect();
    let may_be_same = |a: usize, b: usize| {
        let is_guessed = solutions[a].symbols.is_none() || solutions[b].symbols.is_none();
        let differ = characters(solutions[a].text) != characters(solutions[b].text);
        let is_ambiguous = is_guessed && !is_one_alphabet && differ;
        read[a] == read[b]
            || (is_ambiguous && pattern(solutions[a].text) == pattern(solutions[b].text))
    };
    let (mut first, mut numbers) = (Vec::new(), Vec::new());
    for place in 0..solutions.len() {
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

/// For each cell, the index of its character by first occurrence: equal for texts that differ by a
/// substitution of characters only.
fn pattern(text: &str) -> Vec<usize> {
    let mut seen = HashMap::new();
    let mut place = |c| {
        let next = seen.len();
        *seen.entry(c).or_insert(next)
    };
    text.chars().map(&mut place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(solutions: &[(&str, Option<&str>)], expected: &[usize]) {
        let solutions: Vec<SolutionText<'_>> =
            solutions.iter().map(|&(text, symbols)| SolutionText { text, symbols }).collect();
        assert_eq!(grids(&solutions), expected, "{solutions:?}");
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
    fn unknown_symbols_of_one_alphabet_are_compared_literally() {
        check(&[("1221", None), ("2112", None), ("1221", None)], &[0, 1, 0]);
        check(&[("1111", None), ("1221", None)], &[0, 1]);
    }

    #[test]
    fn unknown_symbols_of_several_alphabets_are_ordered_by_code_point() {
        check(&[("1234", None), ("ABCD", None), ("ABDC", None)], &[0, 0, 0]);
        check(&[("0F01", None), ("1G12", Some("")), ("1G11", Some(""))], &[0, 0, 1]);
        check(&[("1221", None), ("ABAB", None)], &[0, 1]);
        // A substitution of characters turns one into the other: not certain to differ.
        check(&[("1234", Some("")), ("WORD", None)], &[0, 0]);
    }
}
