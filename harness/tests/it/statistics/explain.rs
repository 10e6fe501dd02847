//! `harness explain`.

use std::fs;
use std::path::Path;

use super::Desk;

/// A run that the project ships.
const HARDEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../results/hardest");

/// Rows of two backends on so many puzzles, with 20 to 29 clues; the times of `tree/b` are those of
/// `tree/a` times a factor.
fn rows(puzzles: u64, factor: impl Fn(u64, u64) -> u64) -> String {
    let mut lines = String::from("backend,puzzle,clues,status,verified,wall_ns,bets,limit_ms\n");
    for puzzle in 0..puzzles {
        let (clues, time) = (20 + puzzle * 7 % 10, 1_000_000 + puzzle * 37 % 1_000);
        let of_b = time * factor(puzzle, clues);
        lines += &format!("tree/a,{puzzle},{clues},unique,yes,{time},9,1000\n");
        lines += &format!("tree/b,{puzzle},{clues},unique,yes,{of_b},9,1000\n");
    }
    lines
}

#[test]
fn a_planted_group_is_named_in_a_sentence() {
    let planted = rows(200, |_, clues| if clues <= 22 { 8 } else { 2 });
    let desk = Desk::new(&[("a.csv", &planted)]);
    let printed = desk.prints(&["explain", "a", "b", "@a.csv"]);
    assert!(
        printed.starts_with(
            "tree/b takes 8.000 times as long as tree/a on puzzles with at most 22 clues (n = 60), and \
             2.000 times as long on the others (n = 140). Held-out R² = 1.00 (95 % interval 1.00 to \
             1.00).\n"
        ),
        "{printed}"
    );
    for part in [
        "clues ≤ 22 ",
        "Features by themselves",
        "200 puzzles not found beside the rows: the number of clues is the only feature of these.",
        "One pass each: the noise is unknown, and may exceed the interval.",
    ] {
        assert!(printed.contains(part), "{part}\n{printed}");
    }
    let turned = desk.prints(&["explain", "b", "a", "@a.csv"]);
    assert!(turned.starts_with("tree/b takes 8.000 times as long as tree/a"), "{turned}");
    let json = desk.json(&["explain", "a", "b", "@a.csv", "--json"]);
    let group = &json["groups"][0];
    assert_eq!((&json["is_supported"], &group["puzzles"]), (&true.into(), &60.into()));
    let condition = &group["conditions"][0];
    assert_eq!((&condition["feature"], &condition["at_most"]), (&"clues".into(), &22.0.into()));
    let csv = desk.prints(&["explain", "a", "b", "@a.csv", "--csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines.len() == 3 && lines[1].starts_with("tree/a,tree/b,wall time,clues ≤ 22,60,60,"));
    let svg = desk.prints(&["explain", "a", "b", "@a.csv", "--plot", "-", "--width", "column"]);
    assert!(svg.starts_with("<svg") && svg.contains(r#"width="84mm""#), "{svg}");
    assert!(svg.contains(">at most 22 clues<") && svg.matches("<circle").count() == 3, "{svg}");
    desk.refuses(&["explain", "a", "b", "@a.csv", "--plot", "tree.jpg"], "expected FILE.svg");
    for format in ["markdown", "latex", "html"] {
        let text = desk.prints(&["explain", "a", "b", "@a.csv", "--format", format]);
        assert!(text.contains("8.000 times"), "{format}: {text}");
    }
}

#[test]
fn what_no_feature_explains_is_not_explained() {
    // The factor has nothing to do with the clues.
    let noise = rows(200, |puzzle, _| 1 + puzzle * puzzle % 13);
    let desk = Desk::new(&[("a.csv", &noise), ("few.csv", &rows(20, |_, clues| clues))]);
    let printed = desk.prints(&["explain", "a", "b", "@a.csv"]);
    assert!(
        printed.starts_with("No tree of features predicts where tree/a and tree/b differ on"),
        "{printed}"
    );
    assert!(!printed.contains("Groups"), "{printed}");
    let svg = desk.prints(&["explain", "a", "b", "@a.csv", "--plot", "-"]);
    assert_eq!(svg.matches("<circle").count(), 1, "all puzzles alone: {svg}");
    let csv = desk.prints(&["explain", "a", "b", "@a.csv", "--csv"]);
    assert_eq!(csv.lines().count(), 2, "one group of all puzzles: {csv}");
    let same = desk.prints(&["explain", "a", "b", "@a.csv", "--metric", "bets"]);
    assert!(same.starts_with("There is nothing to explain: tree/b needs 1.000 times"), "{same}");
    let few = desk.prints(&["explain", "a", "b", "@few.csv"]);
    assert!(few.starts_with("Too few puzzles to explain"), "{few}");
    let sample = desk.prints(&["explain", "a", "b", "@a.csv", "--max-puzzles", "50"]);
    assert!(sample.contains("A sample: 50 of 200 puzzles"), "{sample}");
}

#[test]
fn puzzles_are_found_beside_the_rows_and_their_features_can_be_kept() {
    let desk = Desk::new(&[]);
    let explain = ["explain", "mrv", "naive", HARDEST, "--timeout", "none"];
    let json = desk.json(&[&explain[..], &["--features", "@f.csv", "--json"]].concat());
    assert_eq!((&json["a"], &json["puzzles"]), (&"candidates/mrv".into(), &52.into()));
    let features = json["features"].as_array().expect("features");
    let known =
        |key: &str| features.iter().find(|it| it["feature"] == key).map(|it| &it["puzzles"]);
    for key in
        ["clues", "early_clues", "rating", "reference_bets", "strong_backdoor", "weak_backdoor"]
    {
        assert_eq!(known(key), Some(&52.into()), "{key}");
    }
    assert_eq!((known("cells"), known("items")), (None, None), "constant or unknown everywhere");
    let file = fs::read_to_string(desk.bench.path("f.csv")).expect("a file");
    let mut lines = file.lines();
    let header = lines.next().expect("a header");
    assert!(header.starts_with("puzzle_hash,iso_class,corpus,puzzle,geometry,cells,clues,"));
    assert!(header.ends_with(",hardest_technique,log_ratio"), "{header}");
    assert_eq!(lines.clone().count(), 52);
    assert!(lines.any(|line| line.contains(",Al Escargot,classic9,81,23,0,")), "{file}");
    desk.refuses(&[&explain[..], &["--features", "@f.csv"]].concat(), "cannot write");
}

#[test]
fn corpora_are_found_from_the_folder_of_their_run() {
    let regions = r#""regions": ["1113", "1333", "2244", "2244"]"#;
    let corpus = format!(
        "{{\"id\": \"a\", \"puzzle\": [\"..43\", \"...1\", \".2..\", \"....\"], {regions}}}\n"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let study = folder.path().join("study");
    fs::create_dir(&study).expect("a folder");
    fs::write(study.join("c.jsonl"), corpus).expect("a file");
    let run = "run c.jsonl -b mrv -b dlx --no-probe --isolate none -o run";
    let explain = "explain mrv dlx study/run --features f.csv";
    for (at, words) in [(&*study, run), (folder.path(), explain)] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_harness"));
        let output = command.current_dir(at).args(words.split(' ')).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let features = fs::read_to_string(folder.path().join("f.csv")).expect("a file");
    // A board without a name is only in the corpus.
    let mut features = csv::Reader::from_reader(features.as_bytes());
    let place = features.headers().expect("a header").iter().position(|name| name == "cells");
    let row = features.records().next().expect("a row").expect("a row");
    assert_eq!(row.get(place.expect("a column")), Some("16"));
}

#[test]
fn every_feature_is_described_in_methodology() {
    let desk = Desk::new(&[("a.csv", &rows(40, |_, clues| clues))]);
    desk.prints(&["explain", "a", "b", "@a.csv", "--features", "@f.csv"]);
    let file = fs::read_to_string(desk.bench.path("f.csv")).expect("a file");
    let methodology = Path::new(env!("CARGO_MANIFEST_DIR")).join("../METHODOLOGY.md");
    let methodology = fs::read_to_string(methodology).expect("a document");
    let (_, section) = methodology.split_once("### Explanation").expect("a section");
    for column in file.lines().next().expect("a header").split(',').skip(5) {
        assert!(section.contains(&format!("`{column}`")), "{column}");
    }
}

#[test]
fn what_cannot_be_explained_is_refused() {
    let mut batches = String::from("backend,puzzle,order,status,wall_ns,granularity,limit_ms\n");
    for puzzle in 0..40_u64 {
        batches += &format!("tree/a,{puzzle},{puzzle},unique,1000,block,1000\n");
        batches += &format!("tree/b,{puzzle},{},unique,3000,solve,1000\n", 40 + puzzle);
    }
    let planted = rows(40, |_, clues| clues);
    let desk = Desk::new(&[("a.csv", &planted), ("batches.csv", &batches)]);
    desk.refuses(&["explain", "a", "c", "@a.csv"], "no backend of these runs is called \"c\"");
    desk.refuses(&["explain", "a", "tree/a", "@a.csv"], "is compared with itself");
    desk.refuses(&["explain", "a", "b"], "<RUN>");
    desk.refuses(&["explain", "a", "b", "@a.csv", "--metric", "nodes"], "no puzzle has a ratio");
    desk.refuses(&["explain", "a", "b", "@batches.csv"], "were timed in batches");
}
