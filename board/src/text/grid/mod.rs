//! A grid as people draw it: rows of cells, with lines around the blocks or without.
//!
//! ```text
//!   5 3 . | . 7 . | . . .      +-------+-------+     ┌─────┬─────┐     1 0 | 0 0
//!   6 . . | 1 9 5 | . . .      | 5 3   |   7   |     │ 5 3 │   7 │     0 0 | 3 0
//!   …                          …                     …               ----+----
//! ```
//!
//! Lines that draw are those of dashes, crosses and corners, in ASCII or in Unicode's box drawing.
//! They must be those of the board's boxes, as far as they show any (`boxes.rs`). What stands between upright bars, commas and blanks are the cells (`picture.rs`). A blank
//! may be an empty cell where bars tell how wide a cell is, and is a hole where the geometry has
//! no cell.
//!
//! Several grids may stand one after the other: as many rows as a grid has make one, whatever blank
//! lines are between them; where blanks are empty cells, a blank line ends a grid. A line of words,
//! as `Grid 01`, is the name of the grid below it.

use self::rules::{BARS, Line, has_dashes, is_title, kind, row, usual_lengths};
use super::boxes::{Lines, Rule};
use super::draft::{Atlas, Cells, Draft, Note, Said, Topic, lines};
use super::picture::{Picture, Row, Word, Writing, rows_of};
use super::problem::{Problem, TextError};
use crate::catalog::{self, MAX_CLASSIC};
use crate::symbols::MAX_SYMBOLS;

mod rules;
pub(super) mod write;

/// Rows that make a grid, and what was said before them.
#[derive(Debug, Default)]
struct Sheet {
    said: Said,
    rows: Vec<Row>,
    lines: Lines,
    /// The rows before which a blank line stands.
    gaps: Vec<usize>,
}

/// Reads grids, one after the other.
///
/// # Errors
/// When there is none, or a row has not as many cells as the others.
pub fn read(text: &str, atlas: &mut Atlas<'_>) -> Result<Vec<Draft>, TextError> {
    read_as(text, Writing::Any, atlas)
}

/// Reads grids whose words are known to be of some kind.
pub(super) fn read_as(
    text: &str,
    writing: Writing,
    atlas: &mut Atlas<'_>,
) -> Result<Vec<Draft>, TextError> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut holds = Said::default();
    for mut sheet in sheets(text) {
        sheet.said.go_on(&mut holds);
        if sheet.rows.is_empty() {
            // What is said behind the last grid is said of it.
            if let Some(last) = drafts.last_mut() {
                last.said.add(Said { name: None, ..sheet.said });
            }
            continue;
        }
        let stated = sheet.said.geometry.as_ref().map(|stated| stated.text.as_str());
        let height = atlas(stated).map(|geometry| rows_of(&geometry).len());
        drafts.extend(sheet.cut(writing, height));
    }
    if drafts.is_empty() {
        return Err(TextError::new(1, 1, Problem::NoPuzzle("rows of cells")));
    }
    must_hold_their_numbers(&drafts)?;
    Ok(drafts)
}

/// A board that is too large, or whose rows go on over several lines, is one error and not many small
/// puzzles.
fn must_hold_their_numbers(drafts: &[Draft]) -> Result<(), TextError> {
    let large = |draft: &'_ Draft| match &draft.cells {
        Cells::Picture(picture) => picture.large_number().map(|((line, column, word), cells)| {
            let problem = Problem::LargeNumber { found: word.to_owned(), cells };
            TextError::new(line, column, problem)
        }),
        Cells::Line(..) => None,
    };
    let mut errors: Vec<TextError> = drafts.iter().filter_map(large).collect();
    let are_most = drafts.len() > 1 && errors.len() * 2 > drafts.len();
    if are_most { Err(errors.swap_remove(0)) } else { Ok(()) }
}

/// Whether lines or bars are drawn in a text.
pub(super) fn is_drawn(text: &str) -> bool {
    let dashes = has_dashes(text);
    lines(text).any(|(_, line)| matches!(kind(line, dashes), Line::Rule(_)))
        || lines(text).filter(|(_, line)| line.contains(BARS)).count() > 1
}

/// The words of each row, for who has to tell what a text is.
pub(super) fn rows(text: &str) -> Vec<Vec<String>> {
    let rows = sheets(text).into_iter().flat_map(|sheet| sheet.rows);
    rows.map(|row| row.words.into_iter().map(|word| word.text).collect()).collect()
}

/// What stands between two headers or titles.
fn sheets(text: &str) -> Vec<Sheet> {
    let dashes = has_dashes(text);
    let usual = usual_lengths(text, dashes);
    let mut sheets = vec![Sheet::default()];
    let mut was_blank = false;
    let mut rule: Option<Rule> = None;
    for (number, line) in lines(text) {
        let Some(sheet) = sheets.last_mut() else { break };
        match kind(line, dashes) {
            Line::Blank => was_blank = true,
            Line::Rule(text) => {
                rule = Rule::of(number, text).map(|below| below.doubled(rule)).or(rule);
            }
            Line::Comment(comment) => said(&mut sheets).hear(number, comment),
            Line::Words(line) => {
                let (row, bars) = row(number, line);
                let trimmed = line.trim();
                let in_bars = trimmed.starts_with(BARS) && trimmed.ends_with(BARS);
                if !in_bars && is_title(&row, usual) {
                    let said = said(&mut sheets);
                    match said.name {
                        None => said.name = Some(line.trim().to_owned()),
                        Some(_) => said.notes.push(Note::new(Topic::Comment, line)),
                    }
                } else {
                    if std::mem::take(&mut was_blank) {
                        sheet.gaps.push(sheet.rows.len());
                    }
                    sheet.rows.push(row);
                    sheet.lines.bars.push(bars);
                    sheet.lines.rules.push(rule.take());
                }
            }
        }
    }
    sheets
}

/// Where to put what is said here: before the rows that follow.
fn said(sheets: &mut Vec<Sheet>) -> &mut Said {
    if sheets.last().is_none_or(|sheet| !sheet.rows.is_empty()) {
        sheets.push(Sheet::default());
    }
    let last = sheets.len() - 1;
    &mut sheets[last].said
}

impl Sheet {
    /// Cuts the rows into grids of `height` rows.
    fn cut(mut self, writing: Writing, height: Option<usize>) -> Vec<Draft> {
        self.measure();
        let n_rows = self.rows.len();
        let ends: Vec<usize> = match height.or_else(|| self.height()) {
            Some(height) if height > 0 && n_rows.is_multiple_of(height) => {
                (1..=n_rows / height).map(|count| count * height).collect()
            }
            // A row too many or too few: the geometry will tell.
            Some(_) => vec![n_rows],
            None => self.gaps.iter().copied().filter(|&gap| gap > 0).chain([n_rows]).collect(),
        };
        let mut rows = self.rows.into_iter();
        let mut said = self.said;
        let mut start = 0;
        let mut drafts = Vec::new();
        for end in ends {
            let rows: Vec<Row> = rows.by_ref().take(end - start).collect();
            start = end;
            let Some(line) = rows.first().map(|row| row.line) else { continue };
            let next = Said { name: None, notes: Vec::new(), ..said.clone() };
            let lines = self.lines.take(rows.len());
            let picture = Picture { lines, ..Picture::new(rows, writing) };
            let mut draft = Draft::new(line, Cells::Picture(picture));
            draft.said = std::mem::replace(&mut said, next);
            drafts.push(draft);
        }
        drafts
    }

    /// How many rows a grid has, as many as cells in each row.
    fn height(&self) -> Option<usize> {
        let n_rows = self.rows.len();
        let same = |length: &dyn Fn(&Row) -> usize| {
            let first = length(&self.rows[0]);
            let is_large = (MAX_CLASSIC + 1..=MAX_SYMBOLS).contains(&first);
            let is_known = is_large || catalog::classic_block(first).is_some();
            let fits = is_known && n_rows.is_multiple_of(first);
            (fits && self.rows.iter().all(|row| length(row) == first)).then_some(first)
        };
        let characters = |row: &Row| row.words.iter().map(|word| word.text.chars().count()).sum();
        same(&characters).or_else(|| same(&|row| row.words.len()))
    }

    /// Finds the spans between bars. What stands outside of the outer bars in any row is a span in
    /// all of them; the last, which nothing closes, is as wide as the widest row or its neighbour.
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
            // Two bars side by side have nothing between them, nor has the last one at the end.
            let spans =
                edges.windows(2).map(|pair| (pair[0] + 1, pair[1].saturating_sub(pair[0] + 1)));
            row.spans = spans.filter(|&(_, width)| width > 0).collect();
        }
    }
}
