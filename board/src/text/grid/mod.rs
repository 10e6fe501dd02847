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
//! (`solutions.rs`). Labels of rows and columns are left out (`labels.rs`), and sizes before the rows
//! (`sizes.rs`).

use self::names::Lengths;
use self::rules::{BARS, Layout, LineKind, is_title};
use super::boxes::{Lines, Rule};
use super::metadata::{Metadata, Note, Topic};
use super::parsed::{Cells, GeometryLookup, ParsedPuzzle};
use super::picture::{Picture, Writing};
use super::picture_row::{Row, Word, rows_of};
use crate::catalog;
use crate::geometry::Geometry;
use crate::source::{TextError, lines};
use crate::symbols::MAX_SYMBOLS;

mod fields;
mod labels;
mod names;
mod rules;
mod sizes;
mod solutions;
pub(super) mod write;

/// A row of more cells is one of a board with as many rows, even if no classic board has so many.
const MANY: usize = 36;

/// Rows of grids, and the metadata before them.
#[derive(Debug, Default)]
struct Section {
    metadata: Metadata,
    rows: Vec<Row>,
    lines: Lines,
    /// The rows after a blank line.
    gaps: Vec<usize>,
}

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
            section.leave_out(geometry.as_deref())?;
            puzzles.extend(section.cut(writing, height));
        }
    }
    if puzzles.is_empty() {
        return Err(TextError::new(1, 1, "no puzzle", "rows of cells"));
    }
    check_numbers(&puzzles)?;
    Ok(solutions::attach(puzzles, lookup))
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
        let _ = section.leave_out(None);
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
                    add_title(metadata(&mut sections), line);
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

/// Adds the line of a name: the first is the name, and the others are comments.
fn add_title(metadata: &mut Metadata, line: &str) {
    match metadata.name {
        None => metadata.name = Some(line.trim().to_owned()),
        Some(_) => metadata.notes.push(Note::new(Topic::Comment, line)),
    }
}

/// Returns the metadata of the rows that follow.
fn metadata(sections: &mut Vec<Section>) -> &mut Metadata {
    if sections.last().is_none_or(|section| !section.rows.is_empty()) {
        sections.push(Section::default());
    }
    let last = sections.len() - 1;
    &mut sections[last].metadata
}

impl Section {
    /// Removes the sizes before the rows, and the labels of rows and columns, unless the rows are those of `geometry`.
    ///
    /// # Errors
    /// If the sizes are not those of the rows.
    fn leave_out(&mut self, geometry: Option<&Geometry>) -> Result<(), TextError> {
        if geometry.is_some_and(|geometry| self.has_rows_of(geometry)) {
            return Ok(());
        }
        sizes::remove(self)?;
        let n_rows = self.rows.len();
        labels::remove(&mut self.rows, &mut self.lines);
        let n_removed = n_rows - self.rows.len();
        self.gaps.iter_mut().for_each(|gap| *gap = gap.saturating_sub(n_removed));
        Ok(())
    }

    /// Returns whether the rows have as many words or characters as those of a geometry.
    fn has_rows_of(&self, geometry: &Geometry) -> bool {
        let rows = rows_of(geometry);
        let lengths = || rows.iter().map(|(_, cells)| cells.len()).cycle();
        let all = |length: &dyn Fn(&Row) -> usize| {
            self.rows.iter().map(length).zip(lengths()).all(|(found, expected)| found == expected)
        };
        let is_whole = self.rows.len().is_multiple_of(rows.len());
        is_whole && (all(&|row| row.words.len()) || all(&Row::characters))
    }

    /// Removes the rows from the one numbered `at`, and returns them.
    fn split_off(&mut self, at: usize) -> Self {
        let gaps = self.gaps.iter().filter_map(|gap| gap.checked_sub(at)).collect();
        self.gaps.retain(|&gap| gap < at);
        let lines =
            Lines { bars: self.lines.bars.split_off(at), rules: self.lines.rules.split_off(at) };
        Self { metadata: Metadata::default(), rows: self.rows.split_off(at), lines, gaps }
    }

    /// Cuts the rows into grids of `height` rows.
    fn cut(mut self, writing: Writing, height: Option<usize>) -> Vec<ParsedPuzzle> {
        self.measure();
        let n_rows = self.rows.len();
        let ends: Vec<usize> = match height.or_else(|| order(&self.rows)) {
            Some(height) if height > 0 && n_rows.is_multiple_of(height) => {
                (1..=n_rows / height).map(|count| count * height).collect()
            }
            // A row too many or too few: the error names the geometry.
            Some(_) => vec![n_rows],
            None => self.gaps.iter().copied().filter(|&gap| gap > 0).chain([n_rows]).collect(),
        };
        let mut rows = self.rows.into_iter();
        let mut metadata = self.metadata;
        let mut start = 0;
        let mut puzzles = Vec::new();
        for end in ends {
            let rows: Vec<Row> = rows.by_ref().take(end - start).collect();
            start = end;
            let Some(line) = rows.first().map(|row| row.line) else { continue };
            let next = Metadata { name: None, notes: Vec::new(), ..metadata.clone() };
            let lines = self.lines.take(rows.len());
            let picture = Picture { lines, ..Picture::new(rows, writing) };
            let mut puzzle = ParsedPuzzle::new(line, Cells::Picture(picture));
            puzzle.metadata = std::mem::replace(&mut metadata, next);
            puzzles.push(puzzle);
        }
        puzzles
    }

    /// Finds the spans between bars. Cells outside of the outer bars in any row make a span in all of
    /// them; the last one, which has no bar at its end, is as wide as the widest row or its neighbour.
    fn measure(&mut self) {
        let ends = |row: &Row| {
            let end = |word: &Word| word.column + word.text.chars().count();
            (
                row.words.first().map_or(usize::MAX, |word| word.column),
                row.words.last().map_or(0, end),
            )
        };
        let with_bars = || self.rows.iter().zip(&self.lines.bars);
        let open_left =
            with_bars().any(|(row, bars)| bars.first().is_some_and(|bar| ends(row).0 < bar.column));
        let open_right =
            with_bars().any(|(row, bars)| bars.last().is_some_and(|bar| ends(row).1 > bar.column));
        let widest = self.rows.iter().map(|row| ends(row).1).max().unwrap_or(0);
        for (row, bars) in self.rows.iter_mut().zip(&self.lines.bars) {
            let mut edges: Vec<usize> = bars.iter().map(|bar| bar.column).collect();
            let Some(&last) = edges.last() else { continue };
            if open_left {
                edges.insert(0, 0);
            }
            if open_right {
                let inner = edges.windows(2).last().map_or(1, |pair| pair[1] - pair[0]);
                edges.push(widest.max((last + inner).saturating_sub(1)));
            }
            // Adjacent bars have no span between them.
            let spans =
                edges.windows(2).map(|pair| (pair[0] + 1, pair[1].saturating_sub(pair[0] + 1)));
            row.spans = spans.filter(|&(_, width)| width > 0).collect();
        }
    }
}

/// Returns the number of rows of a grid, if each row has as many cells, and the rows are whole grids.
fn order(rows: &[Row]) -> Option<usize> {
    let same = |length: &dyn Fn(&Row) -> usize| {
        let first = length(rows.first()?);
        let is_large = (MANY + 1..=MAX_SYMBOLS).contains(&first);
        let is_known = is_large || catalog::classic_block(first).is_some();
        let fits = is_known && rows.len().is_multiple_of(first);
        (fits && rows.iter().all(|row| length(row) == first)).then_some(first)
    };
    same(&Row::characters).or_else(|| same(&|row| row.words.len()))
}
