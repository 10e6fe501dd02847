//! Requests: what they answer, and that the module answers the same as this machine's own code.

use std::process::{Command, Stdio};
use std::{env, fs};

use playground::requests::answer;
use serde_json::{Value, json};

const EASY: &str =
    ".1...7.38....8.1765......9...67.....9..2.4..7.7....4.....1.........526........31.";

#[track_caller]
fn ok(request: &Value) -> Value {
    let answer: Value = serde_json::from_str(&answer(&request.to_string())).expect("JSON");
    assert_eq!(answer["error"], Value::Null, "{request}");
    answer["ok"].clone()
}

fn error(request: &Value) -> String {
    let answer: Value = serde_json::from_str(&answer(&request.to_string())).expect("JSON");
    answer["error"].as_str().expect("an error").to_owned()
}

/// Returns the puzzle of a text as the fields of another request.
#[track_caller]
fn puzzle(text: &str, board: &str) -> Value {
    let read = ok(&json!({ "call": "read", "text": text, "board": board }));
    json!({
        "board": read["board"]["board"],
        "symbols": read["board"]["symbols"],
        "cells": read["puzzle"]["cells"],
    })
}

fn with(puzzle: &Value, fields: Value) -> Value {
    let mut request = fields;
    for (name, value) in puzzle.as_object().expect("an object") {
        request[name] = value.clone();
    }
    request
}

#[test]
fn any_notation_is_read() {
    let picture = EASY.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned());
    let picture = picture.collect::<Vec<_>>().join("\n");
    let table = format!("name,puzzle\nmine,{EASY}\n");
    let object = json!({ "puzzle": EASY }).to_string();
    for (text, notation) in
        [(EASY, "line"), (&picture, "grid"), (&table, "csv"), (&object, "jsonl")]
    {
        let read = ok(&json!({ "call": "read", "text": text }));
        assert_eq!(read["puzzle"]["line"], EASY, "{notation}");
        assert_eq!(read["notation"], notation);
    }
}

#[test]
fn a_text_states_its_board_and_symbols() {
    let drawn = "# geometry:\n#   board:\n#   AABB\n#   AABB\n#   CCDD\n#   CCDD\n#\n#   rows\n#   columns\n1..............4";
    let read = ok(&json!({ "call": "read", "text": drawn, "board": "classic9" }));
    assert_eq!(read["board"]["regions"].as_array().map(Vec::len), Some(12));
    let letters = "# geometry: classic4\n# symbols: ABCD\nA..............D";
    let read = ok(&json!({ "call": "read", "text": letters }));
    assert_eq!((&read["board"]["symbols"], &read["puzzle"]["clues"]), (&json!("ABCD"), &json!(2)));
}

#[test]
fn problems_of_a_text_have_a_place() {
    let read = |text: &str| error(&json!({ "call": "read", "text": text }));
    assert!(read("<b>").starts_with("1:1: 3 cells, expected 81"));
    assert_eq!(read("# nothing\n"), "no puzzle, expected cells in any notation");
    assert!(read(&"1".repeat(1 << 22)).starts_with("4194304 bytes"));
    assert!(
        error(&json!({ "call": "board", "board": "clasic9" })).contains("no geometry is called")
    );
    assert_eq!(error(&json!({ "call": "jump" })), "no request is called \"jump\"");
    assert!(answer("{").starts_with("{\"error\":\"not JSON"));
}

#[test]
fn violations_and_candidates_follow_from_the_cells() {
    let mut cells = vec!["1234"; 16];
    (cells[0], cells[3]) = ("1", "1");
    let checked = ok(&json!({ "call": "check", "board": "classic4", "cells": cells }));
    assert_eq!(checked["puzzle"]["violations"][0]["cells"], json!([0, 3]));
    assert_eq!(checked["puzzle"]["candidates"][1], "234");
    let few = json!({ "call": "check", "board": "classic4", "cells": ["1"] });
    assert_eq!(error(&few), "1 cell, expected 16");
}

#[test]
fn a_hint_is_the_next_step_and_says_why_there_is_none() {
    let hint = ok(&with(&puzzle(EASY, ""), json!({ "call": "hint" })));
    assert_eq!(hint["explained"], "naked single: r3c7 has 2 as its only candidate; so r3c7=2");
    assert_eq!(hint["placements"], json!([[24, "2"]]));
    let none = |text: &str| ok(&with(&puzzle(text, ""), json!({ "call": "hint" })))["none"].clone();
    assert_eq!(none("11.............."), "impossible");
    assert_eq!(none("................"), "stuck");
    assert_eq!(none("1234341221434321"), "full");
}

#[test]
fn generated_puzzles_have_the_level_and_are_those_of_the_seed() {
    let ask = |number: u64| {
        ok(&json!({ "call": "generate", "board": "classic4", "level": "easy", "seed": 3,
            "number": number, "tries": 2 }))
    };
    assert_eq!(ask(0), ask(0));
    assert_eq!(ask(0)["level"], "easy");
    let never = json!({ "call": "generate", "board": "classic4", "level": "beyond", "seed": 3, "tries": 2 });
    assert_eq!(ok(&never), json!({ "next": 2 }));
}

/// Returns the requests on which the module is compared: every row on seeded puzzles of three boards, and all else.
fn all_requests() -> Vec<Value> {
    let mut requests = vec![json!({ "call": "boards" }), json!({ "call": "version" })];
    for (board, seeds) in [("classic4", 4), ("classic9", 2), ("windoku", 1)] {
        let rows = ok(&json!({ "call": "rows", "board": board }));
        requests.push(json!({ "call": "rows", "board": board }));
        for seed in 0..seeds {
            let made = json!({ "call": "generate", "board": board, "seed": seed, "tries": 9 });
            let line = ok(&made)["puzzle"]["line"].as_str().expect("a puzzle").to_owned();
            let puzzle = puzzle(&line, board);
            requests.extend([made, with(&puzzle, json!({ "call": "hint" }))]);
            for row in rows.as_array().expect("a list").iter().map(|row| &row["id"]) {
                requests.push(with(&puzzle, json!({ "call": "solve", "backend": row })));
                if board == "classic4" {
                    requests.push(with(&puzzle, json!({ "call": "lesson", "backend": row })));
                }
            }
        }
    }
    // What a processor has besides its portable code is not in the module.
    let is_portable = |row: &Value| !["avx", "simd"].iter().any(|it| row.to_string().contains(it));
    requests.retain(|request| is_portable(&request["backend"]) && request["call"] != "rows");
    requests
}

#[test]
fn the_module_answers_as_native_code_does() {
    let Some(module) = env::var_os("PLAYGROUND_MODULE") else {
        eprintln!(
            "SKIPPED: the module was not compared, because PLAYGROUND_MODULE does not name it"
        );
        return;
    };
    let requests = all_requests();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("requests.json");
    fs::write(&file, json!(requests).to_string()).expect("a file");
    let answers = Command::new("node")
        .args(["tests/answers.mjs".as_ref(), module.as_os_str(), file.as_os_str()])
        .stderr(Stdio::inherit())
        .output()
        .expect("node starts");
    assert!(answers.status.success());
    let answers: Vec<String> = serde_json::from_slice(&answers.stdout).expect("a list");
    assert_eq!(answers.len(), requests.len());
    for (request, told) in requests.iter().zip(&answers) {
        assert_eq!(told, &answer(&request.to_string()), "{request}");
    }
}
