//! The console habits of É. Hurtebis' program on `harness solve`: his options, what he prints, grids
//! that are built in or typed, and pauses.

use clap::Parser;
use harness::cli::Cli;
use harness::cmd::End;
use serde_json::Value;
use solvers::BACKENDS;

use crate::solve::{refused, solve, try_solve};

/// The file `toto.txt` of the manual.
const TOTO: &str =
    "2....4.691....6.4..4....7......3.85.81..2....9..........71....2.....23.45.2......";

/// The grid of `-h 1`.
const LOOSE: &str =
    "........584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17...";

const ROUNDS: [&str; 2] = ["-b", "candidates/rounds"];

#[test]
fn rounds_passes_and_level_are_told() {
    let printed = solve(&[TOTO, ROUNDS[0], ROUNDS[1]]);
    assert!(printed.contains("candidates/rounds: one solution\n"), "{printed}");
    let told = "solved in 2 rounds (14 passes)\nestimated level: hard (24 clues)\n";
    assert!(printed.contains(told), "{printed}");
    let insisting = solve(&[TOTO, "-i"]);
    assert!(insisting.contains("solved in 1 round (10 passes)\n"), "{insisting}");
    // The rounds are those to the first solution, not those to the second.
    let loose = solve(&[LOOSE, ROUNDS[0], ROUNDS[1]]);
    assert!(loose.contains("candidates/rounds: several solutions"), "{loose}");
    assert!(loose.contains("solved in 14 rounds (37 passes)\nestimated level: fiendish"));
    let object = solve(&[TOTO, ROUNDS[0], ROUNDS[1], "--json"]);
    let [object]: [Value; 1] = serde_json::from_str(&object).expect("an array of one");
    assert_eq!(object["solved_in"]["passes"], 14);
    assert_eq!(object["estimated_level"], "hard");
    assert_eq!(object["counters"]["rounds"], 2);
}

#[test]
fn hypotheses_and_rounds_have_limits() {
    let one = solve(&[LOOSE, "--max-hypotheses", "1", "-v"]);
    let bets: Vec<&str> = one.lines().filter(|line| line.contains("bet on ")).collect();
    let cells = ["r1c2=7", "r1c2=9", "r1c5=3", "r1c5=9"];
    assert!(bets.iter().zip(cells).all(|(bet, cell)| bet.contains(cell)), "{bets:?}");
    assert_eq!(bets.len(), 4);
    assert!(one.contains("round 1\n") && one.contains("there may be others"));
    let none = solve(&[LOOSE, "--max-hypotheses", "0"]);
    assert!(none.contains("stuck: it requires more nested hypotheses"), "{none}");
    assert!(none.contains("cells filled        13 of 58"), "{none}");
    assert_eq!(solve(&[LOOSE, "-H", "0"]), none);
    // This one of his puzzles needs a hypothesis within another.
    let shallow = solve(&["--builtin", "4", "3", "-H", "0", "-n"]);
    assert!(shallow.contains("stuck: it requires more nested hypotheses"), "{shallow}");
    let few = solve(&[LOOSE, "-t", "3"]);
    assert!(few.contains("given up: the limit of rounds is reached"), "{few}");
    assert!(few.contains("rounds 3,"), "{few}");
    assert!(solve(&[LOOSE, "-t", "none"]).contains("several solutions"));
}

#[test]
fn steps_give_the_phase_as_a_reason() {
    let printed = solve(&[TOTO, ROUNDS[0], ROUNDS[1], "-v", "-n"]);
    assert!(printed.starts_with("round 1\npass 1\n   1. naked single: "), "{printed}");
    assert!(printed.contains("\nround 2\npass 6\n") && printed.contains(". hidden single: in "));
    assert!(printed.contains("  58. a solution\n"), "{printed}");
    assert!(!printed.contains('\x1b'));
}

#[test]
fn steps_name_the_hypothesis_they_depend_on_and_where_the_proof_of_uniqueness_begins() {
    let puzzle = ["--builtin", "4", "3", "-n"];
    let steps = solve(&[&puzzle[..], &["-v"]].concat());
    for line in ["[A] bet on r1c7=4, one of 2", "[B] naked single: r2c3 has 8", "[A] back"] {
        assert!(steps.contains(&format!(". {line}")), "{line} in {steps}");
    }
    assert!(steps.contains("\n   1. hidden single"), "the first step needs no hypothesis: {steps}");
    let (search, proof) = steps
        .split_once("a solution\nthe proof of uniqueness begins: is there a second solution?\n")
        .expect("both parts");
    assert_eq!((search.matches("bet on").count(), proof.matches("bet on").count()), (2, 2));
    let first = solve(&[&puzzle[..], &["-v", "--max-solutions", "1"]].concat());
    assert!(first.starts_with(search), "{first}");
    assert!(!first.contains("proof") && first.contains("solved in 9 rounds (26 passes)"));
    // His rounds are the default for his puzzles.
    assert_eq!(solve(&puzzle), solve(&[&puzzle[..], &ROUNDS].concat()));
}

#[test]
fn a_page_shows_the_solved_grid_with_hypotheses_in_colour() {
    let bench = crate::bench::Bench::new(&format!("{LOOSE}\n{TOTO}\n"));
    let count = |svg: &str, what: &str| svg.matches(what).count();
    let (svg, page) = (bench.path("loose.svg"), bench.path("both.html"));
    solve(&[LOOSE, ROUNDS[0], ROUNDS[1], "-o", svg.to_str().expect("a path")]);
    let drawn = std::fs::read_to_string(&svg).expect("a picture");
    // As many as on the screen: four hypotheses, and 41 values that follow from them.
    assert_eq!((count(&drawn, "#ffd24d"), count(&drawn, "#fff3bf")), (4, 41));
    assert_eq!((count(&drawn, "class=\"given\""), count(&drawn, "class=\"found\"")), (23, 58));
    assert!(refused(&[LOOSE, "-o", svg.to_str().expect("a path")]).contains("already exists"));
    let corpus = bench.path("corpus.txt");
    let both = [corpus.to_str().expect("a path"), "-m", "-o"];
    solve(&[&both[..], &[page.to_str().expect("a path")]].concat());
    let drawn = std::fs::read_to_string(&page).expect("a page");
    assert_eq!(count(&drawn, "<svg"), 2);
    let other = bench.path("other.svg");
    let several = refused(&[&both[..], &[other.to_str().expect("a path")]].concat());
    assert!(several.contains("2 answers, but a picture holds one"), "{several}");
}

#[test]
fn values_are_coloured_by_their_origin() {
    let count = |printed: &str, colour: &str| printed.matches(&format!("\x1b[{colour}m")).count();
    let certain = solve(&[TOTO, ROUNDS[0], ROUNDS[1], "--color", "always"]);
    assert_eq!(["1", "32", "93", "33"].map(|it| count(&certain, it)), [24, 57, 0, 0]);
    let loose = solve(&[LOOSE, ROUNDS[0], ROUNDS[1], "--color", "always"]);
    // Four hypotheses, one on the other.
    assert_eq!(["1", "32", "93", "33"].map(|it| count(&loose, it)), [23, 13, 4, 41]);
    let mrv = solve(&[LOOSE, "--color", "always"]);
    assert!(count(&mrv, "93") > 0 && count(&mrv, "33") > 0);
    let sat = solve(&[TOTO, "-b", "sat/extended.varisat", "--color", "always"]);
    assert_eq!(["1", "32", "93", "33"].map(|it| count(&sat, it)), [24, 57, 0, 0]);
}

#[test]
fn mute_prints_the_grid_alone_and_print_only_the_puzzle() {
    let grid = solve(&[TOTO, "-m"]);
    assert_eq!(grid.lines().count(), 11);
    assert!(grid.starts_with("2 5 8 │ 3 7 4 │ 1 6 9\n"), "{grid}");
    let clash = TOTO.replacen("2.", "22", 1);
    assert_eq!(solve(&[&clash, "--quiet"]), "");
    let puzzle = solve(&["--print", TOTO]);
    assert!(puzzle.starts_with("2 . . │ . . 4 │ . 6 9\n"), "{puzzle}");
    assert!(puzzle.ends_with("estimated level: hard (24 clues)\n"), "{puzzle}");
}

#[test]
fn grids_are_built_in() {
    let printed = solve(&["--builtin", "2", "3", "-b", "candidates/rounds"]);
    assert!(printed.contains("\nsolved in ") && printed.contains("\nlevel: medium (30 clues)\n"));
    assert_eq!(printed, solve(&["--builtin", "medium", "3", "-b", "candidates/rounds"]));
    assert!(solve(&["--builtin", "unknown", "1", "--print"]).contains("\nestimated level: "));
    assert!(refused(&["--builtin", "0", "1"]).contains("no level \"0\""));
    assert!(refused(&["--builtin", "4", "6"]).contains("no puzzle \"6\""));
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    for arguments in [
        &["-m", "-v", TOTO][..],
        &["-m", "-p", TOTO],
        &["--print", "-v", TOTO],
        &["-n", "--color", "always", TOTO],
        &["--builtin", "2", "3", TOTO],
        &["--builtin", "2"],
        &["--builtin", "2", "3", "--geometry", "x"],
        &["-t", "many", TOTO],
        &["-t", "0", TOTO],
        &["--max-hypotheses", "-1", TOTO],
        &[],
    ] {
        let parsed = Cli::try_parse_from(["harness", "solve"].iter().chain(arguments));
        assert!(parsed.is_err(), "{arguments:?}");
    }
    assert!(refused(&[TOTO, "-p", "--json"]).contains("cannot be combined with --format json"));
    assert!(refused(&[TOTO, "-b", "cover/dlx", "-i"]).contains("rules of candidates/rounds"));
    assert!(refused(&[TOTO, "-b", "cover/dlx", "-t", "5"]).contains("does not work in rounds"));
    assert!(refused(&[TOTO, "-i", "--hint"]).contains("cannot give hints"));
    let (end, _) = try_solve(BACKENDS, &[TOTO, "-b", "candidates/rounds.h1"]).expect("an answer");
    assert_eq!(end, End::Well);
}

#[cfg(target_os = "linux")]
mod terminal {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};

    use crate::bench::Bench;

    /// Returns what a terminal shows on which the program is run and, once it has shown something, something is typed;
    /// none where there is no `script`, which makes terminals.
    fn shown(arguments: &str, awaited: &str, typed: &str) -> Option<(Option<i32>, String)> {
        let command = format!("{} solve {arguments}", env!("CARGO_BIN_EXE_harness"));
        if Command::new("script").arg("--version").output().is_err() {
            eprintln!("SKIPPED: what is typed was not tested, because there is no `script`");
            return None;
        }
        let mut script = Command::new("timeout")
            .args(["--foreground", "60", "script", "-qec", &command, "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a terminal");
        let mut keyboard = script.stdin.take().expect("a pipe");
        let (mut screen, mut shown) = (script.stdout.take().expect("a pipe"), Vec::new());
        let mut byte = [0];
        while !shown.ends_with(awaited.as_bytes()) && screen.read(&mut byte).expect("a byte") > 0 {
            shown.push(byte[0]);
        }
        keyboard.write_all(typed.as_bytes()).expect("it is typed");
        screen.read_to_end(&mut shown).expect("the rest");
        let status = script.wait().expect("it ends");
        Some((status.code(), String::from_utf8_lossy(&shown).replace('\r', "")))
    }

    #[test]
    fn a_grid_is_asked_for_row_by_row() {
        let rows = "2    4 69\n1    6 4x\n1    6 4\n 4    7\n    3 85\n81  2\n9\n  71    2\n     \
                    23 4\n5 2\n";
        let Some((code, shown)) = shown("-b candidates/rounds -", "row 1: ", rows) else { return };
        assert_eq!(code, Some(0), "{shown}");
        assert!(shown.contains("9 rows of 9 cells; a blank is an empty cell:"), "{shown}");
        assert!(
            shown.contains("'x' is not a symbol, expected one of 123456789 or a blank; try again")
        );
        assert!(shown.contains("solved in 2 rounds (14 passes)"), "{shown}");
    }

    #[test]
    fn a_row_that_never_comes_is_bad_input_and_ctrl_c_ends_the_asking() {
        let Some((code, shown_text)) = shown("-", "row 1: ", "1\n\x04") else { return };
        assert_eq!(code, Some(2), "{shown_text}");
        assert!(shown_text.contains("the input ended after 1 rows, expected 9"), "{shown_text}");
        let (code, shown_text) = shown("-", "row 1: ", "\x03").expect("script is there");
        assert_eq!(code, Some(130), "{shown_text}");
    }

    #[test]
    fn a_pause_waits_for_enter_after_each_step() {
        let (puzzle, first) = ("....1.3.431.2...", "   1. ");
        let arguments = format!("{puzzle} -p");
        let enters = "\n".repeat(30);
        let Some((code, steps)) = shown(&arguments, first, &enters) else { return };
        assert_eq!(code, Some(0), "{steps}");
        assert!(steps.contains("one solution"), "{steps}");
        // Enter comes from the terminal also where the puzzle comes through a pipe.
        let bench = Bench::new(puzzle);
        let piped = format!("- -p < {}", bench.path("corpus.txt").display());
        let (code, steps) = shown(&piped, first, &enters).expect("script is there");
        assert_eq!(code, Some(0), "{steps}");
        assert!(steps.contains("one solution"), "{steps}");
    }

    #[test]
    fn ctrl_d_ends_the_pauses_and_ctrl_c_the_search() {
        let arguments = "....1.3.431.2... -p";
        let Some((code, steps)) = shown(arguments, "   1. ", "\n\x04") else { return };
        assert!(code == Some(0) && steps.contains("one solution"), "{steps}");
        let (code, steps) = shown(arguments, "   1. ", "\x03").expect("script is there");
        assert!(code == Some(130) && !steps.contains("   2. "), "{steps}");
    }

    #[test]
    fn a_pause_needs_a_terminal() {
        let output = Command::new("setsid")
            .args(["-w", env!("CARGO_BIN_EXE_harness"), "solve", "....1.3.431.2...", "-p"])
            .stdin(Stdio::null())
            .output();
        let Ok(output) = output else {
            eprintln!("SKIPPED: a program without a terminal, because there is no `setsid`");
            return;
        };
        assert_eq!(output.status.code(), Some(2));
        let problem = String::from_utf8_lossy(&output.stderr);
        assert!(problem.starts_with("error: --pause waits for Enter, and there is no terminal"));
        assert_eq!(output.stdout, b"");
    }
}
