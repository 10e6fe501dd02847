//! `verify` holds a run to its plan, and does not refute what an honest run may lack.

use std::fs;
use std::path::Path;

use crate::bench::{Bench, prints, text};
use crate::verify::{check, corpus, edit, replace, run};

#[test]
fn runs_with_fresh_isomorphs_hold() {
    let bench = Bench::new(&corpus());
    let fresh = ["--fresh", "isomorph", "--reps", "2"];
    for (name, more) in [
        ("plain", &[][..]),
        ("batch", &["--order", "batch"]),
        ("two", &["--isomorphs", "2"]),
        ("invoked", &["--invocations", "2"]),
        ("timed", &["--min-time", "1ms", "--max-reps", "4"]),
    ] {
        let one = run(&bench, "corpus.txt", name, &[&fresh[..], more].concat());
        check(&one, "plan", "ok", "has one row");
    }
    // Each isomorph belongs to one repetition.
    let moved = run(&bench, "corpus.txt", "moved", &fresh);
    edit(&moved, "rows.csv", |text| {
        replace(text, "rep", |rep| if rep == "1" { "2".into() } else { rep.into() })
    });
    check(&moved, "plan", "FAILED", "the first without is ");
    for shard in ["1/2", "2/2"] {
        run(&bench, "corpus.txt", "shared", &[&fresh[..], &["--shard", shard]].concat());
    }
    let [shared, merged] = ["shared", "merged"].map(|name| bench.path(name));
    prints(&["merge", "--complete", text(&shared), "-o", text(&merged)]);
    check(text(&merged), "plan", "ok", "has one row");
}

#[test]
fn a_run_without_rows_and_one_with_a_sample_of_them_are_not_refuted() {
    let bench = Bench::new(&corpus());
    let sample = run(&bench, "corpus.txt", "sample", &["--summary-only"]);
    check(&sample, "grids", "unknown", "--summary-only keeps one row in a thousand");
    let empty = run(&bench, "corpus.txt", "empty", &[]);
    edit(&empty, "rows.csv", |text| text.lines().next().expect("a header").to_owned() + "\n");
    edit(&empty, "manifest.json", |text| {
        let mut manifest: serde_json::Value = serde_json::from_str(text).expect("JSON");
        manifest["complete"] = false.into();
        manifest.as_object_mut().expect("fields").retain(|key, _| key != "seals" && key != "rows");
        manifest.to_string()
    });
    check(&empty, "grids", "unknown", "There is no row");
    check(&empty, "rows", "ok", "0 rows.");
}

#[test]
fn rows_are_held_to_the_task_and_the_limit_of_the_plan() {
    let bench = Bench::new(&corpus());
    let run = run(&bench, "corpus.txt", "run", &[]);
    let path = Path::new(&run).join("rows.csv");
    let whole = fs::read_to_string(&path).expect("rows");
    let with = |column: &str, value: &str| {
        fs::write(&path, replace(&whole, column, |_| value.into())).expect("room");
    };
    with("limit_ns", "60000000000");
    check(
        &run,
        "plan",
        "FAILED",
        "40 rows differ from the plan; the first in line 2: the time limit",
    );
    with("limit_ns", "");
    check(&run, "plan", "FAILED", "the time limit none, planned 2000000000 ns");
    with("task", "first");
    check(&run, "plan", "FAILED", "the task first, planned unique");
    with("task", "second");
    check(&run, "rows", "FAILED", "40 rows cannot be read; the first in line 2: task: ");
}
