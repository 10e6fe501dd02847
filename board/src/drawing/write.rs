//! Writes a geometry as a drawing that reads back as the same geometry.
//!
//! The regions are written from the first to the last: rows, columns and diagonals as a keyword if they
//! are consecutive; disjoint regions that are numbered from one as a picture; any other as a list of
//! cells. The relations follow, except the sums of cages, which stand where the cage does, and those before them.

use std::fmt::Write as _;

use super::shapes;
use crate::geometry::{CellRelation, Geometry, Position, Region};
use crate::relation::RelationKind;
use crate::symbols::Alphabet;

/// The letters of a picture.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The maximum number of rows, and of columns, of a picture.
const MAX_SIDE: usize = 1000;

/// Returns the drawing of a geometry with a description. Regions without cells, which have no
/// effect, are omitted.
///
/// `None` if the cells are not numbered in reading order, or the board has more than a thousand rows or
/// columns.
pub fn write(geometry: &Geometry, about: &str) -> Option<String> {
    let positions: Vec<Position> = (0..geometry.cells()).map(|c| geometry.position(c)).collect();
    let (height, width) = shapes::size(&positions);
    if !positions.is_sorted() || height > MAX_SIDE || width > MAX_SIDE {
        return None;
    }
    let (size, relations) = ((height, width), geometry.relations());
    let mut writer =
        DrawingWriter { geometry, positions, size, relations, n_cages: 0, text: String::new() };
    writer.header(about);
    let regions: Vec<Region> =
        geometry.regions().iter().filter(|region| !region.cells.is_empty()).cloned().collect();
    let n_blocks = |rest: &[Region]| run_of_pictures(rest, "block");
    let first_block = (0..regions.len()).find(|&index| n_blocks(&regions[index..]) > 0);
    if first_block.is_none() {
        writer.picture("board:", &[]);
    }
    let mut rest = &regions[..];
    while let Some(first) = rest.first() {
        let is_board = first_block == Some(regions.len() - rest.len());
        rest = &rest[writer.statement(first, rest, is_board)..];
    }
    writer.relations(writer.relations.len());
    Some(writer.text)
}

struct DrawingWriter<'a> {
    geometry: &'a Geometry,
    positions: Vec<Position>,
    size: (usize, usize),
    /// The relations that are not yet written.
    relations: &'a [CellRelation],
    n_cages: usize,
    text: String,
}

impl DrawingWriter<'_> {
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

    /// Writes the first of these regions, with those that share its statement; returns their number.
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
        if self.cage(first) {
            return 1;
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

    /// Writes a region as a cage, if it has the name of the next one and a later relation is its sum.
    fn cage(&mut self, region: &Region) -> bool {
        if region.name != format!("cage {}", self.n_cages + 1) {
            return false;
        }
        let sum = self.relations.iter().position(|relation| {
            matches!(relation.kind, RelationKind::Sum(_)) && relation.cells == region.cells
        });
        let Some(sum) = sum else { return false };
        self.relations(sum);
        let statement = self.geometry.describe(&self.relations[0]);
        self.line(&statement.replacen("sum", "cage", 1));
        self.relations = &self.relations[1..];
        self.n_cages += 1;
        true
    }

    /// Writes the first relations of those that are left.
    fn relations(&mut self, number: usize) {
        let (written, left) = self.relations.split_at(number);
        written.iter().for_each(|it| self.line(&self.geometry.describe(it)));
        self.relations = left;
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
        writeln!(self.text, "{text}").expect("a string accepts every write");
    }
}

/// Returns the number of these regions that a picture under this name can show: they are numbered from one in the order
/// of their first cells, are disjoint, and list their cells in reading order.
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
