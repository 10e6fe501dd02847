//! Writes an object of which every field is read, one a line.
//!
//! Whether it states the same board is not argued but tested: the object is read back, and its regions and relations
//! are compared with those of the board. Rules about all neighbours are tried first, since they say in a word what takes
//! hundreds of pairs otherwise.

use serde_json::{Map, Value};

use super::super::metadata::{Metadata, Topic};
use super::super::record::{Record, Style};
use super::super::same_rules::{Meaning, meaning};
use super::super::site::{Json, MAX_SIZE, Source};
use super::super::square::{self, Numbers, rows};
use super::super::write_error::WriteError;
use super::read::puzzle;
use super::statement::{Everywhere, Stated, Statement};

use crate::catalog;
use crate::geometry::{Cell, Geometry};
use crate::relation::RelationKind;
use crate::source::{Span, one_line};
use crate::symbols::SymbolSet;

const NOTATION: &str = "f-puzzles";

/// Writes an object.
///
/// # Errors
/// If the puzzle has no place in one.
pub(in super::super) fn write(record: &Record, _: Style) -> Result<String, WriteError> {
    record.only_standard(NOTATION)?;
    if record.puzzle.allowed().any(SymbolSet::is_empty) {
        return Err(WriteError::Impossible(NOTATION));
    }
    let geometry = &**record.puzzle.geometry();
    let (mut object, blocks) = rules_and_blocks(geometry).ok_or_else(|| WriteError::Geometry {
        notation: NOTATION,
        geometry: geometry.name().into(),
        expected: "expected a square of 2 to 31 rows and columns that are regions, and rules for \
                   which f-puzzles has a field",
    })?;
    object.insert("grid".into(), grid(record, &blocks));
    let mut put = |key: &str, value: Option<Value>| {
        value.and_then(|value| object.insert(key.into(), value));
    };
    put("title", record.name.as_deref().map(|name| one_line(name).trim().into()));
    for (key, topic) in [("author", Topic::Author), ("ruleset", Topic::Description)] {
        let texts: Vec<&str> =
            record.notes.iter().filter(|it| it.topic == topic).map(|it| &*it.text).collect();
        put(key, (!texts.is_empty()).then(|| texts.join("; ").into()));
    }
    let number = |&symbol: &u8| usize::from(symbol) + 1;
    let solution = record.solution.as_ref();
    put("solution", solution.map(|grid| grid.symbols().iter().map(number).collect::<Value>()));
    Ok(format!("{}\n", Value::Object(object)))
}

/// Returns the first of all ways to state a board that reads back as the same.
fn rules_and_blocks(geometry: &Geometry) -> Option<Stated> {
    let size = geometry.symbols();
    if !square::is_square(geometry, MAX_SIZE) {
        return None;
    }
    let has_pairs = geometry.regions().iter().any(|region| region.cells.len() == 2);
    let has = |kind: fn(RelationKind) -> bool| geometry.relations().iter().any(|it| kind(it.kind));
    let differences = has(|kind| kind == RelationKind::NotDifference(1));
    let ratios = has(|kind| matches!(kind, RelationKind::NotRatio(_)));
    let wanted = meaning(geometry);
    let ways = (0..16).map(|bits| Everywhere {
        antiking: bits & 1 > 0,
        antiknight: bits & 2 > 0,
        nonconsecutive: bits & 4 > 0,
        negative_ratio: bits & 8 > 0,
    });
    ways.filter(|way| has_pairs || !(way.antiking || way.antiknight))
        .filter(|way| (differences || !way.nonconsecutive) && (ratios || !way.negative_ratio))
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .filter_map(|way| Statement::new(geometry, way).all())
        .find(|(object, blocks)| read_back(object, blocks, size).as_ref() == Some(&wanted))
}

/// Returns what a board without its cells is read as.
fn read_back(object: &Json, blocks: &Option<Numbers>, size: usize) -> Option<Meaning> {
    let mut object = object.clone();
    object.insert("grid".into(), rows(size, |cell| Value::Object(block(blocks, cell))));
    let source = Source { span: Span { line: 1, column: 1, text: "" }, link: Some("") };
    let read = puzzle(&object, &source, &mut Metadata::default()).ok()?;
    let text = read.metadata.geometry?.text;
    let geometry = match text.contains('\n') {
        true => catalog::read_drawing(&text, "").ok()?.geometry,
        false => catalog::named(&text).ok()?,
    };
    Some(meaning(&geometry))
}

/// Returns the fields of a cell about its block.
fn block(blocks: &Option<Numbers>, cell: Cell) -> Map<String, Value> {
    let mut object = Map::new();
    if let Some(blocks) = blocks {
        object.insert("region".into(), blocks[cell].into());
    }
    object
}

/// Returns the cells of a puzzle.
fn grid(record: &Record, blocks: &Option<Numbers>) -> Value {
    let geometry = record.puzzle.geometry();
    let all = SymbolSet::all(geometry.symbols());
    rows(geometry.symbols(), |cell| {
        let mut object = block(blocks, cell);
        let allowed = record.puzzle.allowed_in(cell);
        let number = |symbol: u8| usize::from(symbol) + 1;
        if let Some(symbol) = allowed.single() {
            object.insert("value".into(), number(symbol).into());
            object.insert("given".into(), true.into());
        } else if allowed != all {
            let marks: Value = allowed.iter().map(number).collect();
            object.insert("givenPencilMarks".into(), marks);
        }
        Value::Object(object)
    })
}
