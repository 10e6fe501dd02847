//! What is written reads back as the same puzzle.

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::Value;

use super::{compressed, puzzle};
use crate::catalog;
use crate::geometry::Geometry;
use crate::puzzle::{Grid, Puzzle};
use crate::symbols::SymbolSet;
use crate::text::record::{Record, Style};
use crate::text::same_rules::states_the_same;
use crate::text::{Note, Topic, WriteError};

fn board(drawing: &str) -> Arc<Geometry> {
    let read =
        catalog::read_drawing(drawing, "own").unwrap_or_else(|error| panic!("{error}\n{drawing}"));
    Arc::new(read.geometry)
}

fn written(puzzle: Puzzle) -> Result<String, WriteError> {
    super::super::write(&Record::new(puzzle), Style::default())
}

#[test]
fn an_object_has_what_its_board_states() {
    let cases = [
        ("place: classic4 at r1c1\n", r#""cages":[]"#),
        ("place: latin4 at r1c1\n", r#""regions":[]"#),
        (
            "place: classic4 at r1c1\ncage 7: r1c1 r2c2\n",
            r#""cages":[{"cells":[[0,0],[1,1]],"unique":true,"value":7}]"#,
        ),
        (
            "place: classic4 at r1c1\nsum 6: r1c1 r1c2 r1c3\n",
            r#""cages":[{"cells":[[0,0],[0,1],[0,2]],"unique":true,"value":6}]"#,
        ),
        (
            "place: classic4 at r1c1\nsum 6: r1c1 r2c3 r4c4\n",
            r#""cages":[{"cells":[[0,0],[1,2],[3,3]],"unique":false,"value":6}]"#,
        ),
        (
            "place: classic4 at r1c1\nregion own: r1c1 r2c3\n",
            r#""cages":[{"cells":[[0,0],[1,2]],"unique":true}]"#,
        ),
        (
            "place: latin4 at r1c1\ncage 3: r2c1 r2c2\n",
            r#""cages":[{"cells":[[1,0],[1,1]],"unique":true,"value":3},{"cells":[[0,0],[3,3]],"hidden":true,"unique":false}]"#,
        ),
        (
            "board:\nAABB\nACCB\nADCB\nDDDC\n\nrows\ncolumns\ncage 3: r1c1 r1c2\n",
            r#""regions":[[[0,0],[0,1],[1,0],[2,0]],[[0,2],[0,3],[1,3],[2,3]],[[1,1],[1,2],[2,2],[3,3]],[[2,1],[3,0],[3,1],[3,2]]]"#,
        ),
        ("place: classic4 at r1c1\ndiagonals\n", r#""unique":true},{"cells":[[0,3],"#),
    ];
    for (drawing, part) in cases {
        let geometry = board(drawing);
        let text =
            written(Puzzle::empty(geometry.clone())).unwrap_or_else(|it| panic!("{it}\n{drawing}"));
        assert!(text.contains(part), "{drawing}{text}");
        assert!(states_the_same(puzzle(&text).geometry(), &geometry), "{drawing}{text}");
    }
}

#[test]
fn the_loader_finds_the_fields_that_it_expects() {
    let classic = Arc::new(catalog::classic(4).expect("an order"));
    let text = written(Puzzle::from_givens(classic, &[Some(2); 1].repeat(16))).expect("an object");
    let object: Value = serde_json::from_str(&text).expect("JSON");
    for key in ["arrows", "cages", "cells", "lines", "overlays", "regions", "underlays"] {
        assert!(object[key].is_array(), "{key}");
    }
    assert_eq!((&object["cellSize"], &object["cells"][0][0]["value"]), (&50.into(), &3.into()));
    assert!(object["id"].as_str().is_some_and(|id| id.len() == 20), "{}", object["id"]);
}

#[test]
fn what_is_said_about_a_puzzle_is_written_and_read() {
    let classic = Arc::new(catalog::classic(4).expect("an order"));
    let symbols: Vec<u8> = "0123230110323210".bytes().map(|it| it - b'0').collect();
    let record = Record {
        name: Some("its\nown".into()),
        solution: Some(Grid::new(symbols)),
        notes: vec![
            Note::new(Topic::Author, "me"),
            Note::new(Topic::Description, "as usual"),
            Note::new(Topic::Source, "here"),
            Note::new(Topic::Level, "easy"),
        ],
        ..Record::new(Puzzle::empty(classic))
    };
    let text = super::super::write(&record, Style::default()).expect("an object");
    let read = super::read(&text, &mut |_| None).expect("a puzzle").remove(0);
    assert_eq!(read.metadata.name.as_deref(), Some("its own"));
    assert_eq!(read.metadata.notes, record.notes[..3]);
    assert!(text.contains(r#""solution":"1234341221434321""#), "{text}");
    assert!(read.solution.is_some());
    // Two puzzles are not the same to SudokuPad.
    let id = |text: &str| text.split("\"id\":").nth(1).map(|it| it[..21].to_owned());
    let other = written(record.puzzle.clone()).expect("an object");
    assert_ne!(id(&text), id(&other));
}

#[test]
fn a_board_that_no_object_states_is_refused() {
    let drawings = [
        "place: classic4 at r1c1 r5c5\n",
        "board:\nAABB\nAABB\n\nrows\ncolumns\n",
        "board:\nAABB\nAABB\nCCDD\nCCDD\n\nrows\n",
        "place: classic4 at r1c1\nrising: r1c1 r1c2\n",
        "place: classic4 at r1c1\ndifference 1: r1c1 r1c2\n",
        "place: classic4 at r1c1\nsandwich 2: r1c1 r1c2 r1c3 r1c4\n",
    ];
    for drawing in drawings {
        let refused = written(Puzzle::empty(board(drawing)));
        assert!(matches!(refused, Err(WriteError::Geometry { .. })), "{drawing}{refused:?}");
    }
    let classic = board("place: classic4 at r1c1\n");
    for set in [SymbolSet::EMPTY, SymbolSet::from(0b11)] {
        let mut allowed = vec![SymbolSet::all(4); 16];
        allowed[3] = set;
        let refused = written(Puzzle::from_allowed(classic.clone(), allowed));
        assert!(matches!(refused, Err(WriteError::Candidates("scl"))));
    }
    let letters = board("symbols: abcd\nboard:\nAABB\nAABB\nCCDD\nCCDD\n\nrows\ncolumns\n");
    assert!(matches!(written(Puzzle::empty(letters)), Err(WriteError::Symbols { .. })));
}

/// Boards with blocks, without and with irregular ones, and their orders.
const PLACES: [(&str, usize); 9] = [
    ("place: classic4 at r1c1\n", 4),
    ("place: latin4 at r1c1\n", 4),
    ("board:\nAABB\nACCB\nADCB\nDDDC\n\nrows\ncolumns\n", 4),
    ("board:\nAAAB\nACBB\nCCBD\nCDDD\n\nrows\ncolumns\n", 4),
    ("place: classic6 at r1c1\n", 6),
    ("place: classic9 at r1c1\n", 9),
    ("place: jigsaw9-2 at r1c1\n", 9),
    ("place: latin11 at r1c1\n", 11),
    ("place: classic16 at r1c1\n", 16),
];

/// The starts of statements.
const KINDS: [&str; 5] = ["cage 6", "cage 19", "region a", "sum 5", "sum 20"];

/// Returns a statement about random cells of a board of this order.
fn statement(order: usize) -> impl Strategy<Value = String> {
    let cells = prop::sample::subsequence((0..order * order).collect::<Vec<_>>(), 1..=4);
    (cells.prop_shuffle(), prop::sample::select(&KINDS[..])).prop_map(move |(cells, kind)| {
        let name = |&cell: &usize| format!(" r{}c{}", cell / order + 1, cell % order + 1);
        format!("{kind}:{}\n", cells.iter().map(name).collect::<String>())
    })
}

/// Returns a board with random regions and sums, and givens.
fn made() -> impl Strategy<Value = Puzzle> {
    prop::sample::select(&PLACES[..]).prop_flat_map(|(place, order)| {
        let statements = prop::collection::vec(statement(order), 0..5);
        let given = prop::option::of(0..order as u8);
        let givens = prop::collection::vec(given, order * order);
        (statements, givens).prop_map(move |(statements, givens)| {
            Puzzle::from_givens(board(&format!("{place}{}", statements.concat())), &givens)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn what_is_written_reads_back(own in made()) {
        let text = written(own.clone()).expect("an object");
        for text in [text.clone(), format!("scl{}", compressed(&text)), text.replace(',', " ,\n")] {
            let read = puzzle(&text);
            prop_assert!(read.allowed().eq(own.allowed()), "{}", &text);
            prop_assert!(states_the_same(read.geometry(), own.geometry()), "{}", &text);
        }
    }
}
