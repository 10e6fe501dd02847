//! Names above grids that are as short as a row: `easy`, `A`, `1.` or `Solution:`.
//!
//! ```text
//!   easy              Puzzle:
//!   53..7....         5 3 . . 7 . . . .
//!   6..195...         6 . . 1 9 5 . . .
//!   …                 …
//! ```
//!
//! Such a line is a name only if it differs from the rows, and the rows between two such lines are whole grids.

use super::rules::has_word;
use super::section::{Section, order};
use crate::catalog;
use crate::text::metadata::Metadata;
use crate::text::picture_row::Row;

/// The numbers of words and of characters that most rows have.
pub(super) type Lengths = (usize, usize);

/// Divides a section at the names among its rows. A grid has `height` rows, if that is known.
pub(super) fn divide(mut section: Section, usual: Lengths, height: Option<usize>) -> Vec<Section> {
    let names = find(&section, usual);
    let n_rows = section.rows.len();
    let is_grids = |(start, end)| is_whole(&section, start, end, height);
    let starts = std::iter::once(0).chain(names.iter().map(|at| at + 1));
    let ends = names.iter().copied().chain([n_rows]);
    let has_rows_only = names.is_empty() || height.is_some_and(|it| n_rows.is_multiple_of(it));
    if has_rows_only || !starts.zip(ends).any(is_grids) {
        return vec![section];
    }
    let mut parts = Vec::new();
    for &at in names.iter().rev() {
        let mut below = section.split_off(at);
        let rows = below.split_off(1);
        let words: Vec<&str> = below.rows[0].words.iter().map(|word| &*word.text).collect();
        let (line, name) = (below.rows[0].line, words.join(" "));
        if at == 0 {
            section = Section { metadata: section.metadata, ..rows };
            section.metadata.add_title(line, &name);
        } else {
            let mut metadata = Metadata::default();
            metadata.add_title(line, &name);
            parts.push(Section { metadata, ..rows });
        }
    }
    parts.push(section);
    parts.reverse();
    parts
}

/// Returns the rows that may be names.
fn find(section: &Section, usual: Lengths) -> Vec<usize> {
    let bars = &section.lines.bars;
    let is_drawn = bars.iter().filter(|bars| !bars.is_empty()).count() * 2 > bars.len();
    let may_be_name =
        |&at: &usize| bars[at].is_empty() && is_name(&section.rows[at], usual, is_drawn);
    (0..section.rows.len()).filter(may_be_name).collect()
}

/// Returns whether a row without bars may be a name.
fn is_name(row: &Row, (words, characters): Lengths, is_drawn: bool) -> bool {
    let text: String = row.words.iter().map(|word| &*word.text).collect();
    let body = text.trim_end_matches([':', '.', ')']);
    let is_plain = !body.is_empty() && body.chars().all(char::is_alphanumeric);
    let has_letter = text.chars().any(|c| c.is_alphabetic() && !matches!(c, 'x' | 'X'));
    let is_marked = is_plain && text.len() > body.len();
    let is_counter = is_marked && body.bytes().all(|byte| byte.is_ascii_digit());
    let is_longer = is_drawn || row.words.len() != words;
    let is_other = is_drawn || (row.characters() != characters && (words == 1 || is_longer));
    match row.words.len() {
        0 => false,
        _ if is_marked && text.ends_with(':') && has_letter => true,
        1 => is_other && (has_letter || is_counter),
        _ => is_longer && has_word(row),
    }
}

/// Returns whether the rows from `start` to `end` are one grid or several.
fn is_whole(section: &Section, start: usize, end: usize, height: Option<usize>) -> bool {
    let (rows, bars) = (&section.rows[start..end], &section.lines.bars[start..end]);
    let Some(first) = bars.first() else { return false };
    let are_drawn = || {
        let is_even = !first.is_empty() && bars.iter().all(|bars| bars.len() == first.len());
        is_even && catalog::classic_block(rows.len()).is_some()
    };
    match height {
        Some(height) => rows.len().is_multiple_of(height),
        None => order(rows).is_some() || are_drawn(),
    }
}
