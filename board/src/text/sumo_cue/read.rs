//! Reads codes of SumoCue.

use std::fmt::Write as _;

use super::super::board_header::StatedBoard;
use super::super::coded_line::{CodedLine, begins_with_any, coded_lines};
use super::super::metadata::Metadata;
use super::super::parsed::{Cells, GeometryLookup, ParsedPuzzle};
use super::super::same_rules;
use super::super::square;
use crate::catalog;
use crate::geometry::{Cell, Position};
use crate::source::{Span, TextError, counted};

/// The number of rows, of columns, of symbols and of blocks.
pub(super) const ORDER: usize = 9;

/// What a line begins with.
pub(super) const START: &str = "SumoCueV1";

pub(super) const FORM: &str =
    "SumoCueV1 and 81 entries =N or +N, each with a block J0 to J8 or none";

/// Reads a puzzle for each line that is neither blank nor a comment.
///
/// # Errors
/// If a line is of another form, or a cage or a block has too many cells.
pub fn read(text: &str, _: &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError> {
    let mut puzzles = Vec::new();
    for CodedLine { number, code, metadata } in coded_lines(text) {
        let (board, cells) = parse(code)?;
        let metadata = Metadata {
            geometry: Some(StatedBoard::new(number, &board)),
            symbols: Some((number, "hex1".into())),
            ..metadata
        };
        let cells = Cells::Line(number, code.column, cells);
        puzzles.push(ParsedPuzzle { metadata, ..ParsedPuzzle::new(number, cells) });
    }
    Ok(puzzles)
}

/// Returns whether the first line that is no comment begins as this notation does.
pub(in super::super) fn recognise(head: &str) -> bool {
    begins_with_any(head, &[START])
}

/// An entry of a code.
struct Entry {
    /// Where it is, in characters from the start.
    at: usize,
    /// Whether the number is that of the first cell of a cage.
    is_further: bool,
    number: usize,
    block: Option<usize>,
}

/// Returns the board of a code, by name or as a drawing, and its cells.
fn parse(code: Span<'_>) -> Result<(String, String), TextError> {
    let Some(rest) = code.text.strip_prefix(START) else {
        return Err(code.error("no code of SumoCue", FORM));
    };
    let (has_diagonals, rest) = match rest.strip_prefix('D') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let entries = entries(code, rest)?;
    let mut text = blocks(code, &entries)?;
    let is_classic = text.starts_with("place");
    text += if has_diagonals { "diagonals\n" } else { "" };
    let has_cages = entries.iter().any(|entry| entry.is_further);
    if has_cages {
        text += &cages(code, &entries)?;
    }
    let name = match (has_cages, is_classic) {
        (true, true) if has_diagonals => "killer-x",
        (true, true) => "killer",
        (true, false) => "jigsaw-killer",
        (false, _) => "jigsaw",
    };
    let text = format!("name: {name}\n{text}");
    let board = catalog::read_drawing(&text, "");
    let known = board.ok().and_then(|board| same_rules::known(&board.geometry));
    let given = |entry: &Entry| match entry.number {
        0 => Ok('.'),
        _ if has_cages => Ok('.'),
        number @ 1..=ORDER => Ok((b'0' + number as u8) as char),
        number => {
            let expected = "0 to 9 in a code without cages of several cells";
            Err(code.error_at(entry.at, number.to_string(), expected))
        }
    };
    let cells = entries.iter().map(given).collect::<Result<_, _>>()?;
    Ok((known.unwrap_or(text), cells))
}

/// Returns the entries of a code, of which `rest` is the end.
fn entries(code: Span<'_>, rest: &str) -> Result<Vec<Entry>, TextError> {
    let mut entries: Vec<Entry> = Vec::new();
    let start = code.text.len() - rest.len();
    let starts: Vec<usize> = rest.match_indices(['=', '+']).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) {
        return Err(code.error_at(start.min(code.text.chars().count()), "no entry", FORM));
    }
    for (index, &from) in starts.iter().enumerate() {
        let text = &rest[from..starts.get(index + 1).copied().unwrap_or(rest.len())];
        let at = start + rest[..from].chars().count();
        let error =
            || code.error_at(at, format!("{text:?} is no entry"), "=N or +N, then J0 to J8");
        let (number, block) = match text[1..].split_once('J') {
            Some((number, block)) => (number, Some(block)),
            None => (&text[1..], None),
        };
        let digits = |text: &str| {
            let is_number =
                (1..=3).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit());
            text.parse::<usize>().ok().filter(|_| is_number)
        };
        let block = block.map(|it| digits(it).filter(|&it| it < ORDER).ok_or_else(error));
        entries.push(Entry {
            at,
            is_further: text.starts_with('+'),
            number: digits(number).ok_or_else(error)?,
            block: block.transpose()?,
        });
    }
    if entries.len() != ORDER * ORDER {
        return Err(code.error(counted(entries.len(), "cell"), FORM));
    }
    Ok(entries)
}

/// Returns the statements about the cells and blocks.
fn blocks(code: Span<'_>, entries: &[Entry]) -> Result<String, TextError> {
    let mut blocks: Vec<(usize, Vec<Position>)> = Vec::new();
    for (entry, cell) in entries.iter().zip(0..) {
        let usual = cell / ORDER / 3 * 3 + cell % ORDER / 3;
        if entry.block.is_some() != entries[0].block.is_some() {
            return Err(code.error_at(entry.at, "blocks of some cells", "of all, or of none"));
        }
        let number = entry.block.unwrap_or(usual);
        let index = blocks.iter().position(|(known, _)| *known == number);
        let index = index.unwrap_or_else(|| {
            blocks.push((number, Vec::new()));
            blocks.len() - 1
        });
        let cells = &mut blocks[index].1;
        if cells.len() == ORDER {
            let found = format!("block {number} has more than {ORDER} cells");
            return Err(code.error_at(entry.at, found, "at most one for each symbol"));
        }
        cells.push(position(cell));
    }
    let blocks = blocks.into_iter().map(|(_, cells)| cells).collect();
    Ok(square::statements(&blocks, ORDER))
}

/// Returns the statements about cages, in the order of their first cells.
fn cages(code: Span<'_>, entries: &[Entry]) -> Result<String, TextError> {
    let mut cages: Vec<Vec<Cell>> = vec![Vec::new(); entries.len()];
    for (entry, cell) in entries.iter().zip(0..) {
        let first = if entry.is_further { entry.number } else { cell };
        let named = entries.get(first).filter(|it| !it.is_further && it.number > 0);
        if entry.is_further && named.is_none() {
            let found = format!("cell {first} begins no cage");
            return Err(code.error_at(entry.at, found, "the number of a cell with a total"));
        }
        if cages[first].len() == ORDER {
            let found = format!("cage {first} has more than {ORDER} cells");
            return Err(code.error_at(entry.at, found, "at most one for each symbol"));
        }
        cages[first].push(cell);
    }
    let mut text = String::new();
    for (cells, entry) in
        cages.iter().zip(entries).filter(|(_, it)| !it.is_further && it.number > 0)
    {
        let cells: String = cells.iter().map(|&cell| format!(" {}", position(cell))).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "cage {}:{cells}", entry.number);
    }
    Ok(text)
}

fn position(cell: Cell) -> Position {
    Position { row: cell / ORDER, column: cell % ORDER }
}
