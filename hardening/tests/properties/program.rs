//! The program: what it finds is written, replayed and shrunk.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn hardening(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hardening"));
    command.current_dir(folder).args(words).output().expect("the program starts")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn readers_and_cases_are_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = hardening(folder.path(), &["readers", "cover", "graph", "--inputs", "200"]);
    assert!(output.status.success() && text(&output).lines().count() == 2, "{}", text(&output));
    let output = hardening(folder.path(), &["differential", "--cases", "20"]);
    assert!(output.status.success() && text(&output).contains("0 failed"), "{}", text(&output));
}

#[test]
fn a_case_is_replayed_and_a_wrong_one_refused_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let case = "graph 2\nedge 0 1\nbackend colour/dsatur\nsolve 0 solutions=2\n";
    fs::write(folder.path().join("case.txt"), case).expect("a file");
    let output = hardening(folder.path(), &["replay", "case.txt"]);
    assert_eq!(text(&output), "no backend fails it\n");
    fs::write(folder.path().join("case.txt"), case.replace("0 1", "0 2")).expect("a file");
    let output = hardening(folder.path(), &["replay", "case.txt"]);
    assert!(text(&output).starts_with("case.txt: line 2: "), "{}", text(&output));
    assert_eq!(output.status.code(), Some(2));
    fs::write(folder.path().join("case.txt"), case.replace("dsatur", "none")).expect("a file");
    let output = hardening(folder.path(), &["replay", "case.txt"]);
    assert!(text(&output).contains("no backend is called \"colour/none\""), "{}", text(&output));
    for line in ["backend colour/dsatur\n", "solve 0 solutions=2\n"] {
        fs::write(folder.path().join("case.txt"), case.replace(line, "")).expect("a file");
        let output = hardening(folder.path(), &["replay", "case.txt"]);
        assert!(text(&output).contains("nothing to replay"), "{}", text(&output));
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn unknown_targets_and_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for words in [&["readers", "covers"][..], &["input", "covers", "x"]] {
        let output = hardening(folder.path(), words);
        assert!(text(&output).starts_with("no target is called \"covers\""), "{}", text(&output));
    }
    let output = hardening(folder.path(), &["input", "cover", "x"]);
    assert!(text(&output).starts_with("cannot read x"), "{}", text(&output));
}
