//! Programs of others as backends: what they do wrong is a row, and the run goes on.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use record::{Granularity, Row, Status, Verified};

use crate::bench::{Bench, Ran, example, processes, runs_slow_tests, text, wait_until};

/// The second puzzle is the one at which the programs misbehave.
const CORPUS: &str = "\
....1.3.431.2... first
3421............ second
11.............. clash
....1.3.431.2..4 last
";

fn run(mode: &str, behaviour: &str, arguments: &[&str]) -> Ran {
    let bench = Bench::new(CORPUS);
    let program = example("foreign");
    let kind = if mode == "speak" { "protocol" } else { mode };
    let file = format!(
        "[[backend]]\nid = \"external/foreign\"\nmode = \"{kind}\"\n\
         command = [{0:?}, \"{mode}\", \"{behaviour}\"]\nversion_command = [{0:?}]\n",
        text(&program)
    );
    fs::write(bench.path("own.toml"), file).expect("a file");
    let path = bench.path("own.toml");
    let fixed = ["--external-file", text(&path), "--program", env!("CARGO_BIN_EXE_harness")];
    // Memory takes its time to be held, too.
    let is_endless = mode == "speak" && behaviour != "hungry";
    let limit = if is_endless { "300ms" } else { "20s" };
    let fixed = [&fixed[..], &["--timeout", limit, "--jobs", "1"]].concat();
    let ran = bench.run(&[], &[&fixed, arguments].concat());
    wait_until("no process is left", || {
        processes(&format!("{} {mode} {behaviour}", program.display())).is_empty()
    });
    assert_eq!(ran.rows.len(), 4, "{}", ran.printed);
    assert!(ran.rows.iter().all(|row| row.isolated && row.backend == "external/foreign"));
    ran
}

fn statuses(rows: &[Row]) -> Vec<Status> {
    rows.iter().map(|row| row.status).collect()
}

/// Returns the row of the bad puzzle; all others are honest.
#[track_caller]
fn bad_row(behaviour: &str, arguments: &[&str]) -> Row {
    let mut rows = run("speak", behaviour, arguments).rows;
    let bad = rows.remove(1);
    assert_eq!(statuses(&rows), [Status::Unique, Status::Impossible, Status::Impossible]);
    assert!(rows.iter().all(|row| row.bets.is_some() && row.nodes.is_none()));
    bad
}

#[test]
fn a_program_that_speaks_the_protocol_is_a_backend() {
    let row = bad_row("honest", &[]);
    assert_eq!((row.status, row.version.as_ref()), (Status::Multiple, "0.7"));
    let trip_ns = row.trip_ns.expect("it was measured");
    // On a busy machine the trip of a short solve may take so long that nobody would believe it.
    let believed = trip_ns <= 2 * 1234 + 5_000_000;
    let expected = if believed { (1234, Granularity::Solve) } else { (trip_ns, Granularity::Pipe) };
    assert_eq!((row.wall_ns, row.granularity), (Some(expected.0), Some(expected.1)));
    assert_eq!(row.error.is_none(), believed, "{:?}", row.error);
}

#[test]
fn the_clock_of_the_pipe_takes_no_time_that_is_told() {
    let row = bad_row("honest", &["--clock", "pipe"]);
    assert_eq!((row.status, row.granularity), (Status::Multiple, Some(Granularity::Pipe)));
    assert_eq!((row.wall_ns, row.error), (row.trip_ns, None));
}

#[test]
fn without_a_time_of_its_own_the_round_trip_is_the_time() {
    let row = bad_row("untimed", &[]);
    assert_eq!((row.status, row.granularity), (Status::Multiple, Some(Granularity::Pipe)));
    assert!(row.wall_ns.is_some_and(|ns| ns > 0) && row.error.is_none());
}

#[test]
fn a_time_that_is_a_lie_is_noted_and_not_taken() {
    let row = bad_row("liar", &[]);
    assert_eq!((row.status, row.granularity), (Status::Multiple, Some(Granularity::Pipe)));
    assert!(row.error.expect("a note").contains("the round trip took"));
}

#[test]
fn silence_is_a_time_out() {
    let row = bad_row("slow", &[]);
    let wall = Duration::from_nanos(row.wall_ns.expect("a time"));
    assert_eq!(row.status, Status::Timeout);
    assert!(wall >= Duration::from_millis(300) && wall < Duration::from_secs(5), "{wall:?}");
}

/// Returns the rows of a command that never says hello, for a puzzle each.
fn strangers(command: &str, puzzles: usize) -> Vec<Row> {
    let bench = Bench::new(&"....1.3.431.2...\n".repeat(puzzles));
    let fixed = ["--program", env!("CARGO_BIN_EXE_harness"), "-b", "external/", "--jobs", "1"];
    let ran = bench.run(&[], &[&fixed[..], &["--external", command]].concat());
    assert_eq!(ran.rows.len(), puzzles, "{}", ran.printed);
    assert!(ran.rows.iter().all(|row| row.status == Status::Crashed), "{:?}", ran.rows);
    ran.rows
}

#[test]
fn a_program_that_never_says_hello_has_crashed() {
    if !runs_slow_tests() {
        return;
    }
    let rows = strangers(&format!("{} speak mute", example("foreign").display()), 1);
    let error = rows[0].error.as_deref().expect("a message");
    assert!(error.starts_with("it did not send hello within 10."), "{error}");
    assert!(error.contains("does it flush its output?"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_to_say_hello_too_often_is_not_started_again() {
    let rows = strangers("false", 5);
    let again = |row: &Row| !row.error.as_ref().expect("a reason").contains("not restarted");
    assert_eq!(rows.iter().map(again).collect::<Vec<_>>(), [true, true, true, false, false]);
}

#[test]
fn a_stray_line_is_a_note_and_the_answer_counts() {
    let row = bad_row("chatty", &[]);
    assert_eq!(row.status, Status::Multiple);
    assert!(row.error.expect("a note").contains("it printed: thinking..."));
}

#[test]
fn an_answer_that_cannot_be_read_is_unknown() {
    let row = bad_row("garbage", &[]);
    assert_eq!(row.status, Status::Unknown);
    assert!(row.error.expect("a note").contains("invalid status \"perhaps\""));
}

#[test]
fn a_program_that_dies_within_a_line_costs_one_row() {
    let row = bad_row("cut", &[]);
    assert_eq!(row.status, Status::Crashed);
    assert!(row.error.expect("a message").contains("exit status: 3"));
}

#[test]
fn a_grid_that_is_no_solution_is_wrong() {
    let row = bad_row("wrong", &[]);
    assert_eq!((row.status, row.verified), (Status::Wrong, Verified::No));
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_holds_too_much_memory_is_ended() {
    let row = bad_row("hungry", &["--memory-limit", "100MB", "--isolate", "needed"]);
    assert_eq!(row.status, Status::Memout);
    assert!(row.error.expect("a message").contains("bytes"));
}

#[test]
fn tasks_that_a_program_does_not_take_are_refused() {
    let rows = run("speak", "honest", &["--task", "count"]).rows;
    assert_eq!(statuses(&rows), [Status::Unsupported; 4]);
    assert!(rows.iter().all(|row| row.version == "0.7"), "ours is not theirs");
}

#[test]
fn lines_are_solutions_in_order_and_all_of_them_are_timed_as_one() {
    let rows = run("lines", "honest", &["--task", "first"]).rows;
    let (solved, none) = (Status::Solved, Status::Unknown);
    assert_eq!(statuses(&rows), [solved, solved, none, none]);
    assert!(rows.iter().all(|row| row.granularity == Some(Granularity::Batch)));
    assert!(rows.iter().all(|row| row.timing_group == Some(0) && row.timing_group_size == Some(4)));
    assert!(rows.iter().all(|row| row.wall_ns == rows[0].wall_ns && row.bets.is_none()));
    assert!(rows.iter().all(|row| row.version == "foreign 1.2.3"));
}

#[test]
fn lines_that_are_missing_are_told() {
    let rows = run("lines", "short", &["--task", "first"]).rows;
    assert_eq!(statuses(&rows)[..2], [Status::Solved, Status::Unknown]);
    let error = |row: &Row| row.error.clone().expect("a message");
    assert!(
        error(&rows[1]).contains("0 lines for 1 puzzle: its process ended: exit status: 0"),
        "{}",
        error(&rows[1])
    );
    // Those behind it are asked alone.
    assert!(rows[2..].iter().all(|row| error(row).contains("no grid in the line")));
    assert!(rows[1..].iter().all(|row| row.granularity == Some(Granularity::Pipe)));
}

#[test]
fn a_sat_solver_is_asked_twice_for_uniqueness() {
    let rows = run("dimacs", "honest", &[]).rows;
    let none = Status::Impossible;
    assert_eq!(statuses(&rows), [Status::Unique, Status::Multiple, none, none]);
    assert!(rows.iter().all(|row| row.granularity == Some(Granularity::Pipe)));
}

/// Kills a run while it waits for a program, which `command` starts.
#[cfg(target_os = "linux")]
fn check_kill(bench: &Bench, command: &str, program: &str) {
    let mut parent = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args([text(&bench.path("corpus.txt")), "--external", command, "-b", "external/"])
        .args(["--timeout", "none", "--no-probe", "-o", text(&bench.path("run"))])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let is_running = || processes(program).iter().any(|line| line.starts_with(program));
    wait_until("the program runs", is_running);
    parent.kill().expect("it can be killed");
    parent.wait().expect("it ends");
    let killed = Instant::now();
    wait_until("the program is gone", || !is_running());
    assert!(killed.elapsed() < Duration::from_secs(2), "{:?}", killed.elapsed());
}

#[cfg(target_os = "linux")]
#[test]
fn programs_do_not_outlive_a_parent_that_is_killed() {
    let program = format!("{} speak slow parent-test", example("foreign").display());
    check_kill(&Bench::new(CORPUS), &program, &program);
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_program_started_does_not_outlive_the_run_either() {
    let bench = Bench::new(CORPUS);
    let program = format!("{} speak slow grandchild-test", example("foreign").display());
    let script = bench.path("script.sh");
    // The pipe to its input stays open when the shell is gone.
    fs::write(&script, format!("sleep 1000 | {program}; true\n")).expect("a file");
    let script = format!("sh {}", text(&script));
    check_kill(&bench, &script, &program);
}

#[test]
fn a_command_on_the_command_line_is_listed_and_runs() {
    let bench = Bench::new(CORPUS);
    let command = format!("{} speak honest", example("foreign").display());
    let mut list = Command::new(env!("CARGO_BIN_EXE_harness"));
    let list = list.args(["list", "--csv", "--external", &command]).output().expect("it runs");
    assert!(String::from_utf8_lossy(&list.stdout).contains("\nexternal/speak,"), "{list:?}");
    let mut run = Command::new(env!("CARGO_BIN_EXE_harness"));
    let corpus = bench.path("corpus.txt");
    let run = run
        .args([text(&corpus), "--csv", "--no-probe", "--external", &command])
        .output()
        .expect("it runs");
    let rows = csv::Reader::from_reader(&run.stdout[..]).into_deserialize::<Row>();
    let rows: Vec<Row> = rows.collect::<Result<_, _>>().expect("rows");
    let ours = rows.iter().filter(|row| row.backend == "external/speak");
    assert_eq!(ours.filter(|row| row.version == "0.7").count(), 4);
}
