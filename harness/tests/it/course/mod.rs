//! The course: references and starters against the conformance suite, the figures of the hand-outs, the visible
//! puzzles, and the archives for students. `documents` runs the commands of its pages.
//!
//! A test that lacks an interpreter or a compiler says so and is done.

mod figures;
mod files;
mod programs;

use std::path::{Path, PathBuf};
use std::process::Command;

use record::Row;
use tempfile::TempDir;

use crate::bench::{harness, rows, text};

/// The assignments, each with its programs.
const ASSIGNMENTS: &[(&str, &[&str])] = &[
    ("candidates", &["flags", "list"]),
    ("colouring", &["dsatur", "recursive", "welsh-powell"]),
    ("comparison", &["backtracking", "cover", "mrv", "sat"]),
];

/// A file or folder of an assignment.
fn course(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../course").join(path)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(course(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether a program is installed. Else the test says that it is skipped.
fn has(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        eprintln!("SKIPPED: there is no {program}");
    }
    is_there
}

/// The rows of a run of backends, the reference of the assignment among them, on visible files.
fn run(assignment: &str, files: &[&str], backends: &[&str], task: &str) -> Vec<Row> {
    let folder = TempDir::new().expect("a folder for the test");
    let visible = |file: &&str| course(&format!("{assignment}/visible/{file}"));
    let files: Vec<PathBuf> = files.iter().map(visible).collect();
    let programs = course(&format!("{assignment}/reference/backends.toml"));
    let output = folder.path().join("run");
    let mut arguments: Vec<&str> = files.iter().map(|file| text(file)).collect();
    arguments.extend(["--external-file", text(&programs), "-o", text(&output), "--task", task]);
    arguments.extend(["--no-probe", "--timeout", "60s"]);
    backends.iter().for_each(|backend| arguments.extend(["-b", backend]));
    let ran = harness(&arguments);
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    let mut rows = rows(&output);
    rows.sort_by_key(|row| row.plan_order);
    rows
}
