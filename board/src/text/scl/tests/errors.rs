//! What may be a rule is refused, and errors name the field and its place.

use super::super::fields::{FIELDS, Use};
use super::super::refused::STATED;
use super::{classic, compressed, object, read};

fn error(text: &str) -> String {
    read(text, &mut |_| None).map(|_| ()).expect_err(text).to_string()
}

/// The error of fields of an object of order 4.
#[track_caller]
fn check(fields: &str, expected: &str) {
    let found = error(&classic(fields));
    assert!(found.ends_with(&format!(": {expected}")), "{found}\nexpected {expected}");
}

#[test]
fn every_field_that_may_be_a_rule_is_refused_unless_it_is_empty() {
    let mut n_tested = 0;
    for (key, known) in FIELDS {
        let (item, path, what) = match known {
            Use::None => continue,
            Use::Line => {
                ("{\"wayPoints\":[[0.5,0.5],[1.5,1.5]]}", "", "a drawing, which may be a rule")
            }
            Use::Unsupported => ("[0,0]", "", "a rule that no region or cage states"),
            Use::Drawn => ("{\"text\":\"3\"}", "[0]", "a drawing, which may be a rule"),
        };
        check(&format!("\"{key}\":[{item}]"), &format!("{key}{path}: {what}, expected {STATED}"));
        assert!(read(&classic(&format!("\"{key}\":[]")), &mut |_| None).is_ok(), "{key}");
        n_tested += 1;
    }
    assert_eq!(n_tested, 9);
    for value in ["[]", "false", "{}", "1"] {
        let what = "an unknown field, which may be a rule";
        check(&format!("\"thermos\":{value}"), &format!("thermos: {what}, expected {STATED}"));
    }
}

#[test]
fn drawings_that_distinguish_cells_are_refused() {
    for item in [
        // A dot, a shaded cell, a clue beside the board, a frame, a part of the board, a circle, a rotated square.
        r##"{"center":[0.5,1],"width":0.3,"height":0.3,"backgroundColor":"#FFFFFF","rounded":true}"##,
        r##"{"center":[0.5,0.5],"width":1,"height":1,"backgroundColor":"#CFCFCF"}"##,
        r#"{"center":[-0.5,0.5],"width":1,"height":1,"text":12}"#,
        r##"{"center":[2,2],"width":4,"height":4,"borderColor":"#000000"}"##,
        r##"{"center":[2,2],"width":4,"height":3.9,"backgroundColor":"#CFCFCF"}"##,
        r##"{"center":[2,2],"width":4,"height":4,"backgroundColor":"#CFCFCF","rounded":true}"##,
        r##"{"center":[2,2],"width":4,"height":4,"backgroundColor":"#CFCFCF","angle":45}"##,
        r##"{"center":[2,1],"width":8,"height":8,"backgroundColor":"#CFCFCF"}"##,
        r#"{"center":[0.5,0.5],"width":1,"height":1,"fill":"red"}"#,
        r#"{"center":[0.5,0.5],"width":1,"height":1,"backgroundColor":"red"}"#,
        "1",
    ] {
        for list in ["underlays", "overlays"] {
            let found = error(&classic(&format!("\"{list}\":[{{}},{item}]")));
            assert!(found.contains(&format!("{list}[1]")), "{found}\n{item}");
        }
    }
}

#[test]
fn settings_and_metadata_that_change_the_rules_are_refused() {
    let unknown = format!("an unknown field, which may be a rule, expected {STATED}");
    check(r#""metadata":{"norowcol":true}"#, &format!("metadata.norowcol: {unknown}"));
    check(r#""metadata":{"antiknight":true}"#, &format!("metadata.antiknight: {unknown}"));
    check(r#""metadata":{"bgimage":"a.png"}"#, &format!("metadata.bgimage: {unknown}"));
    check(r#""metadata":"x""#, r#"metadata: "x", expected an object"#);
    let off = format!("rows and columns are not checked, expected {STATED}");
    check(r#""settings":{"conflictchecker":0}"#, &format!("settings.conflictchecker: {off}"));
    let link =
        |setting: &str| format!("https://sudokupad.app/scl{}{setting}", compressed(&classic("")));
    let found = error(&link("?setting-nogrid=1&setting-conflictchecker=false"));
    assert_eq!(found, format!("1:1: setting-conflictchecker=false: {off}"));
    assert!(read(&link("?setting-conflictchecker=true"), &mut |_| None).is_ok());
}

#[test]
fn cages_that_may_be_another_rule_are_refused() {
    let cage = |fields: &str| format!("\"cages\":[{{\"cells\":[[0,0],[2,3]],{fields}}}]");
    let kind = format!("a cage of a kind that may be another rule, expected {STATED}");
    let total = "expected a total from 1 to 65535";
    check(&cage(r#""value":"?""#), &format!(r#"cages[0].value: "?", {total}"#));
    check(&cage(r#""value":"<9""#), &format!(r#"cages[0].value: "<9", {total}"#));
    check(&cage(r#""value":"title: no""#), &format!(r#"cages[0].value: "title: no", {total}"#));
    check(&cage(r#""value":0"#), &format!("cages[0].value: 0, {total}"));
    check(&cage(r#""value":"00""#), &format!(r#"cages[0].value: "00", {total}"#));
    check(&cage(r#""value":-3"#), &format!("cages[0].value: -3, {total}"));
    check(&cage(r#""value":3.5"#), &format!("cages[0].value: 3.5, {total}"));
    check(&cage(r#""value":[]"#), "cages[0].value: [], expected a total");
    check(
        &cage(r#""sum":4,"value":5"#),
        "cages[0]: the totals 5 and 4, expected the same under value and sum",
    );
    let unique =
        "cages[0].unique: no value, expected true or false: whether numbers of the cage may repeat";
    check(&cage(r#""value":5"#), unique);
    check(
        &cage(r#""value":5,"unique":"yes""#),
        r#"cages[0].unique: "yes", expected true or false"#,
    );
    let nothing = format!("cages[0]: a cage that states nothing known, expected {STATED}");
    check(&cage(r#""unique":false"#), &nothing);
    check(&cage(r#""hidden":false"#), &nothing);
    check(&cage(r#""unique":true,"type":"product""#), &format!("cages[0].type: {kind}"));
    check(&cage(r#""unique":true,"style":"fpRowIndexer""#), &format!("cages[0].style: {kind}"));
    check(
        &cage(r##""unique":true,"borderColor":"#F00""##),
        &format!("cages[0].borderColor: {kind}"),
    );
    check(&cage(r#""unique":true,"own":1"#), &format!("cages[0].own: {kind}"));
    let tag = "expected a cage with cells, or title, author, rules or solution and a text";
    check(r#""cages":[{"value":"FOGLIGHT"}]"#, &format!(r#"cages[0].value: "FOGLIGHT", {tag}"#));
    check(r#""cages":[{"value":9,"cells":[]}]"#, &format!("cages[0].value: 9, {tag}"));
    check(
        r#""cages":[{"value":"norowcol: true"}]"#,
        &format!(r#"cages[0].value: "norowcol: true", {tag}"#),
    );
}

#[test]
fn errors_name_the_value() {
    let cell = "expected a row and a column, from 0 to 3";
    for wrong in ["[4,0]", "[0,-1]", "[0]", "[0,0,0]", "[0.5,0]", "\"R1C1\"", "3"] {
        let fields = format!("\"cages\":[{{\"cells\":[[0,0],{wrong}],\"value\":5}}]");
        check(&fields, &format!("cages[0].cells[1]: {wrong}, {cell}"));
        let found = error(&object(4, &format!("\"regions\":[[{wrong}]]")));
        assert!(found.ends_with(&format!("regions[0][0]: {wrong}, {cell}")), "{found}");
    }
    check(
        r#""cages":[{"cells":[[0,0],[0,0]],"value":5}]"#,
        "cages[0].cells[1]: r1c1 again, expected each cell once",
    );
    let cells = "[0,0],[0,1],[0,2],[0,3],[1,0]";
    check(
        &format!("\"cages\":[{{\"cells\":[{cells}],\"unique\":true}}]"),
        "cages[0]: 5 cells, expected at most 4: there are no more symbols",
    );
    check(r#""cages":{"value":"4"}"#, r#"cages: {"value":"4"}, expected a list"#);
    check(r#""cages":[7]"#, "cages[0]: 7, expected an object");
    check(
        r#""metadata":{"solution":"12"}"#,
        "solution: 2 cells, expected 16, as there are in the grid",
    );
    check(
        r#""metadata":{"solution":"1234341.21434321"}"#,
        "solution: a cell that stays empty, expected a number for each cell",
    );
    let regions = |regions: &str| error(&object(4, &format!("\"regions\":{regions}")));
    assert!(regions("7").ends_with("regions: 7, expected a list"));
    assert!(regions("[7]").ends_with("regions[0]: 7, expected a list"));
    let found = regions(&format!("[[{cells}]]"));
    assert!(
        found.ends_with("regions[0]: 5 cells, expected at most 4: there are no more symbols"),
        "{found}"
    );
    let found = regions("[[[0,0]],[[3,3],[0,0]]]");
    assert!(found.ends_with("regions[1]: r1c1 is in two regions, expected one at most"), "{found}");
    let given = |cell: &str| error(&classic("").replacen("{}", cell, 1));
    assert!(given(r#"{"value":5}"#).contains("cells[0][0].value: 5, expected 1 to 4"));
    assert!(given(r#"{"value":0}"#).contains("cells[0][0].value: 0, expected 1 to 4"));
    assert!(
        given(r#"{"value":"A"}"#).contains("cells[0][0].value: \"A\", expected a whole number")
    );
    assert!(
        given(r#"{"value":1,"given":false}"#).contains("cells[0][0].given: false beside a value")
    );
    for (key, value) in [("pencilMarks", "[1,2]"), ("centremarks", "[\"1\"]"), ("c", "\"#ffc8c8\"")]
    {
        let found = given(&format!("{{\"{key}\":{value}}}"));
        let expected = format!("cells[0][0].{key}: marks or a colour, which may be a rule");
        assert!(found.contains(&expected), "{found}");
    }
    assert!(given("5").contains("cells[0][0]: 5, expected an object"), "{}", given("5"));
    assert!(error(&classic("").replacen("{},", "", 1)).contains("cells[0]: 3 cells, expected 4"));
    assert!(error("{\"cells\":7}").contains("cells: 7, expected a list"));
    assert!(error("{\"id\":\"x\"}").contains("cells: 0 rows, expected 2 to 31 rows of cells"));
    let large = error(&object(32, ""));
    assert!(large.contains("cells: 32 rows, expected 2 to 31 rows of cells"), "{large}");
}

#[test]
fn regions_and_cages_that_leave_rows_or_columns_out_are_refused() {
    let expected = "cells: cells beside those of all regions and cages, expected regions, or a hidden cage, that reach all sides of the board";
    let of = |fields: &str| {
        read(&object(4, fields), &mut |_| None).map(|_| ()).map_err(|it| it.to_string())
    };
    let cage = r#"{"cells":[[0,0],[0,1]],"value":5}"#;
    let found = of(&format!("\"cages\":[{cage}]")).expect_err("a cage in a corner");
    assert!(found.ends_with(expected), "{found}");
    let found = of(r#""regions":[[[1,0],[1,1]],[[3,3],[2,3]]]"#).expect_err("no cell in row 1");
    assert!(found.ends_with(expected), "{found}");
    let bounds = r#"{"cells":[[0,0],[3,3]],"unique":false,"hidden":true}"#;
    assert_eq!(of(&format!("\"cages\":[{cage},{bounds}]")), Ok(()));
    assert_eq!(of(&format!("\"cages\":[{cage}],\"solution\":\"1234341221434321\"")), Ok(()));
}

#[test]
fn errors_have_the_line_and_the_column_of_the_field() {
    let text = classic("").replacen(
        "\"cells\"",
        "\n  \"title\": \"lines\",\n  \"lines\" : [1],\"cells\"",
        1,
    );
    assert!(error(&text).starts_with("3:3: lines: "), "{}", error(&text));
    assert!(error("\n{\"cells\": [[{}\n").starts_with("3:"));
    let text = format!("{}\n\n {}", classic(""), object(4, "\"x\":1"));
    assert!(error(&text).starts_with("3:"), "{}", error(&text));
    let linked = format!("# a comment\n  scl{}", compressed(&classic("\"lines\":[1]")));
    assert!(error(&linked).starts_with("2:3: lines: "), "{}", error(&linked));
}

#[test]
fn links_without_a_puzzle_are_errors() {
    let short = error("https://sudokupad.app/abcdef");
    assert!(short.starts_with("1:1: a short link, which only names a puzzle, expected"), "{short}");
    let whole = "expected a link that was copied as a whole";
    let link = format!("scl{}", compressed(&classic("")));
    assert_eq!(error(&link[..23]), format!("1:1: an end before the last code, {whole}"));
    assert_eq!(
        error(&link.replacen('g', "!", 1)),
        format!("1:1: '!' in a compressed puzzle, {whole}")
    );
    let found = error(&format!("scl{}", compressed("{ce:[[")));
    assert_eq!(
        found,
        format!("1:1: in the compressed text, \"\" at character 6 in place of a value, {whole}")
    );
    assert!(error("53..7").starts_with("1:1: no puzzle, expected an object, or a link"));
    assert!(error("# nothing").starts_with("1:1: no puzzle"));
    let bomb = compressed(&format!("{{ce:{}", " ".repeat(1 << 19)));
    assert!(error(&format!("scl{bomb}")).contains("a text of more than 524288 characters"));
}
