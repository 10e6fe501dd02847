//! Programs of others that print too much, too late or nothing, as little scripts: each costs its own
//! puzzle, in time, and none costs memory.
//!
//! A test that lacks the interpreter says so and is done.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use record::{Granularity, Row, Status};

use crate::bench::{Bench, harness, rows, runs_slow_tests, text};

/// Puzzles with one solution each, and their solutions: of order 4, so that scripts may know them.
const CORPUS: &str = "....1.3.431.2... one\n1.3...2..3...... two\n..1.3..4.....4.3 three\n";

/// Returns a script that speaks the protocol: `answer` is what it does with a question, whose words are in `w`.
pub(crate) fn speaker(answer: &str) -> String {
    format!(
        "import sys, time\n\
         def say(text):\n    sys.stdout.write(text)\n    sys.stdout.flush()\n\
         say('hello sudoku-backend/1 name=toy version=1.5\\n')\n\
         n = 0\n\
         for line in sys.stdin:\n    w = line.split()\n    if w[0] == 'quit': break\n    \
         if w[0] != 'solve': continue\n    n += 1\n    {answer}\n"
    )
}

/// A run of one script, in a mode; nothing where there is no Python.
pub(crate) struct Script {
    bench: Bench,
    /// The exit code of the run.
    pub(crate) code: Option<i32>,
    /// What it printed.
    pub(crate) printed: String,
    took: Duration,
    pub(crate) rows: Vec<Row>,
}

pub(crate) fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        eprintln!("SKIPPED: there is no python3");
    }
    found
}

/// Writes the script and the file that names it.
fn write(bench: &Bench, mode: &str, script: &str) {
    fs::write(bench.path("toy.py"), script).expect("a script");
    let file = format!(
        "[[backend]]\nid = \"external/toy\"\nmode = \"{mode}\"\ncommand = \"python3 toy.py\"\n"
    );
    fs::write(bench.path("own.toml"), file).expect("a file");
}

pub(crate) fn run_on(corpus: &str, mode: &str, script: &str, arguments: &[&str]) -> Option<Script> {
    if !has_python() {
        return None;
    }
    let bench = Bench::new(corpus);
    write(&bench, mode, script);
    let (file, folder) = (bench.path("own.toml"), bench.path("run"));
    let corpus = bench.path("corpus.txt");
    let fixed = [text(&corpus), "-o", text(&folder), "--external-file", text(&file)];
    let more = ["-b", "external/toy", "--no-probe", "--jobs", "1"];
    let start = Instant::now();
    let output = harness(&[&fixed[..], &more, arguments].concat());
    let took = start.elapsed();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let (rows, code) = (rows(&folder), output.status.code());
    Some(Script { bench, code, printed, took, rows })
}

impl Script {
    /// Returns where the run is.
    pub(crate) fn folder(&self) -> PathBuf {
        self.bench.path("run")
    }
}

pub(crate) fn run(mode: &str, script: &str, arguments: &[&str]) -> Option<Script> {
    run_on(CORPUS, mode, script, arguments)
}

#[track_caller]
pub(crate) fn statuses(script: &Script, expected: &[Status]) {
    let found: Vec<Status> = script.rows.iter().map(|row| row.status).collect();
    let errors: Vec<_> = script.rows.iter().map(|row| &row.error).collect();
    assert_eq!(found, expected, "{errors:?}");
}

/// A script floods its output for ever; it leaves a row for each puzzle, soon.
#[track_caller]
fn check_flood(mode: &str, script: &str) {
    let arguments = ["--timeout", "500ms", "--task", "first"];
    let Some(ran) = run(mode, script, &arguments) else { return };
    assert!(ran.took < Duration::from_secs(30), "{:?}", ran.took);
    let is_stopped = |row: &Row| matches!(row.status, Status::Timeout | Status::Unknown);
    assert!(ran.rows.len() == 3 && ran.rows.iter().all(is_stopped), "{:?}", ran.rows);
}

const ENDLESS: &str = "import sys\nwhile True: sys.stdout.write('v 1 1 1 1 1 1 1 1 1 1 ' * 1000)";

#[test]
fn output_without_an_end_of_line_ends_in_every_mode() {
    check_flood("protocol", &speaker("while True: sys.stdout.write('x' * 10000)"));
    check_flood("lines", ENDLESS);
    check_flood("dimacs", ENDLESS);
}

#[test]
fn lines_without_an_end_end_in_every_mode() {
    check_flood("protocol", &speaker("while True: say('still thinking\\n' * 1000)"));
    check_flood("lines", "while True: print('....')");
    check_flood("dimacs", "while True: print('v 1 1 1 1 1 1')");
}

#[test]
fn a_flood_in_the_place_of_a_hello_ends_with_the_time_for_it() {
    if !runs_slow_tests() {
        return;
    }
    let arguments = ["--timeout", "500ms", "-f", "one"];
    let flood = "import sys\nwhile True: print('loading', flush=True)";
    let Some(ran) = run("protocol", flood, &arguments) else { return };
    assert!(ran.took < Duration::from_secs(30), "{:?}", ran.took);
    statuses(&ran, &[Status::Crashed]);
}

#[test]
fn what_floods_and_answers_late_has_not_answered() {
    let script = speaker(
        "end = time.time() + 1.5\n    while time.time() < end: say('thinking ' * 100)\n    \
         say('\\nresult ' + w[1] + ' solved 1000 3421123443122143\\n')",
    );
    let arguments = ["--timeout", "500ms", "--task", "first", "-f", "one"];
    let Some(ran) = run("protocol", &script, &arguments) else { return };
    assert!(matches!(ran.rows[0].status, Status::Timeout | Status::Unknown), "{:?}", ran.rows);
    assert_ne!(ran.rows[0].wall_ns, Some(1000));
}

#[test]
fn an_answer_after_the_limit_is_a_time_out_whatever_it_tells() {
    let script =
        speaker("time.sleep(0.51); say('result ' + w[1] + ' solved 9000000 3421123443122143\\n')");
    let arguments = ["--timeout", "500ms", "--task", "first", "-f", "one"];
    let Some(ran) = run("protocol", &script, &arguments) else { return };
    statuses(&ran, &[Status::Timeout]);
    let row = &ran.rows[0];
    assert!(row.wall_ns.is_some_and(|ns| ns > 500_000_000), "{:?}", row.wall_ns);
    assert_eq!((row.granularity, row.wall_ns), (Some(Granularity::Pipe), row.trip_ns));
}

#[test]
fn a_time_that_is_too_short_for_its_trip_is_not_taken() {
    let script = speaker("time.sleep(0.02); say('result ' + w[1] + ' unknown 1000 -\\n')");
    let Some(ran) = run("protocol", &script, &[]) else { return };
    // It prepares for the geometry in the first trip.
    assert_eq!(ran.rows[0].wall_ns, Some(1000));
    for row in &ran.rows[1..] {
        assert_eq!((row.granularity, row.wall_ns), (Some(Granularity::Pipe), row.trip_ns));
        assert!(row.error.as_ref().is_some_and(|error| error.contains("the round trip took")));
    }
}

#[test]
fn preparing_for_a_geometry_is_no_cpu_time_of_the_first_puzzle() {
    // With its own time, that is; the round trip includes the preparation.
    let script = speaker("sum(range(300000)); say('result ' + w[1] + ' unknown 100000 -\\n')");
    let Some(ran) = run("protocol", &script, &["-f", "one"]) else { return };
    let row = &ran.rows[0];
    assert_eq!((row.granularity, row.cpu_ns), (Some(Granularity::Solve), None));
}

#[test]
fn a_nanosecond_is_no_time_and_what_is_told_is_told_on() {
    let known = "dict([('....1.3.431.2...', '3421123443122143')]).get(w[2])";
    let one = format!("say('result ' + w[1] + ' solved 1 ' + {known} + ' nodes=0 bets=9\\n')");
    let arguments = ["--task", "first", "-f", "one"];
    let Some(ran) = run("protocol", &speaker(&one), &arguments) else { return };
    statuses(&ran, &[Status::Solved]);
    let row = &ran.rows[0];
    assert_eq!((row.granularity, row.wall_ns), (Some(Granularity::Pipe), row.trip_ns));
    let error = row.error.as_deref().expect("a note");
    assert!(
        error.contains("reading a clock") && error.contains("nodes=0 contradicts bets=9"),
        "{error}"
    );
    let warned = one.replace("solved 1 ", "solved 1000 ");
    let Some(ran) = run("protocol", &speaker(&warned), &arguments) else { return };
    assert!(ran.printed.contains("of the round trips and cannot be"), "{}", ran.printed);
}

#[test]
fn a_program_that_waits_for_the_end_of_input_is_told_what_it_may_lack() {
    let script =
        "import sys\nprint('hello sudoku-backend/1 version=2', flush=True)\nsys.stdin.read()";
    let arguments = ["--timeout", "500ms", "-f", "one"];
    let Some(ran) = run("protocol", script, &arguments) else { return };
    statuses(&ran, &[Status::Timeout]);
    let error = ran.rows[0].error.as_deref().expect("a message");
    assert!(error.starts_with("it sent hello, then nothing for 5"), "{error}");
    assert!(
        error.contains("does it flush its output, does it wait for the end of input?"),
        "{error}"
    );
}

#[test]
fn a_program_that_is_killed_keeps_the_version_that_it_told() {
    if !runs_slow_tests() {
        return;
    }
    // Its second process never says hello.
    let script = format!(
        "import os, time\nif os.path.exists('seen'): time.sleep(1000)\nopen('seen', 'w')\n{}",
        speaker("time.sleep(1000)")
    );
    let Some(ran) = run("protocol", &script, &["--timeout", "200ms"]) else { return };
    statuses(&ran, &[Status::Timeout, Status::Crashed, Status::Crashed]);
    assert!(ran.rows.iter().all(|row| row.version == "1.5"), "{:?}", ran.rows);
    let Some(ran) = run("protocol", "import sys; sys.exit(3)", &[]) else { return };
    assert!(ran.rows.iter().all(|row| row.version == "unknown"), "{:?}", ran.rows);
}

#[test]
fn in_mode_lines_the_order_of_the_corpus_does_not_decide() {
    if !runs_slow_tests() {
        return;
    }
    // One puzzle has no end, and one takes more than its share of the limit.
    let script = "import sys, time\nfor line in sys.stdin:\n    line = line.strip()\n    \
                  if line == '..1.3..4.....4.3': time.sleep(1000)\n    \
                  if line == '1.3...2..3......': time.sleep(3)\n    \
                  print('3421123443122143' if line[4] == '1' else 'no', flush=True)\n";
    let lines: Vec<&str> = CORPUS.lines().collect();
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let corpus: String = order.iter().map(|&at| format!("{}\n", lines[at])).collect();
        let arguments = ["--timeout", "1500ms", "--task", "first"];
        let Some(mut ran) = run_on(&corpus, "lines", script, &arguments) else { return };
        ran.rows.sort_by(|a, b| a.puzzle.cmp(&b.puzzle));
        statuses(&ran, &[Status::Solved, Status::Timeout, Status::Timeout]);
        let late = &ran.rows[1];
        assert!(late.error.as_ref().is_some_and(|error| error.contains("no line within 1")));
        assert!(ran.rows.iter().all(|row| row.trip_ns.is_some() && row.trip_ns == row.wall_ns));
    }
}

#[test]
fn a_run_does_not_go_on_with_a_program_that_has_changed() {
    let script = speaker("say('result ' + w[1] + ' unknown - -\\n')");
    let Some(ran) = run("protocol", &script, &[]) else { return };
    let manifest = fs::read_to_string(ran.bench.path("run/manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"toy.py\": \""), "{manifest}");
    let again = || {
        let (corpus, folder) = (ran.bench.path("corpus.txt"), ran.bench.path("run"));
        let file = ran.bench.path("own.toml");
        let fixed =
            [text(&corpus), "-o", text(&folder), "--external-file", text(&file), "--resume"];
        let output =
            harness(&[&fixed[..], &["-b", "external/toy", "--no-probe", "--jobs", "1"]].concat());
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(again().0, Some(1), "it gives no answer");
    fs::write(ran.bench.path("toy.py"), format!("{script}# better\n")).expect("a script");
    let (code, errors) = again();
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("external/toy: toy.py has changed: blake3 "), "{errors}");
}

#[test]
fn a_program_on_the_command_line_takes_part_whatever_the_rules_say() {
    if !has_python() {
        return;
    }
    let bench = Bench::new(CORPUS);
    write(&bench, "protocol", &speaker("say('result ' + w[1] + ' unknown - -\\n')"));
    let (corpus, command) = (bench.path("corpus.txt"), bench.path("toy.py"));
    let command = format!("python3 {}", text(&command));
    for rule in [["-b", "cover/dlx"], ["-B", "."]] {
        let fixed = [text(&corpus), "--csv", "--no-probe", "--external", &command];
        let output = harness(&[&fixed[..], &rule].concat());
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(printed.matches(",external/toy,1.5,").count(), 3, "{printed}");
        assert_eq!(printed.matches(",cover/dlx,").count(), if rule[0] == "-b" { 3 } else { 0 });
    }
}

/// The solution does not keep to the marks, which the program was not shown.
#[test]
fn puzzles_with_pencil_marks_are_kept_from_programs_that_do_not_read_them() {
    let corpus = format!("# geometry: classic4\n12..{}\n", "1234".repeat(15));
    let answer = "say('result %s solved - 1234341221434321\\n' % w[1])";
    let arguments = ["--task", "first", "--notation", "pencil-line"];
    let Some(script) = run_on(&corpus, "protocol", &speaker(answer), &arguments) else { return };
    statuses(&script, &[Status::Unsupported]);
    let reads = speaker(answer).replace("version=1.5", "version=1.5 marks=yes");
    let Some(script) = run_on(&corpus, "protocol", &reads, &arguments) else { return };
    statuses(&script, &[Status::Solved]);
    let printing = "import sys\nfor line in sys.stdin: print('1234341221434321')\n";
    let Some(script) = run_on(&corpus, "lines", printing, &arguments) else { return };
    statuses(&script, &[Status::Unsupported]);
}

#[test]
fn what_is_not_supported_is_said_below_the_table_once_for_each_program() {
    let Some(script) = run("lines", "import sys\nsys.exit(3)\n", &[]) else { return };
    statuses(&script, &[Status::Unsupported; 3]);
    let expected = "external/toy: unsupported: mode `lines` finds solutions only; use --task first";
    assert_eq!(script.printed.matches(expected).count(), 1, "{}", script.printed);
}

#[test]
fn a_result_that_is_printed_before_its_question_is_stray_output() {
    let answer =
        "say('result %s unknown - -\\nresult %d impossible - -\\n' % (w[1], int(w[1]) + 1))";
    let Some(script) = run("protocol", &speaker(answer), &[]) else { return };
    statuses(&script, &[Status::Unknown; 3]);
    let error = script.rows[1].error.as_deref().unwrap_or_default();
    assert!(error.contains("it printed: result "), "{error}");
}

#[test]
fn a_limit_that_was_not_set_cannot_be_reached() {
    for (claim, limit) in [("timeout", "time"), ("nodeout", "node"), ("roundout", "round")] {
        let answer = format!("say('result %s {claim} 1000 -\\n' % w[1])");
        let arguments = ["--timeout", "none", "-f", "one"];
        let Some(script) = run("protocol", &speaker(&answer), &arguments) else { return };
        statuses(&script, &[Status::Unknown]);
        let expected = format!("it claimed {claim}, and no {limit} limit was set");
        assert_eq!(script.rows[0].error.as_deref(), Some(&*expected));
    }
    let answer = "say('result %s nodeout 1000 -\\n' % w[1])";
    let arguments = ["--node-limit", "9", "-f", "one"];
    let Some(script) = run("protocol", &speaker(answer), &arguments) else { return };
    statuses(&script, &[Status::Nodeout]);
}

#[test]
fn a_count_that_stops_before_its_limit_is_no_answer() {
    for answer in ["limited 1 1234341221434321 solutions=1", "solved 1 1234341221434321"] {
        let answer = format!("say('result %s {answer}\\n' % w[1])");
        let arguments = ["--task", "count"];
        let Some(script) = run_on("................\n", "protocol", &speaker(&answer), &arguments)
        else {
            return;
        };
        statuses(&script, &[Status::Unknown]);
        let error = script.rows[0].error.as_deref().unwrap_or_default();
        assert!(error.contains("it stopped counting at 1 solutions"), "{error}");
    }
}

#[test]
fn a_program_that_has_ended_is_not_waited_for_because_of_what_it_started() {
    let answer = "import subprocess; subprocess.Popen(['sleep', '30']); sys.exit(3)";
    let Some(script) = run("protocol", &speaker(answer), &["--timeout", "none"]) else { return };
    statuses(&script, &[Status::Crashed; 3]);
    assert!(script.took < Duration::from_secs(25), "{:?}", script.took);
}

#[test]
fn a_program_that_names_tasks_that_nobody_knows_is_asked_for_none() {
    let answer = "say('result %s solved 1 1234341221434321\\n' % w[1])";
    let script = speaker(answer).replace("version=1.5", "version=1.5 tasks=enumerate");
    let Some(script) = run("protocol", &script, &[]) else { return };
    statuses(&script, &[Status::Unsupported; 3]);
}

#[test]
fn a_program_that_prints_lines_crashes_with_its_exit_code_and_not_with_a_missing_line() {
    for (code, status) in [(0, Status::Unknown), (7, Status::Crashed)] {
        let script = format!("import sys\nsys.exit({code})\n");
        let arguments = ["--task", "first", "-f", "one"];
        let Some(ran) = run("lines", &script, &arguments) else { return };
        statuses(&ran, &[status]);
        let error = ran.rows[0].error.as_deref().expect("a message");
        let expected = format!("0 lines for 1 puzzle: its process ended: exit status: {code}");
        assert_eq!(error, expected);
    }
}

#[test]
fn a_sat_solver_needs_a_result_and_a_model() {
    for (printed, code, status, expected) in [
        ("s SATISFIABLE", 10, Status::Unknown, "no model: no line `v …` ends with 0"),
        ("s UNKNOWN", 0, Status::Unknown, "it gave up: s UNKNOWN"),
        ("SATISFIABLE", 10, Status::Unknown, "no line `s …`: its process ended: exit status: 10"),
        ("c hello", 1, Status::Crashed, "no line `s …`: its process ended: exit status: 1"),
    ] {
        let script = format!("import sys\nprint({printed:?})\nsys.exit({code})\n");
        let arguments = ["--task", "first", "-f", "one"];
        let Some(ran) = run("dimacs", &script, &arguments) else { return };
        statuses(&ran, &[status]);
        assert_eq!(ran.rows[0].error.as_deref(), Some(expected));
    }
}
