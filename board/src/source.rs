//! A text and the places in it: lines, words, spans, and the one error that every parser returns.

use std::borrow::Cow;

/// What is wrong with a text, where, and what was expected instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {found}, expected {expected}")]
pub struct TextError {
    /// The line, from one.
    pub line: usize,
    /// The column, in characters, from one.
    pub column: usize,
    /// What is wrong.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl TextError {
    pub(crate) fn new(
        line: usize,
        column: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self { line, column, found: found.into(), expected: expected.into() }
    }

    /// Returns what is wrong and what was expected, without the place.
    pub fn message(&self) -> String {
        format!("{}, expected {}", self.found, self.expected)
    }

    /// Returns the same error in a larger text, in which the line that was read starts at this
    /// place.
    pub(crate) fn within(self, line: usize, column: usize) -> Self {
        Self { line, column: column + self.column - 1, ..self }
    }
}

/// A piece of a line, and where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span<'t> {
    /// The line, from one.
    pub(crate) line: usize,
    /// The column of the first character, from one.
    pub(crate) column: usize,
    pub(crate) text: &'t str,
}

impl Span<'_> {
    /// Returns an error at the start of this span.
    pub(crate) fn error(self, found: impl Into<String>, expected: impl Into<String>) -> TextError {
        TextError::new(self.line, self.column, found, expected)
    }

    /// Returns an error at a character of this span, counted from zero.
    pub(crate) fn error_at(
        self,
        index: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> TextError {
        TextError::new(self.line, self.column + index, found, expected)
    }
}

/// Returns a number with its noun, such as `1 cell` or `2 cells`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Returns the text without a byte order mark.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Returns the lines of a text with their numbers, without a byte order mark and line ends.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(without_mark(text).lines())
}

/// Returns the words of a line.
pub(crate) fn words(line: usize, text: &str) -> impl Iterator<Item = Span<'_>> {
    let mut rest = text;
    let mut column = 1;
    std::iter::from_fn(move || {
        let word = rest.split_whitespace().next()?;
        let before = rest.find(word)?;
        column += rest[..before].chars().count();
        let span = Span { line, column, text: word };
        column += word.chars().count();
        rest = &rest[before + word.len()..];
        Some(span)
    })
}

/// Returns the text with line ends replaced by blanks.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\r']) {
        text.split_whitespace().collect::<Vec<_>>().join(" ").into()
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_columns() {
        let found: Vec<_> =
            words(7, " ü  ab\tc ").map(|it| (it.line, it.column, it.text)).collect();
        assert_eq!(found, [(7, 2, "ü"), (7, 5, "ab"), (7, 8, "c")]);
    }

    #[test]
    fn an_error_names_its_place_what_is_wrong_and_what_was_expected() {
        let error = TextError::new(1, 3, "two", "one");
        assert_eq!(error.to_string(), "1:3: two, expected one");
        assert_eq!(error.clone().within(4, 10).to_string(), "4:12: two, expected one");
        assert_eq!(error.message(), "two, expected one");
    }
}
