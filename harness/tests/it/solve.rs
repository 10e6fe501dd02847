//! `harness solve`, from its arguments to what it prints.

use std::sync::atomic::AtomicBool;

use board::{Alphabet, Symbol};
use clap::Parser;
use harness::cli::{Cli, Subcommand};
use harness::cmd::{self, End};
use serde_json::Value;
use solvers::{BACKENDS, Backend, Outcome, Takes};

use crate::bench::{Bench, text};
use crate::related::RELATED;

/// The example of a course on comparing approaches (SAÉ S1.02).
const SAE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const SMALL: &str = "....1.3.431.2...";

/// Falissard's grid with 13 blocks.
const WINDOKU: &str =
    "...........9...1...124.567...6...2......6......4...7...685.149...1...8...........";

const ESCARGOT: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

pub(crate) fn try_solve(backends: &[Backend], arguments: &[&str]) -> anyhow::Result<(End, String)> {
    let cli = Cli::parse_from(["harness", "solve"].iter().chain(arguments));
    let Some(Subcommand::Solve(arguments)) = &cli.subcommand else {
        panic!("the subcommand is solve")
    };
    let mut out = Vec::new();
    let end = cmd::solve::run(arguments, backends, &AtomicBool::new(false), &mut out)?;
    Ok((end, String::from_utf8(out).expect("text")))
}

#[track_caller]
pub(crate) fn solve(arguments: &[&str]) -> String {
    let (end, printed) = try_solve(BACKENDS, arguments).expect("a puzzle and a backend");
    assert_eq!(end, End::Well);
    printed
}

#[track_caller]
pub(crate) fn refused(arguments: &[&str]) -> String {
    match try_solve(BACKENDS, arguments) {
        Ok((end, printed)) => panic!("it ended with {end:?} and printed {printed}"),
        Err(error) => format!("{error:#}"),
    }
}

#[test]
fn the_grid_and_the_four_statistics_are_shown() {
    let printed = solve(&[SAE, "--backend", "deduce/pairs", "--color", "never"]);
    assert!(printed.starts_with("5 3 4 │ 6 7 8 │ 9 1 2\n6 7 2 │ 1 9 5 │ 3 4 8\n"), "{printed}");
    assert!(printed.contains("deduce/pairs: one solution"));
    assert!(printed.contains("cells filled        51 of 51 (100.0 %)"));
    // Its candidate grid has 153 candidates in 51 cells.
    assert!(printed.contains("candidates removed  102 of 102 (100.0 %)"));
    assert!(!printed.contains('\x1b'));
    assert!(solve(&[SAE, "--color", "always"]).contains("\x1b[32m"));
}

#[test]
fn steps_say_why_and_a_hint_is_the_first_of_them() {
    let steps = solve(&[WINDOKU, "--geometry", "windoku", "--steps", "--color", "never"]);
    let pair = steps.find("r6c4 and r6c6 are a naked pair, 2 and 3").expect("Falissard's pair");
    assert!(pair < steps.find("r6c2=9").expect("its single"), "{steps}");
    let hint = solve(&[WINDOKU, "--geometry", "windoku", "--hint"]);
    assert_eq!(hint.lines().count(), 1);
    assert!(steps.starts_with(&hint), "{hint}");
    let bets = solve(&[ESCARGOT, "--steps", "-b", "candidates/mrv"]);
    assert!(bets.contains("bet on ") && bets.contains("a contradiction") && bets.contains("back"));
}

#[test]
fn steps_on_a_board_that_no_technique_knows_are_those_of_the_search() {
    let bench = Bench::new(RELATED);
    let corpus = bench.path("corpus.txt");
    let file = text(&corpus);
    let printed = solve(&[file, "--steps"]);
    assert!(printed.contains("r1c2=4 is forced"), "{printed}");
    assert!(printed.contains("candidates/mrv: one solution"), "{printed}");
    for arguments in
        [["--hint"].as_slice(), &["--max-steps", "1"], &["--steps", "-b", "deduce/all"]]
    {
        let arguments = [&[file], arguments].concat();
        let error = try_solve(BACKENDS, &arguments).expect_err("no relations").to_string();
        assert!(error.starts_with("deduce/all does not support one:"), "{error}");
    }
}

#[test]
fn the_candidates_of_the_start_are_those_that_the_course_prints() {
    let printed = solve(&[SAE, "--candidates"]);
    let first = printed.lines().nth(1).expect("a row");
    let words: Vec<&str> =
        first.split(|c: char| !c.is_ascii_digit()).filter(|w| !w.is_empty()).collect();
    assert_eq!(words, ["5", "3", "124", "26", "7", "2468", "1489", "1249", "248"]);
}

#[test]
fn what_remains_when_deduction_is_stuck_can_be_read_again() {
    let stuck = solve(&[ESCARGOT, "-b", "deduce/pairs", "--candidates", "-m"]);
    assert!(stuck.starts_with(".---") && stuck.lines().count() == 13, "{stuck}");
    let bench = Bench::new(&stuck);
    let again = solve(&[text(&bench.path("corpus.txt")), "--candidates"]);
    assert_eq!(again, stuck);
    assert!(refused(&[ESCARGOT, "-b", "cover/dlx", "--candidates"]).contains("family deduce"));
}

#[test]
fn several_puzzles_are_named() {
    let bench = Bench::new(&format!("{SMALL} one\n{SMALL}\n"));
    let path = bench.path("corpus.txt");
    let printed = solve(&[text(&path)]);
    let names: Vec<&str> = printed.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(names, ["# one", "# corpus:2"]);
    assert!(!solve(&[text(&path), "-f", "one"]).contains('#'));
    assert!(!solve(&[SMALL]).contains('#'));
}

#[test]
fn candidates_are_shown_after_any_number_of_steps() {
    let start = solve(&[SAE, "--candidates"]);
    let none = solve(&[SAE, "--candidates", "--max-steps", "0", "-m"]);
    assert_eq!(start, none);
    let steps = solve(&[SAE, "-b", "deduce/singles", "--candidates", "-v", "--max-steps", "3"]);
    let is_start = |line: &&str| line.starts_with(".---");
    assert_eq!(
        steps.lines().filter(is_start).count(),
        4,
        "after each step and at the end: {steps}"
    );
    assert!(steps.contains("stopped after the maximum number of steps"), "{steps}");
    let printed =
        solve(&[SAE, "-b", "deduce/singles", "--candidates", "--max-steps", "1", "--json"]);
    let [object]: [Value; 1] = serde_json::from_str(&printed).expect("one");
    // The centre is 5, and its peers lose it.
    let (left, gone) = (&object["candidates"], &object["eliminated"]);
    assert_eq!((&left[40], &gone[40], &gone[37]), (&"5".into(), &"".into(), &"5".into()));
    assert_eq!(object["filled"], 1);
}

#[test]
fn removed_candidates_are_struck_through_in_pictures() {
    let bench = Bench::new("");
    let draw = |name: &str, more: &[&str]| {
        let file = bench.path(name);
        solve(
            &[&[ESCARGOT, "-b", "deduce/pairs", "--candidates", "-o", text(&file)], more].concat(),
        );
        std::fs::read(file).expect("a picture")
    };
    let svg = String::from_utf8(draw("end.svg", &[])).expect("text");
    assert!(svg.contains("class=\"strike-last\"") && svg.contains("class=\"candidate\""), "{svg}");
    assert!(draw("end.png", &[]).starts_with(b"\x89PNG"));
    let page = String::from_utf8(draw("steps.html", &["-v"])).expect("text");
    assert_eq!(page.matches("<svg").count(), 2, "the start, and after the one step");
}

#[test]
fn a_program_reads_objects() {
    let objects = |arguments: &[&str]| -> Value {
        let printed = solve(arguments);
        assert_eq!(printed.lines().count(), 3, "an object a line");
        serde_json::from_str::<[Value; 1]>(&printed).expect("an array of one").into()
    };
    let object = |arguments: &[&str]| objects(arguments)[0].take();
    let stuck = object(&[ESCARGOT, "-b", "deduce/singles", "--json"]);
    assert_eq!(stuck["solution"], Value::Null);
    assert_eq!(stuck["techniques"]["hidden-single"], 1);
    assert_eq!(stuck["filled"], 1);
    let solved = object(&[SAE, "-b", "deduce/tuples", "--steps", "--json"]);
    assert_eq!(solved["solutions"], 1);
    // 51 empty cells, eight removals each, as Sudoto counts.
    assert_eq!(solved["counters"]["removals"], 408);
    assert_eq!(solved["steps"][0]["technique"], "naked-single");
    let hint = object(&[SAE, "--hint", "--json"]);
    assert_eq!(hint["hint"]["technique"], "naked-single");
    assert_eq!(object(&[SAE, "--candidates", "--json"])["candidates"][2], "124");
}

#[test]
fn what_cannot_be_done_is_said_in_one_line() {
    assert!(refused(&["no-such-file.txt"]).contains("cannot open no-such-file.txt"));
    assert!(refused(&[SAE, "-b", "deduce/al"]).contains("did you mean deduce/all?"));
    assert!(refused(&[SAE, "-b", "cover/dlx", "--hint"]).contains("cannot give hints"));
    let (end, printed) = try_solve(BACKENDS, &[&SAE[1..]]).expect("a message");
    assert_eq!((end, &*printed), (End::BadInput, ""));
}

#[test]
fn puzzles_without_a_solution_and_with_several_are_answered() {
    let clash = SAE.replacen("53", "55", 1);
    assert!(solve(&[&clash]).contains("no solution"));
    assert!(solve(&[&clash, "-b", "deduce/all"]).contains("no solution"));
    assert!(solve(&[&clash, "--hint"]).contains("the puzzle has no solution"));
    assert!(solve(&["1...............", "-b", "cover/dlx"]).contains("several solutions"));
    let open = solve(&["1...............", "-b", "deduce/all-unique"]);
    assert!(open.contains("stuck") || open.contains("was assumed"), "{open}");
}

#[test]
fn givens_that_clash_are_named_before_anything_is_searched() {
    let clash = SAE.replacen("53", "55", 1);
    let named = "row 1 holds 5 twice, at r1c1 and r1c2; block 1 holds 5 twice, at r1c1 and r1c2";
    assert_eq!(solve(&[&clash, "-b", "cover/dlx", "-v"]), format!("no solution: {named}\n"));
    let [object]: [Value; 1] = serde_json::from_str(&solve(&[&clash, "--json"])).expect("one");
    assert_eq!((&object["solutions"], &object["result"]), (&0.into(), &"no solution".into()));
    assert_eq!(object["violations"].as_array().map(Vec::len), Some(2));
}

#[test]
fn steps_and_violations_name_the_symbols_of_large_boards_as_their_grid_does() {
    let alphabet = Alphabet::standard(64).expect("64 symbols");
    let symbol = |cell: usize| (8 * (cell / 64 % 8) + cell / 512 + cell) % 64;
    let mut cells: Vec<char> =
        (0..64 * 64).map(|cell| alphabet.character(symbol(cell) as Symbol)).collect();
    let mut solved = |cell: usize, character, option| {
        cells[cell] = character;
        let bench = Bench::new(&(cells.iter().collect::<String>() + "\n"));
        solve(&[text(&bench.path("corpus.txt")), option])
    };
    let steps = solved(62, '.', "--steps");
    assert!(steps.contains("; so r1c63=63\n"), "{steps}");
    let violations = solved(62, alphabet.character(63), "--steps");
    assert!(violations.contains("row 1 holds 64 twice, at r1c63 and r1c64"), "{violations}");
}

#[test]
fn as_many_solutions_are_printed_as_are_asked_for() {
    let grids = |printed: &str| printed.split("\n\n").count();
    let four = ["1...............", "--max-solutions", "none"];
    let all = solve(&four);
    assert!(grids(&all) == 72 && all.contains("candidates/mrv: all 72 solutions"), "{all}");
    // Without the four extra blocks, it has many solutions.
    let some = solve(&[WINDOKU, "--max-solutions", "50", "-b", "backtrack/naive"]);
    assert!(grids(&some) == 50 && some.contains("50 solutions; there may be others"), "{some}");
    let first = solve(&[SAE, "--max-solutions", "1"]);
    assert!(first.contains("a solution; there may be others"), "{first}");
    let [object]: [Value; 1] =
        serde_json::from_str(&solve(&[&four[..], &["--json"]].concat())).expect("one object");
    let grids: std::collections::HashSet<&str> =
        object["grids"].as_array().expect("grids").iter().filter_map(Value::as_str).collect();
    assert_eq!(grids.len(), 72);
}

#[test]
fn a_second_solution_may_be_as_different_as_possible_or_that_of_a_sat_solver() {
    let empty = ".".repeat(16);
    let two = |id| solve(&[&empty, "--max-solutions", "2", "-b", id]);
    let printed = two("backtrack/naive-two-run");
    let cells: Vec<char> = printed.chars().filter(char::is_ascii_digit).take(32).collect();
    assert!((0..16).all(|cell| cells[cell] != cells[cell + 16]), "{printed}");
    assert_eq!(two("sat/extended.varisat").split("\n\n").count(), 2);
    let three = |id| refused(&[&empty, "--max-solutions", "3", "-b", id]);
    assert!(three("backtrack/naive-two-run").contains("finds at most 2: expected"));
}

#[test]
fn a_wrong_grid_is_called_wrong() {
    let mut liar = *BACKENDS.iter().find(|row| row.id == "candidates/mrv").expect("the row");
    liar.takes = Takes::puzzles(|_| {
        struct Liar;
        impl solvers::Solver for Liar {
            fn solve(&mut self, puzzle: &board::Puzzle, _: &solvers::Limits<'_>) -> Outcome {
                let grid = board::Grid::new(vec![0; puzzle.geometry().cells()]);
                let stop = solvers::Stop::Exhausted;
                Outcome { solutions: 1, first: Some(grid), ..Outcome::ended(stop) }
            }
        }
        Ok(Box::new(Liar))
    });
    let (end, printed) = try_solve(&[liar], &[SAE]).expect("an answer");
    assert_eq!(end, End::Failed);
    assert!(printed.contains("WRONG"));
}

#[test]
fn vector_code_bets_on_several_cells_and_inference_reports_what_it_concludes() {
    for id in ["simd/single", "simd/bitslice"] {
        let steps = solve(&[ESCARGOT, "-b", id, "--steps"]);
        for line in ["bet that ", ", one of 2", "is forced", "a contradiction", "a solution"] {
            assert!(steps.contains(line), "{line} in {steps}");
        }
    }
    let steps = solve(&[ESCARGOT, "-b", "sat/fl", "--steps"]);
    assert!(steps.contains("r1c1=1 is a clause") && steps.contains("learn (r"), "{steps}");
}

#[test]
fn the_steps_of_a_sat_engine_are_literals_with_their_clauses() {
    let steps = solve(&[ESCARGOT, "-b", "sat/extended.cdcl", "--steps"]);
    for line in [
        "r1c1=1 is a clause",
        "r1c2≠1 by (r1c2≠1 ∨ r1c1≠1)",
        ", at level 1",
        ") is false",
        "a contradiction",
        "learn (",
        "back to level ",
        "a solution",
    ] {
        assert!(steps.contains(line), "{line} in {steps}");
    }
    let steps = solve(&[SMALL, "-b", "sat/log.dpll", "--steps"]);
    assert!(steps.contains(" by (x") && !steps.contains("learn"), "{steps}");
    let steps = solve(&[SMALL, "-b", "sat/extended.varisat", "--steps"]);
    let silence = "reports its solutions, but not its steps: the crate that does the work";
    assert!(steps.contains(silence), "{steps}");
    let solved: Value =
        serde_json::from_str(&solve(&[SMALL, "-b", "sat/extended.cdcl", "--steps", "--json"]))
            .expect("JSON");
    let of = |key: &str| {
        solved[0]["steps"].as_array().map(|all| all.iter().any(|it| it.get(key).is_some()))
    };
    assert_eq!((of("implied"), of("reason"), of("solution")), (Some(true), Some(true), Some(true)));
}
