//! What a line of a drawn grid is: lines around blocks, a row of cells, or words for people.

use crate::text::boxes::Bar;
use crate::text::draft::lines;
use crate::text::line::without_comment;
use crate::text::picture::{Row, Word};

/// Upright bars.
pub(super) const BARS: &[char] = &['|', '│', '┃', '║', '¦', '╎', '┆', '┊', '╏', '┇', '┋'];

/// Those that are heavier than others.
const HEAVY: &[char] = &['┃', '║', '╏', '┇', '┋'];

/// What stands between cells, as a blank does.
const SEPARATORS: &[char] = &[',', ';'];

/// The largest number of cells in a row: more is no grid.
const WIDEST: usize = 128;

/// A line of a drawing.
#[derive(Debug)]
pub(super) enum Line<'t> {
    Blank,
    /// What is behind the `#`.
    Comment(&'t str),
    /// Lines around blocks.
    Rule(&'t str),
    Words(&'t str),
}

/// What a line is. `dashes` is how many cells a row has where `-` is an empty cell.
pub(super) fn kind(line: &str, dashes: Option<usize>) -> Line<'_> {
    if let Some(comment) = line.trim_start().strip_prefix('#') {
        return Line::Comment(comment);
    }
    let text = without_comment(line);
    if text.trim().is_empty() {
        return Line::Blank;
    }
    if is_rule(text, dashes) { Line::Rule(text) } else { Line::Words(text) }
}

/// Whether a line only draws.
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
        || characters.iter().all(|c| c.is_whitespace() || *c == '+' || BARS.contains(c))
            && characters.contains(&'+')
}

/// How many cells a row has in which `-` or `_` stands beside a value; none if there is none.
pub(super) fn has_dashes(text: &str) -> Option<usize> {
    let has_both = |line: &&str| {
        let line = without_comment(line);
        line.contains(['-', '_']) && line.contains(|c: char| c.is_ascii_alphanumeric())
    };
    let line = text.lines().filter(|line| !line.trim_start().starts_with('#')).find(has_both)?;
    let (row, _) = row(1, without_comment(line));
    Some(row.words.iter().map(|word| word.text.chars().count()).sum())
}

/// The words of a row, and its bars.
pub(super) fn row(line: usize, text: &str) -> (Row, Vec<Bar>) {
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
    (Row { line, words, spans: Vec::new() }, bars)
}

/// The numbers of words and of characters that most rows have.
pub(super) fn usual_lengths(text: &str, dashes: Option<usize>) -> (usize, usize) {
    let (mut words, mut characters) = (vec![0; WIDEST + 1], vec![0; WIDEST + 1]);
    for (number, line) in lines(text) {
        if let Line::Words(line) = kind(line, dashes) {
            let (row, _) = row(number, line);
            words[row.words.len().min(WIDEST)] += 1;
            let length: usize = row.words.iter().map(|word| word.text.chars().count()).sum();
            characters[length.min(WIDEST)] += 1;
        }
    }
    let most = |counts: &[usize]| (0..counts.len()).max_by_key(|&n| (counts[n], n)).unwrap_or(0);
    (most(&words), most(&characters))
}

/// Whether a line is words for people: it has small letters behind others, as candidates seldom have,
/// and not as many cells as a row.
pub(super) fn is_title(row: &Row, (words, characters): (usize, usize)) -> bool {
    let is_word = |two: &[char]| two[0].is_alphabetic() && two[1].is_lowercase();
    let has_letters = |word: &Word| word.text.chars().collect::<Vec<_>>().windows(2).any(is_word);
    let length: usize = row.words.iter().map(|word| word.text.chars().count()).sum();
    row.words.iter().any(has_letters) && row.words.len() != words && length != characters
}
