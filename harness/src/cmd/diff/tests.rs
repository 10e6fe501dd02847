//! Tests of what `diff` prints of two runs, before and after a change.

use std::fs;

use clap::Parser;

use super::*;
use crate::cli::{Cli, Subcommand};

const HEADER: &str = "run_id,backend,puzzle,status,verified,wall_ns,nodes,limit_ms\n";

/// Returns what `diff` prints of two runs with these rows, without their run ids, and how it ends.
fn diff(rows: [&str; 2], options: &[&str]) -> (String, End) {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["before.csv", "after.csv"].map(|name| folder.path().join(name));
    for ((file, rows), run) in files.iter().zip(rows).zip(1..) {
        let rows: String = rows.lines().map(|row| format!("{run},{row}\n")).collect();
        fs::write(file, HEADER.to_owned() + &rows).expect("a file");
    }
    let paths = files.map(|file| file.display().to_string());
    let words = [&["harness", "diff", &paths[0], &paths[1]], options].concat();
    let parsed = Cli::try_parse_from(words).expect("arguments").subcommand;
    let Some(Subcommand::Diff(arguments)) = parsed else { panic!("another subcommand") };
    let mut out = Vec::new();
    let end = run(&arguments, &mut out).expect("both can be compared");
    (String::from_utf8(out).expect("text"), end)
}

const SLOW: &str = "a/a,one,unique,yes,5000000,10,20\na/a,two,unique,yes,15000000,40,20\n\
                    a/a,three,timeout,no,20000000,1000,20\n";

#[test]
fn a_backend_that_solves_fewer_puzzles_is_a_difference() {
    let nothing = "a/a,one,timeout,no,20000000,10,20\na/a,two,timeout,no,20000000,40,20\n\
                   a/a,three,timeout,no,20000000,1000,20\n";
    let (printed, _) = diff([SLOW, nothing], &[]);
    let expected = "1 backend: 1 solves fewer puzzles than before, 0 more.";
    assert!(printed.contains(expected), "{printed}");
    let (printed, _) = diff([nothing, SLOW], &[]);
    let expected = "1 backend: 0 solve fewer puzzles than before, 1 more.";
    assert!(printed.contains(expected), "{printed}");
    assert!(diff([SLOW, SLOW], &[]).0.contains("1 backend: no difference found."));
}

#[test]
fn the_smallest_time_limit_applies_to_both_runs() {
    let short = "a/a,one,unique,yes,5000000,10,10\na/a,two,timeout,no,10000000,30,10\n\
                 a/a,three,timeout,no,10000000,500,10\n";
    for options in [&[][..], &["--metric", "nodes", "--fail-on", "5%"]] {
        let options = [options, &["--format", "json"]].concat();
        let (printed, _) = diff([SLOW, short], &options);
        let found: Value = serde_json::from_str(&printed).expect("JSON");
        let change = &found["changes"][0];
        assert_eq!(change["solved_before"], 1, "{printed}");
        assert_eq!(change["solved_after"], 1, "{printed}");
        assert!(!printed.contains("REGRESSION"), "{printed}");
    }
}

#[test]
fn nodes_are_compared_where_both_runs_solved_the_puzzle() {
    let more = "a/a,one,unique,yes,5000000,20,20\na/a,two,unique,yes,15000000,40,20\n\
                a/a,three,timeout,no,20000000,9000,20\n";
    let (printed, _) = diff([SLOW, more], &["--metric", "nodes", "--format", "json"]);
    let found: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(found["changes"][0]["nodes_ratio"], 60.0 / 50.0, "{printed}");
    let none = "a/a,one,timeout,no,20000000,10,20\na/a,two,timeout,no,20000000,40,20\n\
                a/a,three,timeout,no,20000000,1000,20\n";
    let (printed, _) = diff([SLOW, none], &["--metric", "nodes", "--format", "json"]);
    let found: Value = serde_json::from_str(&printed).expect("JSON");
    assert!(found["changes"][0]["nodes_ratio"].is_null(), "{printed}");
}
