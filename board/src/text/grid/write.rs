//! Draws a grid: a cell in its place, lines between the blocks, blanks where there is no cell.
//!
//! Where the regions have no blocks in rows and columns, there are no lines.

use crate::geometry::{Cell, Geometry};
use crate::symbols::SymbolSet;
use crate::text::boxes::boxes_of;
use crate::text::picture::rows_of;
use crate::text::record::{Record, Style, Unwritable};

/// A grid with lines between blocks, under its headers.
pub(in crate::text) fn grid(record: &Record, style: Style) -> Result<String, Unwritable> {
    record.only_givens("grid")?;
    let geometry = record.puzzle.geometry();
    let cell = |cell: Cell| match record.puzzle.given(cell) {
        None => ".".into(),
        Some(symbol) if style.numbers => (usize::from(symbol) + 1).to_string(),
        Some(symbol) => geometry.alphabet().character(symbol).into(),
    };
    let sheet = Sheet::new(geometry, cell);
    let mut text = record.headers("grid", style)?;
    let rule = sheet.rule(["", "+", ""], '-', 1);
    for (number, row) in sheet.rows(" ", " | ").enumerate() {
        if number > 0 && sheet.is_border(number) {
            text += &rule;
        }
        text += row.trim_end();
        text.push('\n');
    }
    Ok(text)
}

/// The grid of Simple Sudoku.
pub(in crate::text) fn simple_sudoku(record: &Record, _: Style) -> Result<String, Unwritable> {
    record.only_givens("ss")?;
    record.only_classic("ss", 9)?;
    let geometry = record.puzzle.geometry();
    let cell = |cell: Cell| {
        let given = record.puzzle.given(cell);
        given.map_or('.', |symbol| geometry.alphabet().character(symbol)).to_string()
    };
    let sheet = Sheet::new(geometry, cell);
    let dashes = |corner: &str, cross: &str| sheet.rule([corner, cross, corner], '-', 0);
    let edge = dashes("*", "-");
    let mut text = edge.clone();
    for (number, row) in sheet.rows("", "|").enumerate() {
        if number > 0 && sheet.is_border(number) {
            text += &dashes("|", "+");
        }
        text += &format!("|{row}|\n");
    }
    Ok(text + &edge)
}

/// The candidates of every cell, as HoDoKu prints them, under the headers.
pub(in crate::text) fn pencil(record: &Record, style: Style) -> Result<String, Unwritable> {
    if record.puzzle.allowed().contains(&SymbolSet::EMPTY) {
        return Err(Unwritable::Impossible("pencil"));
    }
    let geometry = record.puzzle.geometry();
    let characters = |set: SymbolSet| {
        set.iter().map(|symbol| geometry.alphabet().character(symbol)).collect::<String>()
    };
    let sheet = Sheet::new(geometry, |cell| characters(record.puzzle.allowed()[cell]));
    let mut text = record.headers("pencil", Style { numbers: false, ..style })?;
    text += &sheet.rule([".", ".", "."], '-', 1);
    for (number, row) in sheet.rows(" ", " | ").enumerate() {
        if number > 0 && sheet.is_border(number) {
            text += &sheet.rule([":", "+", ":"], '-', 1);
        }
        text += &format!("| {row} |\n");
    }
    Ok(text + &sheet.rule(["'", "'", "'"], '-', 1))
}

/// What stands in each place of a drawing; nothing in holes.
struct Sheet {
    rows: Vec<Vec<String>>,
    /// How wide each column is.
    widths: Vec<usize>,
    /// Rows and columns of a block.
    block: (usize, usize),
}

impl Sheet {
    fn new(geometry: &Geometry, cell: impl Fn(Cell) -> String) -> Self {
        let columns = (0..geometry.cells()).map(|cell| geometry.position(cell).column + 1);
        let width = columns.max().unwrap_or(1);
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

    /// The rows, with something between two cells and between two blocks.
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

    /// Whether a block begins with this row.
    fn is_border(&self, row: usize) -> bool {
        row.is_multiple_of(self.block.0)
    }

    /// A line from end to end, where `margin` blanks are between cells and beside lines.
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
