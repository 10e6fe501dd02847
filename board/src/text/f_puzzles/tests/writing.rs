//! What is written reads back as the same puzzle.

use std::sync::Arc;

use proptest::prelude::*;

use super::{compressed, object, puzzle};
use crate::catalog;
use crate::puzzle::Puzzle;
use crate::symbols::SymbolSet;
use crate::text::WriteError;
use crate::text::record::{Record, Style};
use crate::text::same_rules::meaning;

fn board(drawing: &str) -> Arc<crate::Geometry> {
    let read =
        catalog::read_drawing(drawing, "own").unwrap_or_else(|error| panic!("{error}\n{drawing}"));
    Arc::new(read.geometry)
}

fn written(puzzle: Puzzle) -> Result<String, WriteError> {
    super::super::write(&Record::new(puzzle), Style::default())
}

#[test]
fn an_object_has_the_fields_of_its_board() {
    let drawings = [
        ("place: classic4 at r1c1\ncage 7: r1c1 r2c2\ncage 3: r4c4\n", "killercage"),
        ("place: classic4 at r1c1\nregion own: r1c1 r2c2 r3c4\n", "killercage"),
        ("place: classic4 at r1c1\nsum 6: r1c1 r1c2 r1c3\n", "killercage"),
        ("place: classic4 at r1c1\nsum 7: r1c2 r2c3 r3c4\n", "littlekillersum"),
        ("place: classic4 at r1c1\nsum 7: r4c1 r3c2 r1c4 r2c3\n", "littlekillersum"),
        ("place: classic4 at r1c1\nsum 5: r4c1 r1c2\n", "xv"),
        ("place: classic4 at r1c1\nrising: r1c1 r2c2 r3c3\n", "thermometer"),
        ("place: classic4 at r1c1\ndifference 1: r1c1 r2c1 r3c1\n", "difference"),
        ("place: classic4 at r1c1\ndifference 0: r1c1 r4c4\n", "clone"),
        ("place: classic4 at r1c1\nratio 3: r1c1 r4c4\n", "ratio"),
        ("place: classic4 at r1c1\nsandwich 2: r1c3 r2c3 r3c3 r4c3\n", "sandwichsum"),
        (
            "place: classic4 at r1c1\nnot difference 0: r1c1 r2c2\nnot difference 1: r1c1 r2c2\n",
            "whispers",
        ),
        ("place: classic4 at r1c1\napart: 1,2\n", "antiknight"),
        ("place: latin4 at r1c1\napart: 1,1 1,2\n", "antiking"),
        ("place: classic4 at r1c1\nregion a: r1c1 r2c2 r3c3 r4c4\n", "diagonal-"),
        (
            "place: classic9 at r1c1\nregion a: r1c2 r2c3 r3c4 r4c5 r5c6 r6c7 r7c8 r8c9 r9c1\n",
            "extraregion",
        ),
        ("board:\nAABB\nACCB\nADCB\nDDDC\n\nrows\ncolumns\ncage 3: r1c1 r1c2\n", "region"),
    ];
    for (drawing, key) in drawings {
        let geometry = board(drawing);
        let text =
            written(Puzzle::empty(geometry.clone())).unwrap_or_else(|it| panic!("{it}\n{drawing}"));
        assert!(text.contains(&format!("\"{key}\":")), "{drawing}{text}");
        assert_eq!(meaning(puzzle(&text).geometry()), meaning(&geometry), "{drawing}{text}");
    }
}

#[test]
fn rules_about_all_neighbours_are_written_in_a_word() {
    let fields = [
        r#""nonconsecutive":true,"difference":[{"cells":["R1C1","R1C2"]}]"#,
        r#""negative":["ratio"],"ratio":[{"cells":["R1C1","R1C2"]}],"antiking":true,"antiknight":true"#,
        r#""negative":["ratio"],"nonconsecutive":true"#,
    ];
    for fields in fields {
        let read = puzzle(&object(9, fields));
        let text = written(read.clone()).expect("an object");
        assert!(text.len() < 1000, "{text}");
        assert_eq!(meaning(puzzle(&text).geometry()), meaning(read.geometry()));
    }
}

#[test]
fn a_board_that_no_object_states_is_refused() {
    let drawings = [
        "place: classic4 at r1c1 r5c5\n",
        "board:\nAABB\nAABB\n\nrows\ncolumns\n",
        "board:\nAABB\nAABB\nCCDD\nCCDD\n\nrows\n",
        "place: classic4 at r1c1\nsum 6: r1c1 r2c3 r4c4\n",
        "place: classic4 at r1c1\nnot difference 2: r1c1 r2c2\n",
        "place: classic4 at r1c1\nnot ratio 2: r1c1 r1c2\n",
        "place: classic4 at r1c1\nsandwich 2: r1c3 r2c3 r3c3\n",
    ];
    for drawing in drawings {
        let refused = written(Puzzle::empty(board(drawing)));
        assert!(matches!(refused, Err(WriteError::Geometry { .. })), "{drawing}{refused:?}");
    }
    let classic = board("place: classic4 at r1c1\n");
    let mut allowed = vec![SymbolSet::all(4); 16];
    allowed[3] = SymbolSet::EMPTY;
    assert!(matches!(
        written(Puzzle::from_allowed(classic, allowed)),
        Err(WriteError::Impossible("f-puzzles"))
    ));
    let letters = board("symbols: abcd\nboard:\nAABB\nAABB\nCCDD\nCCDD\n\nrows\ncolumns\n");
    assert!(matches!(written(Puzzle::empty(letters)), Err(WriteError::Symbols { .. })));
}

/// Returns a statement about random cells of a board of order four.
fn statement() -> impl Strategy<Value = String> {
    let cells = Just((0..16).collect::<Vec<usize>>()).prop_shuffle();
    let kinds = [
        "cage 6",
        "cage 9",
        "region a",
        "rising",
        "difference 0",
        "difference 1",
        "ratio 2",
        "sum 5",
        "sum 10",
        "not difference 0",
    ];
    (cells, 2..5_usize, prop::sample::select(kinds.to_vec())).prop_map(|(cells, length, kind)| {
        let length = if kind.starts_with("sum") { 2 } else { length };
        let name = |&cell: &usize| format!(" r{}c{}", cell / 4 + 1, cell % 4 + 1);
        format!("{kind}:{}\n", cells[..length].iter().map(name).collect::<String>())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn what_is_written_reads_back(
        statements in prop::collection::vec(statement(), 0..5),
        place in prop::sample::select(&["classic4", "latin4"][..]),
        sets in prop::collection::vec(1..16_u64, 16),
        density in 0..4_u64,
    ) {
        let geometry = board(&format!("place: {place} at r1c1\n{}", statements.concat()));
        let allowed = sets.iter().map(|&set| if set % 4 < density { SymbolSet::from(set) } else { SymbolSet::all(4) });
        let own = Puzzle::from_allowed(geometry, allowed.collect());
        let text = written(own.clone()).expect("an object");
        for text in [text.clone(), format!("fpuz{}", compressed(&text)), text.replace(',', " ,\n")] {
            let read = puzzle(&text);
            prop_assert!(read.allowed().eq(own.allowed()), "{}", &text);
            prop_assert_eq!(meaning(read.geometry()), meaning(own.geometry()), "{}", &text);
        }
    }
}
