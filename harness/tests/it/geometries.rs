//! Geometries of the user's own: files, by the command line and by the headers of a corpus.

use std::fs;
use std::process::{Command, Output};

use record::{Row, Status, Verified};

use crate::bench::{Bench, rows, text};

/// A jigsaw of order 4.
const OWN: &str = "\
name: own
board:
AABB
ACCB
ADCB
DDDC

rows
columns
";

fn harness(bench: &Bench, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(["--no-probe"]).args(arguments).current_dir(bench.path(""));
    command.output().expect("the program runs")
}

fn generate(bench: &Bench, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.arg("generate").args(arguments).current_dir(bench.path(""));
    command.output().expect("the program runs")
}

#[track_caller]
fn check_refused(output: &Output, message: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains(message) && !errors.contains("panicked"), "{errors}");
}

/// Returns a bench with a board of its own in a folder beside its corpus, and puzzles for it.
fn bench() -> Bench {
    let bench = Bench::new("");
    fs::create_dir(bench.path("boards")).expect("a folder");
    fs::write(bench.path("boards/own.txt"), OWN).expect("a board");
    let made =
        generate(&bench, &["--geometry", "boards/own.txt", "-c", "5", "-o", "corpus.txt.new"]);
    assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
    let made = fs::read_to_string(bench.path("corpus.txt.new")).expect("a corpus");
    let is_drawn = |line: &&str| *line == "#" || line.starts_with("#  ");
    let lines: Vec<&str> = made.lines().skip(1).skip_while(is_drawn).collect();
    let corpus = format!("# geometry: boards/own.txt\n{}\n", lines.join("\n"));
    fs::write(bench.path("corpus.txt"), corpus).expect("a corpus");
    bench
}

#[track_caller]
fn check_rows(rows: &[Row], n_backends: usize) {
    assert_eq!(rows.len(), 5 * n_backends);
    let asks_too_much = |id: &str| {
        let row = solvers::BACKENDS.iter().find(|row| row.id == id).expect("a row");
        // Kernels are built for one board, and some rows take no puzzles.
        let is_of_this_board = row.takes::<board::Puzzle>() && row.family() != "simd";
        !row.tasks.contains(&solvers::Task::Unique) || !is_of_this_board
    };
    for row in rows {
        let expected = match asks_too_much(&row.backend) {
            true => (Status::Unsupported, Verified::Unchecked),
            false => (Status::Unique, Verified::Yes),
        };
        assert_eq!((row.status, row.verified), expected, "{}: {:?}", row.backend, row.error);
        assert_eq!(&*row.geometry, "own");
    }
}

#[test]
fn a_corpus_finds_its_board_from_its_own_folder() {
    let bench = bench();
    fs::create_dir(bench.path("elsewhere")).expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(["../corpus.txt", "-o", "run", "-b", ".", "--no-probe"])
        .current_dir(bench.path("elsewhere"))
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    check_rows(&rows(&bench.path("elsewhere/run")), solvers::BACKENDS.len());
}

#[test]
fn what_is_generated_or_converted_carries_its_board() {
    let bench = bench();
    let convert = |notation: &str, output: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.args(["convert", "one.txt", "--to", notation, "-o", output]);
        command.current_dir(bench.path("")).output().expect("the program runs")
    };
    let corpus = fs::read_to_string(bench.path("corpus.txt")).expect("a corpus");
    let one: Vec<&str> = corpus.lines().take(4).collect();
    fs::write(bench.path("one.txt"), one.join("\n")).expect("a corpus");
    let mut files = vec!["plain.txt".to_owned()];
    generate(&bench, &["--geometry", "boards/own.txt", "-o", "plain.txt"]);
    for notation in ["csv", "grid", "hurtebis", "jsonl", "line", "pencil", "pencil-line", "tsv"] {
        let (made, converted) = (format!("made-{notation}.txt"), format!("turned-{notation}.txt"));
        let arguments = ["--geometry", "boards/own.txt", "-c", "1", "--to", notation, "-o", &made];
        assert_eq!(generate(&bench, &arguments).status.code(), Some(0), "{notation}");
        let output = convert(notation, &converted);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        files.extend([made, converted]);
    }
    fs::remove_dir_all(bench.path("boards")).expect("a folder");
    for file in &files {
        let ran = harness(&bench, &[file, "-o", &format!("run-{file}"), "-b", "cover/dlx"]);
        assert_eq!(ran.status.code(), Some(0), "{file}: {}", String::from_utf8_lossy(&ran.stderr));
        let rows = rows(&bench.path(&format!("run-{file}")));
        assert!(!rows.is_empty(), "{file}");
        for row in rows {
            assert_eq!((row.status, row.verified), (Status::Unique, Verified::Yes), "{file}");
            assert_eq!(&*row.geometry, "own");
        }
    }
}

#[test]
fn the_command_line_names_the_board_of_what_names_none() {
    let bench = bench();
    let corpus = fs::read_to_string(bench.path("corpus.txt")).expect("a corpus");
    let bare: String =
        corpus.lines().filter(|it| !it.starts_with("# geom")).collect::<Vec<_>>().join("\n");
    fs::write(bench.path("bare.txt"), bare).expect("a corpus");
    let ran =
        harness(&bench, &["bare.txt", "-o", "run", "-b", "/", "--geometry", "boards/own.txt"]);
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    check_rows(&rows(&bench.path("run")), solvers::BACKENDS.len());
    let ran =
        harness(&bench, &["corpus.txt", "-o", "other", "-b", "cover/dlx", "--geometry", "x4"]);
    assert_eq!(ran.status.code(), Some(0));
    check_rows(&rows(&bench.path("other")), 1);
}

#[cfg(unix)]
#[test]
fn children_and_programs_of_others_get_the_whole_board() {
    let bench = bench();
    let isolated = ["corpus.txt", "-o", "run", "-b", "/", "--isolate", "all", "--jobs", "1"];
    let ran = harness(&bench, &isolated);
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    let rows_of = rows(&bench.path("run"));
    assert!(rows_of.iter().all(|row| row.isolated));
    check_rows(&rows_of, solvers::BACKENDS.len());
    // This one answers `unsupported`, and says what it was told.
    let told = bench.path("told.txt");
    let script = format!(
        "#!/bin/sh\necho hello sudoku-backend/1\nwhile read -r line; do echo \"$line\" >> {}\n\
         set -- $line\n[ $1 = solve ] && echo result $2 unsupported - -\ndone\n",
        text(&told)
    );
    fs::write(bench.path("told.sh"), script).expect("a script");
    let all = ["--task", "count", "--max-solutions", "none"];
    let script = ["corpus.txt", "-o", "told", "-b", "told", "--external", "sh told.sh"];
    let ran = harness(&bench, &[&script[..], &all].concat());
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    let told = fs::read_to_string(told).expect("what it was told");
    assert!(told.contains(" task=count ") && told.contains(" limit_solutions=-"), "{told}");
    assert!(
        told.starts_with("geometry 1 own symbols=4 cells=16 regions=0.1.4.8,2.3.7.11,"),
        "{told}"
    );
}

#[test]
fn a_run_does_not_go_on_with_another_board() {
    let bench = bench();
    let run = ["corpus.txt", "-o", "run", "-b", "cover/dlx", "--resume"];
    assert_eq!(harness(&bench, &run).status.code(), Some(0));
    assert_eq!(harness(&bench, &run).status.code(), Some(0));
    let before = rows(&bench.path("run"));
    let other = harness(&bench, &[&run[..], &["--geometry", "x4"]].concat());
    check_refused(&other, "run is another run: reading: [], then [\"geometry=x4\"]");
    fs::write(bench.path("boards/own.txt"), format!("{OWN}region more: r1c1 r4c4\n"))
        .expect("a board");
    check_refused(&harness(&bench, &run), "run is another run: geometries: ");
    assert_eq!(rows(&bench.path("run")).len(), before.len());
    let other = harness(&bench, &["corpus.txt", "-o", "other", "-b", "cover/dlx"]);
    assert!(other.status.code().is_some());
    let other = rows(&bench.path("other"));
    assert!(before.iter().zip(&other).all(|(a, b)| a.puzzle_hash != b.puzzle_hash));
}

#[test]
fn what_is_wrong_with_a_board_is_told_once_with_its_place() {
    let bench = bench();
    let run = |more: &[&str]| harness(&bench, &[&["corpus.txt", "-o", "run"], more].concat());
    check_refused(&run(&["--geometry", "samurei"]), "did you mean samurai?");
    check_refused(&run(&["--geometry", "boards"]), "boards, expected a geometry");
    check_refused(&generate(&bench, &["--geometry", "nosuch.txt"]), "there is no file nosuch.txt");
    fs::write(bench.path("boards/own.txt"), OWN.replace("ACCB", "ACCBB")).expect("a board");
    let message = "boards/own.txt:4:5: 5 cells, expected 4 as in the first line of the picture";
    check_refused(&generate(&bench, &["--geometry", "boards/own.txt"]), message);
    let output = run(&[]);
    check_refused(&output, &format!("corpus.txt:1:2: {message}"));
    assert_eq!(String::from_utf8_lossy(&output.stderr).matches(message).count(), 1);
}

#[test]
fn every_name_is_listed_with_what_it_is() {
    let output = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(["list", "--geometries", "--csv"])
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("text");
    for line in ["x,9,81,29,864,", "samurai,9,369,131,3906,", "latin100,100,10000,200,"] {
        assert!(text.contains(&format!("\n{line}")), "{line}");
    }
}
