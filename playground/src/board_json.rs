//! Boards and puzzles as JSON. A cell is a string of the symbols that it may take.

use std::sync::Arc;

use board::source::counted;
use board::text::{board_header, line, reading};
use board::{Geometry, Grid, Puzzle, Symbol, SymbolSet, referee};
use serde_json::{Value, json};

use crate::field;

/// Returns the cells of a request, with the board `board` and the symbols `symbols`.
///
/// # Errors
/// If there is no such board, or the cells are not its cells.
pub(crate) fn puzzle(request: &Value) -> Result<Puzzle, String> {
    let geometry = geometry(request)?;
    let cells = request["cells"].as_array().map_or(&[][..], Vec::as_slice);
    if cells.len() != geometry.cells() {
        return Err(format!("{}, expected {}", counted(cells.len(), "cell"), geometry.cells()));
    }
    let alphabet = geometry.alphabet();
    let set = |cell: &Value| -> SymbolSet {
        let text = cell.as_str().unwrap_or_default();
        text.chars().filter_map(|character| alphabet.symbol(character)).collect()
    };
    let allowed = cells.iter().map(set).collect();
    Ok(Puzzle::from_allowed(geometry.clone(), allowed))
}

/// Checks that the page can show all rules of a board.
///
/// # Errors
/// If it has relations.
pub(crate) fn check_rules(geometry: &Geometry) -> Result<(), String> {
    match geometry.relations().is_empty() {
        true => Ok(()),
        false => Err("the board has relations, expected regions alone".into()),
    }
}

/// Returns the board of a request, with its symbols if it has any.
///
/// # Errors
/// If there is no such board, it has relations, or the symbols are not as many as it has.
pub(crate) fn geometry(request: &Value) -> Result<Arc<Geometry>, String> {
    let plain = reading::geometry(field::text(request, "board"))?;
    check_rules(&plain)?;
    let symbols = field::text(request, "symbols");
    if symbols.is_empty() {
        return Ok(plain);
    }
    let alphabet = board::Alphabet::new(symbols).map_err(|error| error.to_string())?;
    let other = Geometry::clone(&plain).with_alphabet(alphabet);
    other.map(Arc::new).map_err(|error| error.to_string())
}

/// Returns a board: its text, symbols, rows and columns of cells, regions and their names.
pub(crate) fn board(geometry: &Geometry) -> Value {
    let positions = (0..geometry.cells()).map(|cell| geometry.position(cell));
    let regions = geometry.regions().iter();
    json!({
        "board": board_header::text(geometry).unwrap_or_default(),
        "name": geometry.name(),
        "symbols": in_characters(geometry, SymbolSet::all(geometry.symbols())),
        "positions": positions.map(|it| json!([it.row, it.column])).collect::<Value>(),
        "regions": regions.clone().map(|it| json!(it.cells)).collect::<Value>(),
        "names": regions.map(|it| json!(it.name)).collect::<Value>(),
    })
}

/// Returns the cells of a puzzle, the candidates that the givens leave, and what the givens
/// violate.
pub(crate) fn cells(puzzle: &Puzzle) -> Value {
    let geometry = puzzle.geometry();
    let characters = |set: SymbolSet| json!(in_characters(geometry, set));
    let givens = puzzle.givens();
    let violations = referee::violations(geometry, &givens).map(|it| {
        json!({ "cells": it.cells, "symbol": character(geometry, it.symbol), "region": it.region })
    });
    json!({
        "cells": puzzle.allowed().map(characters).collect::<Value>(),
        "candidates": puzzle.candidates().into_iter().map(characters).collect::<Value>(),
        "line": line::write_givens(puzzle),
        "clues": puzzle.clues(),
        "violations": violations.collect::<Value>(),
    })
}

/// Returns the symbols of a grid.
pub(crate) fn grid(geometry: &Geometry, grid: &Grid) -> String {
    grid.symbols().iter().map(|&symbol| character(geometry, symbol)).collect()
}

/// Candidates as pairs of a cell and a symbol.
pub(crate) fn candidates(geometry: &Geometry, all: &[(usize, Symbol)]) -> Value {
    all.iter().map(|&(cell, symbol)| json!([cell, character(geometry, symbol)])).collect()
}

/// Returns the symbols of a set.
pub(crate) fn in_characters(geometry: &Geometry, set: SymbolSet) -> String {
    set.iter().map(|symbol| character(geometry, symbol)).collect()
}

fn character(geometry: &Geometry, symbol: Symbol) -> char {
    geometry.alphabet().character(symbol)
}
