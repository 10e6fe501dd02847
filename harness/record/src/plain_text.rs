//! Texts of others that are printed or kept: names of puzzles, versions and messages of programs.
//!
//! A terminal obeys control characters, and the order in which it shows a line depends on marks of direction. A
//! spreadsheet takes a cell for a formula that begins with `=`, `+`, `-` or `@`, also behind blanks. Nothing that
//! stands in a row needs these characters. So [`label`] is how a text enters a row, and [`plain`] how it is shown
//! that came from rows of others.

use std::borrow::Cow;

/// Stands for a character that is not shown.
const REPLACEMENT: char = '\u{fffd}';

/// Returns a text in one line, without characters that a terminal obeys: each becomes `�`, a blank one a space.
pub fn plain(text: &str) -> Cow<'_, str> {
    replaced(text, |_| false)
}

/// Returns the same in several lines: line breaks and tabs stay.
pub fn plain_lines(text: &str) -> Cow<'_, str> {
    replaced(text, |character| matches!(character, '\n' | '\t'))
}

/// Returns a plain text that no spreadsheet takes for a formula.
pub fn label(text: &str) -> Cow<'_, str> {
    match plain(text) {
        Cow::Borrowed(text) => without_formula(text),
        Cow::Owned(text) => Cow::Owned(without_formula(&text).into_owned()),
    }
}

/// Returns a text that no spreadsheet takes for a formula: an apostrophe is put before it if it begins like one, unless
/// it is a number.
pub fn without_formula(text: &str) -> Cow<'_, str> {
    // The full-width forms are the same to a spreadsheet.
    let first = text.trim_start().chars().next();
    let is_formula = first.is_some_and(|first| "=+-@＝＋－＠".contains(first));
    let is_number = text.trim().parse::<f64>().is_ok_and(f64::is_finite);
    if is_formula && !is_number { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

fn replaced(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_bad = |character: char| is_obeyed(character) && !is_kept(character);
    if !text.chars().any(is_bad) {
        return Cow::Borrowed(text);
    }
    let shown = |character: char| match character {
        _ if !is_bad(character) => character,
        _ if character.is_whitespace() => ' ',
        _ => REPLACEMENT,
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Returns whether a terminal obeys a character in place of showing it: control characters, line and paragraph
/// separators, and what turns or embeds directions.
fn is_obeyed(character: char) -> bool {
    let turns = |character| {
        matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        )
    };
    // Nearly every character is ASCII.
    if character.is_ascii() {
        character.is_ascii_control()
    } else {
        character.is_control() || turns(character)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_no_orders() {
        for (text, shown) in [
            ("Al Escargot", "Al Escargot"),
            ("été №7 – 数独 🙂", "été №7 – 数独 🙂"),
            ("\u{1b}[2J\u{1b}]0;x\u{7}", "�[2J�]0;x�"),
            ("a\nb\r\nc\td", "a b  c d"),
            ("\u{9b}31m\u{7f}", "�31m�"),
            ("abc\u{202e}fed\u{2066}\u{200f}\u{feff}", "abc�fed���"),
            ("a\u{2028}b", "a b"),
        ] {
            assert_eq!(plain(text), shown);
        }
        assert_eq!(plain_lines("a\n\tb\u{1b}\r"), "a\n\tb� ");
        assert!(matches!(plain("plain"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_spreadsheet_gets_no_formulas() {
        for formula in
            ["=cmd|'/C calc'!A0", "+1+cmd", "-2+3+cmd", "@SUM(1)", "＝1+1", " =1", "\t=1"]
        {
            assert_eq!(label(formula), format!("'{}", plain(formula)));
        }
        for other in ["-0.5", "+1e3", "a=b", "'=1", "", "–", "puzzle:1", "x -1"] {
            assert_eq!(label(other), other);
        }
    }
}
