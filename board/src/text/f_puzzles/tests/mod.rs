//! Tests of the objects of f-puzzles.

mod errors;
mod meaning;
mod writing;

use super::read;
use crate::puzzle::Puzzle;
use crate::text::reading;
use crate::text::site::testing::{self, compressed};

/// Returns an object of a board of this size without givens, and with these fields.
fn object(size: usize, fields: &str) -> String {
    let row = format!("[{}]", ["{}"].repeat(size).join(","));
    let comma = if fields.is_empty() { "" } else { "," };
    format!("{{\"size\":{size},\"grid\":[{}]{comma}{fields}}}", vec![row; size].join(","))
}

#[track_caller]
fn puzzle(text: &str) -> Puzzle {
    testing::puzzle("f-puzzles", text)
}

/// Returns what a board has beside rows, columns and blocks.
fn stated(size: usize, fields: &str) -> Vec<String> {
    testing::stated(&puzzle(&object(size, fields)))
}

#[test]
fn each_field_becomes_what_it_means() {
    let cases: &[(&str, &[&str])] = &[
        (r#""diagonal-":true"#, &["diagonal 1: r1c1 r2c2 r3c3 r4c4"]),
        (r#""diagonal+":true,"diagonal-":false"#, &["diagonal 2: r1c4 r2c3 r3c2 r4c1"]),
        (r#""extraregion":[{"cells":["R2C2","R2C3"]}]"#, &["extra 1: r2c2 r2c3"]),
        (
            r#""killercage":[{"cells":["R1C1","R2C2"],"value":"7"},{"cells":["R3C1","R4C3"]}]"#,
            &["cage 1: r1c1 r2c2", "group 1: r3c1 r4c3", "sum 7: r1c1 r2c2"],
        ),
        (r#""killercage":[{"cells":["R1C1"],"value":3}]"#, &["cage 1: r1c1", "sum 3: r1c1"]),
        (
            r#""littlekillersum":[{"cell":"R0C1","direction":"DR","value":"9"},{"cell":"R4C5","direction":"UL","value":"8"},{"cell":"R5C1","direction":"UR","value":""}]"#,
            &["sum 9: r1c2 r2c3 r3c4", "sum 8: r3c4 r2c3 r1c2"],
        ),
        (
            r#""xv":[{"cells":["R1C1","R1C2"],"value":"v"},{"cells":["R2C1","R2C2"],"value":"X"},{"cells":["R3C1","R3C2"]}]"#,
            &["sum 5: r1c1 r1c2", "sum 10: r2c1 r2c2"],
        ),
        (
            r#""thermometer":[{"lines":[["R1C1","R2C2","R3C3"],["R1C1","R1C2"]]}]"#,
            &["rising: r1c1 r2c2 r3c3", "rising: r1c1 r1c2"],
        ),
        (
            r#""minimum":[{"cell":"R1C1"},{"cell":"R1C2"}]"#,
            &["rising: r1c1 r2c1", "rising: r1c2 r1c3", "rising: r1c2 r2c2"],
        ),
        (r#""maximum":[{"cell":"R4C4"}]"#, &["rising: r3c4 r4c4", "rising: r4c3 r4c4"]),
        (
            r#""difference":[{"cells":["R1C1","R1C2"]},{"cells":["R2C1","R2C2"],"value":"3"}]"#,
            &["difference 1: r1c1 r1c2", "difference 3: r2c1 r2c2"],
        ),
        (
            r#""ratio":[{"cells":["R1C1","R1C2"],"value":""},{"cells":["R2C1","R2C2"],"value":"3"}]"#,
            &["ratio 2: r1c1 r1c2", "ratio 3: r2c1 r2c2"],
        ),
        (
            r#""palindrome":[{"lines":[["R1C1","R2C2","R2C3","R3C4","R4C4"]]}]"#,
            &["difference 0: r1c1 r4c4", "difference 0: r2c2 r3c4"],
        ),
        (
            r#""clone":[{"cells":["R1C1","R2C2"],"cloneCells":["R3C3","R2C2"]}]"#,
            &["difference 0: r1c1 r3c3"],
        ),
        (
            r#""whispers":[{"lines":[["R1C1","R2C2","R1C3"]],"value":"2"}]"#,
            &["not difference 0: r1c1 r2c2 r1c3", "not difference 1: r1c1 r2c2 r1c3"],
        ),
        (
            r#""whispers":[{"lines":[["R1C1","R2C2","R1C1"]],"value":1}]"#,
            &["not difference 0: r1c1 r2c2", "not difference 0: r2c2 r1c1"],
        ),
        (
            r#""sandwichsum":[{"cell":"R2C0","value":"5"},{"cell":"R5C3","value":0},{"cell":"R0C1","value":""}]"#,
            &["sandwich 5: r2c1 r2c2 r2c3 r2c4", "sandwich 0: r1c3 r2c3 r3c3 r4c3"],
        ),
    ];
    for (fields, expected) in cases {
        assert_eq!(stated(4, fields), *expected, "{fields}");
    }
}

#[test]
fn whispers_differ_by_half_of_the_size_unless_they_say_otherwise() {
    let fields = r#""whispers":[{"lines":[["R1C1","R2C2"]]}]"#;
    assert_eq!(stated(9, fields).last().unwrap(), "not difference 4: r1c1 r2c2");
    assert_eq!(stated(4, fields).last().unwrap(), "not difference 1: r1c1 r2c2");
}

#[test]
fn what_is_excluded_everywhere_holds_where_nothing_is_marked() {
    let pairs = |fields: &str| stated(4, fields).len();
    assert_eq!(pairs(r#""nonconsecutive":true"#), 24);
    let marked = r#""difference":[{"cells":["R1C2","R1C1"]}],"ratio":[{"cells":["R2C1","R2C2"]}]"#;
    assert_eq!(pairs(&format!("\"nonconsecutive\":true,{marked}")), 22 + 2);
    assert_eq!(pairs(&format!("\"negative\":[\"ratio\",\"foglight\"],{marked}")), 22 + 2);
    let thrice = r#""ratio":[{"cells":["R1C1","R1C2"],"value":"3"}],"negative":["ratio"]"#;
    let stated = stated(4, thrice);
    assert_eq!((stated.len(), &*stated[1]), (24, "not ratio 3: r1c1 r2c1"));
}

#[test]
fn boards_of_the_catalog_are_known() {
    let board = |size, fields: &str| puzzle(&object(size, fields)).geometry().name().to_owned();
    assert_eq!(board(9, ""), "classic9");
    assert_eq!(board(6, ""), "classic6");
    assert_eq!(board(7, ""), "latin7");
    assert_eq!(board(16, ""), "classic16");
    assert_eq!(board(9, r#""diagonal+":true,"diagonal-":true"#), "x");
    assert_eq!(board(9, r#""antiknight":true"#), "anti-knight");
    assert_eq!(board(9, r#""antiking":true"#), "anti-king");
    assert_eq!(board(9, r#""disjointgroups":true"#), "colour");
    assert_eq!(board(9, r#""diagonal+":true"#), "f-puzzles");
    assert_eq!(board(9, r#""killercage":[{"cells":["R1C1"],"value":"3"}]"#), "killer");
}

#[test]
fn blocks_are_stated_cell_by_cell() {
    let shape = ["0011", "0221", "0321", "3332"];
    let cell = |letter: char| format!("{{\"region\":{letter}}}");
    let row = |row: &&str| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","));
    let rows: Vec<String> = shape.iter().map(row).collect();
    let text = format!("{{\n \"grid\": [ {} ]\n}}", rows.join(",\n"));
    let board = puzzle(&text);
    let blocks: Vec<_> =
        board.geometry().regions().iter().filter(|it| it.name.starts_with("block")).collect();
    assert_eq!(blocks.len(), 4);
    assert_eq!(blocks[0].cells, [0, 1, 4, 8]);
    // The usual blocks under other numbers, and none.
    let usual = object(4, "").replacen("[{}", "[{\"region\":0}", 1);
    assert_eq!(puzzle(&usual).geometry().name(), "classic4");
    let none = object(4, "").replace("{}", "{\"region\":null}");
    assert_eq!(puzzle(&none).geometry().name(), "latin4");
    let fewer = object(4, "").replacen("[{}", "[{\"region\":null}", 1);
    let fewer = puzzle(&fewer);
    assert_eq!(fewer.geometry().regions().iter().map(|it| it.cells.len()).min(), Some(3));
}

#[test]
fn what_was_entered_is_ignored_and_what_is_given_is_not() {
    let cells = [
        r#"{"value":4,"given":true,"c":"3"}"#,
        r#"{"value":2,"centerPencilMarks":[1,2],"cornerPencilMarks":[1],"given":false}"#,
        r#"{"givenPencilMarks":[3,"1"],"highlight":1}"#,
    ];
    let text = object(4, r#""odd":[{"cell":"R2C1"}],"even":[{"cell":"R1C3"},{"cell":"R3C1"}]"#);
    let text = text.replacen("{},{},{}", &cells.join(","), 1);
    let allowed: Vec<_> = puzzle(&text).allowed().collect();
    let numbers = |cell: usize| allowed[cell].iter().map(|it| it + 1).collect::<Vec<u8>>();
    assert_eq!(numbers(0), [4]);
    assert_eq!(numbers(1), [1, 2, 3, 4]);
    assert_eq!(numbers(2), [0; 0], "1 and 3 are not even");
    assert_eq!((numbers(4), numbers(8)), (vec![1, 3], vec![2, 4]));
}

#[test]
fn titles_solutions_and_comments_are_kept() {
    let solution = "[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]";
    let fields = format!(
        r#""title":" my\nown ","author":"me","ruleset":"as\nusual","solution":{solution},"cage":[{{"cells":["R1C1"],"value":"author: me"}}],"text":[],"line":[{{"lines":[]}}],"disabledlogic":[]"#
    );
    let text = format!("# expect: unique\n{}\n", object(4, &fields));
    let read = read(&text, &mut |_| None).expect("a puzzle").remove(0);
    assert_eq!(read.metadata.name.as_deref(), Some("my own"));
    assert_eq!(read.metadata.expect, Some((1, "unique".into())));
    let notes: Vec<_> = read.metadata.notes.iter().map(|it| (it.topic.key(), &*it.text)).collect();
    assert_eq!(notes, [("author", "me"), ("description", "as usual")]);
    for solution in [solution, "\"1234341221434321\"", "\"1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1\""] {
        let text = object(4, &format!("\"solution\":{solution}"));
        let read = super::read(&text, &mut |_| None).expect("a puzzle").remove(0);
        let crate::text::Cells::Line(_, _, cells) = read.solution.expect("a solution") else {
            panic!("not a line");
        };
        assert_eq!(cells, "1234341221434321");
    }
    let open = object(4, "\"solution\":\"1..4............\"");
    assert_eq!(super::read(&open, &mut |_| None).expect("a puzzle")[0].solution, None);
}

#[test]
fn links_and_objects_are_read_in_their_order() {
    let one = object(9, r#""killercage":[{"cells":["R1C1","R1C2"],"value":"3"}],"title":"one é"}"#);
    let one = one.trim_end_matches('}').to_owned() + "}";
    let two = object(4, "");
    let link = compressed(&one);
    let escaped = link.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    let links = [
        link.clone(),
        format!("https://www.f-puzzles.com/?load={link}"),
        format!("https://f-puzzles.com/?load={escaped}&x=1 a name"),
        format!("https://sudokupad.app/fpuzzles{escaped}"),
        format!("https://sudokupad.app/fpuzzles{link}?setting-nogrid=1"),
        format!("https://app.example/sudoku/?puzzleid=fpuz{link}"),
        format!("fpuzzles{link}"),
    ];
    for link in links {
        let text = format!("# mine\n\n{link}\n{two}\n");
        let read = read(&text, &mut |_| None).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.len(), 2, "{text}");
        assert_eq!((read[0].line, read[1].line), (3, 4));
        assert_eq!(read[0].metadata.name.as_deref(), Some("one é"));
        assert_eq!(puzzle(&text), puzzle(&one));
        assert_eq!(reading::read(&text, "").expect("a puzzle").notation, "f-puzzles");
    }
    let named = format!("fpuzzles{}  the second\n", compressed(&two));
    assert_eq!(reading::read(&named, "").expect("a puzzle").name.as_deref(), Some("the second"));
    let list = format!("{two},\n{two}");
    assert_eq!(read(&list, &mut |_| None).expect("two").len(), 2);
}

#[test]
fn a_killer_is_the_same_as_its_code() {
    let value = |cell: usize| match cell {
        0 | 1 | 9 => 11 * 256 + 1,
        80 => 5 * 256 + 2,
        _ => 0,
    };
    let code: String = (0..81).map(|cell| format!("{}:", value(cell))).collect();
    let cages = r#""killercage":[{"cells":["R1C1","R1C2","R2C1"],"value":"11"},{"cells":["R9C9"],"value":"5"}]"#;
    for (start, more) in [("3x3::k:", ""), ("3x3:d:k:", r#","diagonal+":true,"diagonal-":true"#)] {
        let code = reading::read(&format!("{start}{code}"), "").expect("a code").puzzle;
        assert_eq!(puzzle(&object(9, &format!("{cages}{more}"))), code);
    }
}
