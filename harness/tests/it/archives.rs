//! `harness archive`: what is in an archive, and that its script repeats the run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use record::Row;
use serde_json::Value;

use crate::bench::rows;

fn harness(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_harness");
    Command::new(program).current_dir(folder).args(arguments).output().expect("it starts")
}

#[track_caller]
fn works(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Returns a folder with a corpus on a board of a file, and a run on it.
fn with_a_run() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    for name in ["data", "boards"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    let board = concat!(env!("CARGO_MANIFEST_DIR"), "/../datasets/geometries/jigsaw5.txt");
    let board = fs::read_to_string(board).expect("a board");
    file("boards/mine.txt", &board.replace("jigsaw5", "mine"));
    file("data/a corpus.txt", "....1.3.431.2... one\n3421............ two\n");
    let made =
        harness(folder.path(), &["generate", "--geometry", "boards/mine.txt", "--count", "1"]);
    works(&made);
    let made = String::from_utf8_lossy(&made.stdout);
    let puzzle = made.lines().find(|line| !line.starts_with('#')).expect("a puzzle");
    file("data/mine.txt", &format!("# geometry: ../boards/mine.txt\n{puzzle}\n"));
    let backends = ["-b", "mrv", "-b", "dlx", "--no-probe", "--reps", "2", "--jobs", "1"];
    let arguments =
        [&["data/a corpus.txt", "data/mine.txt", "-o", "first"][..], &backends].concat();
    works(&harness(folder.path(), &arguments));
    folder
}

/// Returns a row without what differs between two runs of one plan: ids, times, and their errors.
fn deterministic(row: Row) -> Value {
    let mut row = serde_json::to_value(row).expect("a row");
    let fields = row.as_object_mut().expect("fields");
    fields.retain(|name, _| name == "limit_ns" || !(name.ends_with("_ns") || name == "run_id"));
    row
}

/// Returns the rows of a run in the order of its plan, without what differs between two runs.
fn sorted(run: &Path) -> Vec<Value> {
    let mut rows = rows(run);
    rows.sort_by_key(|row| row.plan_order);
    rows.into_iter().map(deterministic).collect()
}

/// Returns an archive in a folder that has nothing else.
fn unpacked(archive: &Path) -> tempfile::TempDir {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let file = fs::File::open(archive).expect("the archive");
    let mut files = tar::Archive::new(flate2::read::GzDecoder::new(file));
    files.unpack(elsewhere.path()).expect("an archive");
    elsewhere
}

/// Runs the script of an archive.
fn reproduce(archive: &Path) -> Output {
    let mut script = Command::new("./reproduce.sh");
    script.current_dir(archive).env("HARNESS", env!("CARGO_BIN_EXE_harness"));
    script.output().expect("a shell")
}

#[test]
fn the_script_of_an_archive_repeats_its_run() {
    let folder = with_a_run();
    let here = folder.path();
    works(&harness(here, &["archive", "first", "-o", "a.tar.gz", "--author", "A \"B\" C"]));
    let elsewhere = unpacked(&here.join("a.tar.gz"));
    // What was here is not needed there.
    fs::remove_dir_all(here.join("data")).expect("a folder");
    let archive = elsewhere.path().join("a");
    works(&reproduce(&archive));
    let first = sorted(&here.join("first"));
    assert_eq!(first.len(), 3 * 2 * 3, "pilot passes among them");
    assert_eq!(sorted(&archive.join("reproduced/first")), first);
    let manifest = |run: &Path| record::folder::read_manifest(run).expect("a manifest").plan;
    let (then, now) = (manifest(&here.join("first")), manifest(&archive.join("reproduced/first")));
    assert_eq!(then.differences(&now), [] as [&str; 0]);
}

const STUDY: &str = r#"
title = "Two of \"them\""

[[corpus]]
files = ["../data/a corpus.txt", "../data/mine.txt"]

[[corpus]]
name = "drawn"
files = ["../data/a corpus.txt"]
take = 1

[run]
backend = ["candidates/mrv", "cover/dlx"]
jobs = 1
no-probe = true

[[rank]]
file = "rank.txt"
by = "corpus"

[[plot]]
kind = "cactus"
file = "../figures/cactus.svg"

[[report]]
file = "report.html"
"#;

#[test]
fn an_archived_study_is_checked_and_repeated_elsewhere() {
    let folder = with_a_run();
    let here = folder.path();
    let study = here.join("my study");
    fs::create_dir(&study).expect("a folder");
    fs::write(study.join("study.toml"), STUDY).expect("a file");
    let archive = ["archive", "my study", "-o", "kept.tar.gz"];
    let refused = harness(here, &archive);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("candidates/mrv, cover/dlx: no rows on"), "{said}");
    works(&harness(here, &["study", "run", "my study"]));
    works(&harness(here, &archive));
    assert_eq!(harness(here, &["archive", "my study", "first", "-o", "b"]).status.code(), Some(2));

    let elsewhere = unpacked(&here.join("kept.tar.gz"));
    let first = sorted(&study.join("run-1"));
    drop(folder);
    let root = elsewhere.path().join("kept");
    let checked = harness(&root, &["study", "check", "study/my study/study.toml"]);
    works(&checked);
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert_eq!(said, "rank.txt: ok\n../figures/cactus.svg: ok\nreport.html: ok\n");
    assert!(!root.join("study/data/many.txt").exists());
    works(&reproduce(&root));
    let again = root.join("reproduced/my study");
    assert_eq!(sorted(&again.join("run-1")), first);
    assert!(root.join("reproduced/figures/cactus.svg").exists());
    let metadata = fs::read_to_string(root.join("ro-crate-metadata.json")).expect("metadata");
    assert!(metadata.contains(r#""name": "Two of \"them\"""#), "{metadata}");
    for file in ["study/my%20study/corpora/drawn.recipe", "study/boards/mine.txt", "reproduce.sh"] {
        assert!(metadata.contains(&format!(r#""@id": "{file}""#)), "{file}: {metadata}");
    }
}

#[test]
fn an_archived_study_has_the_scripts_of_external_solvers_and_says_what_it_lacks() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no external solver was archived, because there is no python3");
        return;
    }
    let folder = with_a_run();
    let here = folder.path();
    fs::create_dir(here.join("s")).expect("a folder");
    let solver = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/backends/solver.py");
    fs::copy(solver, here.join("s/solver.py")).expect("a solver");
    let study = |corpus: &str| {
        let text = format!(
            "[[corpus]]\nfiles = [{corpus:?}]\n[run]\nbackend = [\"cover/dlx\"]\n\
             external = [\"python3 solver.py\"]\njobs = 1\nno-probe = true\n"
        );
        fs::write(here.join("s/study.toml"), text).expect("a study");
    };
    let corpus = here.join("data/a corpus.txt");
    study(corpus.to_str().expect("a path"));
    works(&harness(here, &["study", "run", "s"]));
    let refused = harness(here, &["archive", "s", "-o", "kept"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("expected ../data/a corpus.txt, the path relative"), "{said}");

    study("../data/a corpus.txt");
    works(&harness(here, &["study", "run", "s"]));
    let archived = harness(here, &["archive", "s", "-o", "kept"]);
    works(&archived);
    let said = String::from_utf8_lossy(&archived.stderr).into_owned();
    assert!(said.contains("the archive lacks what external/solver is run by: python3\n"), "{said}");
    fs::remove_dir_all(here.join("s")).expect("a folder");
    works(&reproduce(&here.join("kept")));
    let rows = rows(&here.join("kept/reproduced/s/run-1"));
    assert!(rows.iter().any(|row| row.backend == "external/solver"));
}

#[test]
fn merged_runs_are_archived_and_repeated_one_by_one() {
    let folder = with_a_run();
    let here = folder.path();
    let alone = ["-b", "mrv", "--no-probe", "--jobs", "1", "-o", "second"];
    works(&harness(here, &[&["data/a corpus.txt"][..], &alone].concat()));
    works(&harness(here, &["merge", "first", "second", "-o", "both"]));
    works(&harness(here, &["archive", "both", "-o", "kept"]));
    let twice = harness(here, &["archive", "both", "second", "-o", "twice"]);
    assert!(String::from_utf8_lossy(&twice.stderr).contains("are the same run"));
    fs::remove_dir_all(here.join("data")).expect("a folder");
    works(&reproduce(&here.join("kept")));
    let texts = |run: &str| {
        let rows = sorted(&here.join(run));
        rows.iter().map(Value::to_string).collect::<BTreeSet<_>>()
    };
    assert!(texts("kept/reproduced/both") == texts("kept/runs/both"));
    assert_eq!(sorted(&here.join("kept/reproduced/both")).len(), 3 * 2 * 3 + 2);
}

#[test]
fn an_archive_describes_each_of_its_files() {
    let folder = with_a_run();
    let here = folder.path();
    let author = ["--author", "A: \"B\"", "--license", "CC0-1.0"];
    works(&harness(here, &[&["archive", "first", "-o", "kept"][..], &author].concat()));
    let read = |file: &str| fs::read_to_string(here.join("kept").join(file)).expect("a file");
    let metadata: Value = serde_json::from_str(&read("ro-crate-metadata.json")).expect("JSON");
    let entities = metadata["@graph"].as_array().expect("entities");
    let find = |id: &str| {
        let found = entities.iter().find(|entity| entity["@id"] == id);
        found.unwrap_or_else(|| panic!("{id} is not described: {metadata:#}"))
    };
    let parts = find("./")["hasPart"].as_array().expect("parts");
    assert_eq!(parts.len(), 6 + 3 + 2, "{parts:?}");
    for part in parts {
        let entity = find(part["@id"].as_str().expect("an id"));
        let name = entity["name"].as_str().expect("a name");
        assert_eq!(entity["contentSize"], read(name).len().to_string());
    }
    assert_eq!(find("inputs/data/a%20corpus.txt")["encodingFormat"], "text/plain");
    assert_eq!(find("#author-1")["name"], "A: \"B\"");
    let citation = read("CITATION.cff");
    for expected in ["type: dataset\n", "  - name: \"A: \\\"B\\\"\"\n", "license: \"CC0-1.0\"\n"] {
        assert!(citation.contains(expected), "{citation}");
    }
}

#[test]
fn a_file_that_has_changed_or_is_missing_is_an_error() {
    let folder = with_a_run();
    let here = folder.path();
    let refuses = |arguments: &[&str], message: &str| {
        let output = harness(here, arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(message), "{errors}");
        assert!(!here.join("kept").exists(), "nothing is written then");
    };
    let corpus = here.join("data/a corpus.txt");
    fs::create_dir(here.join("copies")).expect("a folder");
    fs::copy(&corpus, here.join("copies/a corpus.txt")).expect("a copy");
    fs::write(&corpus, "3421............ two\n").expect("a file");
    let archive = ["archive", "first", "-o", "kept"];
    refuses(&archive, "a corpus.txt has changed since the run read it");
    fs::remove_file(&corpus).expect("a file");
    refuses(&archive, "a corpus.txt is not here");
    refuses(&["archive", "first", "first", "-o", "kept"], "are the same run");
    refuses(&["archive", "data", "-o", "kept"], "data is not a run");
    refuses(&["archive", "first", "-o", "first"], "already exists");
    works(&harness(here, &["archive", "first", "-o", "found", "--inputs", "copies"]));
    assert!(here.join("found/inputs/data/a corpus.txt").exists());
    works(&harness(here, &["archive", "first", "-o", "without", "--no-inputs"]));
    assert!(!here.join("without/inputs").exists());
}
