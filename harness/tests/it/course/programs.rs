//! References pass every check; starters start, speak, and fail where a TODO is.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::{ASSIGNMENTS, course, has, read};
use crate::bench::{harness, prints, runs_slow_tests, text};

/// How often a program is checked: on a busy machine, one that keeps its time limit may be late.
const ATTEMPTS: usize = 3;

/// A program fails these checks and no others, and passes at least so many.
#[track_caller]
fn check(id: &str, programs: &Path, open: &[&str], passed: u64) {
    let (mut failed, mut ok) = failures(id, programs);
    for _ in 1..ATTEMPTS {
        if failed != open || ok < passed {
            (failed, ok) = failures(id, programs);
        }
    }
    assert_eq!(failed, open, "{id} of {}", programs.display());
    assert!(ok >= passed, "{id} of {}: {ok} checks passed", programs.display());
}

/// The names of the checks that a program fails, and how many it passes.
fn failures(id: &str, programs: &Path) -> (Vec<String>, u64) {
    let arguments = ["backend", "check", id, "--external-file", text(programs), "--json"];
    let output = harness(&[&arguments[..], &["--timeout", "1s"]].concat());
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let checks = report["checks"].as_array().expect("checks");
    let failed = checks.iter().filter(|check| check["result"] == "failed");
    let name = |check: &serde_json::Value| check["name"].as_str().expect("a name").to_owned();
    (failed.map(name).collect(), report["ok"].as_u64().expect("a number"))
}

fn check_references(assignment: &str, passed: u64) {
    if !has("python3") {
        return;
    }
    let programs = course(&format!("{assignment}/reference/backends.toml"));
    let (_, names) =
        ASSIGNMENTS.iter().find(|(name, _)| *name == assignment).expect("it is listed");
    for name in *names {
        check(&format!("external/{name}"), &programs, &[], passed);
    }
}

#[test]
fn the_references_of_candidates_pass() {
    check_references("candidates", 11);
}

#[test]
fn the_references_of_colouring_pass() {
    check_references("colouring", 13);
}

#[test]
fn the_references_of_comparison_pass() {
    if !runs_slow_tests() {
        return;
    }
    check_references("comparison", 13);
}

/// Builds each starter of a language as its `backends.toml` says, and checks one of its programs.
fn check_starters(language: &str, compiler: &str) {
    /// What remains to be done in each assignment before all checks pass.
    const OPEN: &[&[&str]] = &[&["two givens clash, first"], &["answers"], &[]];
    if !has(compiler) {
        return;
    }
    for ((assignment, names), open) in ASSIGNMENTS.iter().zip(OPEN) {
        let folder = TempDir::new().expect("a folder for the test");
        let starter = course(&format!("{assignment}/starter/{language}"));
        for file in fs::read_dir(starter).expect("a starter").flatten() {
            fs::copy(file.path(), folder.path().join(file.file_name())).expect("a copy");
        }
        let programs = read(&format!("{assignment}/starter/{language}/backends.toml"));
        let table: toml::Table = programs.parse().expect("TOML");
        let listed = table["backend"].as_array().expect("programs");
        let ids: Vec<&str> = listed.iter().filter_map(|it| it["id"].as_str()).collect();
        assert_eq!(ids, names.iter().map(|name| format!("external/{name}")).collect::<Vec<_>>());
        if let Some(build) = listed[0].get("build").and_then(toml::Value::as_str) {
            let build = Command::new("sh").args(["-c", build]).current_dir(folder.path()).output();
            let build = build.expect("there is a shell");
            let errors = String::from_utf8_lossy(&build.stderr);
            assert!(build.status.success(), "{assignment}: {errors}");
        }
        check(ids[0], &folder.path().join("backends.toml"), open, 4);
    }
}

#[test]
fn the_starters_in_cpp_speak() {
    if !runs_slow_tests() {
        return;
    }
    check_starters("cpp", "g++");
}

#[test]
fn the_starters_in_java_speak() {
    if !runs_slow_tests() {
        return;
    }
    check_starters("java", "javac");
}

#[test]
fn the_starters_in_python_speak() {
    check_starters("python", "python3");
}

#[test]
fn the_starters_in_rust_speak() {
    check_starters("rust", "rustc");
}

#[test]
fn the_references_get_all_points_but_those_of_files() {
    if !runs_slow_tests() || !has("python3") {
        return;
    }
    for (assignment, _) in ASSIGNMENTS {
        let folder = TempDir::new().expect("a folder for the test");
        let (reference, marks) =
            (course(&format!("{assignment}/reference")), folder.path().join("marks"));
        let (reference, scheme) = (text(&reference), course(assignment));
        let scheme = ["--assignment", text(&scheme), "--seed", "1", "-o", text(&marks)];
        prints(&[&["grade", reference][..], &scheme].concat());
        let marks = fs::read_to_string(marks.join("marks.json")).expect("marks");
        let marks: serde_json::Value = serde_json::from_str(&marks).expect("JSON");
        for part in marks["submissions"][0]["parts"].as_array().expect("parts") {
            let is_file = FILES.contains(&part["id"].as_str().expect("an id"));
            let all = part["points"] == part["max_points"];
            assert_eq!(all, !is_file, "{assignment}: {part}");
        }
    }
}

/// The parts for files that a student writes.
const FILES: &[&str] = &["dot", "measurements", "picture", "report"];
