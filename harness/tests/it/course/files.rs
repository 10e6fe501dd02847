//! The visible puzzles are those of this project's generator, and the archives have what students get.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::{ASSIGNMENTS, course, has};
use crate::bench::prints;

#[test]
fn the_visible_puzzles_are_those_of_the_command_in_their_header() {
    let mut made = 0;
    for (assignment, _) in ASSIGNMENTS {
        let folder = course(&format!("{assignment}/visible"));
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            if entry.path().extension().is_none_or(|extension| extension != "txt") {
                continue;
            }
            let puzzles = fs::read_to_string(entry.path()).expect("a corpus");
            let (_, source) = puzzles.split_once("# source: harness 0.1.0 ").expect("a source");
            let command = source.lines().next().expect("a line");
            let arguments: Vec<&str> = command.split(' ').collect();
            assert_eq!(prints(&arguments), puzzles, "{}", entry.path().display());
            made += 1;
        }
    }
    assert_eq!(made, 13);
}

#[test]
fn the_visible_graphs_are_those_of_harness_graph() {
    for (file, graph) in [
        ("board4", "classic4"),
        ("board9", "classic9"),
        ("mycielski3", "mycielski:3"),
        ("petersen", "petersen"),
        ("queens5", "queens:5"),
        ("queens6", "queens:6"),
    ] {
        let shown = fs::read_to_string(course(&format!("colouring/visible/{file}.col")));
        assert_eq!(shown.expect("a graph"), prints(&["graph", graph, "--col"]), "{file}");
    }
}

#[test]
fn the_archives_have_hand_outs_starters_and_no_solution() {
    if !has("bash") || !has("tar") {
        return;
    }
    let folder = TempDir::new().expect("a folder for the test");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/make_course.sh");
    // Without what renders: that takes a browser and seconds.
    let output = Command::new("bash")
        .arg(script)
        .arg(folder.path())
        .env("RENDER", "none")
        .output()
        .expect("there is bash");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (assignment, _) in ASSIGNMENTS {
        let archive = folder.path().join(format!("{assignment}.tar.gz"));
        let listed = Command::new("tar").arg("tzf").arg(archive).output().expect("there is tar");
        let listed = String::from_utf8(listed.stdout).expect("text");
        for part in ["handout.en.md", "handout.fr.md", "starter/java/Solver.java", "visible/"] {
            assert!(listed.lines().any(|line| line == format!("{assignment}/{part}")), "{part}");
        }
        for part in ["reference", "teacher", "assignment.toml"] {
            assert!(!listed.contains(part), "{assignment}: {part}");
        }
    }
}

/// With a smaller limit and one repetition, which take no time.
#[test]
fn the_study_of_the_comparison_runs_as_it_is_handed_out() {
    if !has("python3") || !has("cp") {
        return;
    }
    let folder = TempDir::new().expect("a folder for the test");
    let parts = ["starter", "study", "visible"].map(|part| course(&format!("comparison/{part}")));
    let copied = Command::new("cp").arg("-r").args(parts).arg(folder.path()).status();
    assert!(copied.expect("there is cp").success());
    let study = folder.path().join("study/study.toml");
    let text = fs::read_to_string(&study).expect("a study");
    let short = text.replace("\"2s\"", "\"20ms\"").replace("reps = 3", "reps = 1");
    assert_ne!(text, short);
    fs::write(&study, short).expect("a study");
    prints(&["study", "run", study.to_str().expect("text")]);
    for made in ["rank.txt", "pairs.txt", "cactus.svg", "run-1/rows.csv"] {
        assert!(folder.path().join("study").join(made).exists(), "{made}");
    }
}
