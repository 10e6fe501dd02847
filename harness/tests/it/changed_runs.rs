//! Subcommands that keep what a run says, or answer for it, do not take one that was changed after it ended.

use std::fs;
use std::path::Path;

use crate::bench::{Bench, check_refused, harness, text};
use crate::verify::{corpus, edit, run};

/// Removes the last row.
fn without_last_row(rows: &str) -> String {
    let lines: Vec<&str> = rows.lines().collect();
    lines[..lines.len() - 1].join("\n") + "\n"
}

/// Repeats the last row.
fn with_repeated_row(rows: &str) -> String {
    format!("{rows}{}\n", rows.lines().last().unwrap_or_default())
}

/// Checks that `show` ends with this code, and says so.
#[track_caller]
fn shows(run: &str, code: i32, part: &str) {
    let output = harness(&["show", run]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(code), "{printed}");
    assert!(printed.contains(part), "{printed}");
}

#[test]
fn rows_that_cannot_be_read_are_shown_as_changed_too() {
    let bench = Bench::new(&corpus());
    let run = run(&bench, "corpus.txt", "one", &[]);
    let rows = Path::new(&run).join("rows.csv");
    let whole = fs::read_to_string(&rows).expect("rows");
    shows(&run, 0, "Checked again");
    let changed = "was changed after the run: rows.csv is not as its manifest seals it.";
    for text in [&without_last_row(&whole), &with_repeated_row(&whole), "", "no\u{1}rows"] {
        fs::write(&rows, text).expect("room");
        shows(&run, 1, changed);
    }
    fs::remove_file(&rows).expect("rows");
    shows(&run, 1, changed);
    shows(&run, 1, "The rows were not checked again: cannot open");
    crate::bench::unseal(Path::new(&run));
    shows(&run, 1, "The rows were not checked again: cannot open");
    edit(&run, "manifest.json", |text| text.replace("\"complete\": true", "\"complete\": false"));
    shows(&run, 0, "The rows were not checked again: cannot open");
}

#[test]
fn a_changed_run_is_added_to_no_history() {
    let bench = Bench::new(&corpus());
    let run = run(&bench, "corpus.txt", "one", &[]);
    edit(&run, "rows.csv", without_last_row);
    let history = bench.path("history.jsonl");
    let add = ["history", "add", &run, "--history", text(&history)];
    check_refused(&add, "was changed after the run, and nothing is added");
    assert!(!history.exists());
}
