//! `harness backend check`: honest contestants pass, and of the others the right line fails.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Geometry, Grid, Puzzle};
use clap::Parser;
use harness::cli::{BackendSubcommand, Cli, Subcommand};
use harness::cmd::{self, End};
use solvers::candidates::mrv::MRV;
use solvers::{Backend, Limits, Outcome, Solver, Stop, Takes, Unsupported};

#[cfg(unix)]
use crate::bench::{Bench, example, text};

fn check(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    let command =
        command.args(["backend", "check", "--lang", "en", "--timeout", "1500ms"]).args(arguments);
    command.output().expect("the program runs")
}

/// Returns the names of the checks that failed.
fn failures(printed: &str) -> Vec<&str> {
    printed.lines().filter_map(|line| line.strip_prefix("FAILED   ")).collect()
}

#[track_caller]
fn assert_fails(output: &Output, expected: &[&str]) -> String {
    let printed = String::from_utf8(output.stdout.clone()).expect("text");
    assert_eq!(failures(&printed), expected, "{printed}");
    assert_eq!(output.status.code(), Some(1), "{printed}");
    printed
}

#[track_caller]
fn assert_passes(output: &Output) -> String {
    let printed = String::from_utf8(output.stdout.clone()).expect("text");
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert_eq!(failures(&printed), [""; 0], "{printed}");
    printed
}

/// Returns where the examples in other languages are; nothing, and a loud word, without Python.
fn python_examples() -> Option<PathBuf> {
    let found = Command::new("python3").arg("--version").output();
    if !found.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: python3 is missing, so nothing was tested here");
        return None;
    }
    Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/backends"))
}

/// MRV, and then what is to go wrong.
struct Spoilt {
    inner: Box<dyn Solver>,
    asked: u64,
    spoil: fn(&Puzzle, u64, &mut Outcome),
}

impl Solver for Spoilt {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        let mut outcome = self.inner.solve(puzzle, limits);
        self.asked += 1;
        (self.spoil)(puzzle, self.asked, &mut outcome);
        outcome
    }
}

fn spoilt(
    geometry: &Geometry,
    spoil: fn(&Puzzle, u64, &mut Outcome),
) -> Result<Box<dyn Solver>, Unsupported> {
    Ok(Box::new(Spoilt { inner: MRV.prepare::<Puzzle>(geometry)?, asked: 0, spoil }))
}

#[track_caller]
fn check_here(
    prepare: fn(&Geometry) -> Result<Box<dyn Solver>, Unsupported>,
    expected: &[&str],
) -> String {
    let row =
        Backend { id: "zz/spoilt", counts_traced: &[], takes: Takes::puzzles(prepare), ..MRV };
    let cli = Cli::parse_from(["harness", "backend", "check", "zz/spoilt", "--timeout", "100ms"]);
    let Some(Subcommand::Backend(BackendSubcommand::Check(arguments))) = &cli.subcommand else {
        panic!("another subcommand")
    };
    let mut out = Vec::new();
    let end = cmd::backend_check::run(arguments, &[row], &AtomicBool::new(false), &mut out);
    let printed = String::from_utf8(out).expect("text");
    assert_eq!(failures(&printed), expected, "{printed}");
    assert_eq!(end.expect("a report"), End::Failed);
    printed
}

#[test]
fn rows_of_three_families_pass() {
    for id in ["candidates/mrv", "cover/dlx", "sat/extended.batsat"] {
        let printed = assert_passes(&check(&[id]));
        assert!(printed.contains("ok       several solutions: solved, multiple, counted 61"));
        assert!(printed.contains("ok       time limit: 1.5s on classic25"), "{printed}");
    }
}

#[test]
fn a_row_that_gets_stuck_passes() {
    for id in ["candidates/rounds.h1", "deduce/singles"] {
        let printed = assert_passes(&check(&[id]));
        assert!(
            printed.contains("skipped  time limit (it got stuck before the time limit)"),
            "{id}"
        );
        let after = "skipped  after the time limit (the time limit was not reached)";
        assert!(printed.contains(after), "{id}: {printed}");
    }
}

#[test]
fn a_row_that_assumes_uniqueness_need_not_claim_it() {
    let printed = assert_passes(&check(&["deduce/all-unique"]));
    assert!(printed.contains("it assumes that there is one solution"), "{printed}");
}

#[test]
fn a_report_in_json_has_every_check() {
    let output = check(&["candidates/mrv", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["backend"], "candidates/mrv");
    assert_eq!(report["failed"], 0);
    let checks = report["checks"].as_array().expect("checks");
    assert_eq!((&checks[0]["name"], &checks[0]["result"]), (&"easy".into(), &"ok".into()));
}

#[test]
fn an_unknown_id_is_bad_usage_and_answered_with_the_nearest() {
    let output = check(&["cover/dxl"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("did you mean cover/dlx?"), "{errors}");
}

#[test]
fn an_external_id_without_a_file_says_which_file_is_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(["backend", "check", "external/list"]).current_dir(folder.path());
    let output = command.output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    let expected = "no backend is called \"external/list\": there is no backends.toml in this folder; go to the \
                    folder of your program, or give --external-file FILE";
    assert!(errors.contains(expected), "{errors}");
}

#[cfg(unix)]
#[test]
fn a_program_for_lines_of_nine_passes() {
    let Some(folder) = python_examples() else { return };
    let bench = Bench::new("");
    let nine = format!(
        "import sys, subprocess\nfor line in sys.stdin:\n    assert len(line.strip()) == 81\n    \
         out = subprocess.run(['python3', {:?}], input=line, capture_output=True, text=True).stdout\n    \
         sys.stdout.write(out); sys.stdout.flush()\n",
        text(&folder.join("lines.py"))
    );
    std::fs::write(bench.path("nine.py"), nine).expect("a file");
    let file =
        "[[backend]]\nid = \"external/nine\"\nmode = \"lines\"\ncommand = \"python3 nine.py\"\n";
    std::fs::write(bench.path("own.toml"), file).expect("a file");
    let own = bench.path("own.toml");
    let printed = assert_passes(&check(&["external/nine", "--external-file", text(&own)]));
    assert!(printed.contains("skipped  16x16 (a line does not state its board"), "{printed}");
    assert!(printed.contains("skipped  colouring (it accepts no graphs)"), "{printed}");
}

#[test]
fn a_wrong_grid_fails_at_its_puzzle() {
    let printed = check_here(
        |geometry| {
            spoilt(geometry, |puzzle, _, outcome| {
                if puzzle.clues() == 17 && outcome.first.is_some() {
                    outcome.first = Some(Grid::new([0; 81]));
                }
            })
        },
        &["17 clues, first"],
    );
    assert!(printed.contains("puzzle    .......12....35......6...7"), "{printed}");
    assert!(printed.contains("actual    wrong: not a solution"), "{printed}");
}

#[test]
fn a_solver_that_never_looks_for_a_second_grid_fails() {
    let printed = check_here(
        |geometry| {
            spoilt(geometry, |puzzle, _, outcome| {
                if puzzle.clues() == 23 && outcome.second.is_some() {
                    (outcome.stop, outcome.solutions, outcome.second) = (Stop::Exhausted, 1, None);
                }
            })
        },
        &["several solutions, unique", "count up to 10"],
    );
    assert!(printed.contains("expected  multiple with two different grids"), "{printed}");
}

#[test]
fn a_memory_of_earlier_puzzles_fails() {
    check_here(
        |geometry| spoilt(geometry, |_, asked, outcome| outcome.counters.nodes += asked),
        &["the same puzzle again"],
    );
}

#[test]
fn a_limit_that_is_not_kept_fails() {
    check_here(
        |geometry| {
            spoilt(geometry, |puzzle, _, _| {
                if puzzle.geometry().symbols() == 25 {
                    std::thread::sleep(Duration::from_millis(800));
                }
            })
        },
        &["time limit"],
    );
}

#[test]
fn a_panic_is_a_failure_and_the_others_are_checked() {
    let printed = check_here(
        |geometry| spoilt(geometry, |puzzle, _, _| assert!(puzzle.clues() != 81, "it is full")),
        &["full grid, first"],
    );
    assert!(printed.contains("actual    crashed: "), "{printed}");
}

#[test]
fn to_refuse_everything_is_to_fail() {
    check_here(|_| Err(Unsupported("not today".into())), &["answers"]);
}

#[cfg(unix)]
#[test]
fn a_solver_of_graphs_alone_passes() {
    if python_examples().is_none() {
        return;
    }
    let bench = Bench::new("");
    let script = "import sys\ndef say(text):\n    print(text, flush=True)\n\
                  say('hello sudoku-backend/1 geometries=graph tasks=first')\nfor line in sys.stdin:\n    \
                  w = line.split()\n    if w[:1] == ['solve']:\n        \
                  say('result %s solved - %s' % (w[1], ','.join(str(n + 1) for n in range(len(w[2])))))\n";
    std::fs::write(bench.path("graphs.py"), script).expect("a script");
    let command = format!("python3 {}", text(&bench.path("graphs.py")));
    let printed = assert_passes(&check(&["external/graphs", "--external", &command]));
    assert!(printed.contains("ok       colouring: solved, 5 colours"), "{printed}");
    assert!(printed.contains("skipped  time limit (no huge puzzle is supported)"), "{printed}");
    assert!(printed.contains("ok       a malformed line: it answers the next puzzle"), "{printed}");
}

#[cfg(unix)]
#[test]
fn a_program_that_shows_one_grid_of_several_and_lies_about_its_time_fails() {
    let command = format!("{} speak hasty", text(&example("foreign")));
    let output = check(&["external/speak", "--external", &command]);
    let printed = assert_fails(&output, &["4x4 without clues, first", "own times"]);
    assert!(printed.contains("line      result "), "{printed}");
    assert!(
        printed.contains("skipped  hard (first, unique: it supports classic4 only"),
        "{printed}"
    );
}

#[cfg(unix)]
#[test]
fn the_example_in_python_passes_and_one_that_ends_at_a_strange_line_fails() {
    let Some(folder) = python_examples() else { return };
    let solver = folder.join("solver.py");
    let command = format!("python3 {}", text(&solver));
    let bench = Bench::new("");
    let script = bench.path("frail.sh");
    std::fs::write(&script, format!("sed -u '/good morning/q' | {command}\n")).expect("a file");
    let frail = format!("sh {}", text(&script));
    assert_passes(&check(&["external/solver", "--external", &command]));
    assert_fails(&check(&["external/frail", "--external", &frail]), &["a malformed line"]);
}
