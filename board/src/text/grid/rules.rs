//! The lines of the text of a drawn grid: lines around blocks, rows of cells, and titles.

use super::fields::{BARS, Fields};
use crate::source::lines;
use crate::text::boxes::Bar;
use crate::text::line::without_comment;
use crate::text::picture_row::{Row, Word};

/// The heavy bars.
const HEAVY: &[char] = &['┃', '║', '╏', '┇', '┋'];

/// The separators of cells, besides blanks.
const SEPARATORS: &[char] = &[',', ';'];

/// The largest number of cells in a row of a grid.
const WIDEST: usize = 128;

/// A line of the text.
#[derive(Debug)]
pub(super) enum LineKind<'t> {
    Blank,
    /// The text after the `#`.
    Comment(&'t str),
    /// Lines around blocks.
    Rule(&'t str),
    Words(&'t str),
}

/// How a text writes its empty cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The number of cells in a row, if `-` or `_` is an empty cell.
    dashes: Option<usize>,
    /// The fields of the rows, if empty ones are cells.
    fields: Option<Fields>,
}

impl Layout {
    /// Returns the layout of a text.
    pub(super) fn of(text: &str) -> Self {
        Self { dashes: dashes(text), fields: Fields::of(text) }
    }

    /// Returns the kind of a line.
    pub(super) fn kind(self, line: &str) -> LineKind<'_> {
        if let Some(comment) = line.trim_start().strip_prefix('#') {
            return LineKind::Comment(comment);
        }
        let text = without_comment(line);
        if self.fields.is_some_and(|fields| fields.has(text)) {
            return LineKind::Words(text);
        }
        if text.trim().is_empty() {
            return LineKind::Blank;
        }
        let is_between_fields = self.fields.is_some_and(|fields| fields.is_rule(text));
        if is_between_fields || is_rule(text, self.dashes) {
            LineKind::Rule(text)
        } else {
            LineKind::Words(text)
        }
    }

    /// Returns the words of a row, and its bars.
    pub(super) fn row(self, line: usize, text: &str) -> (Row, Vec<Bar>) {
        let (mut row, bars) = row(line, text);
        if let Some(fields) = self.fields.filter(|fields| fields.has(text)) {
            fields.fill(text, &mut row.words);
        }
        (row, bars)
    }

    /// Returns the most frequent numbers of words and of characters in a row of a text.
    pub(super) fn usual_lengths(self, text: &str) -> (usize, usize) {
        let (mut words, mut characters) = (vec![0; WIDEST + 1], vec![0; WIDEST + 1]);
        for (number, line) in lines(text) {
            if let LineKind::Words(line) = self.kind(line) {
                let (row, _) = self.row(number, line);
                words[row.words.len().min(WIDEST)] += 1;
                characters[row.characters().min(WIDEST)] += 1;
            }
        }
        let most =
            |counts: &[usize]| (0..counts.len()).max_by_key(|&n| (counts[n], n)).unwrap_or(0);
        (most(&words), most(&characters))
    }
}

/// Returns whether a line contains no cells.
fn is_rule(text: &str, dashes: Option<usize>) -> bool {
    let is_box = |c: char| ('\u{2500}'..='\u{257f}').contains(&c) && !BARS.contains(&c);
    let is_dash = |c: char| matches!(c, '-' | '=' | '_' | '–' | '—') || is_box(c);
    if text.chars().any(char::is_alphanumeric) {
        return false;
    }
    let only_dashes = |c: char| matches!(c, '-' | '_') || c.is_whitespace() || BARS.contains(&c);
    if let Some(cells) = dashes
        && text.chars().all(only_dashes)
        && text.chars().filter(|c| matches!(c, '-' | '_')).count() == cells
    {
        return false;
    }
    let characters: Vec<char> = text.chars().collect();
    let is_run = |run: &[char]| run.iter().all(|&c| is_dash(c));
    let is_crossed = characters.contains(&'+') && characters.windows(2).any(is_run);
    characters.windows(3).any(is_run)
        || is_crossed
        || characters.iter().any(|&c| is_box(c))
        || characters.iter().all(|c| c.is_whitespace() || "+-=".contains(*c) || BARS.contains(c))
            && characters.contains(&'+')
}

/// Returns the number of cells in the first row in which `-` or `_` occurs beside a value; `None` if there is no such
/// row.
fn dashes(text: &str) -> Option<usize> {
    let has_both = |line: &&str| {
        let line = without_comment(line);
        line.contains(['-', '_']) && line.contains(|c: char| c.is_ascii_alphanumeric())
    };
    let line = text.lines().filter(|line| !line.trim_start().starts_with('#')).find(has_both)?;
    let (row, _) = row(1, without_comment(line));
    Some(row.characters())
}

/// Returns the words of a row, and its bars.
fn row(line: usize, text: &str) -> (Row, Vec<Bar>) {
    let mut words: Vec<Word> = Vec::new();
    let mut bars = Vec::new();
    let mut in_word = false;
    for (index, character) in text.chars().enumerate() {
        if BARS.contains(&character) {
            bars.push(Bar { column: index + 1, is_heavy: HEAVY.contains(&character) });
            in_word = false;
        } else if character.is_whitespace() || SEPARATORS.contains(&character) {
            in_word = false;
        } else if in_word && let Some(word) = words.last_mut() {
            word.text.push(character);
        } else {
            words.push(Word { column: index + 1, text: character.into(), place: None });
            in_word = true;
        }
    }
    (Row::new(line, words), bars)
}

/// Returns whether a line is a title: it has lower-case letters after others, as candidates seldom have,
/// and another number of cells than the usual row.
pub(super) fn is_title(row: &Row, (words, characters): (usize, usize)) -> bool {
    has_word(row) && row.words.len() != words && row.characters() != characters
}

/// Returns whether lower-case letters follow others in a word.
pub(super) fn has_word(row: &Row) -> bool {
    let is_word = |two: &[char]| two[0].is_alphabetic() && two[1].is_lowercase();
    row.words.iter().any(|word| word.text.chars().collect::<Vec<_>>().windows(2).any(is_word))
}
