//! Tests of the reader with puzzles on custom boards, which files state in headers.

use std::sync::Arc;

use board::text::record::{Record, Style};
use board::text::same_rules::states_the_same;
use board::text::{self, NOTATIONS};
use board::{Puzzle, SymbolSet, catalog};

use super::CorpusOptions;
use super::notations::{kept, read};

/// Custom boards: a jigsaw, a wide board, one with a hole and its own symbols, one of many pairs, and two that
/// overlap.
const DRAWN: &[&str] = &[
    "name: own\nboard:\nAABB\nACCB\nADCB\nDDDC\n\nrows\ncolumns\n",
    "name: a wide one\norder: 9\nboard:\nAAABBBCCC\nAAABBBCCC\nAAABBBCCC\n\nrows\n",
    "name: ring\nsymbols: zyxw\nboard:\nAABB\nA--B\nC--D\nCCDD\n\nrows\ncolumns\n",
    "name: knights\nplace: latin16 at r1c1\napart: 1,2\n",
    "name: steps\nplace: classic6 at r1c1 r5c4\nregion a, b: c: r1c1 r2c4 r10c9\n",
    "name: tiny\nboard:\nAB\nBA\n\nrows\n",
    "name: samurai of mine\nplace: classic9 at r1c1 r7c7\n",
    "name: order ten\nplace: latin10 at r1c1\ndiagonals\n",
];

/// Puzzles with givens only, on custom boards and on those of the catalog.
fn on_boards() -> Vec<Vec<Record>> {
    let drawn =
        DRAWN.iter().map(|text| board::catalog::read_drawing(text, "").expect("a board").geometry);
    // Of families of boards the third largest, which has 64 symbols: all notations of a larger one take seconds.
    let names = catalog::entries()
        .into_iter()
        .map(|entry| entry.names.iter().rev().nth(2).or(entry.names.first()).cloned());
    let named = names.map(|name| catalog::named(&name.expect("a name")).expect("a board"));
    let puzzle = |geometry: &Arc<board::Geometry>, step: usize| {
        let (size, all) = (geometry.symbols(), SymbolSet::all(geometry.symbols()));
        let cell = |cell: usize| match cell % step {
            0 => SymbolSet::only(((cell / step + cell) % size) as u8),
            _ => all,
        };
        let allowed = (0..geometry.cells()).map(cell).collect();
        Record::new(Puzzle::from_allowed(geometry.clone(), allowed))
    };
    let pair = |geometry: board::Geometry| {
        let geometry = Arc::new(geometry);
        vec![puzzle(&geometry, 2), puzzle(&geometry, 3)]
    };
    drawn.chain(named).map(pair).collect()
}

/// Writes as many puzzles in a notation as a file of it can contain.
fn written(notation: &text::Notation, records: &[Record]) -> (String, Vec<Record>) {
    let mut writer = notation.writer(Style::default());
    let mut text = String::new();
    let mut held = Vec::new();
    for record in records {
        if let Ok(one) = writer.record(record) {
            text += &one;
            held.push(record.clone());
        }
    }
    (text + &writer.end(), held)
}

#[test]
fn puzzles_on_any_board_are_self_contained() {
    for records in on_boards() {
        let name = records[0].puzzle.geometry().name();
        for notation in NOTATIONS {
            let (text, held) = written(notation, &records);
            let has_headers = matches!(
                notation.name,
                "csv" | "grid" | "hurtebis" | "jsonl" | "line" | "pencil" | "pencil-line" | "tsv"
            );
            let expected = match notation.holds_many {
                true => 2,
                false => 1,
            };
            assert!(held.len() == expected || !has_headers, "{name} in {}", notation.name);
            if held.is_empty() {
                continue;
            }
            for told in [Some(notation), None] {
                let options = CorpusOptions { notation: told, ..kept() };
                let (found, messages) = read(&text, options);
                let how = if told.is_some() { "told" } else { "recognised" };
                // These state rules, not what the board and its regions are called.
                let is_same = |found: &Puzzle, held: &Puzzle| match notation.name {
                    "f-puzzles" | "scl" | "sumocue" => {
                        states_the_same(found.geometry(), held.geometry())
                            && found.allowed().eq(held.allowed())
                    }
                    _ => found == held,
                };
                let mut pairs = found.iter().zip(&held);
                assert!(
                    found.len() == held.len()
                        && pairs.all(|((found, _), held)| is_same(&found.puzzle, &held.puzzle)),
                    "{name} in {}, {how}: {messages:?}\n{text}",
                    notation.name
                );
            }
        }
    }
}

#[test]
fn a_change_of_board_is_stated() {
    let boards = on_boards();
    let four = Record::new(Puzzle::empty(Arc::new(catalog::classic(4).expect("an order"))));
    let mixed: Vec<Record> = [&boards[0], &boards[3], &boards[0]]
        .into_iter()
        .flat_map(|records| records.clone())
        .chain([four])
        .collect();
    for name in ["csv", "grid", "jsonl", "line", "pencil", "pencil-line"] {
        let notation = text::named(name).expect("a notation");
        let (text, held) = written(notation, &mixed);
        assert_eq!(held, mixed, "{name}");
        let options = CorpusOptions { notation: Some(notation), ..kept() };
        let (found, messages) = read(&text, options);
        let found: Vec<&Record> = found.iter().map(|(record, _)| record).collect();
        assert!(found.iter().copied().eq(&mixed), "{name}: {messages:?}\n{text}");
        if name != "jsonl" {
            assert_eq!(text.matches("name: own").count(), 2, "{name}\n{text}");
        }
    }
}

#[test]
fn a_malformed_drawing_is_a_single_error_and_its_puzzles_are_skipped() {
    let text = "# geometry:\n#   board:\n#   AB\n#   ABC\n....\n....\n# geometry: classic4\n1...............\n";
    let lines = CorpusOptions { notation: text::named("line"), ..kept() };
    let (found, messages) = read(text, lines);
    assert_eq!(found.len(), 1);
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].starts_with("file:1:1: the board:3:3: 3 cells"), "{messages:?}");
    let (_, messages) = read("# geometry:\n# a comment\n....\n", kept());
    assert!(messages[0].starts_with("file:1:1: no geometry, expected a name"), "{messages:?}");
}
