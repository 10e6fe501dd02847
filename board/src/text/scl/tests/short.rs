//! The short form of compressed objects.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::super::zipped;
use super::{classic, compressed, puzzle};

/// The keys of which puzzles in these tests have some.
const KEYS: [(&str, &str); 9] = [
    ("cells", "ce"),
    ("cages", "ca"),
    ("regions", "re"),
    ("value", "v"),
    ("title", "t"),
    ("cellSize", "cs"),
    ("backgroundColor", "c2"),
    ("underlays", "u"),
    ("rounded", "r"),
];

/// Returns the short form of a value after a key.
fn short(value: &Value) -> String {
    match value {
        Value::Bool(true) => "t".into(),
        Value::Bool(false) => "f".into(),
        Value::String(text) => match &**text {
            "#000000" => "#0".into(),
            "#FFFFFF" => "#F".into(),
            text if text.len() == 7 && text.starts_with('#') => text[1..].into(),
            text => quoted(text),
        },
        Value::Array(items) => {
            format!("[{}]", items.iter().map(short_item).collect::<Vec<_>>().join(","))
        }
        Value::Object(object) => {
            let is_kept = |(_, value): &(&String, &Value)| value != &&json!([]);
            let field = |(key, value): (&String, &Value)| {
                let known = KEYS.iter().find(|(long, _)| long == key);
                format!("{}:{}", known.map_or(&**key, |(_, short)| *short), short(value))
            };
            format!(
                "{{{}}}",
                object.iter().filter(is_kept).map(field).collect::<Vec<_>>().join(",")
            )
        }
        value => value.to_string(),
    }
}

/// Returns the short form of a value in a list, where nothing but an object without keys is abbreviated.
fn short_item(item: &Value) -> String {
    match item {
        Value::Object(object) if object.is_empty() => String::new(),
        Value::Bool(flag) => flag.to_string(),
        Value::String(text) => quoted(text),
        item => short(item),
    }
}

fn quoted(text: &str) -> String {
    let json = Value::from(text).to_string();
    let inner = json[1..json.len() - 1].replace('\'', "\\'").replace("\\\"", "\\'");
    format!("'{inner}'")
}

fn of(text: &str) -> Result<Value, String> {
    zipped::read(text).map(Value::Object)
}

#[test]
fn what_is_left_out_is_supplied() {
    assert_eq!(
        of("{ce:[[{v:5},,],[,],[]],re:[[[0,0],[0,1]]],settings:{},id:'x'}"),
        Ok(json!({
            "cells": [[{"value": 5}, {}, {}], [{}, {}], [{}]],
            "regions": [[[0, 0], [0, 1]]], "settings": {}, "id": "x",
        }))
    );
    assert_eq!(
        of("{u:[{c2:#F,c1:#0,c:00ffAA,r:t,ct:[0.5,-1],th:1e2},{r:f,text:null}],l:[true]}"),
        Ok(json!({
            "underlays": [
                {"backgroundColor": "#FFFFFF", "borderColor": "#000000", "color": "#00ffAA",
                 "rounded": true, "center": [0.5, -1], "thickness": 100.0},
                {"rounded": false, "text": null},
            ],
            "lines": [true],
        }))
    );
    assert_eq!(
        of(r"{t:'don\'t \\ \n \u00e9','a-b':'say no',d2:'M0',d:3}"),
        Ok(json!({"title": "don't \\ \n é", "a-b": "say no", "d": "M0", "duration": 3}))
    );
    assert_eq!(of(r#"{"t":"it's \"so\""}"#), Ok(json!({"title": "it's \"so\""})));
}

#[test]
fn six_digits_are_a_colour_after_a_key_and_a_number_in_a_list() {
    assert_eq!(
        of("{v:100000,c:[100000,-100000],th:1000000,h:[[654321]]}"),
        Ok(json!({
            "value": "#100000", "color": [100_000, -100_000], "thickness": 1_000_000,
            "height": [[654_321]],
        }))
    );
    assert!(of("{c:[00ffaa]}").is_err());
}

#[test]
fn errors_say_where_and_what_was_expected() {
    let cases = [
        ("", "\"\" at character 0 in place of a value"),
        ("{v:}", "\"}\" at character 3 in place of a value"),
        ("{v:1", "\"\" at character 4 in place of '}'"),
        ("{:1}", "\":1}\" at character 1 in place of a key"),
        ("{v 1}", "\"1}\" at character 3 in place of ':'"),
        ("{v:'a}", "\"a}\" at character 4 in place of a text that ends with '"),
        (r"{v:'\x'}", "\"\\\\x'}\" at character 4 in place of the characters of a text"),
        ("{v:[1 2]}", "\"2]}\" at character 6 in place of ']'"),
        ("{v:x}", "\"x}\" at character 3 in place of a value"),
        ("{v:1}2", "\"2\" at character 5 in place of the end"),
        ("{v:1,value:2}", "value twice in an object"),
        ("[1]", "no object"),
    ];
    for (text, expected) in cases {
        assert_eq!(of(text), Err(expected.to_owned()), "{text}");
    }
    assert_eq!(of(&format!("{{v:{}", "[".repeat(100_000))), Err("too deep a nesting".into()));
}

#[test]
fn a_short_puzzle_is_the_long_one() {
    let fields = r##""cages":[{"cells":[[0,0],[3,3]],"value":7,"unique":true,"hidden":false},{"value":"title: it's \"own\""}],"underlays":[{"center":[2,2],"width":4,"height":4,"backgroundColor":"#FFFFFF"}],"lines":[]"##;
    let long = classic(fields).replacen("{}", "{\"value\":1}", 1);
    let value: Value = serde_json::from_str(&long).expect("JSON");
    let short = short(&value);
    assert!(short.contains("[[{v:1},,,],[,,,],[,,,],[,,,]]"), "{short}");
    let text = format!("https://sudokupad.app/scl{}", compressed(&short));
    assert_eq!(puzzle(&text), puzzle(&long));
    let named = crate::text::reading::read(&text, "").expect("a puzzle").name;
    assert_eq!(named.as_deref(), Some("it's 'own'"));
}

/// Values as puzzles have them: no empty lists, texts without quotes, and no number that is a colour after a key.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<i32>()
            .prop_filter("no colour", |it| !(100_000..1_000_000).contains(it))
            .prop_map(Value::from),
        Just(json!({})),
        "[a-zé' \\\\:,{}]{0,9}".prop_map(Value::from),
        Just(json!("#12abEF")),
        Just(json!("#FFFFFF")),
    ];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let key = prop::sample::select(vec!["cells", "cages", "value", "title", "own", "x1"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(Value::Array),
            prop::collection::vec((key, inner), 0..4).prop_map(|fields| {
                Value::Object(fields.into_iter().map(|(key, it)| (key.into(), it)).collect())
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn what_is_made_short_reads_back(value in value()) {
        let object = Map::from_iter([("cages".to_owned(), value)]);
        let value = Value::Object(object);
        let short = short(&value);
        prop_assert_eq!(of(&short), Ok(value), "{}", short);
    }

    #[test]
    fn no_text_breaks_the_reader(text in "\\{?[a-z0-9:,{}\\[\\]'\" \\\\#é]{0,60}") {
        let _ = zipped::read(&text);
    }
}
