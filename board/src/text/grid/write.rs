//! Draws a grid: each cell in its place, lines between the blocks, and blanks for holes.
//!
//! If the blocks are not the boxes of a square, there are no lines.

use crate::geometry::{Cell, Geometry};
use crate::symbols::SymbolSet;
use crate::text::boxes::boxes_of;
use crate::text::picture_row::{rows_of, width_of};
use crate::text::record::{Record, Style};
use crate::text::write_error::WriteError;

/// Returns a grid with lines between blocks, under its headers.
pub(in crate::text) fn grid(record: &Record, style: Style) -> Result<String, WriteError> {
    record.only_givens("grid")?;
    let geometry = record.puzzle.geometry();
    let cell = |cell: Cell| match record.puzzle.given(cell) {
        None => ".".into(),
        Some(symbol) if style.numbers => (usize::from(symbol) + 1).to_string(),
        Some(symbol) => geometry.alphabet().character(symbol).into(),
    };
    let drawn = Drawn::new(geometry, cell);
    let mut text = record.headers("grid", style)?;
    let rule = drawn.rule(["", "+", ""], '-', 1);
    for (number, row) in drawn.rows(" ", " | ").enumerate() {
        if number > 0 && drawn.is_border(number) {
            text += &rule;
        }
        text += row.trim_end();
        text.push('\n');
    }
    Ok(text)
}

/// Returns the grid of Simple Sudoku.
pub(in crate::text) fn simple_sudoku(record: &Record, _: Style) -> Result<String, WriteError> {
    record.only_givens("ss")?;
    record.only_classic("ss", 9)?;
    let geometry = record.puzzle.geometry();
    let cell = |cell: Cell| {
        let given = record.puzzle.given(cell);
        given.map_or('.', |symbol| geometry.alphabet().character(symbol)).to_string()
    };
    let drawn = Drawn::new(geometry, cell);
    let dashes = |corner: &str, cross: &str| drawn.rule([corner, cross, corner], '-', 0);
    let edge = dashes("*", "-");
    let mut text = edge.clone();
    for (number, row) in drawn.rows("", "|").enumerate() {
        if number > 0 && drawn.is_border(number) {
            text += &dashes("|", "+");
        }
        text += &format!("|{row}|\n");
    }
    Ok(text + &edge)
}

/// Returns the candidates of every cell, as HoDoKu prints them, under the headers.
pub(in crate::text) fn pencil(record: &Record, style: Style) -> Result<String, WriteError> {
    if record.puzzle.allowed().any(SymbolSet::is_empty) {
        return Err(WriteError::Impossible("pencil"));
    }
    let geometry = record.puzzle.geometry();
    let characters = |set: SymbolSet| {
        set.iter().map(|symbol| geometry.alphabet().character(symbol)).collect::<String>()
    };
    let drawn = Drawn::new(geometry, |cell| characters(record.puzzle.allowed_in(cell)));
    let mut text = record.headers("pencil", Style { numbers: false, ..style })?;
    text += &drawn.rule([".", ".", "."], '-', 1);
    for (number, row) in drawn.rows(" ", " | ").enumerate() {
        if number > 0 && drawn.is_border(number) {
            text += &drawn.rule([":", "+", ":"], '-', 1);
        }
        text += &format!("| {row} |\n");
    }
    Ok(text + &drawn.rule(["'", "'", "'"], '-', 1))
}

/// The text of each cell, empty in holes.
struct Drawn {
    rows: Vec<Vec<String>>,
    /// The width of each column.
    widths: Vec<usize>,
    /// Rows and columns of a block.
    block: (usize, usize),
}

impl Drawn {
    fn new(geometry: &Geometry, cell: impl Fn(Cell) -> String) -> Self {
        let width = width_of(geometry);
        let mut widths = vec![1; width];
        let mut rows = Vec::new();
        for (_, cells) in rows_of(geometry) {
            let mut row = vec![String::new(); width];
            for number in cells {
                let (text, column) = (cell(number), geometry.position(number).column);
                widths[column] = widths[column].max(text.chars().count());
                row[column] = text;
            }
            rows.push(row);
        }
        let boxes = boxes_of(geometry).next();
        let block = boxes.map_or((rows.len(), width), |boxes| (boxes.rows, boxes.columns));
        Self { rows, widths, block }
    }

    /// Returns the rows, with separators between cells and between blocks.
    fn rows(&self, between: &str, blocks: &str) -> impl Iterator<Item = String> {
        let per_block = self.block.1;
        self.rows.iter().map(move |row| {
            let mut text = String::new();
            for (column, cell) in row.iter().enumerate() {
                if column > 0 {
                    text += if column.is_multiple_of(per_block) { blocks } else { between };
                }
                let width = self.widths[column];
                text += &format!("{cell:>width$}");
            }
            text
        })
    }

    /// Returns whether a block starts with this row.
    fn is_border(&self, row: usize) -> bool {
        row.is_multiple_of(self.block.0)
    }

    /// Returns a line from end to end, for rows with `margin` blanks between cells and beside
    /// lines.
    fn rule(&self, [left, cross, right]: [&str; 3], dash: char, margin: usize) -> String {
        let has_ends = !left.is_empty();
        let blocks: Vec<String> = self
            .widths
            .chunks(self.block.1)
            .enumerate()
            .map(|(index, widths)| {
                let inside = widths.iter().sum::<usize>() + (widths.len() - 1) * margin;
                let is_first = index == 0 && !has_ends;
                let is_last = (index + 1) * self.block.1 >= self.widths.len() && !has_ends;
                let sides = (2 - usize::from(is_first) - usize::from(is_last)) * margin;
                dash.to_string().repeat(inside + sides)
            })
            .collect();
        format!("{left}{}{right}\n", blocks.join(cross))
    }
}
