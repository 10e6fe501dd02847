//! Cells in rows: what stands in each row of a text, and to which cells it belongs.
//!
//! A row is words, and the spans between upright bars. To which cell a word belongs is found out
//! for all rows alike, the first way that suits every one of them:
//!
//! ```text
//!   a word a cell          5 3 . | . 7 . | . . .        10 2 . 16        12 5 379
//!   a character a cell     53..7....                    53. .7. ...
//!   by place               | 5 3   |   7   |       |    blanks are empty cells
//! ```
//!
//! By place, a span that is *w* wide and has *k* cells gives the character at offset *o* to cell
//! ⌊*ok* / *w*⌋: this is right for cells that are one, two, three, … characters wide, with or without
//! a margin. A geometry with holes has rows of different lengths; a hole is a blank.

use std::sync::Arc;

use super::boxes::{Borders, Lines, Unit};
use super::problem::{Problem, TextError};
use super::symbols::{Spot, Symbols, Words};
use crate::catalog;
use crate::geometry::{Cell, Geometry};
use crate::puzzle::Puzzle;
use crate::symbols::{MAX_SYMBOLS, SymbolSet};

/// Rows of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub(super) rows: Vec<Row>,
    pub(super) writing: Writing,
    /// What is drawn around the cells.
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
    /// A character each, whose place the notation says.
    Placed,
}

/// A row of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The line that it stands on, from one.
    pub(super) line: usize,
    pub(super) words: Vec<Word>,
    /// The first column and the width between two bars; none where there are no bars.
    pub(super) spans: Vec<(usize, usize)>,
}

/// A word of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Where it begins, in characters, from one.
    pub(super) column: usize,
    pub(super) text: String,
    /// The column of its cell, where the notation says it, from zero.
    pub(super) place: Option<usize>,
}

/// To which cells words belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The notation says it.
    Said,
    Words,
    Characters,
    Place,
}

impl Row {
    fn characters(&self) -> usize {
        self.words.iter().map(|word| word.text.chars().count()).sum()
    }

    /// How many cells it seems to have.
    fn length(&self) -> usize {
        if self.words.len() > 1 { self.words.len() } else { self.characters() }
    }
}

impl Picture {
    /// Rows without lines.
    pub(super) fn new(rows: Vec<Row>, writing: Writing) -> Self {
        Self { rows, writing, lines: Lines::default() }
    }

    /// Where it begins.
    pub(super) fn start(&self) -> (usize, usize) {
        let first = self.rows.iter().find_map(|row| Some((row.line, row.words.first()?.column)));
        first.unwrap_or((self.rows.first().map_or(1, |row| row.line), 1))
    }

    /// The order of the classic geometry of this shape.
    pub(super) fn order(&self) -> Result<usize, TextError> {
        let rows = self.rows.len();
        if let Some(block) = catalog::classic_block(rows)
            && let Some(way) = self.way(&vec![rows; rows], rows)
        {
            self.borders(rows, way).must_be_classic(rows, block)?;
            return Ok(rows);
        }
        if let Some(first) = self.rows.first()
            && first.length() > MAX_SYMBOLS
            && self.rows.iter().all(|row| row.length() == first.length())
        {
            let problem = Problem::TooManySymbols(first.length());
            return Err(TextError::new(first.line, first_column(first), problem));
        }
        let odd = self.rows.iter().position(|row| row.length() != rows);
        if odd.is_none() && (2..=MAX_SYMBOLS).contains(&rows) {
            let (line, column) = self.start();
            return Err(TextError::new(line, column, Problem::NoClassic(rows)));
        }
        let odd = odd.unwrap_or(0);
        let (line, column) = self.rows.get(odd).map_or((1, 1), |row| (row.line, first_column(row)));
        let cells = self.rows.get(odd).map_or(0, Row::length);
        Err(TextError::new(line, column, Problem::UnknownShape { rows, row: odd + 1, cells }))
    }

    /// The lines that show boxes, where each row has `order` cells that are laid out in this way.
    fn borders(&self, order: usize, way: Way) -> Borders {
        let units = |row: &Row| -> Vec<Unit> {
            let unit = |start, cells| Unit { start, cells };
            match way {
                Way::Said => Vec::new(),
                Way::Words => row.words.iter().map(|word| unit(word.column, 1)).collect(),
                Way::Characters => {
                    let cells = |word: &Word| word.text.chars().count();
                    row.words.iter().map(|word| unit(word.column, cells(word))).collect()
                }
                Way::Place => {
                    let cells = order / row.spans.len().max(1);
                    row.spans.iter().map(|&(start, _)| unit(start, cells)).collect()
                }
            }
        };
        let rows: Vec<_> = self.rows.iter().map(|row| (row.line, units(row))).collect();
        self.lines.borders(order, &rows)
    }

    /// The symbols that alone fit the words.
    pub(super) fn symbols(&self, geometry: &Geometry) -> Result<Symbols, TextError> {
        let spots: Vec<Spot<'_>> = self.lay_out(geometry)?.into_iter().flatten().collect();
        let words = self.words(&spots, geometry.symbols());
        Symbols::of_words(&spots, words, geometry.symbols(), geometry.cells())
    }

    /// The puzzle.
    pub(super) fn puzzle(
        &self,
        geometry: &Arc<Geometry>,
        symbols: &Symbols,
    ) -> Result<Puzzle, TextError> {
        let spots = self.lay_out(geometry)?;
        let order = geometry.symbols();
        if let Some(way) = self.way(&vec![order; self.rows.len()], order) {
            self.borders(order, way).must_suit(geometry)?;
        }
        let (size, alphabet) = (geometry.symbols(), geometry.alphabet());
        let present: Vec<Spot<'_>> = spots.iter().copied().flatten().collect();
        let words = match self.words(&present, size) {
            Words::Characters if symbols.is_numbers() => Words::Numbers,
            words => words,
        };
        let cell = |spot: &Option<Spot<'_>>| {
            let Some(spot) = spot else { return Ok(SymbolSet::all(size)) };
            let allowed = symbols.cell(spot.2, words, alphabet);
            let allowed = allowed.ok_or_else(|| symbols.foreign(&[*spot], words, size))?;
            if words == Words::Candidates {
                no_repeated_candidate(*spot)?;
            }
            Ok(allowed)
        };
        let allowed = spots.iter().map(cell).collect::<Result<Vec<_>, _>>()?;
        Ok(Puzzle::from_allowed(geometry.clone(), allowed))
    }

    /// Whether the rows are those of `geometry`.
    pub(super) fn fits(&self, geometry: &Geometry) -> bool {
        self.lay_out(geometry).is_ok()
    }

    /// What stands in each cell of `geometry`; none for a blank.
    fn lay_out(&self, geometry: &Geometry) -> Result<Vec<Option<Spot<'_>>>, TextError> {
        let rows = rows_of(geometry);
        if self.rows.len() != rows.len() {
            let (found, expected) = (self.rows.len(), rows.len());
            let problem = Problem::Rows { found, expected, geometry: geometry.name().into() };
            let line = self.rows.get(expected).or(self.rows.last()).map_or(1, |row| row.line);
            return Err(TextError::new(line, 1, problem));
        }
        let lengths: Vec<usize> = rows.iter().map(|(_, cells)| cells.len()).collect();
        let width = (0..geometry.cells()).map(|cell| geometry.position(cell).column + 1).max();
        let width = width.unwrap_or(0);
        let Some(way) = self.way(&lengths, width) else {
            return Err(self.odd_row(&rows, geometry));
        };
        let mut spots = vec![None; geometry.cells()];
        for (row, (_, cells)) in self.rows.iter().zip(&rows) {
            match way {
                Way::Words => {
                    let spot = |word: &'_ Word| (row.line, word.column);
                    for (word, &cell) in row.words.iter().zip(cells) {
                        let (line, column) = spot(word);
                        spots[cell] = Some((line, column, word.text.as_str()));
                    }
                }
                Way::Characters => {
                    let characters = row.words.iter().flat_map(|word| {
                        let cut = word.text.char_indices().enumerate();
                        cut.map(|(index, (at, c))| {
                            (row.line, word.column + index, &word.text[at..at + c.len_utf8()])
                        })
                    });
                    for (spot, &cell) in characters.zip(cells) {
                        spots[cell] = Some(spot);
                    }
                }
                Way::Said | Way::Place => place(row, cells, width, geometry, &mut spots)?,
            }
        }
        Ok(spots)
    }

    /// The first way that suits rows of these lengths, the widest `width` columns wide.
    fn way(&self, lengths: &[usize], width: usize) -> Option<Way> {
        let all = |suits: &dyn Fn(&Row, usize) -> bool| {
            self.rows.iter().zip(lengths).all(|(row, &length)| suits(row, length))
        };
        if self.writing == Writing::Placed {
            return Some(Way::Said);
        }
        if all(&|row, length| row.words.len() == length) {
            return Some(Way::Words);
        }
        if self.writing == Writing::Any && all(&|row, length| row.characters() == length) {
            return Some(Way::Characters);
        }
        let spans = self.rows.first()?.spans.len();
        let bars = spans > 0
            && width.is_multiple_of(spans)
            && all(&|row, length| row.spans.len() == spans && row.words.len() <= length);
        bars.then_some(Way::Place)
    }

    /// What the words are that the cells are written in.
    fn words(&self, spots: &[Spot<'_>], size: usize) -> Words {
        if self.writing == Writing::Candidates {
            return Words::Candidates;
        }
        let is_long = |(_, _, word): &&Spot<'_>| word.chars().nth(1).is_some();
        let mut long = spots.iter().filter(is_long).peekable();
        if long.peek().is_none() {
            return Words::Characters;
        }
        let is_small = |(_, _, word): &Spot<'_>| number(word).is_some_and(|number| number <= size);
        let are_digits =
            || spots.iter().all(|(_, _, word)| number(word).is_some() || is_open(word));
        let are_numbers = self.writing == Writing::Values
            || (size > 9 && (long.all(is_small) || (are_digits() && !may_be_marks(spots))));
        if are_numbers { Words::Numbers } else { Words::Candidates }
    }

    /// The first number that is larger than its row has cells, and cannot be candidates; and how many
    /// cells the row has.
    pub(super) fn large_number(&self) -> Option<(Spot<'_>, usize)> {
        let large = |row: &Row, word: &Word| {
            let is_large = number(&word.text).is_some_and(|number| number > row.words.len());
            is_large && !is_ascending(&word.text)
        };
        self.rows.iter().filter(|row| row.words.len() > 9).find_map(|row| {
            let word = row.words.iter().find(|word| large(row, word))?;
            Some(((row.line, word.column, &*word.text), row.words.len()))
        })
    }

    /// The first row that has not as many cells as that of `geometry`.
    fn odd_row(&self, rows: &[(usize, Vec<Cell>)], geometry: &Geometry) -> TextError {
        let odd = |(row, (_, cells)): &(&Row, &(usize, Vec<Cell>))| row.length() != cells.len();
        let found = self.rows.iter().zip(rows).find(odd);
        let (row, (number, cells)) = found.unwrap_or((&self.rows[0], &rows[0]));
        let problem = Problem::RowLength {
            row: number + 1,
            found: row.length(),
            expected: cells.len(),
            geometry: geometry.name().into(),
        };
        TextError::new(row.line, first_column(row), problem)
    }
}

/// The number that a word is.
fn number(word: &str) -> Option<usize> {
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a word stands for an empty cell.
fn is_open(word: &str) -> bool {
    word.chars().all(|c| !c.is_alphanumeric())
}

/// Whether words may be the candidates of cells, as programs write them: in ascending order.
fn may_be_marks(spots: &[Spot<'_>]) -> bool {
    spots.iter().all(|(_, _, word)| is_ascending(word))
}

fn is_ascending(word: &str) -> bool {
    word.chars().is_sorted_by(|a, b| a < b)
}

/// # Errors
/// When a character stands twice in the candidates of a cell.
fn no_repeated_candidate((line, column, word): Spot<'_>) -> Result<(), TextError> {
    for (index, found) in word.char_indices() {
        if word[..index].contains(found) && found.is_alphanumeric() {
            let column = column + word[..index].chars().count();
            let problem = Problem::RepeatedCandidate { found, word: word.into() };
            return Err(TextError::new(line, column, problem));
        }
    }
    Ok(())
}

/// Puts the words of a row where they stand.
fn place<'p>(
    row: &'p Row,
    cells: &[Cell],
    width: usize,
    geometry: &Geometry,
    spots: &mut [Option<Spot<'p>>],
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
        let Some(&cell) = cells.iter().find(is_there) else {
            let (found, geometry) = (word.text.clone(), geometry.name().into());
            return Err(TextError::new(row.line, word.column, Problem::Hole { found, geometry }));
        };
        if spots[cell].is_some() {
            let problem = Problem::SecondInCell(word.text.clone());
            return Err(TextError::new(row.line, word.column, problem));
        }
        spots[cell] = Some((row.line, word.column, &word.text));
    }
    Ok(())
}

/// The rows of a geometry that have cells: the number, from zero, and the cells from left to right.
pub(super) fn rows_of(geometry: &Geometry) -> Vec<(usize, Vec<Cell>)> {
    let mut cells: Vec<Cell> = (0..geometry.cells()).collect();
    cells.sort_by_key(|&cell| geometry.position(cell));
    let mut rows: Vec<(usize, Vec<Cell>)> = Vec::new();
    for cell in cells {
        let row = geometry.position(cell).row;
        match rows.last_mut() {
            Some((last, cells)) if *last == row => cells.push(cell),
            _ => rows.push((row, vec![cell])),
        }
    }
    rows
}

fn first_column(row: &Row) -> usize {
    row.words.first().map_or(1, |word| word.column)
}
