//! Tests of the objects of SudokuPad.

mod errors;
mod short;
mod writing;

use super::read;
use crate::puzzle::Puzzle;
use crate::text::reading;
use crate::text::site::testing::{self, compressed};

/// Returns an object of a board of this size without givens, and with these fields.
fn object(size: usize, fields: &str) -> String {
    let row = format!("[{}]", vec!["{}"; size].join(","));
    let comma = if fields.is_empty() { "" } else { "," };
    format!("{{\"cellSize\":50,\"cells\":[{}]{comma}{fields}}}", vec![row; size].join(","))
}

/// The field with the blocks of a board of order 4.
const BLOCKS: &str = r#""regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]"#;

/// Returns an object of order 4 with blocks and these fields.
fn classic(fields: &str) -> String {
    object(4, &format!("{BLOCKS},{fields}")).replace(",}", "}")
}

#[track_caller]
fn puzzle(text: &str) -> Puzzle {
    testing::puzzle("scl", text)
}

/// Returns what a board has beside rows, columns and blocks.
fn stated(text: &str) -> Vec<String> {
    testing::stated(&puzzle(text))
}

#[test]
fn cages_become_what_they_mean() {
    let cases: &[(&str, &[&str])] = &[
        (
            r#"{"cells":[[0,0],[1,1]],"value":7,"unique":true}"#,
            &["cage 1: r1c1 r2c2", "sum 7: r1c1 r2c2"],
        ),
        (
            r#"{"cells":[[0,0],[3,3]],"value":"7","sum":7,"unique":true,"style":"killer"}"#,
            &["cage 1: r1c1 r4c4", "sum 7: r1c1 r4c4"],
        ),
        (r#"{"cells":[[0,0],[3,3]],"sum":7,"unique":false}"#, &["sum 7: r1c1 r4c4"]),
        // They differ anyway: in a row, in a column, in a block.
        (r#"{"cells":[[0,1],[0,3]],"value":7}"#, &["cage 1: r1c2 r1c4", "sum 7: r1c2 r1c4"]),
        (r#"{"cells":[[0,1],[2,1]],"value":7}"#, &["cage 1: r1c2 r3c2", "sum 7: r1c2 r3c2"]),
        (r#"{"cells":[[0,1],[1,0]],"value":7}"#, &["cage 1: r1c2 r2c1", "sum 7: r1c2 r2c1"]),
        (r#"{"cells":[[0,0],[3,3]],"unique":true}"#, &["group 1: r1c1 r4c4"]),
        (
            r##"{"cells":[[0,0],[3,3]],"unique":true,"type":"rowcol","outlineC":"#00000000","borderColor":"#000"}"##,
            &["group 1: r1c1 r4c4"],
        ),
        (r#"{"cells":[[2,2]],"unique":true,"value":""}"#, &[]),
        (r#"{"cells":[[0,0],[3,3]],"unique":false,"hidden":true}"#, &[]),
        (r#"{"value":"title: no cage"},{"cells":[],"value":"msgcorrect: yes"},{}"#, &[]),
    ];
    for (cages, expected) in cases {
        assert_eq!(stated(&classic(&format!("\"cages\":[{cages}]"))), *expected, "{cages}");
    }
}

#[test]
fn boards_of_the_catalog_are_known() {
    let name = |text: &str| puzzle(text).geometry().name().to_owned();
    assert_eq!(name(&object(9, "")), "latin9");
    assert_eq!(name(&object(7, r#""regions":[],"cages":null"#)), "latin7");
    assert_eq!(name(&object(31, "")), "latin31");
    assert_eq!(name(&classic("")), "classic4");
    let cage = |unique: &str| {
        classic(&format!("\"cages\":[{{\"cells\":[[0,0],[3,3]],\"value\":5{unique}}}]"))
    };
    assert_eq!(name(&cage(",\"unique\":true")), "killer");
    assert_eq!(name(&cage(",\"unique\":false")), "scl");
}

#[test]
fn regions_may_be_irregular_and_in_any_order() {
    let regions = r#""regions":[[[3,3],[3,2],[3,1],[2,3]],[[0,0],[0,1],[1,0],[2,0]],[[0,3],[0,2],[1,3],[1,2]],[[1,1],[2,1],[2,2],[3,0]]]"#;
    let board = puzzle(&object(4, regions)).geometry().clone();
    let blocks: Vec<_> = board.regions().iter().filter(|it| it.name.starts_with("block")).collect();
    assert_eq!(blocks.len(), 4);
    assert_eq!(
        (&blocks[0].cells[..], &blocks[3].cells[..]),
        (&[0, 1, 4, 8][..], &[11, 13, 14, 15][..])
    );
    let partial = r#""regions":[[[0,0],[0,1],[1,0],[2,0]],[[3,3],[2,3]]]"#;
    let board = puzzle(&object(4, partial)).geometry().clone();
    let blocks = board.regions().iter().filter(|it| it.name.starts_with("block"));
    let sizes: Vec<_> = blocks.map(|block| block.cells.len()).collect();
    assert_eq!(sizes, [4, 2]);
}

#[test]
fn givens_are_values() {
    let cells =
        r#"{"value":4},{"value":"2","given":true},{"given":false,"pencilMarks":[]},{"value":null}"#;
    let read = puzzle(&classic("").replacen("{},{},{},{}", cells, 1));
    assert_eq!(&read.givens()[..5], [Some(3), Some(1), None, None, None]);
    assert_eq!(read.clues(), 2);
}

#[test]
fn what_is_said_is_found_wherever_it_stands() {
    let solution = "1234341221434321";
    let fields = [
        format!(
            r#""metadata":{{"title":" my\nown ","author":"me","rules":["as","usual"],"solution":"{solution}","norowcol":false}}"#
        ),
        format!(
            r#""metadata":{{"title":"my own"}},"cages":[{{"value":"title: no"}},{{"value":"author: me"}},{{"value":"rules: as"}},{{"value":"rules:usual"}},{{"value":"solution: {solution}","cells":[]}}]"#
        ),
        // In short objects, what looks like a number is one.
        format!(r#""title":"my own","author":"me","rules":["as","usual"],"solution":{solution}"#),
    ];
    for fields in fields {
        let text = format!("# expect: unique\n{}\n", classic(&fields));
        let read = read(&text, &mut |_| None).expect("a puzzle").remove(0);
        assert_eq!(read.metadata.name.as_deref(), Some("my own"), "{text}");
        assert_eq!(read.metadata.expect, Some((1, "unique".into())));
        let notes: Vec<_> =
            read.metadata.notes.iter().map(|it| (it.topic.key(), &*it.text)).collect();
        assert_eq!(notes, [("author", "me"), ("description", "as"), ("description", "usual")]);
        let crate::text::Cells::Line(_, _, cells) = read.solution.expect("a solution") else {
            panic!("not a line");
        };
        assert_eq!(cells, solution);
    }
    for open in ["................", "0000000000000000", "1?34341221434321"] {
        let text = classic(&format!(r#""metadata":{{"solution":"{open}"}}"#));
        assert_eq!(read(&text, &mut |_| None).expect("a puzzle")[0].solution, None, "{open}");
    }
}

#[test]
fn decoration_is_what_distinguishes_no_cell() {
    for item in [
        "{}",
        r#"{"center":[0.5,0.5],"width":1,"height":1}"#,
        r##"{"center":[0.5,0.5],"width":1,"height":1,"backgroundColor":"#00000000","borderColor":"none","text":""}"##,
        r##"{"center":[2,2],"width":4,"height":4.5,"backgroundColor":"#CFCFCF","rounded":false}"##,
    ] {
        for list in ["underlays", "overlays"] {
            let text = classic(&format!("\"{list}\":[{item}],\"lines\":[],\"arrows\":[]"));
            assert_eq!(puzzle(&text).geometry().name(), "classic4");
        }
    }
}

#[test]
fn links_and_objects_are_read_in_their_order() {
    let one =
        classic(r#""cages":[{"cells":[[0,0],[0,1]],"value":3}],"metadata":{"title":"one é"}"#);
    let two = object(5, "");
    let link = compressed(&one);
    let escaped = link.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    let links = [
        format!("scl{link}"),
        format!("ctc{link}"),
        format!("https://sudokupad.app/scl{escaped}"),
        format!(
            "https://sudokupad.app/scl{link}?setting-nogrid=1&setting-conflictchecker=1 a name"
        ),
        format!("https://app.crackingthecryptic.com/scl{escaped}"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{escaped}&x=1"),
    ];
    for link in links {
        let text = format!("# mine\n\n{link}\n{two}\n");
        let read = read(&text, &mut |_| None).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.len(), 2, "{text}");
        assert_eq!((read[0].line, read[1].line), (3, 4));
        assert_eq!(read[0].metadata.name.as_deref(), Some("one é"));
        assert_eq!(puzzle(&text), puzzle(&one));
    }
    let named = format!("scl{}  the second\n", compressed(&two));
    assert_eq!(reading::read(&named, "").expect("a puzzle").name.as_deref(), Some("the second"));
    assert_eq!(read(&format!("{two},\n{two}"), &mut |_| None).expect("two").len(), 2);
}

#[test]
fn a_killer_is_the_same_as_its_code() {
    let value = |cell: usize| match cell {
        0 | 1 | 9 => 11 * 256 + 1,
        80 => 5 * 256 + 2,
        _ => 0,
    };
    let code: String = (0..81).map(|cell| format!("{}:", value(cell))).collect();
    let code = reading::read(&format!("3x3::k:{code}"), "").expect("a code").puzzle;
    let block = |number: usize| {
        let cell = |at: usize| (number / 3 * 3 + at / 3, number % 3 * 3 + at % 3);
        let cells = (0..9).map(cell).map(|(row, column)| format!("[{row},{column}]"));
        format!("[{}]", cells.collect::<Vec<_>>().join(","))
    };
    let regions = (0..9).map(block).collect::<Vec<_>>().join(",");
    let cages =
        r#"{"cells":[[0,0],[0,1],[1,0]],"value":11,"unique":true},{"cells":[[8,8]],"value":"5"}"#;
    let text = object(9, &format!("\"regions\":[{regions}],\"cages\":[{cages}]"));
    assert_eq!(puzzle(&text), code);
}

#[test]
fn objects_of_others_are_not_taken_for_these_and_these_not_for_others() {
    let name = |text: &str| crate::text::recognise(text, None).notation.map(|it| it.name);
    let row = format!("[{}]", ["{}"; 4].join(","));
    let grid = vec![row; 4].join(",");
    let cases = [
        (
            format!("{{\"size\":4,\"grid\":[{grid}],\"killercage\":[{{\"cells\":[\"R1C1\"]}}]}}"),
            "f-puzzles",
        ),
        (format!("fpuzzles{}", compressed("{\"size\":4}")), "f-puzzles"),
        ("https://sudokupad.app/abcdef".into(), "f-puzzles"),
        (r#"{"puzzle":"1..............."}"#.into(), "jsonl"),
        (
            r#"{"puzzle":"1...............","regions":["AABB","AABB","CCDD","CCDD"]}"#.into(),
            "jsonl",
        ),
        ("[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]".into(), "json"),
        (object(4, ""), "scl"),
        (object(4, "").replace("\"cellSize\":50,", "").replace(":[", " :\n [ "), "scl"),
        (format!("{{\"cages\":[{{\"value\":\"title: x\"}}],\"cells\":[{grid}]}}"), "scl"),
        (format!("\n# mine\n scl{}", compressed("{\"id\":1}")), "scl"),
    ];
    for (text, expected) in cases {
        assert_eq!(name(&text), Some(expected), "{text}");
    }
}
