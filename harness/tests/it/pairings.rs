//! `--encoding` and `--engine`: any pairing runs, also those that the registry does not show.

use std::path::Path;
use std::process::{Command, Output};

use record::Status;
use solvers::BACKENDS;
use solvers::sat::combinations::COMBINATIONS;
use solvers::sat::engines::{FEATURES, Feature};

use crate::bench::{Bench, rows, text};
use crate::solve::{refused, solve};

const CORPUS: &str = "....1.3.431.2... Malherbe\n1............... several\n11.............. none\n";

fn run(bench: &Bench, folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args([text(&bench.path("corpus.txt")), "--no-probe", "-o", text(folder)]);
    command.args(arguments).output().expect("the program runs")
}

#[test]
fn every_encoding_runs_on_every_engine_in_processes_of_their_own_too() {
    let bench = Bench::new(CORPUS);
    let names = |part: usize| {
        let parts = COMBINATIONS.iter().filter_map(|row| row.id.split(['/', '.']).nth(part));
        parts.collect::<Vec<_>>().join(",")
    };
    let (encodings, engines) = (names(1), names(2));
    let asked = ["--encoding", &encodings, "--engine", &engines, "--jobs", "1", "--isolate", "all"];
    let folder = bench.path("run");
    let output = run(&bench, &folder, &asked);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let rows = rows(&folder);
    assert_eq!(rows.len(), 3 * COMBINATIONS.len());
    for row in &rows {
        let expected = match &*row.puzzle {
            "Malherbe" => Status::Unique,
            "several" => Status::Multiple,
            _ => Status::Impossible,
        };
        assert_eq!(row.status, expected, "{}: {:?}", row.backend, row.error);
        assert!(COMBINATIONS.iter().any(|pairing| pairing.id == row.backend), "{}", row.backend);
    }
}

#[test]
fn a_pairing_runs_beside_what_is_named_and_goes_on_when_resumed() {
    assert!(BACKENDS.iter().all(|row| row.id != "sat/log.varisat"));
    let bench = Bench::new(CORPUS);
    let folder = bench.path("run");
    let asked = ["--encoding", "log", "--encoding", "extended", "--engine", "varisat"];
    let more = ["-b", "cover/dlx", "-B", "extended", "--resume"];
    for _ in 0..2 {
        let output = run(&bench, &folder, &[&asked[..], &more].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let mut ids: Vec<String> =
            rows(&folder).iter().map(|row| row.backend.to_string()).collect();
        assert_eq!(ids.len(), 6);
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids, ["cover/dlx", "sat/log.varisat"]);
    }
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["plan"]["backends"], serde_json::json!(["cover/dlx", "sat/log.varisat"]));
    let other = run(&bench, &folder, &["--encoding", "log", "--engine", "batsat", "--resume"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("is another run"));
}

#[test]
fn solve_takes_one_pairing_by_its_parts_or_by_its_id() {
    let puzzle = "....1.3.431.2...";
    for asked in [&["--encoding", "log", "--engine", "varisat"][..], &["-b", "sat/log.varisat"]] {
        let printed = solve(&[&[puzzle, "--no-color"], asked].concat());
        assert!(printed.contains("sat/log.varisat: one solution"), "{printed}");
    }
    let several = refused(&[puzzle, "--encoding", "log,minimal", "--engine", "batsat"]);
    assert!(several.contains("expected one --encoding and one --engine"), "{several}");
}

#[test]
fn unknown_names_are_answered_with_the_nearest_and_both_parts_are_needed() {
    let bench = Bench::new(CORPUS);
    let folder = bench.path("run");
    for (asked, words) in [
        (&["--encoding", "extnded", "--engine", "batsat"][..], "did you mean extended?"),
        (&["--encoding", "log", "--engine", "varista"], "did you mean varisat?, expected one of"),
        (&["--encoding", "log"], "--engine <NAME>"),
        (&["--engine", "batsat"], "--encoding <NAME>"),
    ] {
        let output = run(&bench, &folder, asked);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(words) && !errors.contains("panicked"), "{errors}");
        assert!(!folder.exists());
    }
}

#[test]
fn an_engine_that_was_left_out_is_named_with_its_feature() {
    let bench = Bench::new(CORPUS);
    for Feature { name, needs, .. } in FEATURES.iter().filter(|feature| !feature.is_on) {
        let id = format!("sat/log.{name}");
        for asked in [&["--encoding", "log", "--engine", name][..], &["-b", &id], &["-b", name]] {
            let output = run(&bench, &bench.path("run"), asked);
            let errors = String::from_utf8_lossy(&output.stderr).replace('\n', " ");
            assert_eq!(output.status.code(), Some(2), "{errors}");
            let expected = format!("`--features {name}` needs {needs}");
            assert!(errors.contains(&expected), "{errors}");
        }
    }
}

#[test]
fn list_names_encodings_and_engines_and_a_pairing_by_its_id() {
    let list = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        let output = command.arg("list").args(arguments).output().expect("the program runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let parts = list(&["--sat", "--csv"]);
    assert!(parts.contains("\nencoding,log,") && parts.contains("\nengine,varisat,"), "{parts}");
    for Feature { name, needs, is_on } in FEATURES {
        let row = parts.lines().find(|row| row.starts_with(&format!("engine,{name},")));
        let row = row.expect("a row of the engine, in the build or not");
        assert_eq!(row.contains("--features") && row.contains(needs), !is_on, "{row}");
    }
    assert!(list(&["-b", "sat/log.varisat"]).contains("sat/log.varisat"));
    assert!(!list(&[]).contains("sat/log.varisat"));
}
