//! Reads objects and links.

use super::super::board_header::StatedBoard;
use super::super::metadata::{Metadata, Note, Topic};
use super::super::parsed::{Cells, GeometryLookup, ParsedPuzzle};
use super::super::site::{self, Field, Json, Links, Site, Source};
use super::{board, cells, fields};
use crate::source::{Span, TextError, one_line};

/// How every compressed object begins.
const START: &str = "N4";

/// How a compressed object begins if there is no blank before its first key.
const USUAL_START: &str = "N4Ig";

const SITE: Site = Site {
    links: Links {
        marks: &[("load=", START), ("fpuzzles", START), ("fpuz", START), ("", USUAL_START)],
        form: "an object, or a link with `?load=` or `fpuzzles` and a compressed puzzle",
    },
    object: |json| serde_json::from_str(json).map_err(|problem| problem.to_string()),
    puzzle,
};

/// Reads all objects and links.
///
/// # Errors
/// If one is malformed or incomplete, or has a rule or a field that is not known.
pub fn read(text: &str, _: &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError> {
    site::read(text, &SITE)
}

/// Returns whether the first content of a text is a link, or an object with a grid of objects.
pub(in super::super) fn recognise(head: &str) -> bool {
    if !site::begins_with_object(head) {
        return SITE.links.recognise(head) || site::is_short(head);
    }
    site::has_key(head, "grid", "[[{")
}

/// Returns the puzzle of an object.
pub(super) fn puzzle(
    object: &Json,
    source: &Source<'_>,
    headers: &mut Metadata,
) -> Result<ParsedPuzzle, TextError> {
    let get = |key: &str| source.field(object, key);
    let grid = get("grid");
    let size = size(&grid, &get("size"))?;
    let stated: Vec<Field<'_>> = object.keys().map(|key| get(key)).collect();
    let blocks = board::blocks(&grid, size)?;
    let rules = fields::rules(size, &blocks, &stated)?;
    let Span { line, column, .. } = source.span;
    let board = board::text(&blocks, &rules, (line, column))?;
    let as_line = |text| Cells::Line(line, column, text);
    let cells = as_line(cells::text(&grid, &rules, size)?);
    let mut metadata = Metadata {
        name: get("title").text()?.map(|title| one_line(title).into_owned()),
        geometry: Some(StatedBoard::new(line, &board)),
        symbols: Some((line, "hex1".into())),
        ..Metadata::default()
    };
    for (key, topic) in [("author", Topic::Author), ("ruleset", Topic::Description)] {
        metadata.notes.extend(get(key).text()?.map(|text| Note::new(topic, text)));
    }
    metadata.inherit(headers);
    let solution = site::solution(&get("solution"), size)?.map(as_line);
    Ok(ParsedPuzzle { solution, metadata, ..ParsedPuzzle::new(line, cells) })
}

/// Returns the number of rows and of columns.
fn size(grid: &Field<'_>, stated: &Field<'_>) -> Result<usize, TextError> {
    let size = site::size(grid)?;
    if let Some(number) = stated.number()?.filter(|&number| usize::from(number) != size) {
        return Err(stated.error(&number.to_string(), &format!("{size}, as there are rows")));
    }
    Ok(size)
}
