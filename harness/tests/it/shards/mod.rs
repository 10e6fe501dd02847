//! Runs that are cut into shards: helpers of their tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Output;

use crate::bench::{Bench, harness, text};

mod balance;
mod merge;
mod simulated;
mod status;

/// A solved grid of four symbols; puzzles are it with some cells blank.
const GRID: &str = "3421123443122143";

/// The columns that depend on when, where and in which order a trial ran.
const OF_THE_RUN: &[&str] = &[
    "run_id",
    "plan_order",
    "worker",
    "wall_ns",
    "wall_error_ns",
    "cpu_ns",
    "setup_ns",
    "encode_ns",
    "solve_ns",
    "decode_ns",
];

pub(crate) const BACKENDS: &[&str] =
    &["-b", "candidates/mrv", "-b", "cover/dlx", "--no-probe", "--isolate", "none", "--jobs", "1"];

/// Returns a puzzle with the cells blank whose bit is set.
pub(super) fn puzzle(blank: u16) -> String {
    let cell = |(at, c): (usize, char)| if blank >> at & 1 == 1 { '.' } else { c };
    GRID.chars().enumerate().map(cell).collect()
}

/// So many puzzles, the first one twice.
pub(crate) fn corpus(n_puzzles: u16) -> String {
    let line = |number: u16| format!("{} p{number}\n", puzzle(number.wrapping_mul(2_477)));
    let puzzles: String = (1..=n_puzzles).map(line).collect();
    puzzles + &format!("{} again\n", puzzle(2_477))
}

/// Returns the arguments of a run of the corpus of the bench.
pub(super) fn arguments<'a>(corpus: &'a Path, output: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["run", text(corpus), "-o", text(output)], BACKENDS, more].concat()
}

pub(super) fn run(bench: &Bench, output: &Path, more: &[&str]) -> Output {
    harness(&arguments(&bench.path("corpus.txt"), output, more))
}

/// Runs all of so many shards into a folder.
pub(super) fn run_shards(bench: &Bench, shared: &Path, count: u32, more: &[&str]) {
    for number in 1..=count {
        let shard = format!("{number}/{count}");
        let output = run(bench, shared, &[&["--shard", &shard], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Merges folders, and returns the exit code with all that is printed.
pub(super) fn merge(shards: &[&Path], output: &Path) -> (Option<i32>, String) {
    let shards: Vec<&str> = shards.iter().map(|path| text(path)).collect();
    let merged = harness(&[&["merge", "--complete", "-o", text(output)], &shards[..]].concat());
    let told = [merged.stdout, merged.stderr].concat();
    (merged.status.code(), String::from_utf8(told).expect("text"))
}

#[track_caller]
pub(crate) fn check_merged(shards: &[&Path], output: &Path) -> String {
    let (code, told) = merge(shards, output);
    assert_eq!(code, Some(0), "{told}");
    told
}

#[track_caller]
pub(super) fn check_not_merged(shards: &[&Path], output: &Path, expected_code: i32, message: &str) {
    let (code, told) = merge(shards, output);
    assert_eq!(code, Some(expected_code), "{told}");
    assert!(told.contains(message), "{told}");
    assert!(!output.exists(), "{told}");
}

/// Returns the rows of a table without the columns of the run, sorted.
pub(super) fn table(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).expect("a table");
    let rows = reader.deserialize().collect::<Result<Vec<BTreeMap<String, String>>, _>>();
    let mut rows = rows.expect("rows");
    rows.iter_mut().for_each(|row| row.retain(|name, _| !OF_THE_RUN.contains(&&**name)));
    rows.sort();
    rows
}

#[track_caller]
pub(crate) fn check_same(merged: &Path, whole: &Path) {
    for file in ["rows.csv", "puzzles.csv", "backends.csv"] {
        assert_eq!(table(&merged.join(file)), table(&whole.join(file)), "{file}");
    }
}

pub(crate) fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

pub(super) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for name in names(from) {
        fs::copy(from.join(&name), to.join(&name)).expect("a copy");
    }
}
