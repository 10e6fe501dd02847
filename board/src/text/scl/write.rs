//! Writes an object a line, which is read back before it is taken.
//!
//! Blocks are always written, since there are none if none are stated. Any other region is a cage whose numbers differ,
//! with a total if the same cells have one; any other sum is a cage whose numbers may repeat. What is left beyond regions
//! and cages is stated by a hidden cage. Empty lists of drawings are there because the loader expects them.

use serde_json::{Value, json};

use super::super::metadata::{Metadata, Topic};
use super::super::record::{Record, Style};
use super::super::same_rules;
use super::super::site::{Json, MAX_SIZE, Source};
use super::super::square::{self, rows};
use super::super::write_error::WriteError;
use super::places::span_the_board;
use super::read::puzzle;
use crate::geometry::{Cell, Geometry};
use crate::relation::RelationKind;
use crate::source::{Span, one_line};

const NOTATION: &str = "scl";

/// The largest size of which a solution is written: each of its numbers is one character.
const MAX_DIGIT: usize = 9;

/// Writes an object.
///
/// # Errors
/// If the puzzle has no place in one.
pub(in super::super) fn write(record: &Record, _: Style) -> Result<String, WriteError> {
    record.only_givens(NOTATION)?;
    record.only_standard(NOTATION)?;
    let geometry = &**record.puzzle.geometry();
    let object = object(record).filter(|object| is_read_back(object, record));
    let object = object.ok_or_else(|| WriteError::Geometry {
        notation: NOTATION,
        geometry: geometry.name().into(),
        expected: "expected a square of 2 to 31 rows and columns that are regions, with blocks, \
                   other regions and sums, and no other relations",
    })?;
    Ok(format!("{}\n", Value::Object(object)))
}

/// Returns whether an object is read as the puzzle, on a board that may have another name.
fn is_read_back(object: &Json, record: &Record) -> bool {
    let source = Source { span: Span { line: 1, column: 1, text: "" }, link: Some("") };
    let read = puzzle(object, &source, &mut Metadata::default());
    read.is_ok_and(|read| same_rules::is_read_as(&read, &record.puzzle))
}

/// Returns the object of a puzzle, as far as there are fields for it.
fn object(record: &Record) -> Option<Json> {
    let geometry = &**record.puzzle.geometry();
    if !square::is_square(geometry, MAX_SIZE) {
        return None;
    }
    let size = geometry.symbols();
    let cells = rows(size, |cell| match record.puzzle.given(cell) {
        Some(symbol) => json!({ "value": usize::from(symbol) + 1 }),
        None => json!({}),
    });
    let (regions, cages) = regions_and_cages(geometry)?;
    let metadata = metadata(record);
    let id = identifier(&json!([cells, regions, cages, metadata]).to_string());
    let object = json!({
        "id": id, "cellSize": 50, "metadata": metadata, "cells": cells, "regions": regions,
        "cages": cages, "lines": [], "arrows": [], "underlays": [], "overlays": [],
    });
    let Value::Object(object) = object else { return None };
    Some(object)
}

/// Returns the lists of regions and cages; `None` if there is a relation that is no sum.
fn regions_and_cages(geometry: &Geometry) -> Option<(Vec<Value>, Vec<Value>)> {
    let size = geometry.symbols();
    let place = |&cell: &Cell| json!([cell / size, cell % size]);
    let places = |cells: &[Cell]| cells.iter().map(place).collect::<Value>();
    let mut sums: Vec<(Vec<Cell>, u16)> = Vec::new();
    for relation in geometry.relations() {
        let RelationKind::Sum(total) = relation.kind else { return None };
        sums.push((relation.cells.clone(), total));
    }
    let mut others = square::regions_beside_lines(geometry);
    let numbers = square::take_blocks(&mut others, size);
    let n_blocks = numbers.iter().flatten().max().map_or(0, |last| last + 1);
    let mut blocks: Vec<Vec<Cell>> = vec![Vec::new(); n_blocks];
    for (cell, number) in numbers.iter().enumerate() {
        if let Some(number) = number {
            blocks[*number].push(cell);
        }
    }
    let mut cages = Vec::new();
    for cells in &others {
        let sum = sums.iter().position(|(of, _)| of.len() == cells.len() && is_part(of, cells));
        let mut cage = json!({ "cells": places(cells), "unique": true });
        if let Some((_, total)) = sum.map(|at| sums.remove(at)) {
            cage["value"] = total.into();
        }
        cages.push(cage);
    }
    for (cells, total) in &sums {
        let unique = geometry.regions().iter().any(|region| is_part(cells, &region.cells));
        cages.push(json!({ "cells": places(cells), "unique": unique, "value": total }));
    }
    let stated = blocks.iter().chain(&others).flatten();
    let stated: Vec<_> = stated.chain(sums.iter().flat_map(|(cells, _)| cells)).collect();
    let positions: Vec<_> = stated.iter().map(|&&cell| geometry.position(cell)).collect();
    if !stated.is_empty() && !span_the_board(positions.iter(), size) {
        let corners = places(&[0, size * size - 1]);
        cages.push(json!({ "cells": corners, "unique": false, "hidden": true }));
    }
    Some((blocks.iter().map(|cells| places(cells)).collect(), cages))
}

fn is_part(cells: &[Cell], of: &[Cell]) -> bool {
    cells.iter().all(|cell| of.contains(cell))
}

/// Returns what is said about a puzzle.
fn metadata(record: &Record) -> Json {
    let mut metadata = Json::new();
    let mut put = |key: &str, text: String| {
        if !text.is_empty() {
            metadata.insert(key.into(), text.into());
        }
    };
    put("title", record.name.as_deref().map_or(String::new(), |it| one_line(it).trim().into()));
    let topics =
        [("author", Topic::Author), ("rules", Topic::Description), ("source", Topic::Source)];
    for (key, topic) in topics {
        let notes = record.notes.iter().filter(|note| note.topic == topic);
        put(key, notes.map(|note| &*note.text).collect::<Vec<_>>().join("; "));
    }
    let size = record.puzzle.geometry().symbols();
    if let Some(solution) = record.solution.as_ref().filter(|_| size <= MAX_DIGIT) {
        put("solution", solution.symbols().iter().map(|symbol| (symbol + 1).to_string()).collect());
    }
    metadata
}

/// Returns an identifier, under which SudokuPad keeps what was entered: a hash of the text
/// (FNV-1a).
fn identifier(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("scl-{hash:016x}")
}
