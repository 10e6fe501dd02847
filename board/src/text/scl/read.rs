//! Reads objects and links.

use super::super::board_header::StatedBoard;
use super::super::metadata::{Metadata, Note, Topic};
use super::super::parsed::{Cells, GeometryLookup, ParsedPuzzle};
use super::super::site::{self, Field, Json, Links, Site, Source};
use super::super::square;
use super::refused::refused;
use super::{cages, fields, info, places, zipped};
use crate::source::{Span, TextError, one_line};
use crate::symbols::Symbol;

const SITE: Site = Site {
    links: Links {
        marks: &[("scl", "N4"), ("ctc", "N4")],
        form: "an object, or a link with `scl` and a compressed puzzle",
    },
    // SudokuPad, too, tries JSON first.
    object: |text| serde_json::from_str(text).or_else(|_| zipped::read(text)),
    puzzle,
};

/// Reads all objects and links.
///
/// # Errors
/// If one is malformed or incomplete, or has what may be a rule beside givens, regions and cages.
pub fn read(text: &str, _: &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError> {
    site::read(text, &SITE)
}

/// Returns whether the first content of a text is a link, or an object with what only this notation has.
pub(in super::super) fn recognise(head: &str) -> bool {
    if !site::begins_with_object(head) {
        return SITE.links.recognise(head);
    }
    let starts = [("cells", "[[{"), ("cages", "[{"), ("regions", "[[["), ("cellSize", "")];
    starts.iter().any(|(key, value)| site::has_key(head, key, value))
}

/// Returns the puzzle of an object.
pub(super) fn puzzle(
    object: &Json,
    source: &Source<'_>,
    headers: &mut Metadata,
) -> Result<ParsedPuzzle, TextError> {
    let grid = source.field(object, "cells");
    let size = site::size(&grid)?;
    fields::check(object, source, size)?;
    let blocks = places::blocks(&source.field(object, "regions"), size)?;
    let cages = cages::read(&source.field(object, "cages"), &blocks, size)?;
    let solution = info::solution(object, source, size)?;
    let stated = blocks.iter().flatten().chain(&cages.cells);
    if solution.is_none()
        && stated.clone().next().is_some()
        && !places::span_the_board(stated, size)
    {
        let expected = "regions, or a hidden cage, that reach all sides of the board";
        return Err(grid.error("cells beside those of all regions and cages", expected));
    }
    let Span { line, column, .. } = source.span;
    let statements = square::statements(&blocks, size);
    let is_killer = statements.starts_with("place: classic") && cages.are_killers();
    let name = if is_killer { "killer" } else { "scl" };
    let drawing = format!("name: {name}\n{statements}{}", cages.statements);
    let board = square::known_or_drawn(drawing, (line, column))?;
    let as_line = |text| Cells::Line(line, column, text);
    let text = |key: &str| info::texts(object, source, key);
    let mut metadata = Metadata {
        name: text("title")?.first().map(|title| one_line(title).into_owned()),
        geometry: Some(StatedBoard::new(line, &board)),
        symbols: Some((line, "hex1".into())),
        ..Metadata::default()
    };
    let topics =
        [("author", Topic::Author), ("rules", Topic::Description), ("source", Topic::Source)];
    for (key, topic) in topics {
        metadata.notes.extend(text(key)?.iter().map(|text| Note::new(topic, text)));
    }
    metadata.inherit(headers);
    let cells = as_line(givens(&grid, size)?);
    let solution = solution.map(as_line);
    Ok(ParsedPuzzle { solution, metadata, ..ParsedPuzzle::new(line, cells) })
}

/// Returns the givens as a line.
fn givens(grid: &Field<'_>, size: usize) -> Result<String, TextError> {
    let mut givens = Vec::new();
    for row in grid.items()? {
        for cell in row.items()? {
            givens.push(given(&cell, size)?);
        }
    }
    Ok(site::standard(grid, size)?.givens(givens.into_iter()))
}

/// Returns the given of a cell.
///
/// # Errors
/// If the cell has anything else: a colour or marks may be a rule, since nobody has entered anything yet.
fn given(cell: &Field<'_>, size: usize) -> Result<Option<Symbol>, TextError> {
    let value = cell.get("value")?;
    for key in cell.value.as_object().into_iter().flat_map(Json::keys) {
        let other = cell.get(key)?;
        if !matches!(key.as_str(), "value" | "given") && !other.is_nothing() {
            return Err(refused(&other, "marks or a colour, which may be a rule"));
        }
    }
    if value.is_nothing() {
        return Ok(None);
    }
    let given = cell.get("given")?;
    if !given.value.is_null() && !given.flag()? {
        return Err(given.error("false beside a value", "true, or no value"));
    }
    site::symbol(&value, size).map(Some)
}
