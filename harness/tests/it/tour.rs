//! `harness tour`: the five documents, replayed.

use std::fs;
use std::sync::atomic::AtomicBool;

use clap::Parser;
use harness::cli::{Cli, Subcommand};
use harness::cmd::{self, End};
use serde_json::Value;

use crate::bench::{Bench, runs_slow_tests, text};

const SUDOTO: &str = include_str!("../../reproductions/sudoto.toml");

fn try_tour(arguments: &[&str]) -> anyhow::Result<(End, String)> {
    let cli = Cli::parse_from(["harness", "tour"].iter().chain(arguments));
    let Some(Subcommand::Tour(arguments)) = &cli.subcommand else {
        panic!("the subcommand is tour")
    };
    let mut out = Vec::new();
    let end = cmd::tour::run(arguments, &AtomicBool::new(false), &mut out)?;
    Ok((end, String::from_utf8(out).expect("text")))
}

#[track_caller]
fn tour(arguments: &[&str]) -> (End, String) {
    try_tour(arguments).expect("documents")
}

fn words<'v>(cell: &'v Value, key: &str) -> &'v str {
    cell[key].as_str().unwrap_or_default()
}

#[test]
fn every_figure_of_the_documents_has_the_verdict_that_is_expected() {
    if !runs_slow_tests() {
        return;
    }
    let (end, printed) = tour(&["--json"]);
    let all: Value = serde_json::from_str(&printed).expect("JSON");
    let documents = all["documents"].as_array().expect("documents");
    let names: Vec<&str> = documents.iter().map(|document| words(document, "name")).collect();
    assert_eq!(names, ["falissard", "malherbe", "sae", "hurtebis", "sudoto"]);
    let mut claims = Vec::new();
    for document in documents {
        for cell in document["cells"].as_array().expect("cells") {
            assert_eq!(cell["verdict"], cell["expected"], "{cell:#}");
            let is_agreeing = cell["verdict"] == "agrees";
            assert!(is_agreeing || words(cell, "why").ends_with('.'), "{cell:#}");
            assert!(!is_agreeing || (!cell["printed"].is_null() && !cell["ours"].is_null()));
            claims.push((words(document, "name"), words(cell, "claim"), cell["ours"].clone()));
        }
    }
    assert_eq!(end, End::Well);
    assert!(claims.len() > 200, "{} cells", claims.len());
    for (document, claim, ours) in [
        ("malherbe", "edges of the classic16 board", Value::from(4992)),
        ("sudoto", "bets", 75.into()),
        ("hurtebis", "hypotheses at once by default", 4.into()),
        ("sae", "candidates of the ninth cell", "2 4 8".into()),
        ("falissard", "what the second run finds in several", "another grid".into()),
    ] {
        assert!(claims.contains(&(document, claim, ours)), "{claim}");
    }
}

#[test]
fn a_figure_that_no_longer_agrees_is_a_failure() {
    let bench = Bench::new("");
    let path = bench.path("changed.toml");
    fs::write(&path, SUDOTO).expect("a file");
    let (end, as_it_is) = tour(&[text(&path), "--jobs", "1"]);
    assert_eq!(end, End::Well);
    assert!(as_it_is.contains("Whatever is expected to agree agrees.\n"), "{as_it_is}");
    assert_eq!(tour(&[text(&path), "--jobs", "2"]).1, as_it_is, "with any number of workers");
    assert!(SUDOTO.contains("printed = 75\n"));
    fs::write(&path, SUDOTO.replace("printed = 75\n", "printed = 76\n")).expect("a file");
    let (end, changed) = tour(&[text(&path)]);
    assert_eq!(end, End::Failed);
    assert!(changed.contains("Expected to agree, and does not: 1 figure.\n"), "{changed}");
    assert!(changed.contains("Expected: agrees."), "{changed}");
}

#[test]
fn tables_are_crossed_where_nothing_is_printed_and_summed_up_where_something_is() {
    let (end, printed) = tour(&["sae"]);
    assert_eq!(end, End::Well);
    let words = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in ["candidate grid of 80 figures 75 agree", "naked-single", "51"] {
        assert!(words.contains(line), "{line} in {printed}");
    }
    assert!(printed.lines().all(|line| line.starts_with('[') || line.chars().count() <= 130));
    let (_, csv) = tour(&["sae", "--csv"]);
    let titles = "document,place,claim,table,row,column,printed,ours,ours_low,ours_high,known,verdict,expected,why\n";
    assert!(csv.starts_with(titles), "{csv}");
    assert!(csv.contains("\nsae,§1,candidates of r1c3,candidate grid of the example,1,3,1 2 4,"));
    let (_, markdown) = tour(&["sae", "--markdown"]);
    assert!(markdown.starts_with("**sae: SAÉ S1.02"), "{markdown}");
}

#[test]
fn other_documents_are_refused_and_the_schema_names_every_measurement() {
    let refused = |name| try_tour(&[name]).expect_err("no document").to_string();
    assert!(refused("knuth").contains("there is no source \"knuth\", expected falissard, "));
    let (end, schema) = tour(&["--schema"]);
    assert_eq!(end, End::Well);
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    assert!(schema["properties"]["cell"].is_object(), "{schema:#}");
    assert!(schema.to_string().contains("clues-and-score"), "{schema:#}");
}
