//! What an object states about its board is read or an error, and errors name the line of their object.

use serde_json::json;

use super::*;
use crate::catalog;
use crate::geometry::Geometry;
use crate::text::reading;

const FOUR: &str = "....1.3.431.2...";

/// Returns an object with a puzzle of order 4 and these keys.
fn object(mut keys: Value) -> Value {
    keys.as_object_mut().expect("an object").entry("puzzle").or_insert(FOUR.into());
    keys
}

fn board_of(keys: Value) -> Geometry {
    let text = object(keys).to_string();
    let reading = reading::read(&text, "").unwrap_or_else(|error| panic!("{text}: {error}"));
    Geometry::clone(reading.puzzle.geometry())
}

#[track_caller]
fn check_blocks(keys: Value, picture: &[&str]) {
    let board = board_of(keys);
    let drawing = format!("name: any\nboard:\n{}\n\nrows\ncolumns\n", picture.join("\n"));
    let expected = catalog::read_drawing(&drawing, "").expect("a drawing").geometry;
    assert_eq!(board.regions(), expected.regions());
}

#[track_caller]
fn check_error(keys: Value, parts: [&str; 2]) {
    let error = read(7, &object(keys).to_string()).expect_err("an object that is refused");
    assert_eq!((error.line, error.column), (7, 1));
    assert!(error.found.contains(parts[0]), "{error}");
    assert!(error.expected.contains(parts[1]), "{error}");
}

const JIGSAW: [&str; 4] = ["ABBB", "ABCC", "AADC", "DDDC"];

#[test]
fn regions_are_read_as_the_region_of_each_cell() {
    let numbers = json!([[0, 1, 1, 1], [0, 1, 7, 7], [0, 0, 3, 7], [3, 3, 3, 7]]);
    let letters = json!(JIGSAW.map(|row| row.chars().map(String::from).collect::<Vec<_>>()));
    let flat: Vec<u8> = JIGSAW.concat().bytes().collect();
    let forms = [
        json!(JIGSAW),
        numbers,
        letters,
        json!(flat),
        json!(JIGSAW.concat()),
        json!("0111017700373337"),
        json!(JIGSAW.join("\n")),
        json!(format!("\n{}\r\n", JIGSAW.join("\r\n"))),
    ];
    for regions in forms {
        check_blocks(json!({ "regions": regions }), &JIGSAW);
        check_blocks(json!({ "blocks": regions }), &JIGSAW);
        check_blocks(json!({ "region_map": regions }), &JIGSAW);
        check_blocks(json!({ "Regions": regions, "type": "Jigsaw Sudoku" }), &JIGSAW);
    }
}

#[test]
fn ten_regions_and_more_have_numbers() {
    let side = 12;
    let regions: Vec<Vec<usize>> = (0..side).map(|row| vec![row + 1; side]).collect();
    let puzzle = ".".repeat(side * side);
    let board = board_of(json!({ "puzzle": puzzle, "regions": regions }));
    assert_eq!(board.regions()[11].cells, (11 * side..12 * side).collect::<Vec<_>>());
}

#[test]
fn regions_that_may_mean_anything_else_are_refused() {
    let forms = [
        json!([[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]]),
        json!([[[0, 0], [0, 1]], [[1, 0], [1, 1]]]),
        json!([[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3]]),
        json!([[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, null]]),
        json!([[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 4]]),
        json!("AABBAABBCCDDCCD"),
        json!("AABBAABBCCDDCCD."),
        json!(["AABB", "", "AABB", "CCDD"]),
        json!(["AA BB", "AA BB", "CC DD", "CC DD"]),
        json!({ "A": [0, 1, 4, 5] }),
        json!(4),
        json!(true),
    ];
    check_error(json!({ "areas": "AABBAABBCCDDCCDA" }), ["`areas` in another form", "region"]);
    check_error(json!({ "boxes": [[0, 1, 4, 5]] }), ["`boxes` in another form", "region"]);
    for regions in forms {
        check_error(json!({ "regions": regions }), ["`regions` in another form", "region of each"]);
    }
}

#[test]
fn holes_and_cells_without_a_region_may_be_drawn() {
    check_blocks(
        json!({ "regions": ["AABB", "AABB", "...." , "...."] }),
        &["AABB", "AABB", "....", "...."],
    );
}

#[test]
fn diagonals_are_regions() {
    let x = catalog::named("x4").expect("a name");
    assert_eq!(board_of(json!({ "diagonals": true })), x);
    let both = board_of(json!({ "diagonals": true, "regions": JIGSAW }));
    assert!(both.regions().ends_with(&x.regions()[12..]));
    for not in [json!(false), json!(null), json!(""), json!([])] {
        assert_eq!(board_of(json!({ "diagonals": not })).name(), "classic4");
    }
    for other in [json!("true"), json!(1), json!(["main"])] {
        check_error(
            json!({ "diagonals": other }),
            ["`diagonals` in another form", "true or false"],
        );
    }
}

#[test]
fn other_known_keys_in_another_form_are_refused() {
    for grids in
        [json!("x"), json!([0, 12]), json!([[0, 0], [0, -1]]), json!([[0, 0, 9]]), json!(5)]
    {
        check_error(json!({ "grids": grids }), ["`grids` in another form", "corners"]);
    }
    let refused =
        [("geometry", "name of a board"), ("symbols", "characters"), ("expect", "number of")];
    for (key, expected) in refused {
        check_error(json!({ key: ["x"] }), [&format!("`{key}` in another form"), expected]);
    }
}

#[test]
fn two_boards_of_one_puzzle_are_refused() {
    let drawn = json!({ "geometry": "x4", "regions": JIGSAW });
    check_error(drawn, ["`regions` beside `geometry`", "one of them"]);
    let grids = json!({ "diagonals": true, "grids": [[0, 0]] });
    check_error(grids, ["`diagonals` beside `grids`", "one of them"]);
}

#[test]
fn rules_that_are_not_read_are_refused() {
    let keys = [
        ("anti_king", json!(true)),
        ("antiKing", json!(1)),
        ("Anti-Knight", json!("yes")),
        ("orth_adj_consec", json!(true)),
        ("nonConsecutive", json!(true)),
        ("diagonal", json!(true)),
        ("thermometers", json!([[[0, 0], [0, 1]]])),
        ("thermo", json!([["r1c1"]])),
        ("killer", json!(true)),
        ("cages", json!([{ "sum": 3, "cells": [0, 1] }])),
        ("arrows", json!({ "a": 1 })),
        ("kropki", json!("w")),
        ("sandwich", json!({ "rows": [1] })),
        ("constraints", json!(["x"])),
        ("variant", json!("killer")),
        ("variant", json!(["classic", "thermo"])),
        ("variant", json!(true)),
        ("rules", json!("Digits rise along thermometers.")),
        ("type", json!("Windoku")),
        ("type", json!("jigsaw")),
        ("type", json!("X-Sudoku")),
        ("type", json!("hard, killer")),
    ];
    for (key, value) in keys {
        let object = object(json!({ key: value })).to_string();
        let metadata = read(7, &object).expect("an object").metadata;
        let error = metadata.check_rules("classic4").expect_err("a rule");
        assert!(error.found.contains("states a rule that is not read"), "{error}");
        assert!(error.found.contains(key) && error.line == 7, "{error}");
        assert!(reading::read(&object, "").is_err(), "{object}");
        assert_eq!(metadata.check_rules("x4"), Ok(()), "a board of the caller");
    }
    for key in ["anti_king", "cages", "variant", "rules"] {
        for value in [json!(false), json!(null), json!([]), json!({}), json!(""), json!(" ")] {
            assert_eq!(board_of(json!({ key: value })).name(), "classic4");
        }
    }
}

#[test]
fn words_for_what_is_stated_are_no_other_rule() {
    let ignored = [
        json!({ "type": "easy" }),
        json!({ "type": 4 }),
        json!({ "type": "X-Wing" }),
        json!({ "type": "4x4" }),
        json!({ "variant": "Classic Sudoku" }),
        json!({ "rules": "Normal sudoku rules apply." }),
        json!({ "regionsCount": 4, "difficulty": "killing", "tags": ["thermo"] }),
    ];
    for keys in ignored {
        assert_eq!(board_of(keys).name(), "classic4");
    }
    assert_eq!(board_of(json!({ "geometry": "x4", "rules": "Both diagonals." })).name(), "x4");
    assert_eq!(board_of(json!({ "diagonals": true, "variant": "X-Sudoku" })).name(), "x4");
    check_error(json!({ "geometry": "x4", "anti_king": true }), ["anti_king", "geometry"]);
    check_error(json!({ "regions": JIGSAW, "variant": "anti-king" }), ["variant", "geometry"]);
}

#[test]
fn boxes_are_those_of_the_stated_size() {
    let six = |mut keys: Value| {
        keys["puzzle"] = ".".repeat(36).into();
        keys
    };
    let high = ["AABBCC", "AABBCC", "AABBCC", "DDEEFF", "DDEEFF", "DDEEFF"];
    check_blocks(six(json!({ "box_height": 3, "box_width": 2 })), &high);
    check_blocks(six(json!({ "blockHeight": "3" })), &high);
    check_blocks(six(json!({ "block_width": 2 })), &high);
    assert_eq!(board_of(six(json!({ "box_height": 2, "box_width": 3 }))).name(), "classic6");
    let both = json!({ "geometry": "latin4", "box_height": 2, "box_width": 2 });
    assert_eq!(board_of(both).name(), "latin4");
    let errors = [
        (six(json!({ "box_height": 4 })), "boxes of 4×1 cells on a board of 6 symbols"),
        (six(json!({ "box_height": 7 })), "boxes of 7×0 cells on a board of 6 symbols"),
        (json!({ "box_height": 2, "box_width": 3 }), "boxes of 2×3 cells on a board of 4 symbols"),
        (json!({ "regions": JIGSAW, "box_height": 4, "box_width": 1 }), "beside a board"),
    ];
    for (keys, found) in errors {
        check_error(keys, [found, ""]);
    }
    for square in [json!(2), json!("2x2"), json!([2, 2]), json!("2")] {
        assert_eq!(board_of(json!({ "box_size": square })).name(), "classic4");
        assert_eq!(board_of(json!({ "box": square })).name(), "classic4");
    }
    for two in [json!([3, 2]), json!("2x3")] {
        check_error(six(json!({ "boxSize": two })), ["either may be the height", "`box_height`"]);
        check_error(six(json!({ "block": two })), ["either may be the height", "`box_height`"]);
    }
    check_error(six(json!({ "box_size": "high" })), ["`box_size` in another form", ""]);
    assert_eq!(board_of(json!({ "block": 7, "box": "red", "blocks": 3 })).name(), "classic4");
    for side in [json!(0), json!(101), json!("two"), json!([2]), json!(2.5), json!(true)] {
        check_error(json!({ "box_height": side }), ["`box_height` in another form", "1 to 100"]);
    }
}

#[test]
fn every_object_has_its_line() {
    let lines = |text: &str| -> Vec<usize> {
        objects(text).expect("objects").iter().map(|puzzle| puzzle.line).collect()
    };
    let one = format!("{{\"puzzle\":\"{FOUR}\",\"id\":[\"]\",\"\\\"],[\"]}}");
    let spread = format!("{{\n\"puzzle\":\"{FOUR}\",\n\"x\":[1,\n2]\n}}");
    assert_eq!(lines(&format!("[\n{one},\n{one},\n\n{one}\n]")), [2, 3, 5]);
    assert_eq!(lines(&format!("[{one},{one},\n{one}]")), [1, 1, 2]);
    assert_eq!(lines(&format!("[\n{spread},\n{spread}\n]\n\n[{one}]")), [2, 7, 14]);
    assert_eq!(lines(&format!("\n{spread}\n{one}\n\n {spread}{one}")), [2, 7, 9, 13]);
    let error = objects(&format!("[\n{one},\n{one},\n 4\n]")).expect_err("a number");
    assert_eq!(error.to_string(), "4:1: a value that is no object, expected {\"puzzle\": …}");
}
