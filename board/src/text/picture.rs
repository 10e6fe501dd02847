//! Cells in rows: the words of each row of a text, and the cells that they belong to.
//!
//! A row consists of words, and of the spans between upright bars. Words are assigned to cells in the
//! same way in all rows, the first of these that fits every one of them:
//!
//! ```text
//!   a word a cell          5 3 . | . 7 . | . . .        10 2 . 16        12 5 379
//!   a character a cell     53..7....                    53. .7. ...
//!   by place               | 5 3   |   7   |       |    blanks are empty cells
//! ```
//!
//! By place, a span of width *w* with *k* cells assigns the character at offset *o* to cell
//! ⌊*ok* / *w*⌋: this is correct for cells that are one, two, three, … characters wide, with or without
//! a margin. A geometry with holes has rows of different lengths; a hole is a blank, or an empty cell if all rows are as
//! wide as the board (`holes.rs`).

use std::sync::Arc;

use super::boxes::{Borders, Lines, Unit};
use super::holes;
use super::picture_row::{Row, Word, rows_of, width_of};
use super::symbols::{self, Symbols, Words};
use crate::catalog;
use crate::geometry::{Cell, Geometry};
use crate::puzzle::Puzzle;
use crate::source::{Span, TextError, counted};
use crate::symbols::{MAX_SYMBOLS, SymbolSet};

/// Rows of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub(super) rows: Vec<Row>,
    pub(super) writing: Writing,
    /// The lines around the cells.
    pub(super) lines: Lines,
}

/// What the words of a picture may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    /// What they look like.
    Any,
    /// A number or a character each.
    Values,
    /// The candidates of a cell each.
    Candidates,
    /// A character each, in the column that the notation defines.
    Placed,
}

/// How words are assigned to cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// As the notation defines.
    Given,
    Words,
    Characters,
    Place,
}

impl Picture {
    /// Rows without lines.
    pub(super) fn new(rows: Vec<Row>, writing: Writing) -> Self {
        Self { rows, writing, lines: Lines::default() }
    }

    /// Returns the line and column of the first word.
    pub(super) fn start(&self) -> (usize, usize) {
        let first = self.rows.iter().find_map(|row| Some((row.line, row.words.first()?.column)));
        first.unwrap_or((self.rows.first().map_or(1, |row| row.line), 1))
    }

    /// Returns the order of the classic geometry of this shape.
    pub(super) fn order(&self) -> Result<usize, TextError> {
        let rows = self.rows.len();
        if let Some(block) = catalog::classic_block(rows)
            && let Some(layout) = self.layout(&vec![rows; rows], rows)
        {
            self.borders(rows, layout).must_be_classic(rows, block)?;
            holes::must_not_be_samurai(&self.rows, self.writing == Writing::Any)?;
            return Ok(rows);
        }
        Err(self.not_classic())
    }

    /// Returns the error for a picture whose shape is not that of a classic geometry.
    fn not_classic(&self) -> TextError {
        let rows = self.rows.len();
        if let Some(first) = self.rows.first()
            && first.length() > MAX_SYMBOLS
            && self.rows.iter().all(|row| row.length() == first.length())
        {
            return symbols::too_many(first.line, first.column(), first.length());
        }
        let odd =
            self.uneven_row().or_else(|| self.rows.iter().position(|row| row.length() != rows));
        if odd.is_none() && (2..=MAX_SYMBOLS).contains(&rows) {
            let (line, column) = self.start();
            let found =
                format!("{rows} rows of {rows} cells, and no classic board has {rows} symbols");
            let expected = format!(
                "`--geometry latin{rows}` or a header `# geometry: latin{rows}` for rows and columns \
                 alone, or the file that draws its boxes by `--geometry FILE` or `# geometry: FILE`"
            );
            return TextError::new(line, column, found, expected);
        }
        let odd = odd.unwrap_or(0);
        let (line, column) = self.rows.get(odd).map_or((1, 1), |row| (row.line, row.column()));
        let cells = self.rows.get(odd).map_or(0, Row::length);
        let found =
            format!("{}, and {} in row {}", counted(rows, "row"), counted(cells, "cell"), odd + 1);
        let expected = "a classic order (4, 6, 8, 9, … 100 rows with as many cells), or the geometry \
                        by --geometry or `# geometry: NAME`";
        TextError::new(line, column, found, expected)
    }

    /// Returns the first row with another number of cells than most rows.
    fn uneven_row(&self) -> Option<usize> {
        let count = |row: &Row| self.rows.iter().filter(|it| it.length() == row.length()).count();
        let is_uneven = |row: &Row| count(row) * 2 < self.rows.len();
        let has_usual_length = self.rows.iter().any(|row| !is_uneven(row));
        self.rows.iter().position(is_uneven).filter(|_| has_usual_length)
    }

    /// Returns the lines that show boxes, if each row has `order` cells in this layout.
    fn borders(&self, order: usize, layout: Layout) -> Borders {
        let units = |row: &Row| -> Vec<Unit> {
            let unit = |start, cells| Unit { start, cells };
            match layout {
                Layout::Given => Vec::new(),
                Layout::Words => row.words.iter().map(|word| unit(word.column, 1)).collect(),
                Layout::Characters => {
                    let cells = |word: &Word| word.text.chars().count();
                    row.words.iter().map(|word| unit(word.column, cells(word))).collect()
                }
                Layout::Place => {
                    let cells = order / row.spans.len().max(1);
                    row.spans.iter().map(|&(start, _)| unit(start, cells)).collect()
                }
            }
        };
        let rows: Vec<_> = self.rows.iter().map(|row| (row.line, units(row))).collect();
        self.lines.borders(order, &rows)
    }

    /// Returns the only symbols that fit the words.
    pub(super) fn symbols(&self, geometry: &Geometry) -> Result<Symbols, TextError> {
        let spans: Vec<Span<'_>> = self.lay_out(geometry)?.into_iter().flatten().collect();
        let words = self.words(&spans, geometry.symbols());
        Symbols::of_words(&spans, words, geometry.symbols(), geometry.cells())
    }

    /// Returns the puzzle.
    pub(super) fn puzzle(
        &self,
        geometry: &Arc<Geometry>,
        symbols: &Symbols,
    ) -> Result<Puzzle, TextError> {
        let spans = self.lay_out(geometry)?;
        let order = geometry.symbols();
        if let Some(layout) = self.layout(&vec![order; self.rows.len()], order) {
            self.borders(order, layout).must_suit(geometry)?;
        }
        let (size, alphabet) = (geometry.symbols(), geometry.alphabet());
        let present: Vec<Span<'_>> = spans.iter().copied().flatten().collect();
        let words = match self.words(&present, size) {
            Words::Characters if symbols.is_numbers() => Words::Numbers,
            words => words,
        };
        let cell = |span: &Option<Span<'_>>| {
            let Some(span) = span else { return Ok(SymbolSet::all(size)) };
            let allowed = symbols.cell(span.text, words, alphabet);
            let allowed = allowed.ok_or_else(|| symbols.foreign(&[*span], words, size))?;
            if words == Words::Candidates {
                no_repeated_candidate(*span)?;
            }
            Ok(allowed)
        };
        let allowed = spans.iter().map(cell).collect::<Result<Vec<_>, _>>()?;
        Ok(Puzzle::from_allowed(geometry.clone(), allowed))
    }

    /// Returns whether the rows are those of `geometry`.
    pub(super) fn fits(&self, geometry: &Geometry) -> bool {
        self.lay_out(geometry).is_ok()
    }

    /// Returns the span of each cell of `geometry`; `None` for a blank.
    fn lay_out(&self, geometry: &Geometry) -> Result<Vec<Option<Span<'_>>>, TextError> {
        let rows = rows_of(geometry);
        if self.rows.len() != rows.len() {
            let line = self.rows.get(rows.len()).or(self.rows.last()).map_or(1, |row| row.line);
            let expected = format!("{} ({})", rows.len(), geometry.name());
            return Err(TextError::new(line, 1, counted(self.rows.len(), "row"), expected));
        }
        let lengths: Vec<usize> = rows.iter().map(|(_, cells)| cells.len()).collect();
        let width = width_of(geometry);
        let Some(layout) = self.layout(&lengths, width) else {
            let by_character = self.writing == Writing::Any;
            let with_holes = holes::lay_out(&self.rows, by_character, geometry);
            return with_holes.unwrap_or_else(|| Err(self.odd_row(&rows, geometry)));
        };
        let mut spans = vec![None; geometry.cells()];
        for (row, (_, cells)) in self.rows.iter().zip(&rows) {
            match layout {
                Layout::Words => {
                    for (word, &cell) in row.words.iter().zip(cells) {
                        spans[cell] = Some(row.span(word));
                    }
                }
                Layout::Characters => {
                    for (span, &cell) in row.words.iter().flat_map(|it| row.letters(it)).zip(cells)
                    {
                        spans[cell] = Some(span);
                    }
                }
                Layout::Given | Layout::Place => place(row, cells, width, geometry, &mut spans)?,
            }
        }
        Ok(spans)
    }

    /// Returns the first layout that fits rows of these lengths, the widest `width` columns wide.
    fn layout(&self, lengths: &[usize], width: usize) -> Option<Layout> {
        let all = |fits: &dyn Fn(&Row, usize) -> bool| {
            self.rows.iter().zip(lengths).all(|(row, &length)| fits(row, length))
        };
        if self.writing == Writing::Placed {
            return Some(Layout::Given);
        }
        if all(&|row, length| row.words.len() == length) {
            return Some(Layout::Words);
        }
        if self.writing == Writing::Any && all(&|row, length| row.characters() == length) {
            return Some(Layout::Characters);
        }
        let spans = self.rows.first()?.spans.len();
        let has_bars = spans > 0
            && width.is_multiple_of(spans)
            && all(&|row, length| row.spans.len() == spans && row.words.len() <= length);
        has_bars.then_some(Layout::Place)
    }

    /// Returns what the words of the cells are.
    fn words(&self, spans: &[Span<'_>], size: usize) -> Words {
        if self.writing == Writing::Candidates {
            return Words::Candidates;
        }
        let is_long = |span: &&Span<'_>| span.text.chars().nth(1).is_some();
        let mut long = spans.iter().filter(is_long).peekable();
        if long.peek().is_none() {
            return Words::Characters;
        }
        let is_small = |span: &Span<'_>| number(span.text).is_some_and(|number| number <= size);
        let are_digits =
            || spans.iter().all(|span| number(span.text).is_some() || is_open(span.text));
        let may_be_marks = || spans.iter().all(|span| is_ascending(span.text));
        let are_numbers = self.writing == Writing::Values
            || (size > 9 && (long.all(is_small) || (are_digits() && !may_be_marks())));
        if are_numbers { Words::Numbers } else { Words::Candidates }
    }

    /// Returns the error for the first number that is larger than the number of cells in its row, and cannot be
    /// candidates.
    pub(super) fn large_number(&self) -> Option<TextError> {
        let large = |row: &Row, word: &Word| {
            let is_large = number(&word.text).is_some_and(|number| number > row.words.len());
            is_large && !is_ascending(&word.text)
        };
        self.rows.iter().filter(|row| row.words.len() > 9).find_map(|row| {
            let word = row.words.iter().find(|word| large(row, word))?;
            let cells = row.words.len();
            let found = format!("{} in a row of {cells} cells", word.text);
            let expected = format!(
                "numbers from 1 to {cells}: a row stands on one line, and a board has at most \
                 {MAX_SYMBOLS} symbols"
            );
            Some(row.span(word).error(found, expected))
        })
    }

    /// Returns the error for the first row with another number of cells than that of `geometry`.
    fn odd_row(&self, rows: &[(usize, Vec<Cell>)], geometry: &Geometry) -> TextError {
        let odd = |(row, (_, cells)): &(&Row, &(usize, Vec<Cell>))| row.length() != cells.len();
        let found = self.rows.iter().zip(rows).find(odd);
        let (row, (number, cells)) = found.unwrap_or((&self.rows[0], &rows[0]));
        let found = format!("{} in row {}", counted(row.length(), "cell"), number + 1);
        let expected = format!("{} ({})", cells.len(), geometry.name());
        TextError::new(row.line, row.column(), found, expected)
    }
}

/// Returns the number that a word is.
fn number(word: &str) -> Option<usize> {
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns whether a word stands for an empty cell.
fn is_open(word: &str) -> bool {
    word.chars().all(|c| !c.is_alphanumeric())
}

/// Returns whether a word may be the candidates of a cell, which programs write in ascending order.
fn is_ascending(word: &str) -> bool {
    word.chars().is_sorted_by(|a, b| a < b)
}

/// # Errors
/// If a candidate of a cell is repeated.
fn no_repeated_candidate(span: Span<'_>) -> Result<(), TextError> {
    let word = span.text;
    for (index, (byte, character)) in word.char_indices().enumerate() {
        if word[..byte].contains(character) && character.is_alphanumeric() {
            let found = format!("{character:?} stands twice in {word:?}");
            return Err(span.error_at(index, found, "each candidate of a cell once"));
        }
    }
    Ok(())
}

/// Returns the error for a second value in a cell.
pub(super) fn second_in_cell(span: Span<'_>) -> TextError {
    span.error(format!("{:?} is the second value in its cell", span.text), "one")
}

/// Assigns the words of a row to the cells by their columns.
fn place<'p>(
    row: &'p Row,
    cells: &[Cell],
    width: usize,
    geometry: &Geometry,
    spans: &mut [Option<Span<'p>>],
) -> Result<(), TextError> {
    let per_span = width / row.spans.len().max(1);
    for word in &row.words {
        let column = word.place.or_else(|| {
            let middle = word.column + word.text.chars().count().saturating_sub(1) / 2;
            let within =
                |&(start, width): &(usize, usize)| (start..start + width).contains(&middle);
            let span = row.spans.iter().position(within)?;
            let (start, width) = row.spans[span];
            Some(span * per_span + (middle - start) * per_span / width)
        });
        let is_there = |&&cell: &&Cell| Some(geometry.position(cell).column) == column;
        let span = row.span(word);
        let Some(&cell) = cells.iter().find(is_there) else {
            let found = format!("{:?} where {} has no cell", word.text, geometry.name());
            return Err(span.error(found, "a blank"));
        };
        if spans[cell].is_some() {
            return Err(second_in_cell(span));
        }
        spans[cell] = Some(span);
    }
    Ok(())
}
