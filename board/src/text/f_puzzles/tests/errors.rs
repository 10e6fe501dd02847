//! Errors name the field, and its place.

use super::super::fields::{FIELDS, Use};
use super::{compressed, object, read};

fn error(text: &str) -> String {
    read(text, &mut |_| None).map(|_| ()).expect_err(text).to_string()
}

/// Returns the error of a field of an object of size four.
fn field(field: &str) -> String {
    error(&object(4, field))
}

#[test]
fn a_rule_that_cannot_be_stated_is_an_error_unless_it_is_empty() {
    let mut n_tested = 0;
    for (key, _) in FIELDS.iter().filter(|(_, known)| matches!(known, Use::Unsupported)) {
        let text = format!("\"{key}\":[{{\"lines\":[[\"R1C1\",\"R1C2\"]]}}]");
        let column = object(4, "").len() + 1;
        let expected = "expected sums, orders, differences, ratios, sandwiches or regions";
        assert_eq!(
            field(&text),
            format!("1:{column}: {key}: a rule that no relation states, {expected}")
        );
        assert!(read(&object(4, &format!("\"{key}\":[]")), &mut |_| None).is_ok());
        n_tested += 1;
    }
    assert_eq!(n_tested, 17);
    let found = field(r#""negative":["xv"],"xv":[]"#);
    assert!(found.ends_with(r#"negative[0]: no relation states "xv", expected ratio"#), "{found}");
}

#[test]
fn an_unknown_field_is_an_error_whatever_it_holds() {
    for value in ["[]", "false", "{}", "1"] {
        let found = field(&format!("\"rossini\":{value}"));
        assert!(found.contains("rossini: an unknown field, which may be a rule"), "{found}");
    }
}

#[test]
fn a_drawing_of_a_rule_needs_the_rule() {
    let drawn = r#""line":[{"lines":[],"fromConstraint":"German Whispers"}]"#;
    let found = field(drawn);
    let expected = r#"line[0].fromConstraint: "German Whispers" is drawn, but no field states it"#;
    assert!(found.contains(expected), "{found}");
    let stated = format!("{drawn},\"whispers\":[{{\"lines\":[[\"R1C1\",\"R2C2\"]]}}]");
    assert!(read(&object(4, &stated), &mut |_| None).is_ok());
}

#[test]
fn errors_name_the_value() {
    let cases = [
        (
            r#""killercage":[{"cells":["R1C5"]}]"#,
            r#"killercage[0].cells[0]: "R1C5", expected a cell of a board of 4 rows and columns"#,
        ),
        (
            r#""killercage":[{"cells":["A1"]}]"#,
            r#"killercage[0].cells[0]: "A1", expected a cell like "R1C1""#,
        ),
        (
            r#""killercage":[{"cells":["R1C1","R1C1"]}]"#,
            "killercage[0].cells: r1c1 twice, expected each cell once",
        ),
        (
            r#""killercage":[{"cells":["R1C1"],"value":"?"}]"#,
            r#"killercage[0].value: "?", expected a whole number of at most 65535"#,
        ),
        (
            r#""killercage":[{"cells":["R1C1","R1C2","R1C3","R1C4","R2C1"]}]"#,
            "killercage[0]: 5 cells, expected at most 4: there are no more symbols",
        ),
        (
            r#""killercage":[{"value":"4"}]"#,
            "killercage[0]: no cell for the total 4, expected some",
        ),
        (r#""killercage":{"value":"4"}"#, r#"killercage: {"value":"4"}, expected a list"#),
        (r#""killercage":[7]"#, "killercage[0]: 7, expected an object"),
        (r#""antiknight":"yes""#, r#"antiknight: "yes", expected true or false"#),
        (
            r#""thermometer":[{"lines":[["R1C1","R1C1"]]}]"#,
            "thermometer[0].lines[0]: r1c1 after itself, expected another cell",
        ),
        (r#""ratio":[{"cells":["R1C1"]}]"#, "ratio[0].cells: 1 cell, expected two"),
        (r#""xv":[{"cells":["R1C1","R1C2"],"value":"L"}]"#, r#"xv[0].value: "L", expected X or V"#),
        (
            r#""sandwichsum":[{"cell":"R1C1","value":"4"}]"#,
            "sandwichsum[0].cell: no row or column, expected a cell beside one",
        ),
        (
            r#""littlekillersum":[{"cell":"R0C1","direction":"U","value":"4"}]"#,
            "littlekillersum[0].direction: no direction, expected UL, UR, DL or DR",
        ),
        (
            r#""littlekillersum":[{"cell":"R0C0","direction":"UL","value":"4"}]"#,
            "littlekillersum[0].cell: a diagonal without cells, expected a cell beside the board",
        ),
        (
            r#""whispers":[{"lines":[["R1C1","R2C2"]],"value":"4"}]"#,
            "whispers[0].value: 4, expected a difference of 1 to 3",
        ),
        (
            r#""clone":[{"cells":["R1C1"],"cloneCells":[]}]"#,
            "clone[0].cloneCells: 0 cells, expected 1, as there are in cells",
        ),
        (r#""solution":[1,2]"#, "solution: 2 cells, expected 16, as there are in the grid"),
        (r#""size":9"#, "size: 9, expected 4, as there are rows"),
    ];
    for (text, expected) in cases {
        let found = field(text);
        assert!(found.ends_with(&format!(": {expected}")), "{found}\nexpected {expected}");
    }
    let grid = |from: &str, to: &str| error(&object(4, "").replacen(from, to, 1));
    assert!(
        grid("{}", r#"{"value":5,"given":true}"#).contains("grid[0][0].value: 5, expected 1 to 4")
    );
    assert!(grid("{}", r#"{"given":true}"#).contains("grid[0][0].value: no number"));
    assert!(grid("{},", "").contains("grid[0]: 3 cells, expected 4"));
    let many = object(4, "").replace("{}", "{\"region\":7}");
    assert!(error(&many).contains("grid[1][0].region: more than 4 cells in region 7"));
    let large = error(&object(32, ""));
    assert!(large.contains("grid: 32 rows, expected 2 to 31 rows of cells"), "{large}");
}

#[test]
fn errors_have_the_line_and_the_column_of_the_field() {
    let text = object(4, "").replacen(
        "\"grid\"",
        "\n  \"title\": \"arrow\",\n  \"arrow\" : [1],\"grid\"",
        1,
    );
    assert!(error(&text).starts_with("3:3: arrow: "), "{}", error(&text));
    assert!(error("\n{\"grid\": [[{}\n").starts_with("3:"), "{}", error("\n{\"grid\": [[{}\n"));
    let text = format!("{}\n\n {}", object(4, ""), object(4, "\"x\":1"));
    assert!(error(&text).starts_with("3:"), "{}", error(&text));
    let linked = format!("# a comment\n  fpuzzles{}", compressed(&object(4, "\"arrow\":[1]")));
    assert!(error(&linked).starts_with("2:3: arrow: "), "{}", error(&linked));
}

#[test]
fn links_without_a_puzzle_are_errors() {
    let short = error("https://www.f-puzzles.com/?id=yabc12");
    assert!(short.starts_with("1:1: a short link, which only names a puzzle, expected"), "{short}");
    let cut = format!("fpuzzles{}", &compressed(&object(4, ""))[..20]);
    assert_eq!(
        error(&cut),
        "1:1: an end before the last code, expected a link that was copied as a whole"
    );
    assert!(error("53..7").starts_with("1:1: no puzzle, expected an object, or a link"));
    assert!(error("# nothing").starts_with("1:1: no puzzle"));
    let bomb = compressed(&format!("{{{}", " ".repeat(1 << 19)));
    assert!(error(&format!("fpuz{bomb}")).contains("a text of more than 524288 characters"));
    let deep = "{\"grid\":[[{\"a\":".to_owned() + &"[".repeat(100_000);
    assert!(error(&deep).contains("recursion limit"), "{}", error(&deep));
}
