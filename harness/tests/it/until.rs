//! A run that stops when the order of its backends is decided.

use std::collections::BTreeSet;
use std::fs;

use record::manifest::{Decision, Ended, Manifest, Relation, Until};

use crate::bench::{Bench, check_refused, prints, rows, text, unseal};

/// The corpus, and two backends of which one takes a hundred times as long.
const CLEAR: [&str; 6] = ["-b", "candidates/mrv", "-b", "backtrack/naive", "--until", "decided"];

fn corpus() -> String {
    let medium = include_str!("../../../datasets/medium.txt");
    medium.lines().take(304).map(|line| format!("{line}\n")).collect()
}

fn manifest(bench: &Bench, run: &str) -> Manifest {
    let text = fs::read_to_string(bench.path(run).join("manifest.json")).expect("a manifest");
    serde_json::from_str(&text).expect("a manifest that can be read")
}

fn decision(bench: &Bench, run: &str) -> Decision {
    manifest(bench, run).decision.expect("a decision")
}

/// Runs the corpus into a folder, and returns what is printed.
fn run(bench: &Bench, folder: &str, more: &[&str]) -> String {
    let (corpus, folder) = (bench.path("corpus.txt"), bench.path(folder));
    let fixed = ["run", text(&corpus), "-o", text(&folder), "--no-probe"];
    prints(&[&fixed, &CLEAR[..], more].concat())
}

#[test]
fn two_clearly_different_backends_stop_early_and_the_manifest_says_why() {
    let bench = Bench::new(&corpus());
    let printed = run(&bench, "run", &["--jobs", "1"]);
    let manifest = manifest(&bench, "run");
    assert_eq!((manifest.plan.until, manifest.complete), (Some(Until::Decided), true));
    let decision = decision(&bench, "run");
    assert_eq!(decision.ended, Some(Ended::Decided));
    assert_eq!(decision.order(), "1. candidates/mrv, 2. backtrack/naive");
    assert!(decision.clusters == 300 && decision.clusters_run < 100, "{decision:?}");
    assert_eq!(decision.pairs[0].relation, Some(Relation::Less));
    let rows = rows(&bench.path("run"));
    assert_eq!(rows.len() as u64 + decision.trials_skipped, 600);
    assert!(printed.contains("1. candidates/mrv, 2. backtrack/naive; "), "{printed}");
    let first = "candidates/mrv was first of 2 backends by the shifted geometric mean in one pass";
    assert!(printed.contains(first), "{printed}");

    let folder = bench.path("run");
    let ranked = prints(&["rank", text(&folder)]);
    assert!(ranked.contains("--until decided"), "{ranked}");
    assert!(ranked.contains("over all 300 puzzles"), "{ranked}");
}

#[test]
fn the_puzzles_are_shuffled_and_each_is_run_by_all_that_are_needed() {
    let bench = Bench::new(&corpus());
    let ran = |folder: &str| -> BTreeSet<(String, String)> {
        let rows = rows(&bench.path(folder)).into_iter();
        rows.map(|row| (row.puzzle.to_string(), row.backend.to_string())).collect()
    };
    run(&bench, "one", &["--jobs", "1"]);
    run(&bench, "other", &["--jobs", "1", "--seed", "2"]);
    run(&bench, "two", &["--jobs", "2"]);
    let first = |folder: &str| {
        let puzzles: BTreeSet<String> = ran(folder).into_iter().map(|trial| trial.0).collect();
        let n_puzzles = puzzles.len();
        assert_eq!(ran(folder).len(), 2 * n_puzzles, "{folder}");
        puzzles
    };
    // The first round has the same puzzles with any number of workers.
    let (one, two) = (first("one"), first("two"));
    assert!(one.is_subset(&two) || two.is_subset(&one), "{one:?} {two:?}");
    assert!(!first("other").is_subset(&one) && !one.is_subset(&first("other")));
}

#[test]
fn a_run_that_goes_on_decides_the_same() {
    let bench = Bench::new(&corpus());
    run(&bench, "run", &["--jobs", "1"]);
    let (before, n_rows) = (decision(&bench, "run"), rows(&bench.path("run")).len());
    run(&bench, "run", &["--jobs", "1", "--resume"]);
    assert_eq!(decision(&bench, "run"), before);
    assert_eq!(rows(&bench.path("run")).len(), n_rows);

    // As if it had been killed in the second half of the first round.
    let path = bench.path("run").join("rows.csv");
    let half = fs::read_to_string(&path).expect("rows");
    let half: String = half.lines().take(1 + 24).map(|line| format!("{line}\n")).collect();
    fs::write(&path, half).expect("room");
    unseal(&bench.path("run"));
    run(&bench, "run", &["--jobs", "1", "--resume"]);
    let after = decision(&bench, "run");
    assert_eq!((after.ended, after.order()), (before.ended, before.order()));
}

#[test]
fn isomorphs_and_repetitions_are_one_observation() {
    let bench = Bench::new(&corpus());
    run(&bench, "run", &["--jobs", "1", "--isomorphs", "2", "--reps", "2"]);
    let decision = decision(&bench, "run");
    assert_eq!((decision.ended, decision.clusters), (Some(Ended::Decided), 300));
    let timed = rows(&bench.path("run")).iter().filter(|row| row.rep > 0).count();
    assert_eq!(timed as u64 + decision.trials_skipped, 2 * 2 * 600);
}

#[test]
fn what_cannot_decide_the_order_is_refused() {
    let bench = Bench::new(&corpus());
    let corpus = bench.path("corpus.txt");
    let refused = |more: &[&str], message: &str| {
        check_refused(&[&["run", text(&corpus), "--until", "decided"], more].concat(), message);
    };
    refused(&["-b", "candidates/mrv"], "expected at least two");
    refused(&["-b", "candidates/mrv", "-b", "simd/bitslice"], "a time for each puzzle");
    refused(&["--timeout", "none"], "--until needs a time limit");
    refused(&["--format", "csv"], "--until cannot be combined with --format csv");
    for option in [&["--summary-only"][..], &["--dry-run"], &["--invocations", "2"]] {
        refused(option, "cannot be used with");
    }
}
