//! `harness archive`: what is in an archive, and that its script repeats the run.

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

/// A folder with a corpus on a board of a file, and a run on it.
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

/// A row without what differs between two runs of one plan: ids, times, and their errors.
fn deterministic(row: Row) -> Value {
    let mut row = serde_json::to_value(row).expect("a row");
    let fields = row.as_object_mut().expect("fields");
    fields.retain(|name, _| name == "limit_ns" || !(name.ends_with("_ns") || name == "run_id"));
    row
}

#[test]
fn the_script_of_an_archive_repeats_its_run() {
    let folder = with_a_run();
    let here = folder.path();
    works(&harness(here, &["archive", "first", "-o", "a.tar.gz", "--author", "A \"B\" C"]));
    let elsewhere = here.join("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    let file = fs::File::open(here.join("a.tar.gz")).expect("the archive");
    tar::Archive::new(flate2::read::GzDecoder::new(file)).unpack(&elsewhere).expect("an archive");
    // What was here is not needed there.
    fs::remove_dir_all(here.join("data")).expect("a folder");
    let archive = elsewhere.join("a");
    let script = Command::new("./reproduce.sh")
        .current_dir(&archive)
        .env("HARNESS", env!("CARGO_BIN_EXE_harness"))
        .output();
    works(&script.expect("a shell"));
    let sorted = |run: &Path| {
        let mut rows = rows(run);
        rows.sort_by_key(|row| row.plan_order);
        rows.into_iter().map(deterministic).collect::<Vec<_>>()
    };
    let first = sorted(&here.join("first"));
    assert_eq!(first.len(), 3 * 2 * 3, "pilot passes among them");
    assert_eq!(sorted(&archive.join("reproduced/first")), first);
    let manifest = |run: &Path| record::folder::read_manifest(run).expect("a manifest").plan;
    let (then, now) = (manifest(&here.join("first")), manifest(&archive.join("reproduced/first")));
    assert_eq!(then.differences(&now), [] as [&str; 0]);
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
    assert_eq!(parts.len(), 5 + 3 + 2, "{parts:?}");
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
