//! The code of killer puzzles that programs and forums exchange: a number for each cell of 9×9, between colons.
//!
//! ```text
//!   3x3::k:2817:2817:5378:…        r1c1 and r1c2: 11 · 256 + 1, so the cage with the number 1 adds up to 11
//!   3x3:d:k:…                      both diagonals are regions, too
//! ```
//!
//! A cell is in no cage if its total is 0. A line is a puzzle; after a blank, a name may follow. There are no givens.
//! The board is stated as a [drawing](crate::drawing), in which each cage is a region and a sum.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::board_header::StatedBoard;
use super::coded_line::{self, CodedLine, begins_with_any, coded_lines};
use super::metadata::Metadata;
use super::parsed::{Cells, GeometryLookup, ParsedPuzzle};
use super::record::{Record, Style};
use super::write_error::WriteError;
use crate::catalog;
use crate::geometry::{Geometry, Position};
use crate::relation::RelationKind;
use crate::source::{Span, TextError, counted};

/// The number of rows, of columns and of symbols.
const ORDER: usize = 9;

/// What a total is multiplied by before the number of the cage is added.
const FACTOR: u32 = 256;

/// What the lines begin with, without and with diagonals.
const STARTS: [(&str, bool); 2] = [("3x3::k:", false), ("3x3:d:k:", true)];

/// Reads a puzzle for each line that is neither blank nor a comment.
///
/// # Errors
/// If a line is of another form, or a cage has two totals or too many cells.
pub fn read(text: &str, _: &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError> {
    let mut puzzles = Vec::new();
    for CodedLine { number, code, metadata } in coded_lines(text) {
        let board = drawing(code)?;
        let cells = Cells::Line(number, code.column, ".".repeat(ORDER * ORDER));
        let metadata = Metadata { geometry: Some(StatedBoard::new(number, &board)), ..metadata };
        puzzles.push(ParsedPuzzle { metadata, ..ParsedPuzzle::new(number, cells) });
    }
    Ok(puzzles)
}

/// Returns whether the first line that is no comment begins as this notation does.
pub(super) fn recognise(head: &str) -> bool {
    begins_with_any(head, &STARTS.map(|(start, _)| start))
}

/// Returns the board of a code, as a drawing.
fn drawing(code: Span<'_>) -> Result<String, TextError> {
    const FORM: &str = "`3x3::k:` or `3x3:d:k:` and 81 numbers between colons";
    let start = STARTS.iter().find(|(start, _)| code.text.starts_with(start));
    let &(start, diagonals) = start.ok_or_else(|| code.error("no code of a killer", FORM))?;
    let mut cages: BTreeMap<usize, (u32, Vec<Position>)> = BTreeMap::new();
    let mut first_cells: BTreeMap<u32, usize> = BTreeMap::new();
    let mut at = start.len();
    let values: Vec<&str> = code.text[start.len()..].trim_end_matches(':').split(':').collect();
    for (cell, &text) in values.iter().enumerate() {
        let error = |found: String, expected: &str| code.error_at(at, found, expected);
        let value: Option<u32> = text.parse().ok().filter(|&value| value < FACTOR * FACTOR);
        let value = value.ok_or_else(|| {
            error(format!("{text:?} is no cell"), "a total · 256 + a cage number")
        })?;
        let (total, number) = (value / FACTOR, value % FACTOR);
        if total > 0 && cell < ORDER * ORDER {
            let first = *first_cells.entry(number).or_insert(cell);
            let (stated, cells) = cages.entry(first).or_insert((total, Vec::new()));
            if *stated != total {
                let found = format!("cage {number} has the totals {stated} and {total}");
                return Err(error(found, "one total for all its cells"));
            }
            if cells.len() == ORDER {
                let found = format!("cage {number} has more than {ORDER} cells");
                return Err(error(found, "at most one for each symbol"));
            }
            cells.push(Position { row: cell / ORDER, column: cell % ORDER });
        }
        at += text.len() + 1;
    }
    if values.len() != ORDER * ORDER {
        return Err(code.error(counted(values.len(), "cell"), FORM));
    }
    let name = if diagonals { "killer-x" } else { "killer" };
    let mut text = format!("name: {name}\nplace: classic9 at r1c1\n");
    text += if diagonals { "diagonals\n" } else { "" };
    for (total, cells) in cages.into_values() {
        let cells: String = cells.iter().map(|cell| format!(" {cell}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "cage {total}:{cells}");
    }
    Ok(text)
}

/// Writes the code of a killer, and its name.
///
/// # Errors
/// If the puzzle has a given or candidates, or its board is none that a code states.
pub(super) fn write(record: &Record, _: Style) -> Result<String, WriteError> {
    const NOTATION: &str = "killer";
    let geometry = &**record.puzzle.geometry();
    record.only_givens(NOTATION)?;
    let refused = || WriteError::Geometry {
        notation: NOTATION,
        geometry: geometry.name().into(),
        expected: "expected classic9 with cages, and with both diagonals or neither, without givens",
    };
    let code = code(geometry).filter(|_| record.puzzle.clues() == 0).ok_or_else(refused)?;
    Ok(coded_line::write(&code, record.name.as_deref()))
}

/// Returns the code that states this geometry, if there is one.
fn code(geometry: &Geometry) -> Option<String> {
    let mut values = vec![0; geometry.cells()];
    for (number, relation) in (1..FACTOR).zip(geometry.relations()) {
        let RelationKind::Sum(total) = relation.kind else { return None };
        relation.cells.iter().for_each(|&cell| values[cell] = u32::from(total) * FACTOR + number);
    }
    let values: String = values.iter().map(|value| format!(":{value}")).collect();
    let states = |code: &String| {
        let span = Span { line: 1, column: 1, text: code };
        let read = drawing(span).ok().and_then(|text| catalog::read_drawing(&text, "").ok());
        read.is_some_and(|read| is_alike(&read.geometry, geometry))
    };
    let starts =
        STARTS.iter().map(|(start, _)| format!("{}{values}:", start.trim_end_matches(':')));
    starts.into_iter().find(states).filter(|_| !geometry.relations().is_empty())
}

/// Returns whether two geometries differ in names alone.
fn is_alike(one: &Geometry, other: &Geometry) -> bool {
    let positions = |it: &Geometry| -> Vec<_> { (0..it.cells()).map(|c| it.position(c)).collect() };
    let regions = |it: &Geometry| -> Vec<_> {
        it.regions().iter().map(|region| region.cells.clone()).collect()
    };
    one.alphabet() == other.alphabet()
        && positions(one) == positions(other)
        && regions(one) == regions(other)
        && one.relations() == other.relations()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::text::{self, reading};

    /// Returns a code with these values in the first cells, and none in the others.
    fn code_of(start: &str, first: &[u32]) -> String {
        let value = |cell: usize| first.get(cell).copied().unwrap_or(0);
        start.to_owned() + &(0..81).map(|cell| format!("{}:", value(cell))).collect::<String>()
    }

    #[test]
    fn a_code_states_the_cages_of_its_board() {
        let values = [11 * 256 + 1, 11 * 256 + 1, 46, 5 * 256 + 7, 47, 5 * 256 + 7];
        let text = format!("# a comment\n{} my own\n", code_of("3x3::k:", &values));
        let reading = reading::read(&text, "").expect("a puzzle");
        assert_eq!((reading.notation, reading.name.as_deref()), ("killer", Some("my own")));
        let board = reading.puzzle.geometry();
        let described: Vec<_> = board.relations().iter().map(|it| board.describe(it)).collect();
        assert_eq!(described, ["sum 11: r1c1 r1c2", "sum 5: r1c4 r1c6"]);
        assert_eq!(
            (board.name(), board.regions().len(), reading.puzzle.clues()),
            ("killer", 29, 0)
        );
        let crossed = reading::read(&code_of("3x3:d:k:", &values), "").expect("a puzzle");
        assert_eq!(crossed.puzzle.geometry().regions().len(), 31);
    }

    #[test]
    fn headers_apply_to_the_codes_below_them() {
        let code = code_of("3x3::k:", &[2817, 2817]);
        let text = format!("{code}\n# expect: unique\n{code} one\n# expect: 3\n{code}\n");
        let puzzles = read(&text, &mut |_| None).expect("three codes");
        let expected: Vec<_> = puzzles.into_iter().map(|it| it.metadata.expect).collect();
        assert_eq!(expected, [None, Some((2, "unique".into())), Some((4, "3".into()))]);
    }

    #[test]
    fn what_is_written_reads_back() {
        let killer = text::named("killer").expect("the notation");
        for start in ["3x3::k:", "3x3:d:k:"] {
            let text = code_of(start, &[2561, 2561, 2561, 3842, 3842, 0, 2561]);
            let puzzle = reading::read(&text, "").expect("a puzzle").puzzle;
            let mut record = Record::new(puzzle.clone());
            record.name = Some("a name".into());
            let written = killer.writer(Style::default()).record(&record).expect("a code");
            assert_eq!(written, format!("{text} a name\n"));
            // By a drawing as well, in whatever notation.
            let line = text::named("line").expect("the notation");
            let drawn = line.writer(Style::default()).record(&record).expect("a drawing");
            assert!(drawn.contains("cage 10: r1c1 r1c2 r1c3 r1c7"), "{drawn}");
            assert_eq!(reading::read(&drawn, "").expect("a puzzle").puzzle, puzzle);
        }
    }

    #[test]
    fn what_no_code_states_is_not_written() {
        let killer = text::named("killer").expect("the notation");
        for more in
            ["", "rising: r1c1 r1c2\n", "sum 9: r1c1 r1c2\n", "cage 9: r1c1 r1c2\nsum 8: r1c1\n"]
        {
            let drawing = format!("place: classic9 at r1c1\n{more}");
            let board = catalog::read_drawing(&drawing, "own").expect("a drawing").geometry;
            let record = Record::new(Puzzle::empty(std::sync::Arc::new(board)));
            let refused = killer.writer(Style::default()).record(&record);
            assert!(matches!(refused, Err(WriteError::Geometry { .. })), "{more}");
        }
    }

    #[test]
    fn errors_name_the_cell() {
        let error = |text: &str| read(text, &mut |_| None).unwrap_err().to_string();
        let form = "expected `3x3::k:` or `3x3:d:k:` and 81 numbers between colons";
        assert_eq!(error("3x3::k:1:2:"), format!("1:1: 2 cells, {form}"));
        assert_eq!(error("\n 4x4::k:1:"), format!("2:2: no code of a killer, {form}"));
        let text = code_of("3x3::k:", &[]).replacen(":0:", ":x:", 1);
        let expected = "expected a total · 256 + a cage number";
        assert_eq!(error(&text), format!("1:8: \"x\" is no cell, {expected}"));
        let text = code_of("3x3::k:", &[513, 0, 769]);
        let expected = "1:14: cage 1 has the totals 2 and 3, expected one total for all its cells";
        assert_eq!(error(&text), expected);
        let text = code_of("3x3::k:", &[11_521; 10]);
        assert!(error(&text).contains("cage 1 has more than 9 cells"), "{}", error(&text));
    }
}
