//! A grid as it is usually drawn: rows of cells, with or without lines around the blocks.
//!
//! ```text
//!   5 3 . | . 7 . | . . .      +-------+-------+     ┌─────┬─────┐     1 0 | 0 0
//!   6 . . | 1 9 5 | . . .      | 5 3   |   7   |     │ 5 3 │   7 │     0 0 | 3 0
//!   …                          …                     …               ----+----
//! ```
//!
//! Lines are made of dashes, crosses and corners, in ASCII or in Unicode's box drawing. As far as they
//! show boxes, these must be those of the board (`boxes.rs`). The rest, separated by upright bars, commas
//! and blanks, are the cells (`picture.rs`). A blank may be an empty cell if bars give the width of a
//! cell, and is a hole where the geometry has no cell. In rows of a spreadsheet an empty field is an empty cell
//! (`fields.rs`).
//!
//! A text may hold several grids: its rows are divided by the number of rows of a grid, regardless of blank
//! lines; where blanks are empty cells, a blank line ends a grid. A line of words, as `Grid 01`, is the
//! name of the grid below it (`names.rs`), and `Solution` that of the solution of the grid above it
//! (`solutions.rs`). A map of regions is that of the puzzle above it (`maps.rs`). Labels of rows and columns are left
//! out (`labels.rs`), and sizes before the rows (`sizes.rs`).

use self::fields::BARS;
use self::names::Lengths;
use self::rules::{Layout, LineKind, is_title};
use self::section::Section;
use super::boxes::Rule;
use super::metadata::Metadata;
use super::parsed::{Cells, GeometryLookup, ParsedPuzzle};
use super::picture::Writing;
use super::picture_row::rows_of;
use crate::geometry::Geometry;
use crate::source::{TextError, lines};

mod fields;
mod labels;
mod maps;
mod names;
mod rules;
mod section;
mod sizes;
mod solutions;
pub(super) mod write;

/// Reads grids, one after the other.
///
/// # Errors
/// If there is none, or a row has another number of cells than the others.
pub fn read(text: &str, lookup: &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError> {
    read_as(text, Writing::Any, lookup)
}

/// Reads grids whose cells are the candidates, as HoDoKu prints them.
///
/// # Errors
/// As [`read`].
pub(super) fn read_candidates(
    text: &str,
    lookup: &mut GeometryLookup<'_>,
) -> Result<Vec<ParsedPuzzle>, TextError> {
    read_as(text, Writing::Candidates, lookup)
}

fn read_as(
    text: &str,
    writing: Writing,
    lookup: &mut GeometryLookup<'_>,
) -> Result<Vec<ParsedPuzzle>, TextError> {
    let mut puzzles: Vec<ParsedPuzzle> = Vec::new();
    let mut current = Metadata::default();
    let (sections, usual) = sections(text);
    for mut section in sections {
        section.metadata.inherit(&mut current);
        let stated = section.metadata.geometry.as_ref().map(|stated| stated.text.as_str());
        let geometry = lookup(stated);
        let height = geometry.as_deref().map(|geometry| rows_of(geometry).len());
        for mut section in names::divide(section, usual, height) {
            section.metadata.inherit(&mut current);
            if section.rows.is_empty() {
                // Metadata after the last grid belongs to it.
                if let Some(last) = puzzles.last_mut() {
                    last.metadata.merge(Metadata { name: None, ..section.metadata });
                }
                continue;
            }
            leave_out(&mut section, geometry.as_deref())?;
            puzzles.extend(section.cut(writing, height));
        }
    }
    if puzzles.is_empty() {
        return Err(TextError::new(1, 1, "no puzzle", "rows of cells"));
    }
    check_numbers(&puzzles)?;
    Ok(solutions::attach(maps::attach(puzzles, lookup), lookup))
}

/// # Errors
/// If most grids contain a number that is too large: this is one board that is too large, or one whose
/// rows span several lines, not many small puzzles.
fn check_numbers(puzzles: &[ParsedPuzzle]) -> Result<(), TextError> {
    let large = |puzzle: &ParsedPuzzle| match &puzzle.cells {
        Cells::Picture(picture) => picture.large_number(),
        Cells::Line(..) => None,
    };
    let mut errors: Vec<TextError> = puzzles.iter().filter_map(large).collect();
    let are_most = puzzles.len() > 1 && errors.len() * 2 > puzzles.len();
    if are_most { Err(errors.swap_remove(0)) } else { Ok(()) }
}

/// Returns whether a text contains lines or bars.
pub(super) fn is_drawn(text: &str) -> bool {
    let layout = Layout::of(text);
    lines(text).any(|(_, line)| matches!(layout.kind(line), LineKind::Rule(_)))
        || lines(text).filter(|(_, line)| line.contains(BARS)).count() > 1
}

/// Returns the words of each row, for the recognition of notations.
pub(super) fn rows(text: &str) -> Vec<Vec<String>> {
    let (sections, usual) = sections(text);
    let parts = sections.into_iter().flat_map(|section| names::divide(section, usual, None));
    let rows = parts.flat_map(|mut section| {
        // Sizes that are not those of the rows are an error of the notation.
        let _ = leave_out(&mut section, None);
        section.rows
    });
    rows.map(|row| row.words.into_iter().map(|word| word.text).collect()).collect()
}

/// Returns the sections of a text, each of which starts with headers or a title, and the usual lengths of their rows.
fn sections(text: &str) -> (Vec<Section>, Lengths) {
    let layout = Layout::of(text);
    let usual = layout.usual_lengths(text);
    let mut sections = vec![Section::default()];
    let mut was_blank = false;
    let mut rule: Option<Rule> = None;
    for (number, line) in lines(text) {
        let Some(section) = sections.last_mut() else { break };
        match layout.kind(line) {
            LineKind::Blank => was_blank = true,
            LineKind::Rule(text) => {
                rule = Rule::of(number, text).map(|below| below.doubled(rule)).or(rule);
            }
            LineKind::Comment(comment) => metadata(&mut sections).parse_header(number, comment),
            LineKind::Words(line) => {
                let (row, bars) = layout.row(number, line);
                let trimmed = line.trim();
                let in_bars = trimmed.starts_with(BARS) && trimmed.ends_with(BARS);
                if !in_bars && is_title(&row, usual) {
                    metadata(&mut sections).add_title(number, line);
                } else {
                    if std::mem::take(&mut was_blank) {
                        section.gaps.push(section.rows.len());
                    }
                    section.rows.push(row);
                    section.lines.bars.push(bars);
                    section.lines.rules.push(rule.take());
                }
            }
        }
    }
    (sections, usual)
}

/// Returns the metadata of the rows that follow.
fn metadata(sections: &mut Vec<Section>) -> &mut Metadata {
    if sections.last().is_none_or(|section| !section.rows.is_empty()) {
        sections.push(Section::default());
    }
    let last = sections.len() - 1;
    &mut sections[last].metadata
}

/// Removes the sizes before the rows of a section, and the labels of rows and columns, unless the rows are those of
/// `geometry`.
///
/// # Errors
/// If the sizes are not those of the rows.
fn leave_out(section: &mut Section, geometry: Option<&Geometry>) -> Result<(), TextError> {
    if geometry.is_some_and(|geometry| section.has_rows_of(geometry)) {
        return Ok(());
    }
    sizes::remove(section)?;
    let n_rows = section.rows.len();
    labels::remove(&mut section.rows, &mut section.lines);
    let n_removed = n_rows - section.rows.len();
    section.gaps.iter_mut().for_each(|gap| *gap = gap.saturating_sub(n_removed));
    Ok(())
}
