//! Rows of words in a text, and rows of cells on a board.

use crate::geometry::{Cell, Geometry};
use crate::source::Span;

/// A row of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Its line in the text, from one.
    pub(super) line: usize,
    pub(super) words: Vec<Word>,
    /// The first column and the width of each gap between two bars; empty without bars.
    pub(super) spans: Vec<(usize, usize)>,
}

/// A word of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Its first column, in characters, from one.
    pub(super) column: usize,
    pub(super) text: String,
    /// The column of its cell on the board, from zero, if the notation defines it.
    pub(super) place: Option<usize>,
}

/// Returns the words of a row of text that starts at `column`; blanks separate them.
pub(super) fn words_of(column: usize, text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut in_word = false;
    for (index, character) in text.chars().enumerate() {
        if character.is_whitespace() {
            in_word = false;
        } else if in_word && let Some(word) = words.last_mut() {
            word.text.push(character);
        } else {
            words.push(Word { column: column + index, text: character.into(), place: None });
            in_word = true;
        }
    }
    words
}

impl Row {
    /// Creates a row without bars.
    pub(super) fn new(line: usize, words: Vec<Word>) -> Self {
        Self { line, words, spans: Vec::new() }
    }

    /// Returns the number of characters in all words.
    pub(super) fn characters(&self) -> usize {
        self.words.iter().map(|word| word.text.chars().count()).sum()
    }

    /// Returns the number of cells that it seems to have.
    pub(super) fn length(&self) -> usize {
        if self.words.len() > 1 { self.words.len() } else { self.characters() }
    }

    /// Returns the span of one of its words.
    pub(super) fn span<'p>(&self, word: &'p Word) -> Span<'p> {
        Span { line: self.line, column: word.column, text: &word.text }
    }

    /// Returns the characters of one of its words, each as a span.
    pub(super) fn letters<'p>(&self, word: &'p Word) -> impl Iterator<Item = Span<'p>> {
        let (line, column) = (self.line, word.column);
        word.text.char_indices().enumerate().map(move |(index, (at, c))| Span {
            line,
            column: column + index,
            text: &word.text[at..at + c.len_utf8()],
        })
    }

    /// Returns the column of its first word.
    pub(super) fn column(&self) -> usize {
        self.words.first().map_or(1, |word| word.column)
    }
}

/// Returns the rows of a geometry that have cells: the number, from zero, and the cells from left
/// to right.
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

/// Returns the number of columns of a geometry.
pub(super) fn width_of(geometry: &Geometry) -> usize {
    let columns = (0..geometry.cells()).map(|cell| geometry.position(cell).column + 1);
    columns.max().unwrap_or(1)
}
