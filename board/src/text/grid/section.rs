//! Rows of grids that stand together, and how they are cut into grids.

use crate::catalog;
use crate::geometry::Geometry;
use crate::symbols::MAX_SYMBOLS;
use crate::text::boxes::{Lines, gaps};
use crate::text::metadata::Metadata;
use crate::text::parsed::{Cells, ParsedPuzzle};
use crate::text::picture::{Picture, Writing};
use crate::text::picture_row::{Row, Word, rows_of};

/// A row of more cells is one of a board with as many rows, even if no classic board has so many.
const MANY: usize = 36;

/// Rows of grids, and the metadata before them.
#[derive(Debug, Default)]
pub(super) struct Section {
    pub(super) metadata: Metadata,
    pub(super) rows: Vec<Row>,
    pub(super) lines: Lines,
    /// The rows after a blank line.
    pub(super) gaps: Vec<usize>,
}

impl Section {
    /// Returns whether the rows have as many words or characters as those of a geometry.
    pub(super) fn has_rows_of(&self, geometry: &Geometry) -> bool {
        let rows = rows_of(geometry);
        let lengths = || rows.iter().map(|(_, cells)| cells.len()).cycle();
        let all = |length: &dyn Fn(&Row) -> usize| {
            self.rows.iter().map(length).zip(lengths()).all(|(found, expected)| found == expected)
        };
        let is_whole = self.rows.len().is_multiple_of(rows.len());
        is_whole && (all(&|row| row.words.len()) || all(&Row::characters))
    }

    /// Removes the rows from the one numbered `at`, and returns them.
    pub(super) fn split_off(&mut self, at: usize) -> Self {
        let gaps = self.gaps.iter().filter_map(|gap| gap.checked_sub(at)).collect();
        self.gaps.retain(|&gap| gap < at);
        let (bars, rules) = (self.lines.bars.split_off(at), self.lines.rules.split_off(at));
        let lines = Lines { bars, rules, are_gaps: false };
        Self { metadata: Metadata::default(), rows: self.rows.split_off(at), lines, gaps }
    }

    /// Cuts the rows into grids of `height` rows.
    pub(super) fn cut(mut self, writing: Writing, height: Option<usize>) -> Vec<ParsedPuzzle> {
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
        let has_no_lines = !self.lines.are_drawn();
        for end in ends {
            let rows: Vec<Row> = rows.by_ref().take(end - start).collect();
            let begin = std::mem::replace(&mut start, end);
            let Some(line) = rows.first().map(|row| row.line) else { continue };
            let next = Metadata { name: None, notes: Vec::new(), ..metadata.clone() };
            let lines = self.lines.take(rows.len());
            let gaps = || {
                let blanks = self.gaps.iter().filter_map(|gap| gap.checked_sub(begin));
                gaps::lines(&rows, &blanks.collect::<Vec<_>>())
            };
            let lines = has_no_lines.then(gaps).flatten().unwrap_or(lines);
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
pub(super) fn order(rows: &[Row]) -> Option<usize> {
    let same = |length: &dyn Fn(&Row) -> usize| {
        let first = length(rows.first()?);
        let is_large = (MANY + 1..=MAX_SYMBOLS).contains(&first);
        let is_known = is_large || catalog::classic_block(first).is_some();
        let fits = is_known && rows.len().is_multiple_of(first);
        (fits && rows.iter().all(|row| length(row) == first)).then_some(first)
    };
    same(&Row::characters).or_else(|| same(&|row| row.words.len()))
}
