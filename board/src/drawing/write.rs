//! A geometry as a drawing that reads back as the same geometry.
//!
//! The regions are written from the first to the last: rows, columns and diagonals as a word where
//! they stand in a row; regions without a common cell, numbered from one, as a picture; any other
//! as a list of cells.

use std::fmt::Write as _;

use super::{Drawing, shapes};
use crate::geometry::{Geometry, Position, Region};
use crate::symbols::Alphabet;

/// The letters of a picture.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The largest side of a picture.
const SIDE: usize = 1000;

/// The text that draws a geometry. Regions without a cell, which say nothing, are left out.
///
/// None where a picture cannot show it: its cells are not numbered in reading order, or it is more
/// than a thousand cells high or wide.
pub fn write(drawing: &Drawing) -> Option<String> {
    let geometry = &drawing.geometry;
    let positions: Vec<Position> = (0..geometry.cells()).map(|c| geometry.position(c)).collect();
    let (height, width) = shapes::size(&positions);
    if !positions.is_sorted() || height > SIDE || width > SIDE {
        return None;
    }
    let mut pen = Pen { geometry, positions, size: (height, width), text: String::new() };
    pen.header(&drawing.about);
    let regions: Vec<Region> =
        geometry.regions().iter().filter(|region| !region.cells.is_empty()).cloned().collect();
    let n_blocks = |rest: &[Region]| run_of_pictures(rest, "block");
    let first_block = (0..regions.len()).find(|&index| n_blocks(&regions[index..]) > 0);
    if first_block.is_none() {
        pen.picture("board:", &[]);
    }
    let mut rest = &regions[..];
    while let Some(first) = rest.first() {
        let is_board = first_block == Some(regions.len() - rest.len());
        rest = &rest[pen.statement(first, rest, is_board)..];
    }
    Some(pen.text)
}

struct Pen<'a> {
    geometry: &'a Geometry,
    positions: Vec<Position>,
    size: (usize, usize),
    text: String,
}

impl Pen<'_> {
    fn header(&mut self, about: &str) {
        self.line(&format!("name: {}", self.geometry.name()));
        if !about.is_empty() {
            self.line(&format!("about: {about}"));
        }
        let alphabet = self.geometry.alphabet();
        if Alphabet::standard(alphabet.len()).as_ref() == Ok(alphabet) {
            self.line(&format!("order: {}", alphabet.len()));
        } else {
            self.line(&format!("symbols: {alphabet}"));
        }
    }

    /// Writes the first of these regions, and those that go with it; returns how many.
    fn statement(&mut self, first: &Region, rest: &[Region], is_board: bool) -> usize {
        let shapes = [
            ("rows", Some(shapes::rows(&self.positions))),
            ("columns", Some(shapes::columns(&self.positions))),
            ("diagonals", shapes::diagonals(&self.positions)),
        ];
        for (word, shape) in shapes {
            if let Some(shape) = shape.filter(|shape| rest.starts_with(shape)) {
                self.line(word);
                return shape.len();
            }
        }
        let stem = first.name.strip_suffix(" 1").unwrap_or_default();
        let n_drawn = run_of_pictures(rest, stem);
        if n_drawn > 0 && is_board {
            self.picture("board:", &rest[..n_drawn]);
            return n_drawn;
        }
        if n_drawn > 1 {
            self.picture(&format!("regions {stem}:"), &rest[..n_drawn]);
            return n_drawn;
        }
        let cells: Vec<String> =
            first.cells.iter().map(|&cell| self.positions[cell].to_string()).collect();
        self.line(&format!("region {}: {}", first.name, cells.join(" ")));
        1
    }

    fn picture(&mut self, heading: &str, regions: &[Region]) {
        let (height, width) = self.size;
        let mut rows = vec![vec!['-'; width]; height];
        self.positions.iter().for_each(|it| rows[it.row][it.column] = '.');
        for (region, letter) in regions.iter().zip(LETTERS.chars()) {
            for &cell in &region.cells {
                rows[self.positions[cell].row][self.positions[cell].column] = letter;
            }
        }
        self.line(&format!("\n{heading}"));
        rows.iter().for_each(|row| self.line(&row.iter().collect::<String>()));
        self.line("");
    }

    fn line(&mut self, text: &str) {
        // A String takes every write.
        let _ = writeln!(self.text, "{text}");
    }
}

/// How many of these regions a picture can show under this name: they are numbered from one in the
/// order of their first cells, have no cell in common, and list their cells in reading order.
fn run_of_pictures(regions: &[Region], name: &str) -> usize {
    let mut drawn: Vec<&Region> = Vec::new();
    for (region, number) in regions.iter().zip(1..=LETTERS.len()) {
        let is_next = region.name == format!("{name} {number}")
            && region.cells.is_sorted()
            && drawn.last().is_none_or(|last| last.cells[0] < region.cells[0])
            && drawn.iter().all(|other| !other.cells.iter().any(|c| region.cells.contains(c)));
        if name.is_empty() || !is_next {
            break;
        }
        drawn.push(region);
    }
    drawn.len()
}
